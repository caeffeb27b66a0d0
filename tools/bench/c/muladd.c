/* muladd.c: multiply and add, element by element. */
#include "common.h"

static double *x, *y, *z, *out;

static void region(void)
{
#pragma omp parallel for
    for (int i = 0; i < size; i++)
        out[i] = x[i] * y[i] + z[i];
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
    x = NEW(double, size);
    y = NEW(double, size);
    z = NEW(double, size);
    out = NEW(double, size);
    for (int i = 0; i < size; i++) {
        x[i] = unit(i);
        y[i] = unit(i + 1);
        z[i] = unit(i + 2);
    }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        s += out[i];
    return check(s);
}
