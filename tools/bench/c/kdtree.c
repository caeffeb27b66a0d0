/* kdtree.c: a tree over points, the median of each part in its middle, and the
 * nearest neighbours of other points. Parts are built as tasks with OpenMP. */
#include "common.h"

typedef struct {
    double x[2];
} point;

static point *points, *tree, *queries;
static double *found;

/* puts the element that belongs at place k there, smaller ones before it */
static void choose(point *p, int n, int k, int axis)
{
    while (n > 1) {
        double pivot = p[n / 2].x[axis];
        int i = 0, j = n - 1;
        while (i <= j) {
            while (p[i].x[axis] < pivot)
                i++;
            while (p[j].x[axis] > pivot)
                j--;
            if (i <= j) {
                point t = p[i];
                p[i++] = p[j];
                p[j--] = t;
            }
        }
        if (k <= j)
            n = j + 1;
        else if (k >= i) {
            p += i;
            n -= i;
            k -= i;
        } else
            return;
    }
}

static void build(point *p, int n, int axis)
{
    if (n < 2)
        return;
    choose(p, n, n / 2, axis);
#pragma omp task if (n > 5000)
    build(p, n / 2, 1 - axis);
    build(p + n / 2 + 1, n - n / 2 - 1, 1 - axis);
}

static double nearest(const point *p, int n, int axis, point q, double best)
{
    if (n == 0)
        return best;
    const point *mid = p + n / 2;
    double dx = q.x[0] - mid->x[0], dy = q.x[1] - mid->x[1], d = axis == 0 ? dx : dy;
    best = fmin(best, dx * dx + dy * dy);
    if (d < 0) {
        best = nearest(p, n / 2, 1 - axis, q, best);
        return d * d < best ? nearest(mid + 1, n - n / 2 - 1, 1 - axis, q, best) : best;
    }
    best = nearest(mid + 1, n - n / 2 - 1, 1 - axis, q, best);
    return d * d < best ? nearest(p, n / 2, 1 - axis, q, best) : best;
}

static void region(void)
{
    memcpy(tree, points, (size_t)size * sizeof *tree);
#pragma omp parallel
#pragma omp single
    build(tree, size, 0);
#pragma omp parallel for schedule(dynamic, 256)
    for (int i = 0; i < size; i++)
        found[i] = sqrt(nearest(tree, size, 0, queries[i], 1e30));
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
    points = NEW(point, size);
    tree = NEW(point, size);
    queries = NEW(point, size);
    found = NEW(double, size);
    for (int i = 0; i < size; i++)
        for (int k = 0; k < 2; k++) {
            points[i].x[k] = unit(2 * i + k);
            queries[i].x[k] = unit(2 * (size + i) + k);
        }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        s += found[i] * (1 + i % 7);
    return check(s);
}
