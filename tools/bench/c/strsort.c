/* strsort.c: quicksort of strings, which are places in one array of chars;
 * equal strings are not looked at again. Tasks with OpenMP. */
#include "common.h"

typedef struct {
    const char *at;
    int n;
} string;

static char *chars;
static string *original, *strings;

static void copy(void) { memcpy(strings, original, (size_t)size * sizeof *strings); }

static int compare(const string *a, const string *b)
{
    int c = memcmp(a->at, b->at, (size_t)(a->n < b->n ? a->n : b->n));
    return c != 0 ? c : a->n - b->n;
}

static void swap(string *a, string *b)
{
    string t = *a;
    *a = *b;
    *b = t;
}

/* less, equal and greater than the pivot, in this order */
static void quicksort(string *v, int n)
{
    if (n < 2)
        return;
    string pivot = v[n / 2];
    int less = 0, i = 0, more = n;
    while (i < more) {
        int c = compare(&v[i], &pivot);
        if (c < 0)
            swap(&v[less++], &v[i++]);
        else if (c > 0)
            swap(&v[i], &v[--more]);
        else
            i++;
    }
#pragma omp task if (n > 5000)
    quicksort(v, less);
    quicksort(v + more, n - more);
}

static void region(void)
{
#pragma omp parallel
#pragma omp single
    quicksort(strings, size);
}

int main(int argc, char **argv)
{
    double s = 0;
    int64_t at = 0;
    arguments(argc, argv);
    chars = NEW(char, (int64_t)size * 12);
    original = NEW(string, size);
    strings = NEW(string, size);
    for (int i = 0; i < size; i++) {
        string x = {chars + at, 3 + noise(i) % 10};
        for (int k = 0; k < x.n; k++)
            chars[at++] = (char)('a' + noise(16 * i + k) % (k < 2 ? 4 : 26));
        original[i] = x;
    }
    measure(region, copy);
    for (int i = 0; i < size; i++) {
        int value = 0;
        for (int k = 0; k < strings[i].n; k++)
            value += strings[i].at[k] * (k + 1);
        s += (double)value * (i % 1000);
    }
    return check(s);
}
