/* primitive.cu: one operation compiled from NESL (PROGRAM, whose entry it is)
 * beside a copy from device to device and, with
 * -DWITH_CUB, what NVIDIA's CUB and Thrust have for it.
 *
 *     PROGRAM RUNS SIZE [LAYOUT]
 *
 * -DMAP, -DREDUCE, -DSCAN, -DSEGREDUCE, -DFILTER or -DSORT says which. It prints
 * a line "bench" for nesl, copy and cub each, and "check": whether the results
 * are right. Regions begin and end with an idle device; results are given back
 * in the region. */
#include PROGRAM

#include "common.h"

#ifdef WITH_CUB
#include <cub/cub.cuh>
#include <thrust/execution_policy.h>
#include <thrust/transform.h>
#endif

#if defined(MAP) || defined(REDUCE) || defined(SEGREDUCE)
typedef double element;
#define ELEMENT(i) ((double)(noise(i) % 1000))
#else
typedef int32_t element;
#define ELEMENT(i) noise(i)
#endif

static int rows, *lens;
static element *host;           /* the input */
static nesl_array input, shape; /* on the device; where rows begin, and the end of the last */
static nesl_array result;
static double sum;
static void *copied;

/* ---- one region for each program ---- */

static void by_nesl(void)
{
#if defined(REDUCE)
    nesl_entry(&sum, input);
#else
    if (result.data != NULL)
        nesl_free(result);
#if defined(SEGREDUCE)
    nesl_entry(&result, shape, input);
#else
    nesl_entry(&result, input);
#endif
#endif
}

static void by_copy(void)
{
    NES_CU(cudaMemcpyAsync(copied, input.data, (size_t)size * sizeof(element), cudaMemcpyDeviceToDevice, nes_cuda.lane[0].stream));
    NES_CU(cudaStreamSynchronize(nes_cuda.lane[0].stream));
}

#ifdef WITH_CUB
static void *temporary;
static size_t temporary_bytes;
static int *count;
static element *out;

struct above {
    __host__ __device__ bool operator()(int32_t x) const { return x > 1073741823; }
};
struct twice {
    __host__ __device__ double operator()(double x) const { return 2.0 * x + 1.0; }
};

/* the first call, without temporary memory, says how much is needed */
static cudaError_t cub_call(void)
{
    const element *in = (const element *)input.data;
#if defined(MAP)
    temporary_bytes = 1;
    thrust::transform(thrust::cuda::par_nosync.on(nes_cuda.lane[0].stream), in, in + size, out, twice());
    return cudaSuccess;
#elif defined(REDUCE)
    return cub::DeviceReduce::Sum(temporary, temporary_bytes, in, out, size, nes_cuda.lane[0].stream);
#elif defined(SCAN)
    return cub::DeviceScan::ExclusiveSum(temporary, temporary_bytes, in, out, size, nes_cuda.lane[0].stream);
#elif defined(SEGREDUCE)
    return cub::DeviceSegmentedReduce::Sum(temporary, temporary_bytes, in, out, rows, (const int *)shape.data, (const int *)shape.data + 1, nes_cuda.lane[0].stream);
#elif defined(FILTER)
    return cub::DeviceSelect::If(temporary, temporary_bytes, in, out, count, size, above(), nes_cuda.lane[0].stream);
#else
    return cub::DeviceRadixSort::SortKeys(temporary, temporary_bytes, in, out, size, 0, 32, nes_cuda.lane[0].stream);
#endif
}

static void by_cub(void)
{
    NES_CU(cub_call());
    NES_CU(cudaStreamSynchronize(nes_cuda.lane[0].stream));
}

static void prepare_cub(void)
{
    NES_CU(cudaMalloc((void **)&count, sizeof(int)));
    NES_CU(cudaMalloc((void **)&out, (size_t)(size > rows ? size : rows) * sizeof(element) + 64));
    NES_CU(cub_call());
    NES_CU(cudaMalloc(&temporary, temporary_bytes));
}
#endif

static void bench(const char *name, void (*region)(void))
{
    double *t = NEW(double, runs + 1), cold;
    for (int r = 0; r <= runs; r++) {
        t[r] = now();
        region();
        t[r] = now() - t[r];
    }
    cold = t[0];
    qsort(t + 1, (size_t)runs, sizeof *t, compare_times);
    fprintf(stderr, "bench %s runs %d min %.9f median %.9f max %.9f cold %.9f\n", name, runs, t[1], t[1 + runs / 2], t[runs], cold);
    free(t);
}

/* ---- results ---- */

/* whether the elements of the result are those that the host computes */
static int right(void)
{
#if defined(REDUCE)
    double s = 0;
    for (int i = 0; i < size; i++)
        s += host[i];
    return fabs(s - sum) <= 1e-9 * fabs(s);
#else
    const int64_t n = result.length;
    element *r = NEW(element, n);
    NES_CU(cudaMemcpyAsync(r, result.data, (size_t)n * sizeof *r, cudaMemcpyDeviceToHost, nes_cuda.lane[0].stream));
    NES_CU(cudaStreamSynchronize(nes_cuda.lane[0].stream));
#if defined(MAP)
    for (int i = 0; i < size; i++)
        if (r[i] != 2.0 * host[i] + 1.0)
            return 0;
    return n == size;
#elif defined(SCAN)
    uint32_t s = 0;
    for (int i = 0; i < size; s += (uint32_t)host[i++])
        if (r[i] != (int32_t)s)
            return 0;
    return n == size;
#elif defined(SEGREDUCE)
    int64_t k = 0;
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int j = 0; j < lens[i]; j++)
            s += host[k++];
        if (r[i] != s) /* whole numbers: no order of additions rounds */
            return 0;
    }
    return n == rows;
#elif defined(FILTER)
    int64_t k = 0;
    for (int i = 0; i < size; i++)
        if (host[i] > 1073741823 && (k == n || r[k++] != host[i]))
            return 0;
    return n == k;
#else
    uint32_t before = 0, after = 0;
    for (int i = 0; i < size; i++) {
        before += (uint32_t)noise(host[i]);
        after += (uint32_t)noise(r[i]);
        if (i > 0 && r[i - 1] > r[i])
            return 0;
    }
    return n == size && before == after;
#endif
#endif
}

/* ---- inputs ---- */

/* lengths of rows: 1 to 20; Zipf; three in ten empty; one giant among small ones */
static int length(int i)
{
    switch (layout) {
    case 0:
        return 1 + noise(i) % 20;
    case 1:
        return size / 15 / (1 + noise(i) % (size / 15));
    case 2:
        return noise(i) % 10 < 3 ? 0 : 1 + noise(i + size) % 20;
    }
    return i == size / 42 ? size / 2 : 1 + noise(i) % 20;
}

static nesl_array to_device(const void *p, int64_t n, size_t bytes)
{
    nesl_array a = {NULL, n, NULL};
    NES_CU(cudaMalloc(&a.data, (size_t)(n > 0 ? n : 1) * bytes));
    NES_CU(cudaMemcpyAsync(a.data, p, (size_t)n * bytes, cudaMemcpyHostToDevice, nes_cuda.lane[0].stream));
    NES_CU(cudaStreamSynchronize(nes_cuda.lane[0].stream));
    return a;
}

int main(int argc, char **argv)
{
    arguments(argc, argv);
    nes_open_entry(&program);
#if defined(SEGREDUCE)
    rows = layout == 0 ? size / 21 * 2 : layout == 1 ? size / 15 : layout == 2 ? size / 147 * 20 : size / 21;
    lens = NEW(int, rows);
    int *offsets = NEW(int, rows + 1);
    for (int i = 0; i < rows; i++)
        offsets[i + 1] = offsets[i] + (lens[i] = length(i));
    size = offsets[rows];
    shape = to_device(offsets, rows + 1, sizeof *offsets);
#else
    (void)length;
#endif
    host = NEW(element, size);
    for (int i = 0; i < size; i++)
        host[i] = ELEMENT(i);
    input = to_device(host, size, sizeof *host);
    bench("nesl", by_nesl);
    NES_CU(cudaMalloc(&copied, (size_t)size * sizeof(element)));
    bench("copy", by_copy);
#ifdef WITH_CUB
    prepare_cub();
    bench("cub", by_cub);
#endif
    fprintf(stderr, "bytes %.0f\n", (double)size * sizeof(element));
    return check(right());
}
