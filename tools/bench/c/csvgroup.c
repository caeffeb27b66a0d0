/* csvgroup.c: a table of cities; with OpenMP each thread has a part of the text
 * and a table of its own. */
#include "common.h"
#include "words.h"

static char *text;
static int length, threads = 1;
static table *tables;

/* the first place from i on behind the end of a line, or the end */
static int start(int i)
{
    while (i > 0 && i < length && text[i - 1] != '\n')
        i++;
    return i;
}

static void group(table *t, int i, int end)
{
    while (i < end) {
        int city, n, amount = 0;
        while (text[i] != ',')
            i++;
        city = ++i;
        while (text[i] != ',')
            i++;
        n = i++ - city;
        for (; text[i] != '\n'; i++)
            amount = 10 * amount + text[i] - '0';
        i++;
        table_add(t, text + city, n, 1, amount);
    }
}

static void region(void)
{
#pragma omp parallel for
    for (int t = 0; t < threads; t++) {
        table_clear(&tables[t]);
        group(&tables[t], start((int)((int64_t)length * t / threads)), start((int)((int64_t)length * (t + 1) / threads)));
    }
    for (int t = 1; t < threads; t++)
        table_merge(&tables[0], &tables[t]);
}

static void digits(int x, int n)
{
    for (int k = n; k-- > 0; x /= 10)
        text[length + k] = (char)('0' + x % 10);
    length += n;
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
#ifdef _OPENMP
    threads = omp_get_max_threads();
#endif
    tables = NEW(table, threads);
    text = NEW(char, (int64_t)size * 23);
    for (int i = 0; i < size; i++) {
        int r = noise(i) % 1000, n = 3 + noise(r) % 8;
        digits(i, 7);
        text[length++] = ',';
        for (int k = 0; k < n; k++)
            text[length++] = (char)('a' + noise(16 * r + k) % 26);
        text[length++] = ',';
        digits(noise(i) / 1000 % 1000, 1 + i % 3);
        text[length++] = '\n';
    }
    measure(region, NULL);
    for (int i = 0; i < tables[0].room; i++) {
        entry e = tables[0].slots[i];
        s += (double)e.count * (double)e.sum * e.n;
    }
    return check(s + tables[0].used);
}
