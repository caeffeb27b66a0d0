/* matmul.c: the product of two dense matrices, rows of b innermost, so that all
 * memory is read and written in order. */
#include "common.h"

static double *a, *b, *c;

static void region(void)
{
    int n = size;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *row = c + (int64_t)i * n;
        memset(row, 0, (size_t)n * sizeof *row);
        for (int k = 0; k < n; k++) {
            double x = a[(int64_t)i * n + k], *r = b + (int64_t)k * n;
            for (int j = 0; j < n; j++)
                row[j] += x * r[j];
        }
    }
}

int main(int argc, char **argv)
{
    double sum = 0;
    int64_t all;
    arguments(argc, argv);
    all = (int64_t)size * size;
    a = NEW(double, all);
    b = NEW(double, all);
    c = NEW(double, all);
    for (int64_t i = 0; i < all; i++) {
        a[i] = unit((int)i);
        b[i] = unit((int)(all + i));
    }
    measure(region, NULL);
    for (int64_t i = 0; i < all; i++)
        sum += c[i] * c[i];
    return check(sum);
}
