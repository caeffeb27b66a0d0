/* octree.c: one step of Barnes and Hut in space; the tree is an array of nodes
 * in preorder, each with the number of nodes that it stands for. One thread
 * builds it; the forces are parallel. */
#include "common.h"

typedef struct {
    double x, y, z, m;
} body;

typedef struct {
    double x, y, z, m, w;
    int skip;
} node;

static body *bodies, *sorted, *spare;
static node *tree;
static double *ax, *ay, *az;
static int nodes, room;

static int octant(const body *b, double x, double y, double z) { return (b->x >= x) + 2 * (b->y >= y) + 4 * (b->z >= z); }

/* appends the tree of n bodies in the cube of width w around (x, y, z) */
static void build(body *b, int n, double x, double y, double z, double w, int depth)
{
    int at = nodes++, start[9] = {0}, next[8];
    node t = {0, 0, 0, 0, 0, 1};
    if (at == room)
        tree = (node *)realloc(tree, (size_t)(room *= 2) * sizeof *tree);
    for (int i = 0; i < n; i++) {
        t.m += b[i].m;
        t.x += b[i].m * b[i].x;
        t.y += b[i].m * b[i].y;
        t.z += b[i].m * b[i].z;
    }
    t.x /= t.m;
    t.y /= t.m;
    t.z /= t.m;
    if (n >= 2 && depth <= 30) {
        double h = w / 4;
        for (int i = 0; i < n; i++)
            start[1 + octant(&b[i], x, y, z)]++;
        for (int q = 0; q < 8; q++) {
            next[q] = start[q];
            start[q + 1] += start[q];
        }
        for (int i = 0; i < n; i++)
            spare[next[octant(&b[i], x, y, z)]++] = b[i];
        memcpy(b, spare, (size_t)n * sizeof *b);
        for (int q = 0; q < 8; q++)
            if (start[q + 1] > start[q])
                build(b + start[q], start[q + 1] - start[q], x + h * (2 * (q % 2) - 1), y + h * (2 * (q / 2 % 2) - 1),
                      z + h * (2 * (q / 4) - 1), w / 2, depth + 1);
        t.w = w;
        t.skip = nodes - at;
    }
    tree[at] = t;
}

static void walk(int i)
{
    body b = bodies[i];
    double sx = 0, sy = 0, sz = 0;
    for (int k = 0; k < nodes;) {
        const node *t = &tree[k];
        double dx = t->x - b.x, dy = t->y - b.y, dz = t->z - b.z, d2 = dx * dx + dy * dy + dz * dz + 0.000001;
        if (t->w * t->w < 0.5 * d2) {
            double s = t->m / (d2 * sqrt(d2));
            sx += s * dx;
            sy += s * dy;
            sz += s * dz;
            k += t->skip;
        } else {
            k++;
        }
    }
    ax[i] = sx;
    ay[i] = sy;
    az[i] = sz;
}

static void region(void)
{
    memcpy(sorted, bodies, (size_t)size * sizeof *sorted);
    nodes = 0;
    build(sorted, size, 0.5, 0.5, 0.5, 1.0, 0);
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
    az = NEW(double, size);
    room = 1024;
    tree = NEW(node, room);
    for (int i = 0; i < size; i++) {
        body b = {unit(4 * i), unit(4 * i + 1), unit(4 * i + 2), 0.5 + unit(4 * i + 3)};
        bodies[i] = b;
    }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        c += fabs(ax[i]) + fabs(ay[i]) + fabs(az[i]);
    return check(c);
}
