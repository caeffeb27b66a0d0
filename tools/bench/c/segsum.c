/* segsum.c: sums of ragged rows; the layouts are those of segsum.nesl. With
 * OpenMP a thread takes an equal part of the elements and adds up the rows that
 * begin in it; the part of a row before is added by its first thread. */
#include "common.h"

static int rows, *off;
static double *v, *out;

static int length(int i)
{
    switch (layout) {
    case 0:
        return 1 + noise(i) % 20;
    case 1:
        return size / 15 / (1 + noise(i) % (size / 15));
    case 2:
        return noise(i) % 10 < 3 ? 0 : 1 + noise(i + size) % 20;
    }
    return i == size / 42 ? size / 2 : 1 + noise(i) % 20;
}

static double sum(int lo, int hi)
{
    double s = 0;
    for (int k = lo; k < hi; k++)
        s += v[k];
    return s;
}

#ifdef _OPENMP
/* the first row that ends after element k */
static int row_of(int64_t k)
{
    int lo = 0, hi = rows;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (off[mid + 1] > k)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }

static void region(void)
{
    int p = omp_get_max_threads();
    int *first = NEW(int, p);
    double *carry = NEW(double, p);
#pragma omp parallel num_threads(p)
    {
        int t = omp_get_thread_num();
        int lo = (int)((int64_t)off[rows] * t / p), hi = (int)((int64_t)off[rows] * (t + 1) / p);
        int r = t == 0 ? 0 : row_of(lo), end = t == p - 1 ? rows : row_of(hi);
        first[t] = -1;
        if (r < rows && off[r] < lo) { /* begun by a thread before */
            first[t] = r;
            carry[t] = sum(lo, min(hi, off[r + 1]));
            r++;
        }
        for (; r < end; r++)
            out[r] = sum(off[r], off[r + 1]);
        if (r == end && end < rows && off[end] < hi && off[end] >= lo)
            out[end] = sum(max(lo, off[end]), hi);
    }
    for (int t = 0; t < p; t++)
        if (first[t] >= 0)
            out[first[t]] += carry[t];
    free(first);
    free(carry);
}
#else
static void region(void)
{
    for (int r = 0; r < rows; r++)
        out[r] = sum(off[r], off[r + 1]);
}
#endif

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    rows = layout == 0 ? size / 21 * 2 : layout == 1 ? size / 15 : layout == 2 ? size / 147 * 20 : size / 21;
    off = NEW(int, rows + 1);
    for (int i = 0; i < rows; i++)
        off[i + 1] = off[i] + length(i);
    v = NEW(double, off[rows]);
    out = NEW(double, rows);
    for (int k = 0; k < off[rows]; k++)
        v[k] = unit(k);
    measure(region, NULL);
    for (int i = 0; i < rows; i++)
        c += out[i] * (1 + i % 7);
    return check(c);
}
