/* strassen.c: the product of square matrices by Strassen's seven products of
 * halves; small ones are multiplied as always. With OpenMP the first products
 * are tasks. */
#include "common.h"

static double *a, *b, *c;

/* z = x + sign * y; x and y have rows of xs and ys elements, z of n */
static void add(double *z, const double *x, int xs, const double *y, int ys, double sign, int n)
{
    for (int64_t i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            z[i * n + j] = x[i * xs + j] + sign * y[i * ys + j];
}

static void plain(double *z, int zs, const double *x, int xs, const double *y, int ys, int n)
{
    for (int64_t i = 0; i < n; i++) {
        double *r = z + i * zs;
        memset(r, 0, (size_t)n * sizeof *r);
        for (int64_t k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                r[j] += x[i * xs + k] * y[k * ys + j];
    }
}

static void multiply(double *z, int zs, const double *x, int xs, const double *y, int ys, int n, int depth);

/* the same for an odd n: with a row and a column of zeros */
static void padded(double *z, int zs, const double *x, int xs, const double *y, int ys, int n, int depth)
{
    int64_t m = n + 1;
    double *p = NEW(double, 3 * m * m), *q = p + m * m, *r = q + m * m;
    for (int64_t i = 0; i < n; i++) {
        memcpy(p + i * m, x + i * xs, (size_t)n * sizeof *p);
        memcpy(q + i * m, y + i * ys, (size_t)n * sizeof *q);
    }
    multiply(r, (int)m, p, (int)m, q, (int)m, (int)m, depth);
    for (int64_t i = 0; i < n; i++)
        memcpy(z + i * zs, r + i * m, (size_t)n * sizeof *z);
    free(p);
}

/* one of the products: of sums s and t, where they are sums */
static void product(double *m, const double *x0, const double *x1, double s, int xs, const double *y0, const double *y1, double t, int ys,
                    int h, int depth)
{
    double *p = NEW(double, 2 * (int64_t)h * h), *q = p + (int64_t)h * h;
    if (x1 != NULL)
        add(p, x0, xs, x1, xs, s, h);
    if (y1 != NULL)
        add(q, y0, ys, y1, ys, t, h);
    multiply(m, h, x1 != NULL ? p : x0, x1 != NULL ? h : xs, y1 != NULL ? q : y0, y1 != NULL ? h : ys, h, depth + 1);
    free(p);
}

static void multiply(double *z, int zs, const double *x, int xs, const double *y, int ys, int n, int depth)
{
    if (n <= 64) {
        plain(z, zs, x, xs, y, ys, n);
        return;
    }
    if (n % 2 != 0) {
        padded(z, zs, x, xs, y, ys, n, depth);
        return;
    }
    int64_t h = n / 2, all = h * h;
    const double *x12 = x + h, *x21 = x + h * xs, *x22 = x21 + h, *y12 = y + h, *y21 = y + h * ys, *y22 = y21 + h;
    double *m = NEW(double, 7 * all);
#define PRODUCT(i, ...) _Pragma("omp task if (depth < 2)") product(m + (i)*all, __VA_ARGS__, ys, (int)h, depth)
    PRODUCT(0, x, x22, 1, xs, y, y22, 1);
    PRODUCT(1, x21, x22, 1, xs, y, NULL, 1);
    PRODUCT(2, x, NULL, 1, xs, y12, y22, -1);
    PRODUCT(3, x22, NULL, 1, xs, y21, y, -1);
    PRODUCT(4, x, x12, 1, xs, y22, NULL, 1);
    PRODUCT(5, x21, x, -1, xs, y, y12, 1);
    PRODUCT(6, x12, x22, -1, xs, y21, y22, 1);
#pragma omp taskwait
    for (int64_t i = 0; i < h; i++)
        for (int64_t j = 0; j < h; j++) {
            const double *p = m + i * h + j;
            z[i * zs + j] = p[0] + p[3 * all] - p[4 * all] + p[6 * all];
            z[i * zs + j + h] = p[2 * all] + p[4 * all];
            z[(i + h) * zs + j] = p[all] + p[3 * all];
            z[(i + h) * zs + j + h] = p[0] - p[all] + p[2 * all] + p[5 * all];
        }
    free(m);
}

static void region(void)
{
#pragma omp parallel
#pragma omp single
    multiply(c, size, a, size, b, size, size, 0);
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
    int64_t n = size;
    a = NEW(double, n * n);
    b = NEW(double, n * n);
    c = NEW(double, n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = unit(i);
        b[i] = unit(i + (int)(n * n));
    }
    measure(region, NULL);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += c[i * n + j] * (1 + (i + 3 * j) % 7);
    return check(s);
}
