/* nes_ranks.h: launches on several ranks. The groups of a launch are divided among
 * ranks, in order, if the kernel says which elements each group touches; others are
 * repeated by every rank. Before a launch, arrays are brought where it reads them
 * (nes_bring.h), but for what was fetched for it (nes_fetch.h).
 *
 * How many groups a launch has, and what each does, does not depend on ranks, so no
 * result does. */
#ifndef NES_RANKS_H
#define NES_RANKS_H

#include "nes_fetch.h"

/* how a kernel uses an array: kir.Access */
enum { NES_ACCESS_VALUE, NES_ACCESS_OWN, NES_ACCESS_GATHER, NES_ACCESS_WRITE, NES_ACCESS_SCATTER, NES_ACCESS_ROWOWN, NES_ACCESS_ROWWRITE, NES_ACCESS_PARTIAL, NES_ACCESS_OWNNEXT, NES_ACCESS_PACKED, NES_ACCESS_AMENDED, NES_ACCESS_FETCHED, NES_ACCESS_DELIVERED, NES_ACCESS_MAXIMA, NES_ACCESS_ALONE, NES_ACCESS_MARKED };

typedef struct {
    nes_array *a;
    int access;
} nes_use;

/* where groups write a use with the access packed: kir.Window */
typedef struct {
    int use;
    const nes_array *starts; /* of nes_int */
    int64_t base;
    int rest;
} nes_window;

/* steps of a merge of positions and ends of segments: kir.Merge; without offsets there is none */
typedef struct {
    const nes_array *offs; /* of nes_int */
    int64_t n, count;
} nes_merge;

/* groups of a launch that this rank runs: n of them from first on. If the launch is
 * not divided these are all, and there are no parts. */
typedef struct {
    nes_int first, n;
    int64_t parts, size, length; /* how the launch is divided (kir.Share) */
    int64_t *rows, *elements;    /* of a merge: those before each rank's, and of all; else NULL */
    nes_int row, end;            /* the rows among which this rank looks for cuts */
} nes_span;

/* whether what is written goes to the ranks that have it */
NES_HOST int nes_delivers(int access) { return access == NES_ACCESS_DELIVERED || access == NES_ACCESS_MAXIMA; }

/* of n elements, of which each group has as many */
NES_HOST int64_t nes_of_group(const nes_span *s, int64_t n) { return n < s->parts ? 1 : n / s->parts; }

/* where rank r begins in n elements, if the launch is divided and has the array in blocks */
NES_HOST int64_t nes_begins(const nes_span *s, int access, int64_t n, int r)
{
    int64_t at = s->parts * r / nes_ranks.n;
    if (r >= nes_ranks.n)
        return n;
    if (access == NES_ACCESS_OWN || access == NES_ACCESS_WRITE)
        at = s->elements != NULL ? s->elements[r] : at * s->size * s->length;
    else if (access == NES_ACCESS_PARTIAL)
        at *= nes_of_group(s, n);
    else
        at = s->rows != NULL ? s->rows[r] : at * s->size;
    return at < n ? at : n;
}

/* Where a launch has an array of n elements, and what each rank reads of it. */
NES_HOST nes_where nes_wanted(const nes_span *s, int access, int64_t n, nes_range *reads)
{
    nes_where w = {0, 0, NULL};
    const int next = access == NES_ACCESS_OWNNEXT, rows = access == NES_ACCESS_ROWOWN && s->rows != NULL;
    if (s->parts == 0 || access == NES_ACCESS_VALUE || access == NES_ACCESS_GATHER || access == NES_ACCESS_SCATTER ||
        access == NES_ACCESS_AMENDED || access == NES_ACCESS_PACKED || access == NES_ACCESS_ALONE || access == NES_ACCESS_MARKED || nes_delivers(access))
        return w;
    for (int r = 0; reads != NULL && r < nes_ranks.n; r++) {
        int64_t hi = nes_begins(s, access, n, r + 1);
        reads[r].lo = nes_begins(s, access, n, r);
        hi += rows ? 2 : next && reads[r].lo < hi; /* with the next row, and where that ends */
        reads[r].hi = hi < n ? hi : n;
        reads[r].rank = r;
    }
    if (s->rows == NULL || access == NES_ACCESS_PARTIAL) {
        w.parts = s->parts;
        w.scale = access == NES_ACCESS_PARTIAL ? nes_of_group(s, n) : access == NES_ACCESS_OWN || access == NES_ACCESS_WRITE ? s->size * s->length : s->size;
        return w;
    }
    w.extents = nes_new_extents(nes_ranks.n);
    for (int r = 0; r < nes_ranks.n; r++) {
        w.extents->p[r].start = nes_begins(s, access, n, r);
        w.extents->p[r].rank = r;
    }
    w.extents->n = nes_ranks.n;
    return w;
}

/* where an array of n elements is that a launch writes anywhere, unless it has a place: in the
 * blocks of the launch, or as many */
NES_HOST nes_where nes_scattered(const nes_span *s, int64_t n)
{
    nes_where w = {s->parts, s->size * s->length, NULL};
    if (w.scale <= 0 || (n + w.scale - 1) / w.scale != w.parts)
        w.scale = (n + w.parts - 1) / w.parts;
    return w;
}

/* whether groups write only what their numbers say */
NES_HOST int nes_divisible(const nes_use *uses, int n)
{
    for (int i = 0; i < n; i++)
        if (uses[i].access == NES_ACCESS_SCATTER && uses[i].a != nes_dev.error)
            return 0;
    return 1;
}

/* adds that a rank has what begins at an element, unless the extent before says so */
NES_HOST void nes_add_extent(nes_extents *out, int64_t start, int rank)
{
    if (out->n > 0 && out->p[out->n - 1].rank == rank)
        return;
    out->p[out->n].start = start;
    out->p[out->n++].rank = rank;
}

/* Where ranks write, as ranges in any order say: the last rank has what none has. Behind a failed
 * check these are anything, the same on all ranks. */
NES_HOST nes_where nes_where_written(nes_range *w, int count, int64_t n)
{
    nes_where where = {0, 0, NULL};
    nes_extents *out = nes_new_extents(2 * count + 1);
    int64_t at = 0;
    for (int i = 1; i < count; i++) { /* they are few, and nearly in order */
        const nes_range x = w[i];
        int j = i;
        for (; j > 0 && w[j - 1].lo > x.lo; j--)
            w[j] = w[j - 1];
        w[j] = x;
    }
    for (int i = 0; i < count; i++) {
        const int64_t lo = w[i].lo > at ? w[i].lo : at, hi = w[i].hi < n ? w[i].hi : n;
        if (lo >= hi)
            continue;
        if (at < lo)
            nes_add_extent(out, at, nes_ranks.n - 1);
        nes_add_extent(out, lo, w[i].rank);
        at = hi;
    }
    if (at < n || out->n == 0)
        nes_add_extent(out, at, nes_ranks.n - 1);
    where.extents = out;
    return where;
}

/* Finds where ranks write the arrays of windows, before they do. */
NES_HOST void nes_place_windows(const nes_span *s, const nes_use *uses, int n, const nes_window *windows, int count)
{
    const int ranks = nes_ranks.n;
    int64_t *at = (int64_t *)nes_alloc((size_t)count * (size_t)(ranks + 1), sizeof *at);
    nes_range *w = (nes_range *)nes_alloc((size_t)count * (size_t)ranks, sizeof *w);
    memset(at, 0, (size_t)count * (size_t)(ranks + 1) * sizeof *at);
    for (int k = 0; k < count; k++)
        for (int r = 0; r <= ranks; r++) {
            const nes_array *starts = windows[k].starts;
            int64_t i = s->parts * r / ranks * s->size;
            nes_int x;
            if (r == ranks || i > starts->n - 1)
                i = starts->n - 1;
            if (i < 0 || nes_owner(starts->where, starts->n, i) != nes_ranks.rank)
                continue;
            nes_mem_get(starts->mem, (size_t)i * sizeof x, &x, sizeof x, 1);
            at[k * (ranks + 1) + r] = windows[k].base + (windows[k].rest ? i - x : x);
        }
    nes_compare("windows", count, 0);
    MPI_Allreduce(MPI_IN_PLACE, at, count * (ranks + 1), MPI_INT64_T, MPI_BOR, MPI_COMM_WORLD);
    nes_ranks.collectives++;
    for (int u = 0; u < n; u++) {
        int m = 0;
        if (uses[u].access != NES_ACCESS_PACKED)
            continue;
        for (int k = 0; k < count; k++)
            for (int r = 0; windows[k].use == u && r < ranks; r++, m++) {
                w[m].lo = at[k * (ranks + 1) + r];
                w[m].hi = at[k * (ranks + 1) + r + 1];
                w[m].rank = r;
            }
        nes_set_where(&uses[u].a->where, nes_where_written(w, m, uses[u].a->n));
    }
    nes_free(w);
    nes_free(at);
}

/* how many segments, between from and to, end before step d of a merge, of those of which this
 * rank has the end */
NES_HOST int64_t nes_ended_here(const nes_array *offs, nes_where w, int64_t from, int64_t to, int64_t d)
{
    int64_t sum = 0;
    for (int k = 0; k < nes_extent_count(w); k++) {
        int rank;
        int64_t hi, first, lo = nes_extent_at(w, offs->n, k, &hi, &rank);
        lo = lo - 1 > from ? lo - 1 : from;
        hi = hi - 1 < to ? hi - 1 : to;
        if (rank != nes_ranks.rank)
            continue;
        for (first = lo; lo < hi;) {
            const int64_t mid = lo + (hi - lo) / 2;
            nes_int end;
            nes_mem_get(offs->mem, (size_t)(mid + 1) * sizeof end, &end, sizeof end, 1);
            if (end < d - mid)
                lo = mid + 1;
            else
                hi = mid;
        }
        sum += lo - first;
    }
    return sum;
}

/* Finds which elements and rows each rank has of a merge. Behind a failed check these are
 * anything, the same on all ranks. */
NES_HOST void nes_cut(nes_span *s, const nes_merge *m)
{
    const int ranks = nes_ranks.n;
    const nes_array *offs = m->offs;
    nes_where w = offs->where;
    s->rows = (int64_t *)nes_alloc((size_t)(ranks + 1) * 2, sizeof *s->rows);
    s->elements = s->rows + ranks + 1;
    if (nes_is_everywhere(w)) { /* each rank looks at a part */
        w.parts = ranks;
        w.scale = (offs->n + ranks - 1) / ranks;
    }
    for (int r = 0; r <= ranks; r++) {
        const int64_t steps = m->n + m->count, step = s->parts * r / ranks * s->size, d = r == ranks || step > steps ? steps : step;
        const int64_t from = d > m->n ? d - m->n : 0;
        int64_t to = d < m->count ? d : m->count;
        to = to < offs->n - 1 ? to : offs->n - 1;
        s->elements[r] = d;
        s->rows[r] = nes_ended_here(offs, w, from, to, d) + (nes_first_rank() ? from : 0);
    }
    nes_compare("a merge", m->n, m->count);
    MPI_Allreduce(MPI_IN_PLACE, s->rows, ranks + 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    nes_ranks.collectives++;
    for (int r = 0; r <= ranks; r++) {
        s->elements[r] -= s->rows[r];
        if (r > 0 && s->rows[r] < s->rows[r - 1])
            s->rows[r] = s->rows[r - 1];
        if (r > 0 && s->elements[r] < s->elements[r - 1])
            s->elements[r] = s->elements[r - 1];
    }
    s->row = (nes_int)s->rows[nes_ranks.rank];
    s->end = (nes_int)s->rows[nes_ranks.rank + 1];
}

/* Decides which groups of a launch this rank runs, and brings arrays where these need
 * them. A group has size of count numbers, each of which is length elements; size is 0
 * where the kernel does not say. */
NES_HOST nes_span nes_divide(nes_int groups, int64_t size, int64_t count, int64_t length, const nes_use *uses, int n,
                             const nes_window *windows, int nwindows, nes_merge merge)
{
    nes_span s = {0, groups, 0, size, length, NULL, NULL, 0, merge.offs == NULL ? NES_MAX_INT : (nes_int)merge.count};
    const int64_t parts = size > 0 && count > 0 ? (count + size - 1) / size : 0;
    nes_range *reads = (nes_range *)nes_alloc((size_t)nes_ranks.n, sizeof *reads);
    nes_compare("a launch", groups, parts);
    if (nes_ranks.n > 1 && parts > 1 && groups > 1 && length >= 0 && nes_divisible(uses, n)) {
        const int64_t first = parts * nes_ranks.rank / nes_ranks.n, last = parts * (nes_ranks.rank + 1) / nes_ranks.n;
        s.parts = parts;
        s.first = (nes_int)(first < groups ? first : groups);
        s.n = (nes_ranks.rank + 1 == nes_ranks.n || last > groups ? groups : (nes_int)last) - s.first;
        if (merge.offs != NULL)
            nes_cut(&s, &merge);
        nes_ranks.divided++;
    } else {
        nes_ranks.repeated++;
    }
    for (int i = 0; i < n; i++) {
        const int access = uses[i].access;
        nes_array *a = uses[i].a;
        nes_where w;
        if (nes_delivers(access) && s.parts > 0) {
            nes_begin_delivery(a, nes_scattered(&s, a->n), access == NES_ACCESS_MAXIMA);
            continue;
        }
        if (a == nes_dev.error || a->fresh || nes_is_everywhere(a->where) || access == NES_ACCESS_AMENDED ||
            access == NES_ACCESS_FETCHED || ((access == NES_ACCESS_PACKED || access == NES_ACCESS_ALONE) && s.parts > 0))
            continue;
        w = nes_wanted(&s, access, a->n, reads);
        if (nes_is_everywhere(w))
            nes_everywhere(a);
        else if (access == NES_ACCESS_OWNNEXT || w.extents != NULL || a->where.extents != NULL || a->where.parts != w.parts || a->where.scale != w.scale)
            nes_move(a, reads, w);
    }
    if (nwindows > 0 && s.parts > 0)
        nes_place_windows(&s, uses, n, windows, nwindows);
    nes_free(reads);
    return s;
}

/* notes where the launch has left what it wrote */
NES_HOST void nes_divided(const nes_span *s, const nes_use *uses, int n)
{
    nes_delivery *delivered = (nes_delivery *)nes_alloc((size_t)n, sizeof *delivered);
    int deliveries = 0;
    for (int i = 0; i < n; i++)
        if (nes_delivers(uses[i].access) && s->parts > 0) {
            delivered[deliveries].a = uses[i].a;
            delivered[deliveries++].maxima = uses[i].access == NES_ACCESS_MAXIMA;
        }
    if (deliveries > 0)
        nes_deliver(delivered, deliveries);
    nes_free(delivered);
    for (int i = 0; i < n; i++) {
        const int access = uses[i].access;
        if (uses[i].a == nes_dev.error || access == NES_ACCESS_OWN || access == NES_ACCESS_GATHER || access == NES_ACCESS_ROWOWN ||
            access == NES_ACCESS_OWNNEXT || access == NES_ACCESS_FETCHED || (access == NES_ACCESS_ALONE && s->parts > 0))
            continue;
        if (!(nes_delivers(access) && s->parts > 0) && access != NES_ACCESS_AMENDED && (access != NES_ACCESS_PACKED || s->parts == 0))
            nes_set_where(&uses[i].a->where, nes_wanted(s, access, uses[i].a->n, NULL));
        nes_forget_marks(uses[i].a);
        uses[i].a->fresh = 0;
        uses[i].a->asked = 0;
    }
    nes_free(s->rows);
}

#endif
