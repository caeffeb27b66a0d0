/* barneshut.c: one step of Barnes and Hut in the plane; the tree is an array of
 * nodes in preorder. One thread builds it; the forces are parallel. */
#include "common.h"

typedef struct {
    double x, y, m;
} body;

typedef struct {
    double x, y, m, w;
    int skip;
} node;

static body *bodies, *sorted, *spare;
static node *tree;
static double *ax, *ay;
static int nodes, room;

static int quadrant(const body *b, double x, double y) { return (b->x >= x) + 2 * (b->y >= y); }

/* appends the tree of n bodies in the square of width w around (x, y) */
static void build(body *b, int n, double x, double y, double w, int depth)
{
    int at = nodes++, start[5] = {0}, next[4];
    node t = {0, 0, 0, 0, 1};
    if (at == room)
        tree = (node *)realloc(tree, (size_t)(room *= 2) * sizeof *tree);
    for (int i = 0; i < n; i++) {
        t.m += b[i].m;
        t.x += b[i].m * b[i].x;
        t.y += b[i].m * b[i].y;
    }
    t.x /= t.m;
    t.y /= t.m;
    if (n >= 2 && depth <= 30) {
        for (int i = 0; i < n; i++)
            start[1 + quadrant(&b[i], x, y)]++;
        for (int q = 0; q < 4; q++)
            next[q] = start[q + 1] += start[q];
        for (int q = 3; q > 0; q--)
            next[q] = start[q];
        next[0] = 0;
        for (int i = 0; i < n; i++)
            spare[next[quadrant(&b[i], x, y)]++] = b[i];
        memcpy(b, spare, (size_t)n * sizeof *b);
        for (int q = 0; q < 4; q++)
            if (start[q + 1] > start[q])
                build(b + start[q], start[q + 1] - start[q], x + w / 4 * (2 * (q % 2) - 1), y + w / 4 * (2 * (q / 2) - 1), w / 2,
                      depth + 1);
        t.w = w;
        t.skip = nodes - at;
    }
    tree[at] = t;
}

static void walk(int i)
{
    double x = bodies[i].x, y = bodies[i].y, sx = 0, sy = 0;
    for (int k = 0; k < nodes;) {
        const node *t = &tree[k];
        double dx = t->x - x, dy = t->y - y, d2 = dx * dx + dy * dy + 0.000001;
        if (t->w * t->w < 0.25 * d2) {
            double s = t->m / (d2 * sqrt(d2));
            sx += s * dx;
            sy += s * dy;
            k += t->skip;
        } else {
            k++;
        }
    }
    ax[i] = sx;
    ay[i] = sy;
}

static void region(void)
{
    memcpy(sorted, bodies, (size_t)size * sizeof *sorted);
    nodes = 0;
    build(sorted, size, 0.5, 0.5, 1.0, 0);
#pragma omp parallel for schedule(dynamic, 256)
    for (int i = 0; i < size; i++)
        walk(i);
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    bodies = NEW(body, size);
    sorted = NEW(body, size);
    spare = NEW(body, size);
    ax = NEW(double, size);
    ay = NEW(double, size);
    room = 1024;
    tree = NEW(node, room);
    for (int i = 0; i < size; i++) {
        body b = {unit(3 * i), unit(3 * i + 1), 0.5 + unit(3 * i + 2)};
        bodies[i] = b;
    }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        c += fabs(ax[i]) + fabs(ay[i]);
    return check(c);
}
