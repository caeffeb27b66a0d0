/* mandelbrot.cu: iteration counts of the Mandelbrot set, a point for each thread. */
#include "device.h"

static int *out;

static __global__ void escape(int n, int *__restrict__ o)
{
    EACH(i, n * n);
    double cx = 3.0 * (i % n) / n - 2.25, cy = 3.0 * (i / n) / n - 1.5, x = 0, y = 0;
    int k = 0;
    for (; k < 256; k++) {
        double x2 = x * x, y2 = y * y;
        if (x2 + y2 > 4.0)
            break;
        y = 2.0 * x * y + cy;
        x = x2 - y2 + cx;
    }
    o[i] = k;
}

static void region(void)
{
    LAUNCH(escape, BLOCKS((int64_t)size * size), THREADS, (size, out));
    finish();
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    const int64_t n = (int64_t)size * size;
    int *h = NEW(int, n);
    out = on_device<int>(n);
    measure(region, NULL);
    to_host(h, out, n);
    for (int64_t i = 0; i < n; i++)
        c += h[i];
    return check(c);
}
