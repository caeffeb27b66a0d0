/* common.h: what the hand-written programs share: the generator, which is that
 * of the NESL programs, the clock and the report.
 *
 *     PROGRAM RUNS SIZE [LAYOUT]
 *
 * A program makes its inputs, runs its region once cold and RUNS times more,
 * and prints the two lines that built NESL programs print, too. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif

static int runs, size, layout;

static void arguments(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s RUNS SIZE [LAYOUT]\n", argv[0]);
        exit(2);
    }
    runs = atoi(argv[1]);
    size = atoi(argv[2]);
    layout = argc > 3 ? atoi(argv[3]) : 0;
}

/* a number in [0, 2^31) that looks random */
static inline int noise(int i)
{
    uint32_t a = (uint32_t)i * 1640531535u + 374761393u;
    a = (a ^ (a & 0x7FFFFFFF) >> 15) * 2048144777u;
    a = (a ^ (a & 0x7FFFFFFF) >> 13) * 1028477379u;
    return (int)((a ^ (a & 0x7FFFFFFF) >> 16) & 0x7FFFFFFF);
}

/* the same in [0, 1) */
static inline double unit(int i) { return noise(i) / 2147483648.0; }

/* n elements, touched */
static void *make(int64_t n, size_t bytes)
{
    size_t all = (size_t)(n > 0 ? n : 1) * bytes;
    void *p = malloc(all);
    if (p == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    memset(p, 0, all);
    return p;
}
#define NEW(type, n) ((type *)make(n, sizeof(type)))

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* measures region; prepare, if not NULL, runs before each run, unmeasured */
static void measure(void (*region)(void), void (*prepare)(void))
{
    double *t = NEW(double, runs + 1), cold;
    for (int r = 0; r <= runs; r++) {
        if (prepare != NULL)
            prepare();
        t[r] = now();
        region();
        t[r] = now() - t[r];
    }
    cold = t[0];
    qsort(t + 1, (size_t)runs, sizeof *t, compare_times);
    fprintf(stderr, "bench result runs %d min %.9f median %.9f max %.9f cold %.9f\n", runs, t[1], t[1 + runs / 2], t[runs], cold);
    free(t);
}

static int check(double x)
{
    printf("check = %.17g\n", x);
    return 0;
}
