/* spmv.c: sparse matrix times vector, compressed rows. */
#include "common.h"

static int *off, *idx;
static double *v, *x, *y;

static void region(void)
{
#pragma omp parallel for
    for (int r = 0; r < size; r++) {
        double s = 0;
        for (int k = off[r]; k < off[r + 1]; k++)
            s += v[k] * x[idx[k]];
        y[r] = s;
    }
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    off = NEW(int, size + 1);
    for (int r = 0; r < size; r++)
        off[r + 1] = off[r] + 1 + noise(r) % 19;
    idx = NEW(int, off[size]);
    v = NEW(double, off[size]);
    x = NEW(double, size);
    y = NEW(double, size);
    for (int r = 0; r < size; r++) {
        for (int k = 0; k < off[r + 1] - off[r]; k++) {
            idx[off[r] + k] = noise(20 * r + k) % size;
            v[off[r] + k] = unit(20 * r + k + 7);
        }
        x[r] = unit(r);
    }
    measure(region, NULL);
    for (int r = 0; r < size; r++)
        c += y[r];
    return check(c);
}
