#ifdef __cplusplus
#include <tuple>
#include <utility>

namespace nesl {

/* An array of the device with elements of type T: one of the caller's, or a
 * result, which is given back with the object. */
template <typename T> class Sequence {
  public:
    Sequence() : array_() {}
    Sequence(const T *device, int64_t length) : array_()
    {
        array_.data = const_cast<T *>(device);
        array_.length = length;
    }
    explicit Sequence(const nesl_array &a) : array_(a) {}
    Sequence(Sequence &&from) : array_(from.array_) { from.array_ = nesl_array(); }
    Sequence &operator=(Sequence &&from)
    {
        std::swap(array_, from.array_);
        return *this;
    }
    Sequence(const Sequence &) = delete;
    Sequence &operator=(const Sequence &) = delete;
    ~Sequence()
    {
        if (array_.owner != 0)
            nesl_free(array_);
    }

    T *data() const { return static_cast<T *>(array_.data); }
    int64_t size() const { return array_.length; }
    const nesl_array &array() const { return array_; }

  private:
    nesl_array array_;
};

/* How elements are divided into segments: the lengths of these. */
class SegDes {
  public:
    SegDes() {}
    SegDes(const Int *device_lengths, int64_t count) : lengths_(device_lengths, count) {}
    explicit SegDes(Sequence<Int> lengths) : lengths_(std::move(lengths)) {}

    int64_t count() const { return lengths_.size(); }
    const Int *lengths() const { return lengths_.data(); }
    const nesl_array &array() const { return lengths_.array(); }

  private:
    Sequence<Int> lengths_;
};

/* A sequence of sequences: elements E, which are a Sequence, a tuple of such, or
 * nested again. */
template <typename E> struct Nested {
    SegDes segments;
    E elements;
};

