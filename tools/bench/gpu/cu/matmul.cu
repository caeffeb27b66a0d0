/* matmul.cu: the product of two dense matrices: a block has 64 by 64 entries,
 * a thread 4 by 4 of them, rows and columns go through shared memory. */
#include "device.h"

#define SIDE 64
#define STEPS 16

static double *a, *b, *c;

static __global__ void product(int n, const double *__restrict__ x, const double *__restrict__ y, double *__restrict__ z)
{
    __shared__ double xs[STEPS][SIDE + 1], ys[STEPS][SIDE + 1];
    const int across = (n + SIDE - 1) / SIDE, top = (int)blockIdx.x / across * SIDE, left = (int)blockIdx.x % across * SIDE;
    const int me = (int)threadIdx.x, down = me / 16, right = me % 16;
    double sum[4][4] = {{0}};
    for (int first = 0; first < n; first += STEPS) {
        for (int k = me; k < STEPS * SIDE; k += THREADS) {
            const int row = top + k / STEPS, j = first + k % STEPS, col = left + k % SIDE, i = first + k / SIDE;
            xs[k % STEPS][k / STEPS] = row < n && j < n ? x[(int64_t)row * n + j] : 0;
            ys[k / SIDE][k % SIDE] = col < n && i < n ? y[(int64_t)i * n + col] : 0;
        }
        __syncthreads();
        for (int j = 0; j < STEPS; j++)
            for (int p = 0; p < 4; p++)
                for (int q = 0; q < 4; q++)
                    sum[p][q] += xs[j][down + 16 * p] * ys[j][right + 16 * q];
        __syncthreads();
    }
    for (int p = 0; p < 4; p++)
        for (int q = 0; q < 4; q++) {
            const int row = top + down + 16 * p, col = left + right + 16 * q;
            if (row < n && col < n)
                z[(int64_t)row * n + col] = sum[p][q];
        }
}

static void region(void)
{
    const int64_t across = (size + SIDE - 1) / SIDE;
    LAUNCH(product, across * across, THREADS, (size, a, b, c));
    finish();
}

int main(int argc, char **argv)
{
    double sum = 0;
    arguments(argc, argv);
    const int64_t all = (int64_t)size * size;
    double *h = NEW(double, all);
    for (int64_t i = 0; i < all; i++)
        h[i] = unit((int)i);
    a = to_device(h, all);
    for (int64_t i = 0; i < all; i++)
        h[i] = unit((int)(all + i));
    b = to_device(h, all);
    c = on_device<double>(all);
    measure(region, NULL);
    to_host(h, c, all);
    for (int64_t i = 0; i < all; i++)
        sum += h[i] * h[i];
    return check(sum);
}
