/* lurec.c: LU decomposition without pivoting, in place; rows are contiguous. */
#include "common.h"

static double *original, *a;

static void copy(void) { memcpy(a, original, (size_t)size * (size_t)size * sizeof *a); }

static void region(void)
{
    int64_t n = size;
    for (int k = 0; k < n; k++) {
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
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            original[i * n + j] = unit((int)(i * n + j)) + (i == j ? size : 0);
    measure(region, copy);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c += fabs(a[i * n + j]) * (1 + (i + 3 * j) % 7);
    return check(c);
}
