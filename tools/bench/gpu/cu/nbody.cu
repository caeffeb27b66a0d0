/* nbody.cu: gravitational acceleration of bodies, all pairs: a block reads the
 * bodies in pieces that its threads share. */
#include "device.h"

static double *body[4], *acc[3];

static __global__ void pull(int n, const double *__restrict__ x, const double *__restrict__ y, const double *__restrict__ z,
                            const double *__restrict__ m, double *__restrict__ ax, double *__restrict__ ay, double *__restrict__ az)
{
    __shared__ double bx[THREADS], by[THREADS], bz[THREADS], bm[THREADS];
    const int i = (int)(blockIdx.x * THREADS + threadIdx.x), me = i < n ? i : n - 1;
    const double xi = x[me], yi = y[me], zi = z[me];
    double sx = 0, sy = 0, sz = 0;
    for (int start = 0; start < n; start += THREADS) {
        const int k = start + (int)threadIdx.x, count = n - start < THREADS ? n - start : THREADS;
        if (k < n) {
            bx[threadIdx.x] = x[k];
            by[threadIdx.x] = y[k];
            bz[threadIdx.x] = z[k];
            bm[threadIdx.x] = m[k];
        }
        __syncthreads();
        for (int j = 0; j < count; j++) {
            const double dx = bx[j] - xi, dy = by[j] - yi, dz = bz[j] - zi;
            const double d2 = dx * dx + dy * dy + dz * dz + 1e-7, f = bm[j] / (d2 * sqrt(d2));
            sx += dx * f;
            sy += dy * f;
            sz += dz * f;
        }
        __syncthreads();
    }
    if (i < n) {
        ax[i] = sx;
        ay[i] = sy;
        az[i] = sz;
    }
}

static void region(void)
{
    LAUNCH(pull, BLOCKS(size), THREADS, (size, body[0], body[1], body[2], body[3], acc[0], acc[1], acc[2]));
    finish();
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    double *h = NEW(double, size);
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < size; i++)
            h[i] = unit(4 * i + k);
        body[k] = to_device(h, size);
    }
    for (int k = 0; k < 3; k++)
        acc[k] = on_device<double>(size);
    measure(region, NULL);
    for (int k = 0; k < 3; k++) {
        to_host(h, acc[k], size);
        for (int i = 0; i < size; i++)
            c += fabs(h[i]);
    }
    return check(c);
}
