/* mandelbrot.c: iteration counts of the Mandelbrot set. */
#include "common.h"

static int *out;

static int escape(double cx, double cy)
{
    double x = 0, y = 0;
    int k = 0;
    for (; k < 256; k++) {
        double x2 = x * x, y2 = y * y;
        if (x2 + y2 > 4.0)
            break;
        y = 2.0 * x * y + cy;
        x = x2 - y2 + cx;
    }
    return k;
}

static void region(void)
{
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            out[(int64_t)i * size + j] = escape(3.0 * j / size - 2.25, 3.0 * i / size - 1.5);
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    out = NEW(int, (int64_t)size * size);
    measure(region, NULL);
    for (int64_t i = 0; i < (int64_t)size * size; i++)
        c += out[i];
    return check(c);
}
