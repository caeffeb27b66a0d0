/* dotp.cu: the dot product of two arrays: sums of blocks, then their sum. */
#include "device.h"

#define PARTS 1024

static double *a, *b, *part;
static double s;

static __device__ double block_sum(double x)
{
    __shared__ double sums[THREADS / 32];
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down_sync(0xFFFFFFFFu, x, (unsigned)d, 32);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = x;
    __syncthreads();
    x = 0;
    for (int w = 0; w < THREADS / 32; w++)
        x += sums[w];
    __syncthreads();
    return x;
}

static __global__ void products(int n, const double *__restrict__ x, const double *__restrict__ y, double *__restrict__ out)
{
    double t = 0;
    for (int i = (int)(blockIdx.x * THREADS + threadIdx.x); i < n; i += PARTS * THREADS)
        t += x[i] * y[i];
    t = block_sum(t);
    if (threadIdx.x == 0)
        out[blockIdx.x] = t;
}

static __global__ void total(double *p)
{
    double t = 0;
    for (int i = (int)threadIdx.x; i < PARTS; i += THREADS)
        t += p[i];
    t = block_sum(t);
    if (threadIdx.x == 0)
        p[0] = t;
}

static void region(void)
{
    LAUNCH(products, PARTS, THREADS, (size, a, b, part));
    LAUNCH(total, 1, THREADS, (part));
    to_host(&s, part, 1);
    finish();
}

int main(int argc, char **argv)
{
    arguments(argc, argv);
    double *x = NEW(double, size), *y = NEW(double, size);
    for (int i = 0; i < size; i++) {
        x[i] = unit(i);
        y[i] = unit(i + size);
    }
    a = to_device(x, size);
    b = to_device(y, size);
    part = on_device<double>(PARTS);
    measure(region, NULL);
    return check(s);
}
