/* nes_cuda.h: the CUDA device of a generated program (nes_device.h), launches,
 * and the classes of its host code.
 *
 * All commands go to one stream, so they run in order. Memory is taken from the
 * driver's pool where there is one; the pool of nes_array.h stands before it.
 * Single elements come to the host through pinned memory, any number of them
 * with one wait. */
#ifndef NES_CUDA_H
#define NES_CUDA_H

/* an element on its way to the host */
typedef struct {
    void *to;
    size_t bytes;
} nes_letter;

#define NES_LETTERS 1024
#define NES_LETTER_BYTES 8

typedef struct {
    cudaStream_t stream;
    int pooled;  /* whether the driver has a pool */
    int processors;
    char *box;   /* pinned: NES_LETTERS letters */
    int letters; /* waiting in the box */
    nes_letter letter[NES_LETTERS];
    const char *last; /* kernel launched last */
} nes_cuda_state;

static nes_cuda_state nes_cuda;

/* ---- failures of the environment ---- */

NES_HOST NES_NORETURN void nes_cuda_failed(const char *what, cudaError_t code)
{
    if (nes_cuda.last == NULL)
        nes_environment("%s failed: %s", what, cudaGetErrorString(code));
    nes_environment("%s failed: %s (the last kernel launched was %s)", what, cudaGetErrorString(code), nes_cuda.last);
}

/* stops unless a call, whose text is given, has succeeded */
NES_HOST void nes_cuda_check(cudaError_t code, const char *what)
{
    if (code != cudaSuccess)
        nes_cuda_failed(what, code);
}

#define NES_CU(call) nes_cuda_check(call, #call)

/* ---- the device ---- */

/* asks the driver to keep memory that is given back, if it has a pool */
NES_HOST void nes_open_pool(int device)
{
#if CUDART_VERSION >= 11020
    NES_CU(cudaDeviceGetAttribute(&nes_cuda.pooled, cudaDevAttrMemoryPoolsSupported, device));
    if (nes_cuda.pooled) {
        cudaMemPool_t pool;
        uint64_t all = UINT64_MAX;
        NES_CU(cudaDeviceGetDefaultMemPool(&pool, device));
        NES_CU(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
    }
#else
    (void)device;
#endif
}

NES_HOST void nes_open_device(void)
{
    int devices = 0, device = 0;
    size_t left = 0, total = 0;
    void *box = NULL;
    cudaError_t code = cudaGetDeviceCount(&devices);
    if (code != cudaSuccess || devices == 0)
        nes_environment("there is no device: %s", code == cudaSuccess ? "the driver lists none" : cudaGetErrorString(code));
    NES_CU(cudaGetDevice(&device));
    NES_CU(cudaStreamCreateWithFlags(&nes_cuda.stream, cudaStreamNonBlocking));
    NES_CU(cudaMemGetInfo(&left, &total));
    nes_dev.most_bytes = nes_dev.most_array = total;
    NES_CU(cudaDeviceGetAttribute(&nes_cuda.processors, cudaDevAttrMultiProcessorCount, device));
    nes_open_pool(device);
    NES_CU(cudaMallocHost(&box, NES_LETTERS * NES_LETTER_BYTES));
    nes_cuda.box = (char *)box;
}

/* ---- memory and transfers ---- */

NES_HOST nes_mem nes_mem_new(size_t bytes)
{
    void *p = NULL;
    cudaError_t code;
#if CUDART_VERSION >= 11020
    if (nes_cuda.pooled)
        code = cudaMallocAsync(&p, bytes, nes_cuda.stream);
    else
#endif
        code = cudaMalloc(&p, bytes);
    if (code == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError(); /* which forgets it */
        return NULL;
    }
    nes_cuda_check(code, "allocation");
    return p;
}

NES_HOST void nes_mem_free(nes_mem m)
{
#if CUDART_VERSION >= 11020
    if (nes_cuda.pooled) {
        NES_CU(cudaFreeAsync(m, nes_cuda.stream));
        return;
    }
#endif
    NES_CU(cudaFree(m));
}

NES_HOST void nes_mem_copy(nes_mem from, nes_mem to, size_t bytes)
{
    NES_CU(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, nes_cuda.stream));
}

NES_HOST void nes_mem_put(nes_mem m, const void *from, size_t bytes, int wait)
{
    NES_CU(cudaMemcpyAsync(m, from, bytes, cudaMemcpyHostToDevice, nes_cuda.stream));
    if (wait)
        nes_wait();
}

NES_HOST void nes_wait(void)
{
    NES_CU(cudaStreamSynchronize(nes_cuda.stream));
    for (int i = 0; i < nes_cuda.letters; i++)
        memcpy(nes_cuda.letter[i].to, nes_cuda.box + i * NES_LETTER_BYTES, nes_cuda.letter[i].bytes);
    nes_cuda.letters = 0;
}

NES_HOST void nes_mem_get(nes_mem m, size_t offset, void *to, size_t bytes, int wait)
{
    const char *from = (const char *)m + offset;
    void *at = to;
    if (!wait && bytes <= NES_LETTER_BYTES) {
        if (nes_cuda.letters == NES_LETTERS)
            nes_wait();
        at = nes_cuda.box + nes_cuda.letters * NES_LETTER_BYTES;
        nes_cuda.letter[nes_cuda.letters].to = to;
        nes_cuda.letter[nes_cuda.letters++].bytes = bytes;
    }
    NES_CU(cudaMemcpyAsync(at, from, bytes, cudaMemcpyDeviceToHost, nes_cuda.stream));
    if (wait)
        nes_wait();
}

/* ---- launches ---- */

#ifndef NES_LAUNCH_ON
#define NES_LAUNCH_ON(stream, k, blocks, local, args) k<<<blocks, local, 0, stream>>> args
#endif

/* as many blocks of local threads of a kernel as the device runs at once */
template <typename K> static unsigned nes_resident(K *kernel, int local)
{
    int blocks = 0;
    NES_CU(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, local, 0));
    if (blocks <= 0)
        nes_environment("the device has no room for a block of %d threads", local);
    return (unsigned)blocks * (unsigned)nes_cuda.processors;
}

/* runs kernel k for groups of local threads, which are some, with arguments in
 * parentheses; each block takes groups in turn */
#define NES_LAUNCH(k, groups, local, args) \
    do { \
        static unsigned resident_; \
        if (resident_ == 0) { \
            resident_ = nes_resident(k, local); \
            nes_dev.distinct++; \
        } \
        nes_cuda.last = #k; \
        NES_LAUNCH_ON(nes_cuda.stream, k, (uint64_t)(groups) < resident_ ? (unsigned)(groups) : resident_, local, args); \
        NES_CU(cudaGetLastError()); \
        nes_launched(); \
    } while (0)

/* ---- values of host code ---- */

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

    /* the elements, on the device: for the arguments of a launch, once */
    T *device() const
    {
        if (array_ == NULL || array_->refs <= 0)
            nes_environment("an array is used that nobody owns");
        nes_dev.given_bytes += (uint64_t)array_->n * sizeof(T);
        return static_cast<T *>(array_->mem);
    }

  private:
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
