/* A tree of points in the plane, and the nearest point for each of ten others. */
#include "example.h"

typedef struct { double x, y; } point;
typedef struct tree { int axis; double m, x, y; struct tree *low, *high; } tree; /* a leaf has axis -1 */

static double noise(int seed) { return noise_of(seed * 9973 + 17, 12345 - seed, seed * seed, 77, seed); }
static double along(int axis, point p) { return axis == 0 ? p.x : p.y; }
static double squared(double a, double b) { return (a - b) * (a - b); }

static point *points(int n, int seed)
{
    point *ps = make(n * sizeof *ps);
    for (int i = 0; i < n; i++)
        ps[i] = (point){noise(seed + 2 * i), noise(seed + 2 * i + 1)};
    return ps;
}

static tree *build(point *ps, int n, int axis, int depth)
{
    if (n == 0)
        return NULL;
    tree *t = make(sizeof *t);
    if (n == 1 || depth == 0) {
        *t = (tree){-1, 0, ps[0].x, ps[0].y, NULL, NULL};
        return t;
    }
    double m = 0;
    int below = 0, above = 0;
    point *low = make(n * sizeof *low), *high = make(n * sizeof *high);
    for (int i = 0; i < n; i++)
        m += along(axis, ps[i]);
    m /= n;
    for (int i = 0; i < n; i++)
        if (along(axis, ps[i]) < m)
            low[below++] = ps[i];
        else
            high[above++] = ps[i];
    *t = (tree){axis, m, 0, 0, build(low, below, 1 - axis, depth - 1), build(high, above, 1 - axis, depth - 1)};
    return t;
}

static double nearest(const tree *t, point q, double best)
{
    if (t == NULL)
        return best;
    if (t->axis < 0) {
        const double d = squared(q.x, t->x) + squared(q.y, t->y);
        return d < best ? d : best;
    }
    const double p = along(t->axis, q), near = nearest(p < t->m ? t->low : t->high, q, best);
    return squared(p, t->m) < near ? nearest(p < t->m ? t->high : t->low, q, near) : near;
}

static int nodes(const tree *t) { return t == NULL ? 0 : t->axis < 0 ? 1 : 1 + nodes(t->low) + nodes(t->high); }

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 64);
    point *ps = points(n, 1), *queries = points(10, 100001);
    const tree *t = build(ps, n, 0, 20);
    int r[10];
    for (int i = 0; i < 10; i++) {
        double best = 4.0, found = nearest(t, queries[i], best);
        for (int k = 0; k < n; k++) {
            const double d = squared(queries[i].x, ps[k].x) + squared(queries[i].y, ps[k].y);
            best = d < best ? d : best;
        }
        if (found != best)
            return 1;
        r[i] = (int)(10000.0 * sqrt(found));
    }
    printf("%d\n", nodes(t));
    print_ints(r, 10), putchar('\n');
    return 0;
}
