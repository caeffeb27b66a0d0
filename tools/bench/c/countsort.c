/* countsort.c: counting sort; with OpenMP each thread counts and places a part
 * of its own. */
#include "common.h"

enum { BUCKETS = 256 };

static int *original, *keys, *sorted, (*counts)[BUCKETS];
static int threads = 1;

static void copy(void) { memcpy(keys, original, (size_t)size * sizeof *keys); }

static void part(int t, int *lo, int *hi)
{
    *lo = (int)((int64_t)size * t / threads);
    *hi = (int)((int64_t)size * (t + 1) / threads);
}

static void region(void)
{
#pragma omp parallel for
    for (int t = 0; t < threads; t++) {
        int lo, hi, *c = counts[t];
        part(t, &lo, &hi);
        memset(c, 0, sizeof *counts);
        for (int i = lo; i < hi; i++)
            c[keys[i]]++;
    }
    for (int k = 0, sum = 0; k < BUCKETS; k++)
        for (int t = 0; t < threads; t++) {
            int n = counts[t][k];
            counts[t][k] = sum;
            sum += n;
        }
#pragma omp parallel for
    for (int t = 0; t < threads; t++) {
        int lo, hi, *c = counts[t];
        part(t, &lo, &hi);
        for (int i = lo; i < hi; i++)
            sorted[c[keys[i]]++] = keys[i];
    }
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
#ifdef _OPENMP
    threads = omp_get_max_threads();
#endif
    counts = (int (*)[BUCKETS])make(threads, sizeof *counts);
    original = NEW(int, size);
    keys = NEW(int, size);
    sorted = NEW(int, size);
    for (int i = 0; i < size; i++)
        original[i] = noise(i) % BUCKETS;
    measure(region, copy);
    for (int i = 0; i < size; i++) {
        if (i > 0 && sorted[i - 1] > sorted[i])
            return check(0);
        s += (double)sorted[i] * (i % 1000);
    }
    return check(s);
}
