/* Forces between bodies in the plane by a quadtree. */
#include "example.h"

typedef struct { double x, y, m; } body;
typedef struct { double x, y; } force;
typedef struct tree { double x, y, m, wide; struct tree **sons; } tree; /* no sons: one body */

static double noise(int seed) { return noise_of(seed * 7919 + 3, 54321 - seed, seed * 31, 5, seed); }
static int quarter(double x, double y, body b) { return (b.x < x ? 0 : 1) + (b.y < y ? 0 : 2); }

static tree *build(const body *bs, int n, double x, double y, double wide, int depth)
{
    if (n == 0)
        return NULL;
    tree *t = make(sizeof *t);
    *t = (tree){0, 0, 0, wide, NULL};
    for (int i = 0; i < n; i++)
        t->x += bs[i].x * bs[i].m, t->y += bs[i].y * bs[i].m, t->m += bs[i].m;
    t->x /= t->m, t->y /= t->m;
    if (n == 1 || depth == 0)
        return t;
    t->sons = make(4 * sizeof *t->sons);
    for (int k = 0; k < 4; k++) {
        body *part = make(n * sizeof *part);
        int m = 0;
        for (int i = 0; i < n; i++)
            if (quarter(x, y, bs[i]) == k)
                part[m++] = bs[i];
        t->sons[k] = build(part, m, k % 2 == 0 ? x - wide / 4 : x + wide / 4, k < 2 ? y - wide / 4 : y + wide / 4, wide / 2, depth - 1);
    }
    return t;
}

static force attraction(const tree *t, double x, double y, double near)
{
    if (t == NULL)
        return (force){0, 0};
    const double dx = t->x - x, dy = t->y - y, r2 = dx * dx + dy * dy;
    force f = {0, 0};
    if (t->sons == NULL || t->wide * t->wide < near * r2) {
        const double k = t->m / ((0.0001 + r2) * sqrt(0.0001 + r2));
        return (force){k * dx, k * dy};
    }
    for (int k = 0; k < 4; k++) {
        const force g = attraction(t->sons[k], x, y, near);
        f.x += g.x, f.y += g.y;
    }
    return f;
}

static double size(force f) { return sqrt(f.x * f.x + f.y * f.y); }

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 48);
    body *bs = make(n * sizeof *bs);
    force *fs = make(n * sizeof *fs), *es = make(n * sizeof *es);
    for (int i = 0; i < n; i++)
        bs[i] = (body){noise(3 * i), noise(1 + 3 * i), 0.5 + noise(2 + 3 * i)};
    const tree *t = build(bs, n, 0.5, 0.5, 1.0, 16);
    for (int i = 0; i < n; i++)
        fs[i] = attraction(t, bs[i].x, bs[i].y, 0.25);
    for (int i = 0; i < n; i++)
        es[i] = attraction(t, bs[i].x, bs[i].y, 0.0);
    double errors = 0;
    for (int i = 0; i < n; i++)
        errors += size((force){fs[i].x - es[i].x, fs[i].y - es[i].y}) / size(es[i]);
    if (errors / n >= 0.03)
        return 1;
    printf("(Force %.10g %.10g)\n(Force %.10g %.10g)\n", fs[0].x, fs[0].y, es[0].x, es[0].y);
    return 0;
}
