/* nes_cuda_api.h: the functions of CUDA's runtime library that generated
 * programs call, on a processor. Memory of the device is that of the host,
 * filled with junk.
 *
 * In the environment, NES_CUDA_CPU_MEMORY is the bytes of the device (8 GiB), and
 * NES_CUDA_CPU_BLOCKS the blocks that are launched at most (3). */
#ifndef NES_CUDA_API_H
#define NES_CUDA_API_H

#define CUDART_VERSION 12000

typedef enum { cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation } cudaError_t;
typedef enum { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice } cudaMemcpyKind;
typedef enum { cudaDevAttrMultiProcessorCount = 16, cudaDevAttrMemoryPoolsSupported = 115 } cudaDeviceAttr;
typedef enum { cudaMemPoolAttrReleaseThreshold = 4 } cudaMemPoolAttr;
typedef void *cudaStream_t;
typedef void *cudaMemPool_t;
#define cudaStreamNonBlocking 1u

static size_t nes_cpu_free = (size_t)1 << 33, nes_cpu_total;

NES_CPU const char *cudaGetErrorString(cudaError_t e) { return e == cudaErrorMemoryAllocation ? "out of memory" : "no error"; }
NES_CPU cudaError_t cudaGetLastError(void) { return cudaSuccess; }
NES_CPU cudaError_t cudaGetDeviceCount(int *n)
{
    const char *memory = getenv("NES_CUDA_CPU_MEMORY");
    if (memory != NULL)
        nes_cpu_free = (size_t)strtoull(memory, NULL, 10);
    nes_cpu_total = nes_cpu_free;
    *n = 1;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr, int)
{
    *value = 1;
    return cudaSuccess;
}
template <typename K> static cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, K *, int, size_t)
{
    const char *resident = getenv("NES_CUDA_CPU_BLOCKS");
    *blocks = resident == NULL ? 3 : atoi(resident);
    return cudaSuccess;
}
NES_CPU cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int)
{
    *pool = NULL;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *) { return cudaSuccess; }
NES_CPU cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    *free_bytes = nes_cpu_free;
    *total = nes_cpu_total;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned)
{
    *s = NULL;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }

/* the size stands before the memory */
NES_CPU cudaError_t cudaMalloc(void **p, size_t bytes)
{
    char *q = bytes > nes_cpu_free ? NULL : (char *)malloc(bytes + 64);
    if (q == NULL)
        return cudaErrorMemoryAllocation;
    nes_cpu_free -= bytes;
    memcpy(q, &bytes, sizeof bytes);
    memset(q + 64, 0xA5, bytes);
    *p = q + 64;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaFree(void *p)
{
    char *q = (char *)p - 64;
    size_t bytes;
    memcpy(&bytes, q, sizeof bytes);
    nes_cpu_free += bytes;
#ifdef NES_ASAN
    ASAN_UNPOISON_MEMORY_REGION(p, bytes);
#endif
    free(q);
    return cudaSuccess;
}
NES_CPU cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t) { return cudaMalloc(p, bytes); }
NES_CPU cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return cudaFree(p); }
NES_CPU cudaError_t cudaMallocHost(void **p, size_t bytes)
{
    *p = malloc(bytes);
    return *p == NULL ? cudaErrorMemoryAllocation : cudaSuccess;
}
NES_CPU cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind, cudaStream_t)
{
    memcpy(to, from, bytes);
    return cudaSuccess;
}
NES_CPU cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t)
{
    memset(p, value, bytes);
    return cudaSuccess;
}

#endif
