/* Regular expressions by derivatives. */
#include "example.h"

enum { NEVER, EMPTY, CHAR, ALT, SEQ, STAR };
typedef struct re { int tag; char c; const struct re *a, *b; } re;

static const re *node(int tag, char c, const re *a, const re *b)
{
    re *r = make(sizeof *r);
    *r = (re){tag, c, a, b};
    return r;
}

static int nullable(const re *r)
{
    switch (r->tag) {
    case EMPTY: case STAR: return 1;
    case ALT: return nullable(r->a) || nullable(r->b);
    case SEQ: return nullable(r->a) && nullable(r->b);
    }
    return 0;
}

static const re *alt(const re *a, const re *b) { return a->tag == NEVER ? b : b->tag == NEVER ? a : node(ALT, 0, a, b); }
static const re *seq(const re *a, const re *b) { return a->tag == NEVER || b->tag == NEVER ? node(NEVER, 0, NULL, NULL) : node(SEQ, 0, a, b); }

static const re *derivative(const re *r, char c)
{
    switch (r->tag) {
    case CHAR: return node(r->c == c ? EMPTY : NEVER, 0, NULL, NULL);
    case ALT: return alt(derivative(r->a, c), derivative(r->b, c));
    case SEQ: {
        const re *first = seq(derivative(r->a, c), r->b);
        return nullable(r->a) ? alt(first, derivative(r->b, c)) : first;
    }
    case STAR: return seq(derivative(r->a, c), node(STAR, 0, r->a, NULL));
    }
    return node(NEVER, 0, NULL, NULL);
}

static const re *letter(char c) { return node(CHAR, c, NULL, NULL); }

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 256);
    const re *r = node(SEQ, 0, node(STAR, 0, node(ALT, 0, node(SEQ, 0, letter('a'), letter('b')), letter('c')), NULL), letter('d'));
    int matches = 0;
    for (int i = 0; i < n; i++) {
        const re *left = r;
        for (int k = 0; k < 4; k++)
            left = derivative(left, "abcd"[(i >> (6 - 2 * k)) & 3]);
        matches += nullable(left);
    }
    printf("%d\n", matches);
    return 0;
}
