/* align.c: the best local alignment of pairs of strings (Smith and Waterman),
 * with one row of the table. */
#include "common.h"

enum { LONGEST = 200 };

static char *strands;
static int *lengths, *best;

static int max(int a, int b) { return a > b ? a : b; }

static int align(const char *a, int n, const char *b, int m)
{
    int row[LONGEST] = {0}, most = 0;
    for (int i = 0; i < m; i++) {
        int corner = 0, left = 0;
        for (int j = 0; j < n; j++) {
            int h = max(max(0, corner + (a[j] == b[i] ? 2 : -1)), max(row[j], left) - 1);
            corner = row[j];
            row[j] = left = h;
            most = max(most, h);
        }
    }
    return most;
}

static void region(void)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < size; i++)
        best[i] = align(strands + (int64_t)i * 2 * LONGEST, lengths[2 * i], strands + (int64_t)(2 * i + 1) * LONGEST, lengths[2 * i + 1]);
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
    strands = NEW(char, (int64_t)size * 2 * LONGEST);
    lengths = NEW(int, 2 * size);
    best = NEW(int, size);
    for (int i = 0; i < size; i++) {
        lengths[2 * i] = 100 + noise(i) % 100;
        lengths[2 * i + 1] = 100 + noise(i + size) % 100;
        for (int k = 0; k < 2 * LONGEST; k++)
            strands[(int64_t)i * 2 * LONGEST + k] = "ACGT"[noise(400 * i + k) / 1000 % 4];
    }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        s += (double)best[i] * (1 + i % 7);
    return check(s);
}
