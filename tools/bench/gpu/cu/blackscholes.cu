/* blackscholes.cu: prices of European call options, one for each thread. */
#include "device.h"

static double *s, *x, *m, *o;

static __device__ double cnd(double d)
{
    double l = fabs(d), k = 1 / (1 + 0.2316419 * l);
    double p = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    double w = 1 - 0.3989422804014327 * exp(-l * l / 2) * p;
    return d < 0 ? 1 - w : w;
}

static __global__ void price(int n, const double *__restrict__ spot, const double *__restrict__ strike, const double *__restrict__ time,
                             double *__restrict__ out)
{
    EACH(i, n);
    double r = 0.02, v = 0.30, sq = v * sqrt(time[i]);
    double d1 = (log(spot[i] / strike[i]) + (r + v * v / 2) * time[i]) / sq, d2 = d1 - sq;
    out[i] = spot[i] * cnd(d1) - strike[i] * exp(-r * time[i]) * cnd(d2);
}

static void region(void)
{
    LAUNCH(price, BLOCKS(size), THREADS, (size, s, x, m, o));
    finish();
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    double *p = NEW(double, size), *q = NEW(double, size), *t = NEW(double, size);
    for (int i = 0; i < size; i++) {
        p[i] = 5 + 25 * unit(i);
        q[i] = 1 + 99 * unit(i + size);
        t[i] = 0.25 + 9.75 * unit(i + 2 * size);
    }
    s = to_device(p, size);
    x = to_device(q, size);
    m = to_device(t, size);
    o = on_device<double>(size);
    measure(region, NULL);
    to_host(p, o, size);
    for (int i = 0; i < size; i++)
        c += p[i];
    return check(c);
}
