/* nes_fetch.h: sending the elements of arrays that a launch reads or writes at computed places, and
 * no others (kir.Fetch). Before the launch an inspector marks what the groups of this rank will
 * access. What they read is fetched from the ranks that have it, and goes to its own place; that does
 * not change where the array is, and after the launch nobody counts on it. What they write is
 * delivered after the launch to the ranks that have it. */
#ifndef NES_FETCH_H
#define NES_FETCH_H

#include "nes_marks.h"

/* whether an inspector has anything to find for a launch of so many groups: elements of arrays that
 * ranks have in parts, or those that it writes of others, if it may be divided */
NES_HOST int nes_inspects(nes_array *const *a, int n, int writes, nes_int groups)
{
    if (nes_ranks.n == 1 || groups <= 0)
        return 0;
    for (int i = 0; i < n; i++)
        if (!nes_is_everywhere(a[i]->where))
            return 1;
    return writes && groups > 1;
}

/* a mark for each element of an array, and one at least */
NES_HOST nes_array *nes_unmarked(const nes_array *a)
{
    const nes_i64 n = a->n > 0 ? a->n : 1;
    void *none = nes_alloc((size_t)n, sizeof(nes_bool));
    nes_array *marks = nes_array_new(n, sizeof(nes_bool), a->position);
    memset(none, 0, (size_t)n * sizeof(nes_bool));
    nes_mem_put(marks->mem, none, (size_t)n * sizeof(nes_bool), 1);
    nes_free(none);
    marks->fresh = 0;
    return marks;
}

/* the marks on the host; the caller frees */
NES_HOST nes_bool *nes_get_marks(const nes_array *marks)
{
    nes_bool *out = (nes_bool *)nes_alloc((size_t)marks->n, sizeof *out);
    nes_mem_get(marks->mem, 0, out, (size_t)marks->n * sizeof *out, 1);
    return out;
}

/* ---- reading ---- */

/* gets what this rank has marked, and gives what others have */
NES_HOST void nes_exchange_marked(nes_array *a, const nes_bool *marks, nes_marking *mine)
{
    nes_marking theirs;
    char *in, *out;
    nes_tell_marked(a, marks, mine, &theirs);
    in = (char *)nes_alloc((size_t)mine->elements[nes_ranks.n], a->size);
    out = (char *)nes_alloc((size_t)theirs.elements[nes_ranks.n], a->size);
    nes_serve(a, &theirs, out, NES_GIVE);
    nes_ranks.sent += nes_swap(out, theirs.elements, in, mine->elements, a->size);
    nes_move_all_marked(a, marks, mine, in, 1);
    nes_ranks.fetches++;
    nes_free(out);
    nes_free(in);
    nes_drop_marking(&theirs);
}

/* Brings what this rank has marked of an array. If that takes as many bytes as all of it for all
 * ranks, with what was fetched since it was written, it is brought everywhere, once. */
NES_HOST void nes_fetch_marked(nes_array *a, nes_array *marks)
{
    nes_bool *marked;
    nes_marking mine = {NULL, NULL, NULL, NULL};
    uint64_t bytes = 0;
    if (nes_is_everywhere(a->where)) {
        nes_release(marks);
        return;
    }
    marked = nes_get_marks(marks);
    nes_mark_others(a, marked, &mine);
    for (int r = 0; r < nes_ranks.n; r++)
        bytes += (uint64_t)nes_bits(mine.of[r]) + (uint64_t)mine.of[r].count * a->size;
    nes_compare("a fetch", a->n, (int64_t)a->size);
    MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    nes_ranks.collectives++;
    a->asked += bytes;
    if (bytes > 0 && a->asked >= (uint64_t)a->n * a->size * (uint64_t)(nes_ranks.n - 1))
        nes_everywhere(a);
    else if (bytes > 0)
        nes_exchange_marked(a, marked, &mine);
    nes_drop_marking(&mine);
    nes_free(marked);
    nes_release(marks);
}

/* ---- writing ---- */

/* forgets what the launch was to write */
NES_HOST void nes_forget_marks(nes_array *a)
{
    if (a->marks != NULL)
        nes_release(a->marks);
    a->marks = NULL;
}

/* Notes where an array is that a launch will write: if every rank has it, it is in blocks from
 * now on. If the launch raises elements, those of others begin as the least ints. */
NES_HOST void nes_begin_delivery(nes_array *a, nes_where blocks, int maxima)
{
    nes_marking mine = {NULL, NULL, NULL, NULL};
    nes_bool *marked;
    nes_int *least;
    if (nes_is_everywhere(a->where))
        nes_set_where(&a->where, blocks);
    if (!maxima)
        return;
    marked = nes_get_marks(a->marks);
    nes_mark_others(a, marked, &mine);
    nes_lay_out(&mine);
    least = (nes_int *)nes_alloc((size_t)mine.elements[nes_ranks.n], sizeof *least);
    for (int64_t i = 0; i < mine.elements[nes_ranks.n]; i++)
        least[i] = NES_MIN_INT;
    nes_move_all_marked(a, marked, &mine, (char *)least, 1);
    nes_free(least);
    nes_drop_marking(&mine);
    nes_free(marked);
}

/* gives others what this rank has written of an array and they have, and takes what they have
 * written, or raises elements to that */
NES_HOST void nes_deliver(nes_array *a, int maxima)
{
    nes_bool *marked = nes_get_marks(a->marks);
    nes_marking mine = {NULL, NULL, NULL, NULL}, theirs;
    char *in, *out;
    nes_compare("a delivery", a->n, (int64_t)a->size);
    nes_mark_others(a, marked, &mine);
    nes_tell_marked(a, marked, &mine, &theirs);
    out = (char *)nes_alloc((size_t)mine.elements[nes_ranks.n], a->size);
    in = (char *)nes_alloc((size_t)theirs.elements[nes_ranks.n], a->size);
    nes_move_all_marked(a, marked, &mine, out, 0);
    nes_ranks.sent += nes_swap(out, mine.elements, in, theirs.elements, a->size);
    nes_serve(a, &theirs, in, maxima ? NES_RAISE : NES_TAKE);
    nes_ranks.deliveries++;
    nes_free(in);
    nes_free(out);
    nes_drop_marking(&theirs);
    nes_drop_marking(&mine);
    nes_free(marked);
}

#endif
