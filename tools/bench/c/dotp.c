/* dotp.c: the dot product of two arrays. */
#include "common.h"

static double *a, *b, s;

static void region(void)
{
    double t = 0;
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < size; i++)
        t += a[i] * b[i];
    s = t;
}

int main(int argc, char **argv)
{
    arguments(argc, argv);
    a = NEW(double, size);
    b = NEW(double, size);
    for (int i = 0; i < size; i++) {
        a[i] = unit(i);
        b[i] = unit(i + size);
    }
    measure(region, NULL);
    return check(s);
}
