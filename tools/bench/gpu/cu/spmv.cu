/* spmv.cu: sparse matrix times vector, compressed rows. */
#include "device.h"
#include "rows.h"

static int *off, *idx;
static double *v, *x, *y;

static __global__ void multiply(int rows, const int *__restrict__ o, const int *__restrict__ k, const double *__restrict__ a,
                                const double *__restrict__ b, double *__restrict__ out)
{
    const int r = ROW;
    double s = 0;
    if (r < rows)
        for (int j = o[r] + LANE; j < o[r + 1]; j += LANES)
            s += a[j] * b[k[j]];
    s = row_sum(s);
    if (r < rows && LANE == 0)
        out[r] = s;
}

static void region(void)
{
    LAUNCH(multiply, ROW_BLOCKS(size), THREADS, (size, off, idx, v, x, y));
    finish();
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    int *o = NEW(int, size + 1);
    for (int r = 0; r < size; r++)
        o[r + 1] = o[r] + 1 + noise(r) % 19;
    int *k = NEW(int, o[size]);
    double *a = NEW(double, o[size]), *b = NEW(double, size);
    for (int r = 0; r < size; r++) {
        for (int j = 0; j < o[r + 1] - o[r]; j++) {
            k[o[r] + j] = noise(20 * r + j) % size;
            a[o[r] + j] = unit(20 * r + j + 7);
        }
        b[r] = unit(r);
    }
    off = to_device(o, size + 1);
    idx = to_device(k, o[size]);
    v = to_device(a, o[size]);
    x = to_device(b, size);
    y = on_device<double>(size);
    measure(region, NULL);
    to_host(b, y, size);
    for (int r = 0; r < size; r++)
        c += b[r];
    return check(c);
}
