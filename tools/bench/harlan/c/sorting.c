/* Quicksort of one long vector, and of some short ones. */
#include "example.h"

static void sort(int *v, int n)
{
    if (n < 2)
        return;
    const int pivot = v[n / 2];
    int i = 0, j = n - 1;
    while (i <= j) {
        while (v[i] < pivot)
            i++;
        while (v[j] > pivot)
            j--;
        if (i <= j) {
            const int t = v[i];
            v[i++] = v[j], v[j--] = t;
        }
    }
    sort(v, j + 1);
    sort(v + i, n - i);
}

static int *sorted(int n)
{
    int *v = make((n + 1) * sizeof *v);
    for (int i = 0; i < n; i++)
        v[i] = 7919 * (i + 3) % 101;
    sort(v, n);
    return v;
}

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 20);
    print_ints(sorted(n), n);
    printf("\n[");
    for (int k = 0; k < 6; k++) {
        if (k > 0)
            printf(" \n ");
        print_ints(sorted(k), k);
    }
    printf("]\n");
    return 0;
}
