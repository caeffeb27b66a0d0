/* batcher.c: Batcher's bitonic sorting network, in place; keys are filled up to
 * a power of two. */
#include "common.h"
#include "keys.h"

static int *a, room = 1;

static void fill(void)
{
    for (int i = 0; i < room; i++)
        a[i] = i < size ? original[i] : INT32_MAX;
}

static void region(void)
{
    for (int k = 2; k <= room; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
#pragma omp parallel for
            for (int i = 0; i < room / 2; i++) {
                int lo = (i & ~(j - 1)) * 2 + (i & (j - 1)), up = (lo & k) == 0;
                int x = a[lo], y = a[lo + j], less = x < y ? x : y, more = x < y ? y : x;
                a[lo] = up ? less : more;
                a[lo + j] = up ? more : less;
            }
}

int main(int argc, char **argv)
{
    make_keys(argc, argv);
    while (room < size)
        room *= 2;
    a = NEW(int, room);
    measure(region, fill);
    return check(weight(a));
}
