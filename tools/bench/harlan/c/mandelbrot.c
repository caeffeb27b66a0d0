/* The Mandelbrot set as characters. */
#include "example.h"

static int iterations(double cr, double ci)
{
    double x = 0, y = 0;
    int n = 0;
    while (n < 200 && x * x + y * y <= 4.0) {
        const double next = x * x - y * y + cr;
        y = 2.0 * (x * y) + ci;
        x = next;
        n++;
    }
    return n;
}

static double at(int i, int n, double low, double high) { return low + (high - low) * ((double)i / (double)n); }

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 24);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 2 * n; j++) {
            const int k = iterations(at(j, 2 * n, -2.2, 0.8), at(i, n, -1.2, 1.2));
            putchar(k == 200 ? '#' : k > 12 ? '+' : k > 5 ? '.' : ' ');
        }
        putchar('\n');
    }
    return 0;
}
