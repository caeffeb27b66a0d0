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

/* How elements are divided into count segments, as CSR has it for rows: count + 1
 * offsets. Segment i is the elements from offsets[i] up to offsets[i + 1]; the
 * first offset is 0, the last one the number of elements, and none is less than
 * the one before. */
class SegDes {
  public:
    SegDes() {}
    SegDes(const Int *device_offsets, int64_t count) : offsets_(device_offsets, count + 1) {}
    explicit SegDes(Sequence<Int> offsets) : offsets_(std::move(offsets)) {}

    int64_t count() const { return offsets_.size() > 0 ? offsets_.size() - 1 : 0; }
    const Int *offsets() const { return offsets_.data(); }
    const nesl_array &array() const { return offsets_.array(); }

  private:
    Sequence<Int> offsets_;
};

/* A sequence of sequences: elements E, which are a Sequence, a tuple of such, or
 * nested again. */
template <typename E> struct Nested {
    SegDes segments;
    E elements;
};

