/* clip.c: clipping polygons to the unit square, one side of the square after
 * the other (Sutherland and Hodgman); what is kept is their area. */
#include "common.h"

typedef struct {
    double x, y;
} point;

typedef struct {
    double a, b, c; /* inside: a x + b y <= c */
} side;

static point *corners;
static int *first;
static double *areas;

static double excess(point p, side s) { return s.a * p.x + s.b * p.y - s.c; }

static point between(point p, point q, double ep, double eq)
{
    double k = ep / (ep - eq);
    point r = {p.x + k * (q.x - p.x), p.y + k * (q.y - p.y)};
    return r;
}

static int cut(const point *from, int n, side s, point *to)
{
    int m = 0;
    for (int i = 0; i < n; i++) {
        point p = from[i == 0 ? n - 1 : i - 1], q = from[i];
        double ep = excess(p, s), eq = excess(q, s);
        if ((ep <= 0) != (eq <= 0))
            to[m++] = between(p, q, ep, eq);
        if (eq <= 0)
            to[m++] = q;
    }
    return m;
}

static double clipped(const point *p, int n)
{
    static const side sides[] = {{-1, 0, 0}, {1, 0, 1}, {0, -1, 0}, {0, 1, 1}};
    point one[16], two[16];
    double area = 0;
    n = cut(p, n, sides[0], one);
    n = cut(one, n, sides[1], two);
    n = cut(two, n, sides[2], one);
    n = cut(one, n, sides[3], two);
    for (int i = 0; i < n; i++) {
        point a = two[i == 0 ? n - 1 : i - 1], b = two[i];
        area += a.x * b.y - b.x * a.y;
    }
    return area / 2;
}

static void region(void)
{
#pragma omp parallel for
    for (int i = 0; i < size; i++)
        areas[i] = clipped(corners + first[i], first[i + 1] - first[i]);
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
    corners = NEW(point, (int64_t)size * 10);
    first = NEW(int, size + 1);
    areas = NEW(double, size);
    for (int i = 0; i < size; i++) {
        int n = 3 + noise(i) % 8;
        double x = unit(3 * i), y = unit(3 * i + 1), r = 0.6 * unit(3 * i + 2);
        first[i + 1] = first[i] + n;
        for (int k = 0; k < n; k++) {
            double angle = 2 * M_PI * k / n;
            corners[first[i] + k].x = x + r * cos(angle);
            corners[first[i] + k].y = y + r * sin(angle);
        }
    }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        s += areas[i] * (1 + i % 7);
    return check(s);
}
