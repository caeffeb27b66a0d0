/* Arithmetic expressions whose nodes have any number of sons. */
#include "example.h"

typedef struct expr { int tag, n; struct expr **sons; } expr; /* tag 3 is a number */

static expr *grow(int seed, int depth)
{
    const int x = (((seed + 12345) * 1103515245) >> 8) & 65535;
    expr *e = make(sizeof *e);
    if (depth == 0) {
        e->tag = 3, e->n = x % 7;
        return e;
    }
    e->tag = x % 3, e->n = 1 + x % 4;
    e->sons = make(e->n * sizeof *e->sons);
    for (int i = 0; i < e->n; i++)
        e->sons[i] = grow(seed * 5 + (i + depth), depth - 1);
    return e;
}

static int value(const expr *e)
{
    if (e->tag == 3)
        return e->n;
    int r = value(e->sons[0]);
    for (int i = 1; i < e->n; i++) {
        const int v = value(e->sons[i]);
        r = e->tag == 0 ? r + v : e->tag == 1 ? r * v : r < v ? v : r;
    }
    return e->tag == 1 ? r & 1048575 : r;
}

static int nodes(const expr *e)
{
    int r = 1;
    if (e->tag != 3)
        for (int i = 0; i < e->n; i++)
            r += nodes(e->sons[i]);
    return r;
}

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 12);
    expr **forest = make(n * sizeof *forest);
    int *r = make(n * sizeof *r);
    for (int i = 0; i < n; i++)
        forest[i] = grow(i, 4);
    for (int i = 0; i < n; i++)
        r[i] = nodes(forest[i]);
    print_ints(r, n), putchar('\n');
    for (int i = 0; i < n; i++)
        r[i] = value(forest[i]);
    print_ints(r, n), putchar('\n');
    return 0;
}
