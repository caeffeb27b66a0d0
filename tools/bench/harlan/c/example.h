/* example.h: what the programs in C share that stand beside the examples in Harlan. Each
 * takes the size as its argument and prints what depends on it, as the example does. Ints
 * wrap (-fwrapv); nothing is freed before the end. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int argument(int argc, char **argv, int otherwise) { return argc > 1 ? atoi(argv[1]) : otherwise; }

/* memory that is never given back, from blocks */
static inline void *make(size_t bytes)
{
    static char *next, *end;
    bytes = (bytes + 7) & ~(size_t)7;
    if (bytes > 1 << 16)
        return malloc(bytes);
    if (next == NULL || (size_t)(end - next) < bytes) {
        next = malloc(1 << 24);
        end = next + (1 << 24);
    }
    next += bytes;
    return next - bytes;
}

/* a vector of ints, as programs in Harlan print it */
static inline void print_ints(const int *v, int n)
{
    putchar('[');
    for (int i = 0; i < n; i++)
        printf(i > 0 ? " %d" : "%d", v[i]);
    putchar(']');
}

/* n rows of m ints */
static inline void print_rows(const int *v, int n, int m)
{
    putchar('[');
    for (int i = 0; i < n; i++) {
        if (i > 0)
            printf(" \n ");
        print_ints(v + (size_t)i * m, m);
    }
    printf("]\n");
}

/* the number of the library random after reseed, between 0.0 and 1.0 */
static inline double noise_of(int x, int y, int z, int w, int i)
{
    const int by = i % 11, d = (int)((unsigned)i << by);
    x ^= d, y ^= d, z ^= d, w ^= d;
    const int t = x ^ (int)((unsigned)x << 11);
    return (((w ^ (w >> 19)) ^ (t ^ (t >> 8))) & 65535) / 65536.0;
}
