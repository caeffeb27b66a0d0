/* Breadth-first search by pulling. */
#include "example.h"

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 480);
    int *first = make((n + 1) * sizeof *first), *edges = make((size_t)n * 8 * sizeof *edges);
    int *distance = make(n * sizeof *distance), *next = make(n * sizeof *next);
    first[0] = 0;
    for (int v = 0; v < n; v++) {
        const int chords[] = {1, 16, 48, n / 3}, m = v % 16 == 0 ? 4 : 1;
        int at = first[v];
        for (int k = 0; k < 2 * m; k++) {
            const int by = chords[k / 2];
            edges[at++] = (v + ((k % 2 == 0 ? by : 0 - by) + n)) % n;
        }
        first[v + 1] = at;
        distance[v] = v == 7 ? 0 : -1;
    }
    int far = 0, more = 1;
    for (int level = 0; more; level++) {
        more = 0;
        for (int v = 0; v < n; v++) {
            next[v] = distance[v];
            for (int e = first[v]; distance[v] < 0 && e < first[v + 1]; e++)
                if (distance[edges[e]] == level) {
                    next[v] = level + 1, more = 1, far = level + 1;
                    break;
                }
        }
        int *t = distance;
        distance = next, next = t;
    }
    int *count = calloc(far + 1, sizeof *count);
    for (int v = 0; v < n; v++)
        if (distance[v] >= 0)
            count[distance[v]]++;
    printf("%d\n%d\n", first[n], far);
    print_ints(count, far + 1), putchar('\n');
    return 0;
}
