/* quicksort.c: in place, insertion sort below 24 elements; tasks with OpenMP. */
#include "common.h"
#include "keys.h"

static void insertion(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int v = a[i], j = i;
        for (; j > 0 && a[j - 1] > v; j--)
            a[j] = a[j - 1];
        a[j] = v;
    }
}

static int median(int x, int y, int z) { return x < y ? (y < z ? y : x < z ? z : x) : (x < z ? x : y < z ? z : y); }

/* cuts a into two parts, the first of the returned length */
static int cut(int *a, int n)
{
    int p = median(a[0], a[n / 2], a[n - 1]), i = 0, j = n - 1;
    for (;;) {
        while (a[i] < p)
            i++;
        while (a[j] > p)
            j--;
        if (i >= j)
            break;
        int t = a[i];
        a[i++] = a[j];
        a[j--] = t;
    }
    return j + 1 > n - 1 ? n - 1 : j + 1 < 1 ? 1 : j + 1;
}

static void quicksort(int *a, int n)
{
    while (n > 24) {
        int k = cut(a, n);
#ifdef _OPENMP
        if (n > 20000) {
#pragma omp task
            quicksort(a, k);
            a += k;
            n -= k;
            continue;
        }
#endif
        if (k < n - k) {
            quicksort(a, k);
            a += k;
            n -= k;
        } else {
            quicksort(a + k, n - k);
            n = k;
        }
    }
    insertion(a, n);
}

static void region(void)
{
#pragma omp parallel
#pragma omp single
    quicksort(keys, size);
}

int main(int argc, char **argv)
{
    make_keys(argc, argv);
    measure(region, copy_keys);
    return check(weight(keys));
}
