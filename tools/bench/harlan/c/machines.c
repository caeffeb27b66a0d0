/* A machine for the lambda calculus, one term after another. */
#include "example.h"

enum { VAR, LAM, APP, NUM, ADD, IF0 };
typedef struct term { int tag, n; struct term *a, *b, *c; } term;
typedef struct value { int n; const term *body; struct env *env; } value; /* a number has no body */
typedef struct env { value v; struct env *rest; } env;
enum { HALT, ARG, CALL, RIGHT, PLUS, TEST };
typedef struct cont { int tag, n; const term *a, *b; env *env; value v; struct cont *rest; } cont;

static term *node(int tag, int n, term *a, term *b, term *c)
{
    term *t = make(sizeof *t);
    *t = (term){tag, n, a, b, c};
    return t;
}

static cont *push(cont c)
{
    cont *k = make(sizeof *k);
    *k = c;
    return k;
}

static value number(int n) { return (value){n, NULL, NULL}; }
static int int_of(value v) { return v.body == NULL ? v.n : -1; }

static value look(const env *e, int i)
{
    for (; e != NULL; e = e->rest)
        if (i-- == 0)
            return e->v;
    return number(-1);
}

static int run(const term *t)
{
    env *e = NULL;
    cont *k = push((cont){.tag = HALT});
    value v = number(0);
    int steps = 0, eval = 1;
    for (; eval || k->tag != HALT; steps++) {
        if (eval) {
            switch (t->tag) {
            case VAR: v = look(e, t->n), eval = 0; break;
            case LAM: v = (value){0, t->a, e}, eval = 0; break;
            case APP: k = push((cont){.tag = ARG, .a = t->b, .env = e, .rest = k}), t = t->a; break;
            case NUM: v = number(t->n), eval = 0; break;
            case ADD: k = push((cont){.tag = RIGHT, .a = t->b, .env = e, .rest = k}), t = t->a; break;
            case IF0: k = push((cont){.tag = TEST, .a = t->b, .b = t->c, .env = e, .rest = k}), t = t->a; break;
            }
            continue;
        }
        const cont *was = k;
        k = k->rest;
        switch (was->tag) {
        case ARG: t = was->a, e = was->env, k = push((cont){.tag = CALL, .v = v, .rest = k}), eval = 1; break;
        case CALL:
            if (was->v.body == NULL) {
                v = number(-1), k = push((cont){.tag = HALT});
            } else {
                env *with = make(sizeof *with);
                *with = (env){v, was->v.env};
                t = was->v.body, e = with, eval = 1;
            }
            break;
        case RIGHT: t = was->a, e = was->env, k = push((cont){.tag = PLUS, .n = int_of(v), .rest = k}), eval = 1; break;
        case PLUS: v = number(was->n + int_of(v)); break;
        case TEST: t = int_of(v) == 0 ? was->a : was->b, e = was->env, eval = 1; break;
        }
    }
    return 1000 * int_of(v) + steps;
}

static term *var(int i) { return node(VAR, i, NULL, NULL, NULL); }
static term *num(int n) { return node(NUM, n, NULL, NULL, NULL); }
static term *app(term *a, term *b) { return node(APP, 0, a, b, NULL); }
static term *lam(term *a) { return node(LAM, 0, a, NULL, NULL); }
static term *add(term *a, term *b) { return node(ADD, 0, a, b, NULL); }

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 8);
    int *r = make(n * sizeof *r);
    for (int i = 0; i < n; i++) {
        term *f = lam(lam(node(IF0, 0, var(0), num(0), add(var(0), app(app(var(1), var(1)), add(var(0), num(-1)))))));
        r[i] = run(app(app(f, f), num(i)));
    }
    print_ints(r, n), putchar('\n');
    return 0;
}
