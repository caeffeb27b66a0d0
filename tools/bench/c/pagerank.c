/* pagerank.c: links are turned round by counting, then twenty steps. */
#include "common.h"

static int *off, *to, *in_off, *in_from, *at;
static double *ranks, *given;

static void turn(void)
{
    memset(in_off, 0, (size_t)(size + 1) * sizeof *in_off);
    for (int k = 0; k < off[size]; k++)
        in_off[to[k] + 1]++;
    for (int v = 0; v < size; v++)
        at[v] = in_off[v + 1] += in_off[v];
    for (int v = size; v-- > 0;)
        for (int k = off[v + 1]; k-- > off[v];)
            in_from[--at[to[k]]] = v;
}

static void region(void)
{
    turn();
    for (int v = 0; v < size; v++)
        ranks[v] = 1.0 / size;
    for (int n = 0; n < 20; n++) {
#pragma omp parallel for
        for (int v = 0; v < size; v++)
            given[v] = ranks[v] / (off[v + 1] - off[v]);
#pragma omp parallel for
        for (int v = 0; v < size; v++) {
            double s = 0;
            for (int k = in_off[v]; k < in_off[v + 1]; k++)
                s += given[in_from[k]];
            ranks[v] = 0.15 / size + 0.85 * s;
        }
    }
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
    off = NEW(int, size + 1);
    for (int v = 0; v < size; v++)
        off[v + 1] = off[v] + 1 + noise(v) % 19;
    to = NEW(int, off[size]);
    in_off = NEW(int, size + 1);
    in_from = NEW(int, off[size]);
    at = NEW(int, size);
    ranks = NEW(double, size);
    given = NEW(double, size);
    for (int v = 0; v < size; v++)
        for (int k = off[v]; k < off[v + 1]; k++)
            to[k] = noise(20 * v + k - off[v]) % (1 + noise(v + k - off[v]) % size);
    measure(region, NULL);
    for (int v = 0; v < size; v++)
        s += ranks[v] * (1 + v % 7);
    return check(s);
}
