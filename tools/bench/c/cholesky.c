/* cholesky.c: Cholesky decomposition of the lower triangle, in place, column by
 * column; rows are contiguous, row i with i + 1 elements. */
#include "common.h"

static double *original, *a, *column;

static int64_t row(int64_t i) { return i * (i + 1) / 2; }

static void copy(void) { memcpy(a, original, (size_t)row(size) * sizeof *a); }

static void region(void)
{
    for (int k = 0; k < size; k++) {
        double d = sqrt(a[row(k) + k]);
        for (int i = k; i < size; i++)
            column[i] = a[row(i) + k] = i == k ? d : a[row(i) + k] / d;
#pragma omp parallel for schedule(static, 16)
        for (int i = k + 1; i < size; i++) {
            double *r = a + row(i), c = column[i];
            for (int j = k + 1; j <= i; j++)
                r[j] -= c * column[j];
        }
    }
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    original = NEW(double, row(size));
    a = NEW(double, row(size));
    column = NEW(double, size);
    for (int i = 0; i < size; i++)
        for (int j = 0; j <= i; j++)
            original[row(i) + j] = unit(i * size + j) + (i == j ? size : 0);
    measure(region, copy);
    for (int i = 0; i < size; i++)
        for (int j = 0; j <= i; j++)
            c += a[row(i) + j] * (1 + (i + 3 * j) % 7);
    return check(c);
}
