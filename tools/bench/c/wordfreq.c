/* wordfreq.c: a table of words; with OpenMP each thread has a part of the text
 * and a table of its own. */
#include "common.h"
#include "words.h"

static char *text;
static int length, threads = 1;
static table *tables;

static int blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

/* the first place from i on behind a blank, or the end */
static int start(int i)
{
    while (i > 0 && i < length && !blank(text[i - 1]))
        i++;
    return i;
}

static void count(table *t, int i, int end)
{
    while (i < end) {
        int from = i;
        while (i < end && !blank(text[i]))
            i++;
        if (i > from)
            table_add(t, text + from, i - from, 1, 0);
        i++;
    }
}

static void region(void)
{
#pragma omp parallel for
    for (int t = 0; t < threads; t++) {
        table_clear(&tables[t]);
        count(&tables[t], start((int)((int64_t)length * t / threads)), start((int)((int64_t)length * (t + 1) / threads)));
    }
    for (int t = 1; t < threads; t++)
        table_merge(&tables[0], &tables[t]);
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
#ifdef _OPENMP
    threads = omp_get_max_threads();
#endif
    tables = NEW(table, threads);
    int words = size / 13 * 2;
    text = NEW(char, (int64_t)words * 10);
    for (int i = 0; i < words; i++) {
        int r = noise(i) % (1 + noise(i + words) % 20000), n = 2 + noise(r) % 8;
        for (int k = 0; k < n; k++)
            text[length++] = (char)('a' + noise(16 * r + k) % 26);
        text[length++] = i % 12 == 11 ? '\n' : ' ';
    }
    measure(region, NULL);
    for (int i = 0; i < tables[0].room; i++) {
        entry e = tables[0].slots[i];
        s += (double)e.count * e.count * e.n;
    }
    return check(s + tables[0].used);
}
