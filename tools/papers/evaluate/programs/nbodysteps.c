/* nbodysteps.c: bodies that attract each other, ten steps. */
#include "common.h"

static double *x, *y, *z, *m, *vx, *vy, *vz, *ax, *ay, *az;

static void step(void)
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

static void move(double *p, double *v, const double *a)
{
    for (int i = 0; i < size; i++) {
        v[i] += 0.000001 * a[i];
        p[i] += 0.000001 * v[i];
    }
}

static void region(void)
{
    for (int s = 0; s < 10; s++) {
        step();
        move(x, vx, ax);
        move(y, vy, ay);
        move(z, vz, az);
    }
}

static void prepare(void)
{
    for (int i = 0; i < size; i++) {
        x[i] = unit(4 * i);
        y[i] = unit(4 * i + 1);
        z[i] = unit(4 * i + 2);
        m[i] = unit(4 * i + 3);
        vx[i] = vy[i] = vz[i] = 0;
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
    vx = NEW(double, size);
    vy = NEW(double, size);
    vz = NEW(double, size);
    measure(region, prepare);
    for (int i = 0; i < size; i++)
        c += fabs(x[i]) + fabs(y[i]) + fabs(z[i]);
    return check(c);
}
