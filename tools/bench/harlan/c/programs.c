/* Procedures that are put together of others, as data. */
#include "example.h"

typedef struct proc { int what, n; const struct proc *g, *f; } proc; /* what: x, x + n, x * n, n - x, g(f(x)) */

static const proc *node(int what, int n, const proc *g, const proc *f)
{
    proc *p = make(sizeof *p);
    *p = (proc){what, n, g, f};
    return p;
}

static int apply(const proc *p, int x)
{
    switch (p->what) {
    case 0: return x;
    case 1: return x + p->n;
    case 2: return x * p->n;
    case 3: return p->n - x;
    }
    return apply(p->g, apply(p->f, x));
}

static const proc *after(const proc *g, const proc *f) { return node(4, 0, g, f); }

static const proc *program(int n)
{
    if (n == 0)
        return node(0, 0, NULL, NULL);
    return after(program(n / 3), n % 3 == 0 ? node(1, n, NULL, NULL) : n % 3 == 1 ? node(2, 2, NULL, NULL) : node(3, n, NULL, NULL));
}

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 12), data[] = {1, 2, 3, 5, 8};
    const proc **ps = make(n * sizeof *ps);
    int *r = make((size_t)n * 5 * sizeof *r);
    for (int i = 0; i < n; i++)
        ps[i] = program(i);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 5; k++)
            r[5 * i + k] = apply(ps[i], data[k]);
    print_rows(r, n, 5);
    for (int i = 0; i < n; i++)
        r[i] = apply(after(ps[i], ps[i]), 1);
    print_ints(r, n), putchar('\n');
    const proc *all = ps[0], *last = ps[n - 1];
    for (int i = 1; i < n; i++)
        all = after(all, ps[i]);
    printf("%d\n%d\n", apply(last, 100), apply(all, 1));
    for (int k = 0; k < 5; k++)
        r[k] = apply(after(last, last), data[k]);
    print_ints(r, 5), putchar('\n');
    return 0;
}
