/* lu.c: LU decomposition with partial pivoting, in place; rows are contiguous. */
#include "common.h"

static double *original, *a;

static void copy(void) { memcpy(a, original, (size_t)size * (size_t)size * sizeof *a); }

static void swap_rows(double *x, double *y)
{
    for (int j = 0; j < size; j++) {
        double t = x[j];
        x[j] = y[j];
        y[j] = t;
    }
}

static void region(void)
{
    int64_t n = size;
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[p * n + k]))
                p = i;
        if (p != k)
            swap_rows(a + k * n, a + p * n);
        const double *pivot = a + k * n;
#pragma omp parallel for
        for (int i = k + 1; i < n; i++) {
            double *r = a + i * n, m = r[k] / pivot[k];
            r[k] = m;
            for (int j = k + 1; j < n; j++)
                r[j] -= m * pivot[j];
        }
    }
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    int64_t n = size;
    original = NEW(double, n * n);
    a = NEW(double, n * n);
    for (int i = 0; i < n * n; i++)
        original[i] = unit(i);
    measure(region, copy);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c += fabs(a[i * n + j]) * (1 + (i + 3 * j) % 7);
    return check(c);
}
