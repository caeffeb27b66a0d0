/* muladd.cu: multiply and add, element by element. */
#include "device.h"

static double *x, *y, *z, *out;

static __global__ void muladd(int n, const double *__restrict__ p, const double *__restrict__ q, const double *__restrict__ r,
                              double *__restrict__ o)
{
    EACH(i, n);
    o[i] = p[i] * q[i] + r[i];
}

static void region(void)
{
    LAUNCH(muladd, BLOCKS(size), THREADS, (size, x, y, z, out));
    finish();
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
    double *a = NEW(double, size), *b = NEW(double, size), *c = NEW(double, size);
    for (int i = 0; i < size; i++) {
        a[i] = unit(i);
        b[i] = unit(i + 1);
        c[i] = unit(i + 2);
    }
    x = to_device(a, size);
    y = to_device(b, size);
    z = to_device(c, size);
    out = on_device<double>(size);
    measure(region, NULL);
    to_host(a, out, size);
    for (int i = 0; i < size; i++)
        s += a[i];
    return check(s);
}
