/* triangles.c: the number of triangles of a graph whose edges lead from the
 * smaller vertex to the larger; lists of neighbours are merged. */
#include "common.h"

static int *off, *to;
static int64_t found;

static int common(int v, int w)
{
    int n = 0, i = off[v], j = off[w];
    while (i < off[v + 1] && j < off[w + 1])
        if (to[i] == to[j]) {
            n++;
            i++;
            j++;
        } else if (to[i] < to[j])
            i++;
        else
            j++;
    return n;
}

static void region(void)
{
    int64_t n = 0;
#pragma omp parallel for reduction(+ : n) schedule(dynamic, 1024)
    for (int v = 0; v < size; v++)
        for (int k = off[v]; k < off[v + 1]; k++)
            n += common(v, to[k]);
    found = n;
}

int main(int argc, char **argv)
{
    arguments(argc, argv);
    off = NEW(int, size + 1);
    to = NEW(int, (int64_t)size * 59);
    for (int v = 0, n = 0; v < size; v++) {
        for (int d = 1; d < 60; d++)
            if (noise(64 * v + d) % 6 == 0 && v + d < size)
                to[n++] = v + d;
        off[v + 1] = n;
    }
    measure(region, NULL);
    return check((double)found);
}
