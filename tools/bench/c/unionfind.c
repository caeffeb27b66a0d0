/* unionfind.c: union-find with path halving; parents point to smaller vertices. */
#include "common.h"

static int *parents, *from, *to, *tops;

static int root(int v)
{
    while (parents[v] != v)
        v = parents[v] = parents[parents[v]];
    return v;
}

static void region(void)
{
    for (int v = 0; v < size; v++)
        parents[v] = v;
    for (int i = 0; i < size; i++) {
        int a = root(from[i]), b = root(to[i]);
        if (a < b)
            parents[b] = a;
        else
            parents[a] = b;
    }
#pragma omp parallel for
    for (int v = 0; v < size; v++) {
        int w = v;
        while (parents[w] != w)
            w = parents[w];
        tops[v] = w;
    }
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
    parents = NEW(int, size);
    from = NEW(int, size);
    to = NEW(int, size);
    tops = NEW(int, size);
    for (int i = 0; i < size; i++) {
        from[i] = noise(2 * i) % size;
        to[i] = noise(2 * i + 1) % size;
    }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        s += (double)tops[i] * (1 + i % 7);
    return check(s);
}
