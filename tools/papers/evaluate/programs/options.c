/* options.c: prices of European options, calls and puts. */
#include "common.h"

static double *s, *x, *m, *call, *put;

static inline double cnd(double d)
{
    double l = fabs(d), k = 1 / (1 + 0.2316419 * l);
    double p = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    double w = 1 - 0.3989422804014327 * exp(-l * l / 2) * p;
    return d < 0 ? 1 - w : w;
}

static void region(void)
{
#pragma omp parallel for
    for (int i = 0; i < size; i++) {
        double r = 0.02, v = 0.30, sq = v * sqrt(m[i]);
        double d1 = (log(s[i] / x[i]) + (r + v * v / 2) * m[i]) / sq, d2 = d1 - sq;
        double n1 = cnd(d1), n2 = cnd(d2), y = x[i] * exp(-r * m[i]);
        call[i] = s[i] * n1 - y * n2;
        put[i] = y * (1 - n2) - s[i] * (1 - n1);
    }
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    s = NEW(double, size);
    x = NEW(double, size);
    m = NEW(double, size);
    call = NEW(double, size);
    put = NEW(double, size);
    for (int i = 0; i < size; i++) {
        s[i] = 5 + 25 * unit(i);
        x[i] = 1 + 99 * unit(i + size);
        m[i] = 0.25 + 9.75 * unit(i + 2 * size);
    }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        c += call[i] + put[i];
    return check(c);
}
