/* Huffman codes: blocks are encoded and decoded. */
#include "example.h"

typedef struct tree { int symbol, weight; const struct tree *a, *b; } tree;
typedef struct queue { const tree *t; struct queue *rest; } queue;

static queue *insert(const tree *t, queue *q)
{
    queue *e = make(sizeof *e);
    if (q == NULL || t->weight <= q->t->weight)
        *e = (queue){t, q};
    else
        *e = (queue){q->t, insert(t, q->rest)};
    return e;
}

static const tree *node(int symbol, int weight, const tree *a, const tree *b)
{
    tree *t = make(sizeof *t);
    *t = (tree){symbol, weight, a, b};
    return t;
}

static int code(const tree *t, int symbol, int bits)
{
    if (t->a == NULL)
        return t->symbol == symbol ? bits : 0;
    const int a = code(t->a, symbol, 2 * bits), b = code(t->b, symbol, 1 + 2 * bits);
    return a < b ? b : a;
}

static int width(int bits) { return bits <= 1 ? 0 : 1 + width(bits >> 1); }

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 6), weights[] = {45, 13, 12, 16, 9, 5};
    queue *q = NULL;
    int codes[6], *lengths = make(n * sizeof *lengths), *sums = make(n * sizeof *sums);
    for (int i = 5; i >= 0; i--)
        q = insert(node(i, weights[i], NULL, NULL), q);
    while (q->rest != NULL)
        q = insert(node(-1, q->t->weight + q->rest->t->weight, q->t, q->rest->t), q->rest->rest);
    for (int s = 0; s < 6; s++)
        codes[s] = code(q->t, s, 1);
    for (int b = 0; b < n; b++) {
        int stream[64], m = 0, want = 0;
        for (int i = 0; i < 10; i++) {
            const int s = (b * 7 + i * (b + i)) % 6, w = width(codes[s]);
            for (int k = 0; k < w; k++)
                stream[m++] = (codes[s] >> (w - (k + 1))) & 1;
            want += s * (i + 1);
        }
        lengths[b] = m, sums[b] = 0;
        for (int k = 0, i = 0; k < 10; k++) {
            const tree *t = q->t;
            while (t->a != NULL)
                t = stream[i++] == 0 ? t->a : t->b;
            sums[b] += t->symbol * (k + 1);
        }
        if (sums[b] != want)
            return 1;
    }
    print_ints(lengths, n), putchar('\n');
    print_ints(sums, n), putchar('\n');
    return 0;
}
