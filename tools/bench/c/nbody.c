/* nbody.c: gravitational acceleration of bodies, all pairs. */
#include "common.h"

static double *x, *y, *z, *m, *ax, *ay, *az;

static void region(void)
{
#pragma omp parallel for
    for (int i = 0; i < size; i++) {
        double sx = 0, sy = 0, sz = 0, xi = x[i], yi = y[i], zi = z[i];
        for (int j = 0; j < size; j++) {
            double dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
            double d2 = dx * dx + dy * dy + dz * dz + 1e-7, f = m[j] / (d2 * sqrt(d2));
            sx += dx * f;
            sy += dy * f;
            sz += dz * f;
        }
        ax[i] = sx;
        ay[i] = sy;
        az[i] = sz;
    }
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    x = NEW(double, size);
    y = NEW(double, size);
    z = NEW(double, size);
    m = NEW(double, size);
    ax = NEW(double, size);
    ay = NEW(double, size);
    az = NEW(double, size);
    for (int i = 0; i < size; i++) {
        x[i] = unit(4 * i);
        y[i] = unit(4 * i + 1);
        z[i] = unit(4 * i + 2);
        m[i] = unit(4 * i + 3);
    }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        c += fabs(ax[i]) + fabs(ay[i]) + fabs(az[i]);
    return check(c);
}
