/* nes_cuda_value.h: the classes of host code. */
#ifndef NES_CUDA_VALUE_H
#define NES_CUDA_VALUE_H

/* An array of the device with elements of type T. Its owners are counted by
 * nes_retain and nes_release, which kir places; handles may be copied freely. */
template <typename T> class Sequence {
  public:
    Sequence() : array_(NULL) {}
    Sequence(nes_array *a) : array_(a)
    {
        if (a != NULL && a->size != sizeof(T))
            nes_environment("an array has elements of %zu bytes where %zu were planned", a->size, sizeof(T));
    }
    operator nes_array *() const { return array_; }

    /* where the runtime stores a new array */
    nes_array **slot() { return &array_; }

    /* the elements, on the device: arguments of the next launch, on a lane, which
     * reads them, or may write them */
    T *read(int lane) const { return use(lane, 0); }
    T *write(int lane) const { return use(lane, 1); }

  private:
    T *use(int lane, int writes) const
    {
        nes_block *b;
        if (array_ == NULL || array_->refs <= 0)
            nes_environment("an array is used that nobody owns");
        nes_dev.given_bytes += (uint64_t)array_->n * sizeof(T);
        b = (nes_block *)array_->mem;
        if (nes_cuda.place != NULL)
            nes_uses(b, writes);
        if (writes)
            nes_writes(b, lane);
        else
            nes_reads(b, lane);
        return static_cast<T *>(b->data);
    }

    nes_array *array_;
};

/* An element of an array on its way to the host: it is there after nes_sync. */
template <typename T> class Scalar {
  public:
    Scalar(const nes_array *a, nes_i64 i) : value_(), reads_(i >= 0 && i < a->n ? nes_dev.reads : UINT64_MAX)
    {
        nes_read(a, i, sizeof value_, &value_);
    }
    Scalar(const Scalar &) = delete;
    Scalar &operator=(const Scalar &) = delete;

    operator T() const
    {
        if (reads_ == nes_dev.reads)
            nes_environment("an element is used before it has come to the host");
        return value_;
    }

  private:
    T value_;
    uint64_t reads_; /* waits before this one */
};

#endif
