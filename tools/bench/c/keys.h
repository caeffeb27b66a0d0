/* keys.h: the keys that are sorted, and the check of a sorted array. */

static int *original, *keys;

static void make_keys(int argc, char **argv)
{
    arguments(argc, argv);
    original = NEW(int, size);
    keys = NEW(int, size);
    for (int i = 0; i < size; i++)
        original[i] = noise(i) % 1000000000;
}

static inline void copy_keys(void) { memcpy(keys, original, (size_t)size * sizeof *keys); }

/* 0 where neighbours are not in order */
static double weight(const int *a)
{
    double s = 0;
    for (int i = 0; i < size; i++) {
        if (i > 0 && a[i - 1] > a[i])
            return 0;
        s += (double)a[i] * (i % 1000);
    }
    return s;
}
