/* cuda_runtime.h: declarations of what generated programs, and those of
 * tools/bench/gpu, use of CUDA, so that clang compiles their kernels without the
 * toolkit:
 *
 *     clang++ -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_70 -I THIS -S FILE.cu
 */
#ifndef NES_CHECK_CUDA_RUNTIME_H
#define NES_CHECK_CUDA_RUNTIME_H

#define __CUDACC__ 1
#define CUDART_VERSION 12000

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(threads) __attribute__((launch_bounds(threads)))

#include <__clang_cuda_builtin_vars.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- functions of kernels ---- */

#define NES_CHECK_MATH(name) \
    extern "C" __device__ double name(double); \
    extern "C" __device__ float name##f(float);
NES_CHECK_MATH(sqrt)
NES_CHECK_MATH(log)
NES_CHECK_MATH(exp)
NES_CHECK_MATH(sin)
NES_CHECK_MATH(cos)
NES_CHECK_MATH(tan)
NES_CHECK_MATH(asin)
NES_CHECK_MATH(acos)
NES_CHECK_MATH(atan)
NES_CHECK_MATH(sinh)
NES_CHECK_MATH(cosh)
NES_CHECK_MATH(tanh)
NES_CHECK_MATH(trunc)
NES_CHECK_MATH(floor)
NES_CHECK_MATH(ceil)
NES_CHECK_MATH(fabs)
extern "C" __device__ double rsqrt(double);
extern "C" __device__ double ldexp(double, int);
extern "C" __device__ float ldexpf(float, int);
#define memcpy(to, from, bytes) __builtin_memcpy(to, from, bytes)
extern "C" __device__ double __dadd_rn(double, double);
extern "C" __device__ double __dsub_rn(double, double);
extern "C" __device__ double __dmul_rn(double, double);
extern "C" __device__ float __fadd_rn(float, float);
extern "C" __device__ float __fsub_rn(float, float);
extern "C" __device__ float __fmul_rn(float, float);
__device__ int atomicAdd(int *, int);
__device__ unsigned atomicAdd(unsigned *, unsigned);
__device__ int atomicMax(int *, int);
__device__ int atomicMin(int *, int);
__device__ int atomicCAS(int *, int, int);
__device__ void __syncwarp(unsigned);
__device__ int __shfl_sync(unsigned, int, int, int = 32);
__device__ int __shfl_up_sync(unsigned, int, unsigned, int = 32);
__device__ unsigned __shfl_up_sync(unsigned, unsigned, unsigned, int = 32);
__device__ long __shfl_up_sync(unsigned, long, unsigned, int = 32);
__device__ float __shfl_up_sync(unsigned, float, unsigned, int = 32);
__device__ double __shfl_up_sync(unsigned, double, unsigned, int = 32);
__device__ unsigned __shfl_down_sync(unsigned, unsigned, unsigned, int = 32);
__device__ double __shfl_down_sync(unsigned, double, unsigned, int = 32);
__device__ unsigned __ballot_sync(unsigned, int);
__device__ unsigned __match_any_sync(unsigned, int);
__device__ unsigned __match_any_sync(unsigned, long);
__device__ unsigned __match_any_sync(unsigned, long long);
__device__ int __popc(unsigned);
__device__ int __ffs(int);
__device__ int __popc(unsigned);
__device__ int __popcll(unsigned long long);
__device__ int __clzll(long long);
__device__ void __threadfence(void);
__device__ unsigned long long atomicAdd(unsigned long long *, unsigned long long);
__device__ unsigned long long atomicMax(unsigned long long *, unsigned long long);
__device__ long long atomicMax(long long *, long long);
__device__ long long atomicMin(long long *, long long);

/* ---- functions of the host ---- */

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

enum cudaError_t { cudaSuccess = 0, cudaErrorMemoryAllocation = 2 };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3 };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount = 16, cudaDevAttrMemoryPoolsSupported = 115 };
enum cudaMemPoolAttr { cudaMemPoolAttrReleaseThreshold = 4 };
typedef struct CUstream_st *cudaStream_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
#define cudaStreamNonBlocking 1u
#define cudaEventDisableTiming 2u

struct cudaDeviceProp { /* these of its members */
    char name[256];
    size_t totalGlobalMem;
};

struct cudaKernelNodeParams {
    void *func;
    dim3 gridDim, blockDim;
    unsigned int sharedMemBytes;
    void **kernelParams, **extra;
};

extern "C" {
const char *cudaGetErrorString(cudaError_t);
cudaError_t cudaGetLastError(void);
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaGetDevice(int *);
cudaError_t cudaSetDevice(int);
cudaError_t cudaDriverGetVersion(int *);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int);
cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr, int);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *, int);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *);
cudaError_t cudaMemGetInfo(size_t *, size_t *);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaGraphDestroy(cudaGraph_t);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int = 0);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned int);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t cudaGraphCreate(cudaGraph_t *, unsigned int);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaKernelNodeParams *);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *, cudaGraph_t, unsigned long long);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const cudaKernelNodeParams *);
cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaMallocAsync(void **, size_t, cudaStream_t);
cudaError_t cudaFreeAsync(void *, cudaStream_t);
cudaError_t cudaMallocHost(void **, size_t);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t);
cudaError_t __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
}

template <typename K> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, K *, int, size_t);

#endif
