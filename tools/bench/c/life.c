/* life.c: the game of life on a board around what can be reached in all
 * generations, a byte for each cell. */
#include "common.h"

enum { STRIDE = 32768, ORIGIN = 10000, GENERATIONS = 20, EDGE = GENERATIONS + 1 };

static unsigned char *first, *now_alive, *then_alive;
static int side, width;

static void start(void) { memcpy(now_alive, first, (size_t)width * (size_t)width); }

static void region(void)
{
    for (int g = 0; g < GENERATIONS; g++) {
#pragma omp parallel for
        for (int y = 1; y < width - 1; y++) {
            const unsigned char *up = now_alive + (size_t)(y - 1) * (size_t)width, *at = up + width, *down = at + width;
            unsigned char *to = then_alive + (size_t)y * (size_t)width;
            for (int x = 1; x < width - 1; x++) {
                int n = up[x - 1] + up[x] + up[x + 1] + at[x - 1] + at[x + 1] + down[x - 1] + down[x] + down[x + 1];
                to[x] = n == 3 || (n == 2 && at[x]);
            }
        }
        unsigned char *t = now_alive;
        now_alive = then_alive;
        then_alive = t;
    }
}

int main(int argc, char **argv)
{
    double s = 0;
    int n = 0;
    arguments(argc, argv);
    side = (int)sqrt(size) + 1;
    width = side + 2 * EDGE;
    first = NEW(unsigned char, (int64_t)width * width);
    now_alive = NEW(unsigned char, (int64_t)width * width);
    then_alive = NEW(unsigned char, (int64_t)width * width);
    for (int i = 0; i < size; i++)
        first[(i / side + EDGE) * width + i % side + EDGE] = noise(i) % 3 == 0;
    measure(region, start);
    for (int y = 0; y < width; y++)
        for (int x = 0; x < width; x++)
            if (now_alive[(int64_t)y * width + x])
                s += (double)((ORIGIN + y - EDGE) * STRIDE + ORIGIN + x - EDGE) * (n++ % 1000);
    return check(s + n);
}
