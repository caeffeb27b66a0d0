/* Rays that meet spheres and a floor. */
#include "example.h"

typedef struct { double x, y, z; } point;
typedef struct { int floor; point at; double radius, brightness; } thing;

static point diff(point a, point b) { return (point){a.x - b.x, a.y - b.y, a.z - b.z}; }
static double dot(point a, point b) { return a.x * b.x + (a.y * b.y + a.z * b.z); }

static double distance(const thing *t, point from, point to)
{
    if (t->floor)
        return to.y > -0.01 ? 1e6 : (t->at.y - from.y) / to.y;
    const point o = diff(from, t->at);
    const double b = dot(o, to), c = dot(o, o) - t->radius * t->radius, d = b * b - c;
    if (d < 0)
        return 1e6;
    const double far = (0.0 - b) - sqrt(d);
    return far < 0.001 ? 1e6 : far;
}

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 20);
    const thing things[] = {{0, {0.0, 0.0, 6.0}, 1.5, 1.5}, {0, {1.8, 0.8, 5.0}, 0.7, 1.0}, {0, {-2.0, -0.5, 7.0}, 1.0, 1.2}, {1, {0, -1.5, 0}, 0, 0.6}};
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 2 * n; j++) {
            point to = {(double)j / n - 1.0, 0.6 - (double)i / n, 1.5};
            const point from = {0.0, 0.5, 0.0};
            const double length = sqrt(dot(to, to));
            to = (point){to.x / length, to.y / length, to.z / length};
            double best = distance(&things[0], from, to), bright = things[0].brightness;
            for (int k = 1; k < 4; k++) {
                const double d = distance(&things[k], from, to);
                if (!(best < d))
                    best = d, bright = things[k].brightness;
            }
            const double light = 9.0 * bright / (1.0 + 0.15 * best);
            printf("%d", best < 1e6 ? (int)(light < 9.0 ? light : 9.0) : 0);
        }
        putchar('\n');
    }
    return 0;
}
