/* life.c: the game of life on a sorted list of living cells, with three cursors:
 * in the row above a cell, in its own and below. With OpenMP each thread makes
 * the next cells of a range of rows. */
#include "common.h"

enum { STRIDE = 32768, ORIGIN = 10000, GENERATIONS = 20 };

static int *first, *living, *next, n, side, threads = 1;
static int **parts, *counts; /* of each thread */

static void start(void)
{
    n = 0;
    for (int i = 0; i < size; i++)
        if (first[i] != 0)
            living[n++] = first[i];
}

/* the first place in living of a cell that is not below c */
static int place(int c)
{
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (living[mid] < c)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* the cells from lo on that live next and are below hi */
static int advance(int lo, int hi, int *out)
{
    static const int offset[3] = {-STRIDE, 0, STRIDE};
    int at[3], made = 0;
    for (int k = 0; k < 3; k++)
        at[k] = place(lo + offset[k] - 1);
    for (int c = lo; c < hi;) {
        int around = 0, alive = 0, nearest = hi;
        for (int k = 0; k < 3; k++) {
            int mid = c + offset[k], i = at[k];
            while (i < n && living[i] < mid - 1)
                i++;
            at[k] = i;
            if (i < n && living[i] - offset[k] - 1 < nearest)
                nearest = living[i] - offset[k] - 1; /* the first cell that it is a neighbour of */
            for (; i < n && living[i] <= mid + 1; i++)
                if (k == 1 && living[i] == c)
                    alive = 1;
                else
                    around++;
        }
        if (around == 3 || (around == 2 && alive))
            out[made++] = c;
        c = nearest > c ? nearest : c + 1;
    }
    return made;
}

static void region(void)
{
    for (int g = 0; g < GENERATIONS && n > 0; g++) {
        int lo = living[0] / STRIDE - 1, rows = living[n - 1] / STRIDE + 2 - lo;
#pragma omp parallel for
        for (int t = 0; t < threads; t++)
            counts[t] = advance((lo + rows * t / threads) * STRIDE, (lo + rows * (t + 1) / threads) * STRIDE, parts[t]);
        n = 0;
        for (int t = 0; t < threads; t++) {
            memcpy(next + n, parts[t], (size_t)counts[t] * sizeof *next);
            n += counts[t];
        }
        int *swap = living;
        living = next;
        next = swap;
    }
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
#ifdef _OPENMP
    threads = omp_get_max_threads();
#endif
    side = (int)sqrt(size) + 1;
    int room = (side + 2 * GENERATIONS) * (side + 2 * GENERATIONS);
    first = NEW(int, size);
    living = NEW(int, room);
    next = NEW(int, room);
    counts = NEW(int, threads);
    parts = NEW(int *, threads);
    for (int t = 0; t < threads; t++)
        parts[t] = NEW(int, room);
    for (int i = 0; i < size; i++)
        if (noise(i) % 3 == 0)
            first[i] = (ORIGIN + i / side) * STRIDE + ORIGIN + i % side;
    measure(region, start);
    for (int i = 0; i < n; i++)
        s += (double)living[i] * (i % 1000);
    return check(s + n);
}
