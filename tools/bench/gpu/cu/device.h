/* device.h: what the CUDA programs written by hand share, beside what those in
 * C share (../../c/common.h): memory of the device, launches, and waiting.
 * Without a GPU (-DNES_CUDA_CPU) the simulator of generated programs runs them. */
#include "common.h"

#ifdef NES_CUDA_CPU
#include "nes_cuda_cpu.h"

#include "nes_cuda_queue.h"

#include "nes_cuda_launch.h"

#include "nes_cuda_api.h"
#define LAUNCH(k, blocks, threads, args) NES_LAUNCH_ON(0, k, (unsigned)(blocks), threads, args)
#define __threadfence() ((void)0)
#define __clzll(x) ((x) == 0 ? 64 : __builtin_clzll((unsigned long long)(x)))
#define rsqrt(x) (1 / sqrt(x))
#else
#include <cuda_runtime.h>
#define LAUNCH(k, blocks, threads, args) k<<<(unsigned)(blocks), threads>>> args
#endif

#define THREADS 256
#define BLOCKS(n) (((int64_t)(n) + THREADS - 1) / THREADS)
#define EACH(i, n) \
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x); \
    if (i >= (n)) \
    return

static void good(cudaError_t code)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(code));
        exit(4);
    }
}

/* a copy of n elements on the device */
template <typename T> static T *to_device(const T *from, int64_t n)
{
    void *p = NULL;
    good(cudaMalloc(&p, (size_t)(n > 0 ? n : 1) * sizeof(T)));
    if (from != NULL)
        good(cudaMemcpy(p, from, (size_t)n * sizeof(T), cudaMemcpyHostToDevice));
    return (T *)p;
}

template <typename T> static T *on_device(int64_t n) { return to_device((const T *)NULL, n); }

template <typename T> static void to_host(T *to, const T *from, int64_t n)
{
    good(cudaMemcpy(to, from, (size_t)n * sizeof(T), cudaMemcpyDeviceToHost));
}

static __attribute__((unused)) void finish(void)
{
    good(cudaGetLastError());
    good(cudaDeviceSynchronize());
}
