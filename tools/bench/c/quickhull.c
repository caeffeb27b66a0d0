/* quickhull.c: arrays of indices are partitioned; with OpenMP the halves above
 * and below run at the same time. */
#include "common.h"

static double *X, *Y;
static int n;

typedef struct {
    int count;
    double sum; /* of |x| + |y| */
} hull;

static double weight(int p) { return fabs(X[p]) + fabs(Y[p]); }
static double cross(int o, int p1, int p2) { return (X[p1] - X[o]) * (Y[p2] - Y[o]) - (Y[p1] - Y[o]) * (X[p2] - X[o]); }

/* the points of the hull strictly between p1 and p2 among those of idx */
static hull between(const int *idx, int count, int p1, int p2)
{
    hull h = {count, count == 1 ? weight(idx[0]) : 0}, g;
    int best = 0, nl = 0, nr = 0, *l, *r;
    double most = -1e300;
    if (count < 2)
        return h;
    for (int i = 0; i < count; i++) {
        double c = cross(idx[i], p1, p2);
        if (c > most) {
            most = c;
            best = idx[i];
        }
    }
    l = (int *)malloc((size_t)count * sizeof *l);
    r = (int *)malloc((size_t)count * sizeof *r);
    for (int i = 0; i < count; i++) {
        if (cross(idx[i], p1, best) > 0)
            l[nl++] = idx[i];
        else if (cross(idx[i], best, p2) > 0)
            r[nr++] = idx[i];
    }
    h = between(l, nl, p1, best);
    g = between(r, nr, best, p2);
    free(l);
    free(r);
    h.count += g.count + 1;
    h.sum += g.sum + weight(best);
    return h;
}

static hull above(int p1, int p2)
{
    int *l = (int *)malloc((size_t)n * sizeof *l), k = 0;
    hull h;
    for (int i = 0; i < n; i++)
        if (cross(i, p1, p2) > 0)
            l[k++] = i;
    h = between(l, k, p1, p2);
    free(l);
    return h;
}

static hull result;

static void region(void)
{
    int lo = 0, hi = 0;
    hull a = {0, 0}, b = {0, 0};
    for (int i = 1; i < n; i++) {
        lo = X[i] < X[lo] ? i : lo;
        hi = X[i] > X[hi] ? i : hi;
    }
#pragma omp parallel sections
    {
#pragma omp section
        a = above(lo, hi);
#pragma omp section
        b = above(hi, lo);
    }
    result.count = a.count + b.count + 2;
    result.sum = a.sum + b.sum + weight(lo) + weight(hi);
}

int main(int argc, char **argv)
{
    int candidates;
    arguments(argc, argv);
    candidates = size / 11 * 14;
    X = NEW(double, candidates);
    Y = NEW(double, candidates);
    for (int i = 0; i < candidates; i++) {
        double x = 2.0 * unit(i) - 1.0, y = 2.0 * unit(i + candidates) - 1.0;
        if (x * x + y * y < 1.0) {
            X[n] = x;
            Y[n++] = y;
        }
    }
    measure(region, NULL);
    return check(result.count + result.sum);
}
