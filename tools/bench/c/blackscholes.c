/* blackscholes.c: prices of European call options. */
#include "common.h"

static double *s, *x, *m, *o;

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
        o[i] = s[i] * cnd(d1) - x[i] * exp(-r * m[i]) * cnd(d2);
    }
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    s = NEW(double, size);
    x = NEW(double, size);
    m = NEW(double, size);
    o = NEW(double, size);
    for (int i = 0; i < size; i++) {
        s[i] = 5 + 25 * unit(i);
        x[i] = 1 + 99 * unit(i + size);
        m[i] = 0.25 + 9.75 * unit(i + 2 * size);
    }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        c += o[i];
    return check(c);
}
