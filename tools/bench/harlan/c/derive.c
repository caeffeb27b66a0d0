/* Symbolic differentiation. */
#include "example.h"

enum { NUM, X, SUM, PRODUCT, POWER };
typedef struct expr { int tag, n; struct expr *a, *b; } expr;

static expr *node(int tag, int n, expr *a, expr *b)
{
    expr *e = make(sizeof *e);
    *e = (expr){tag, n, a, b};
    return e;
}

static int power(int x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }

static int value(const expr *e, int x)
{
    switch (e->tag) {
    case NUM: return e->n;
    case X: return x;
    case SUM: return value(e->a, x) + value(e->b, x);
    case PRODUCT: return value(e->a, x) * value(e->b, x);
    }
    return power(value(e->a, x), e->n);
}

static int is(const expr *e, int k) { return e->tag == NUM && e->n == k; }

static expr *sum(expr *a, expr *b)
{
    if (is(a, 0)) return b;
    if (is(b, 0)) return a;
    return a->tag == NUM && b->tag == NUM ? node(NUM, a->n + b->n, NULL, NULL) : node(SUM, 0, a, b);
}

static expr *product(expr *a, expr *b)
{
    if (is(a, 0) || is(b, 0)) return node(NUM, 0, NULL, NULL);
    if (is(a, 1)) return b;
    if (is(b, 1)) return a;
    return a->tag == NUM && b->tag == NUM ? node(NUM, a->n * b->n, NULL, NULL) : node(PRODUCT, 0, a, b);
}

static expr *derivative(expr *e)
{
    switch (e->tag) {
    case NUM: return node(NUM, 0, NULL, NULL);
    case X: return node(NUM, 1, NULL, NULL);
    case SUM: return sum(derivative(e->a), derivative(e->b));
    case PRODUCT: return sum(product(derivative(e->a), e->b), product(e->a, derivative(e->b)));
    }
    return product(product(node(NUM, e->n, NULL, NULL), e->n == 2 ? e->a : node(POWER, e->n - 1, e->a, NULL)), derivative(e->a));
}

static int size(const expr *e)
{
    return e->tag <= X ? 1 : e->tag == POWER ? 1 + size(e->a) : 1 + size(e->a) + size(e->b);
}

static expr *expression(int n)
{
    if (n == 0)
        return node(NUM, 1, NULL, NULL);
    return node(PRODUCT, 0, expression(n - 1), node(POWER, 2, node(SUM, 0, node(X, 0, NULL, NULL), node(NUM, n, NULL, NULL)), NULL));
}

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 5);
    expr **es = make(n * sizeof *es), **ds = make(n * sizeof *ds);
    int *r = make(3 * n * sizeof *r);
    for (int i = 0; i < n; i++)
        es[i] = expression(i), r[i] = size(es[i]);
    print_ints(r, n), putchar('\n');
    for (int i = 0; i < n; i++)
        ds[i] = derivative(es[i]), r[i] = size(ds[i]);
    print_ints(r, n), putchar('\n');
    for (int i = 0; i < n; i++)
        for (int x = 0; x < 3; x++)
            r[3 * i + x] = value(ds[i], x);
    print_rows(r, n, 3);
    return 0;
}
