/* nes_cuda_api.h: the functions of CUDA's runtime library that generated
 * programs call, on a processor. Memory of the device is that of the host,
 * filled with junk.
 *
 * In the environment, NES_CUDA_CPU_MEMORY is the bytes of the device (8 GiB),
 * NES_CUDA_CPU_BLOCKS the blocks that are launched at most (3), and
 * NES_CUDA_CPU_DEVICES the number of devices (1). */
#ifndef NES_CUDA_API_H
#define NES_CUDA_API_H

typedef enum { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice } cudaMemcpyKind;
typedef enum { cudaDevAttrMultiProcessorCount = 16, cudaDevAttrMemoryPoolsSupported = 115 } cudaDeviceAttr;
typedef enum { cudaMemPoolAttrReleaseThreshold = 4 } cudaMemPoolAttr;
typedef void *cudaMemPool_t;

NES_CPU_DATA size_t nes_cpu_free = (size_t)1 << 33, nes_cpu_total;

NES_CPU const char *cudaGetErrorString(cudaError_t e)
{
    switch (e) {
    case cudaErrorMemoryAllocation:
        return "out of memory";
    case cudaErrorIllegalAddress:
        return "an illegal memory access was encountered";
    default:
        return e == cudaSuccess ? "no error" : "invalid argument";
    }
}
NES_CPU cudaError_t cudaGetLastError(void) { return cudaSuccess; }
NES_CPU cudaError_t cudaGetDeviceCount(int *n)
{
    const char *memory = getenv("NES_CUDA_CPU_MEMORY"), *devices = getenv("NES_CUDA_CPU_DEVICES");
    if (memory != NULL)
        nes_cpu_free = (size_t)strtoull(memory, NULL, 10);
    nes_cpu_total = nes_cpu_free;
    *n = devices == NULL ? 1 : atoi(devices);
    return cudaSuccess;
}
NES_CPU cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaSetDevice(int) { return cudaSuccess; }
NES_CPU cudaError_t cudaDriverGetVersion(int *version)
{
    *version = 0;
    return cudaSuccess;
}

struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem;
};
NES_CPU cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int)
{
    snprintf(p->name, sizeof p->name, "this processor, simulating CUDA");
    p->totalGlobalMem = nes_cpu_total;
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

/* ---- memory; its size stands before it ---- */

NES_CPU cudaError_t nes_cpu_take_memory(void **p, size_t bytes)
{
    char *q = bytes > nes_cpu_free ? NULL : (char *)malloc(bytes + 64);
    if (q == NULL)
        return cudaErrorMemoryAllocation;
    nes_cpu_free -= bytes;
    memcpy(q, &bytes, sizeof bytes);
    *p = q + 64;
    return cudaSuccess;
}

/* nobody has used it yet, or nobody uses it any more */
NES_CPU void nes_cpu_junk(void *p)
{
    size_t bytes;
    memcpy(&bytes, (char *)p - 64, sizeof bytes);
#ifdef NES_ASAN
    ASAN_UNPOISON_MEMORY_REGION(p, bytes);
#endif
    memset(p, 0xA5, bytes);
}

NES_CPU void nes_cpu_count_free(void *p)
{
    size_t bytes;
    memcpy(&bytes, (char *)p - 64, sizeof bytes);
    nes_cpu_free += bytes;
}

NES_CPU cudaError_t cudaMalloc(void **p, size_t bytes)
{
    const cudaError_t code = nes_cpu_take_memory(p, bytes);
    if (code == cudaSuccess)
        nes_cpu_junk(*p);
    return code;
}
NES_CPU cudaError_t cudaFree(void *p)
{
    cudaDeviceSynchronize();
    nes_cpu_count_free(p);
    nes_cpu_junk(p);
    free((char *)p - 64);
    return cudaSuccess;
}
NES_CPU cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t s)
{
    const cudaError_t code = nes_cpu_take_memory(p, bytes);
    if (code == cudaSuccess) {
        void *memory = *p;
        nes_cpu_enqueue(s, [=] { nes_cpu_junk(memory); });
    }
    return code;
}
NES_CPU cudaError_t cudaFreeAsync(void *p, cudaStream_t s)
{
    (void)nes_cpu_take();
    nes_cpu_count_free(p);
    nes_cpu_enqueue(s, [=] {
        nes_cpu_junk(p);
        free((char *)p - 64);
    });
    return cudaSuccess;
}
NES_CPU cudaError_t cudaMallocHost(void **p, size_t bytes)
{
    *p = malloc(bytes);
    return *p == NULL ? cudaErrorMemoryAllocation : cudaSuccess;
}
NES_CPU cudaError_t cudaFreeHost(void *p)
{
    free(p);
    return cudaSuccess;
}
NES_CPU cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind, cudaStream_t s)
{
    const nes_notes notes = nes_cpu_take();
    nes_cpu_device_.copies++;
    nes_cpu_enqueue(s, [=] {
        nes_cpu_allow(notes);
        memcpy(to, from, bytes);
    });
    return cudaSuccess;
}
NES_CPU cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    cudaMemcpyAsync(to, from, bytes, kind, NULL);
    return cudaStreamSynchronize(NULL);
}
NES_CPU cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t s)
{
    const nes_notes notes = nes_cpu_take();
    nes_cpu_enqueue(s, [=] {
        nes_cpu_allow(notes);
        memset(p, value, bytes);
    });
    return cudaSuccess;
}

#endif
