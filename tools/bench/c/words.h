/* words.h: a table of strings with two sums for each, with open addressing. */

typedef struct {
    const char *at;
    int n, count;
    int64_t sum;
} entry;

typedef struct {
    entry *slots;
    int used, room; /* a power of two */
} table;

static void table_clear(table *t)
{
    free(t->slots);
    t->room = 1024;
    t->used = 0;
    t->slots = NEW(entry, t->room);
}

static entry *table_slot(table *t, const char *at, int n)
{
    uint32_t h = 2166136261u;
    for (int i = 0; i < n; i++)
        h = (h ^ (unsigned char)at[i]) * 16777619u;
    for (uint32_t i = h ^ h >> 15;; i++) {
        entry *e = &t->slots[i & (uint32_t)(t->room - 1)];
        if (e->at == NULL || (e->n == n && memcmp(e->at, at, (size_t)n) == 0))
            return e;
    }
}

static void table_add(table *t, const char *at, int n, int count, int64_t sum)
{
    entry *e = table_slot(t, at, n);
    if (e->at == NULL) {
        if (2 * t->used >= t->room) {
            entry *old = t->slots;
            t->slots = NEW(entry, t->room *= 2);
            for (int i = 0; i < t->room / 2; i++)
                if (old[i].at != NULL)
                    *table_slot(t, old[i].at, old[i].n) = old[i];
            free(old);
            e = table_slot(t, at, n);
        }
        e->at = at;
        e->n = n;
        t->used++;
    }
    e->count += count;
    e->sum += sum;
}

static void table_merge(table *t, const table *from)
{
    for (int i = 0; i < from->room; i++)
        if (from->slots[i].at != NULL)
            table_add(t, from->slots[i].at, from->slots[i].n, from->slots[i].count, from->slots[i].sum);
}
