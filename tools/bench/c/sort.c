/* sort.c: radix sort by bytes, least significant first. With OpenMP each thread
 * counts and moves its own part of the array. */
#include "common.h"
#include "keys.h"

static unsigned *from, *to;

#ifdef _OPENMP
static void pass(int shift, int (*counts)[256])
{
#pragma omp parallel
    {
        int t = omp_get_thread_num(), p = omp_get_num_threads();
        int lo = (int)((int64_t)size * t / p), hi = (int)((int64_t)size * (t + 1) / p), *c = counts[t];
        memset(c, 0, sizeof *counts);
        for (int i = lo; i < hi; i++)
            c[from[i] >> shift & 255]++;
#pragma omp barrier
#pragma omp single
        for (int d = 0, sum = 0; d < 256; d++)
            for (int u = 0; u < p; u++) {
                int n = counts[u][d];
                counts[u][d] = sum;
                sum += n;
            }
        for (int i = lo; i < hi; i++)
            to[c[from[i] >> shift & 255]++] = from[i];
    }
}
#else
static void pass(int shift, int (*counts)[256])
{
    int *c = counts[0];
    memset(c, 0, sizeof *counts);
    for (int i = 0; i < size; i++)
        c[from[i] >> shift & 255]++;
    for (int d = 0, sum = 0; d < 256; d++) {
        int n = c[d];
        c[d] = sum;
        sum += n;
    }
    for (int i = 0; i < size; i++)
        to[c[from[i] >> shift & 255]++] = from[i];
}
#endif

static int (*counts)[256];

static void region(void)
{
    for (int shift = 0; shift < 32; shift += 8) {
        pass(shift, counts);
        unsigned *t = from;
        from = to;
        to = t;
    }
}

int main(int argc, char **argv)
{
    int threads = 1;
    make_keys(argc, argv);
#ifdef _OPENMP
    threads = omp_get_max_threads();
#endif
    counts = (int (*)[256])make(threads, sizeof *counts);
    from = (unsigned *)keys;
    to = NEW(unsigned, size);
    measure(region, copy_keys);
    return check(weight(keys));
}
