/* Types of lambda terms, by unification. */
#include "example.h"

enum { VAR, LAM, NUM, PLUS };
typedef struct term { int tag, n; const struct term *a, *b; } term;
enum { UNKNOWN, INT, ARROW };
typedef struct type { int tag, n; const struct type *a, *b; } type;
typedef struct env { const type *t; const struct env *rest; } env;
typedef struct found { int v; const type *t; const struct found *rest; } found;
typedef struct { const type *t; const found *f; int next, good; } result;

static const term *node(int tag, int n, const term *a, const term *b)
{
    term *t = make(sizeof *t);
    *t = (term){tag, n, a, b};
    return t;
}

static const type *typ(int tag, int n, const type *a, const type *b)
{
    type *t = make(sizeof *t);
    *t = (type){tag, n, a, b};
    return t;
}

static const type *resolve(const type *t, const found *f)
{
    for (const found *l = f; t->tag == UNKNOWN && l != NULL;)
        if (l->v == t->n)
            t = l->t, l = f;
        else
            l = l->rest;
    return t;
}

static int occurs(int v, const type *t, const found *f)
{
    t = resolve(t, f);
    return t->tag == UNKNOWN ? t->n == v : t->tag == ARROW && (occurs(v, t->a, f) || occurs(v, t->b, f));
}

static result bind(int v, const type *t, result r)
{
    if (t->tag == UNKNOWN && t->n == v)
        return r;
    if (occurs(v, t, r.f)) {
        r.good = 0;
        return r;
    }
    found *f = make(sizeof *f);
    *f = (found){v, t, r.f};
    r.f = f;
    return r;
}

static result unify(const type *a, const type *b, result r)
{
    a = resolve(a, r.f), b = resolve(b, r.f);
    if (a->tag == UNKNOWN)
        return bind(a->n, b, r);
    if (b->tag == UNKNOWN)
        return bind(b->n, a, r);
    if (a->tag == ARROW && b->tag == ARROW)
        return unify(a->b, b->b, unify(a->a, b->a, r));
    r.good = r.good && a->tag == b->tag;
    return r;
}

static result infer(const term *e, const env *in, const found *f, int next)
{
    const type *whole = typ(INT, 0, NULL, NULL);
    switch (e->tag) {
    case NUM: return (result){whole, f, next, 1};
    case VAR:
        for (int i = e->n; in != NULL && i > 0; i--)
            in = in->rest;
        return (result){in == NULL ? whole : in->t, f, next, 1};
    case LAM: {
        const type *x = typ(UNKNOWN, next, NULL, NULL);
        const env with = {x, in};
        result r = infer(e->a, &with, f, next + 1);
        r.t = typ(ARROW, 0, x, r.t);
        return r;
    }
    }
    const result a = infer(e->a, in, f, next), b = infer(e->b, in, a.f, a.next);
    result r = unify(a.t, whole, unify(b.t, whole, (result){whole, b.f, b.next, a.good && b.good}));
    r.t = whole;
    return r;
}

static const type *fill(const type *t, const found *f)
{
    t = resolve(t, f);
    return t->tag == ARROW ? typ(ARROW, 0, fill(t->a, f), fill(t->b, f)) : t;
}

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 8);
    int *r = make(n * sizeof *r);
    for (int i = 0; i < n; i++) {
        const term *e = node(NUM, 0, NULL, NULL);
        for (int k = 0; k < i; k++)
            e = node(PLUS, 0, node(VAR, 0, NULL, NULL), e);
        for (int k = 0; k < i; k++)
            e = node(LAM, 0, e, NULL);
        const result of = infer(e, NULL, NULL, 0);
        const type *t = of.good ? fill(of.t, of.f) : typ(UNKNOWN, -1, NULL, NULL);
        for (r[i] = 0; t->tag == ARROW; t = t->b)
            r[i]++;
    }
    print_ints(r, n), putchar('\n');
    return 0;
}
