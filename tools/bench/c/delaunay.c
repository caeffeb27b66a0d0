/* delaunay.c: Delaunay triangulation by divide and conquer (Guibas and Stolfi).
 * An edge e leads from org[e]; e ^ 1 is the same backwards; next and prev are its
 * neighbours around org[e], to the left and to the right. */
#include "common.h"

typedef struct {
    double x, y;
    int id;
} point;

typedef struct {
    int left, right; /* edges of the hull: from the first point, and from the last */
} hull;

static point *points, *p;
static int *org, *next, *prev, edges, unused, triangles, (*found)[3];

static double cross(int a, int b, int c) { return (p[b].x - p[a].x) * (p[c].y - p[a].y) - (p[b].y - p[a].y) * (p[c].x - p[a].x); }

static int incircle(int a, int b, int c, int d)
{
    double ax = p[a].x - p[d].x, ay = p[a].y - p[d].y, bx = p[b].x - p[d].x, by = p[b].y - p[d].y, cx = p[c].x - p[d].x,
           cy = p[c].y - p[d].y;
    return (ax * ax + ay * ay) * (bx * cy - cx * by) - (bx * bx + by * by) * (ax * cy - cx * ay) + (cx * cx + cy * cy) * (ax * by - bx * ay) > 0;
}

static int dest(int e) { return org[e ^ 1]; }
static int lnext(int e) { return prev[e ^ 1]; }
static int rightof(int v, int e) { return cross(v, dest(e), org[e]) > 0; }
static int leftof(int v, int e) { return cross(v, org[e], dest(e)) > 0; }

static int edge(int a, int b)
{
    int e = unused;
    if (e >= 0)
        unused = next[e];
    else {
        e = edges;
        edges += 2;
    }
    org[e] = a;
    org[e + 1] = b;
    next[e] = prev[e] = e;
    next[e + 1] = prev[e + 1] = e + 1;
    return e;
}

static void splice(int a, int b)
{
    int an = next[a], bn = next[b];
    next[a] = bn;
    next[b] = an;
    prev[bn] = a;
    prev[an] = b;
}

static int connect(int a, int b)
{
    int e = edge(dest(a), org[b]);
    splice(e, lnext(a));
    splice(e ^ 1, b);
    return e;
}

static void drop(int e)
{
    splice(e, prev[e]);
    splice(e ^ 1, prev[e ^ 1]);
    e &= ~1;
    org[e] = org[e + 1] = -1;
    next[e] = unused;
    unused = e;
}

static hull merge(hull l, hull r)
{
    int ldi = l.right, rdi = r.left, base;
    for (;;)
        if (leftof(org[rdi], ldi))
            ldi = lnext(ldi);
        else if (rightof(org[ldi], rdi))
            rdi = next[rdi ^ 1];
        else
            break;
    base = connect(rdi ^ 1, ldi);
    if (org[ldi] == org[l.left])
        l.left = base ^ 1;
    if (org[rdi] == org[r.right])
        r.right = base;
    for (;;) {
        int lc = next[base ^ 1], rc = prev[base], t;
        if (rightof(dest(lc), base))
            while (incircle(dest(base), org[base], dest(lc), dest(next[lc]))) {
                t = next[lc];
                drop(lc);
                lc = t;
            }
        if (rightof(dest(rc), base))
            while (incircle(dest(base), org[base], dest(rc), dest(prev[rc]))) {
                t = prev[rc];
                drop(rc);
                rc = t;
            }
        int lv = rightof(dest(lc), base), rv = rightof(dest(rc), base);
        if (!lv && !rv)
            break;
        if (!lv || (rv && incircle(dest(lc), org[lc], org[rc], dest(rc))))
            base = connect(rc, base ^ 1);
        else
            base = connect(base ^ 1, lc ^ 1);
    }
    hull h = {l.left, r.right};
    return h;
}

static hull delaunay(int v, int n)
{
    hull h;
    if (n == 2) {
        h.left = edge(v, v + 1);
        h.right = h.left ^ 1;
        return h;
    }
    if (n == 3) {
        int a = edge(v, v + 1), b = edge(v + 1, v + 2);
        double turn = cross(v, v + 1, v + 2);
        splice(a ^ 1, b);
        h.left = a;
        h.right = b ^ 1;
        if (turn != 0) {
            int c = connect(b, a);
            if (turn < 0) {
                h.left = c ^ 1;
                h.right = c;
            }
        }
        return h;
    }
    h = delaunay(v, n / 2);
    return merge(h, delaunay(v + n / 2, n - n / 2));
}

static int by_x(const void *a, const void *b)
{
    const point *u = (const point *)a, *v = (const point *)b;
    return u->x != v->x ? (u->x > v->x) - (u->x < v->x) : (u->y > v->y) - (u->y < v->y);
}

/* triangles are the faces with three edges that turn left, each seen from its first point */
static void region(void)
{
    memcpy(p, points, (size_t)size * sizeof *p);
    qsort(p, (size_t)size, sizeof *p, by_x);
    edges = triangles = 0;
    unused = -1;
    delaunay(0, size);
    for (int e = 0; e < edges; e++)
        if (org[e] >= 0) {
            int a = lnext(e), b = lnext(a), i = org[e], j = org[a], k = org[b];
            if (lnext(b) == e && i < j && i < k && cross(i, j, k) > 0) {
                found[triangles][0] = p[i].id;
                found[triangles][1] = p[j].id;
                found[triangles++][2] = p[k].id;
            }
        }
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
    points = NEW(point, size);
    p = NEW(point, size);
    org = NEW(int, (int64_t)size * 6);
    next = NEW(int, (int64_t)size * 6);
    prev = NEW(int, (int64_t)size * 6);
    found = (int (*)[3])make((int64_t)size * 2, sizeof *found);
    for (int i = 0; i < size; i++) {
        points[i].x = unit(2 * i);
        points[i].y = unit(2 * i + 1);
        points[i].id = i;
    }
    measure(region, NULL);
    for (int i = 0; i < triangles; i++)
        s += (1.0 + found[i][0] % 101) * (1 + found[i][1] % 101) * (1 + found[i][2] % 101);
    return check(s + triangles);
}
