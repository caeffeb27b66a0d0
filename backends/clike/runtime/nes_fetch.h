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

/* ---- reading ---- */

/* gets what this rank has marked, and gives what others have */
NES_HOST void nes_exchange_marked(nes_request *q, int n)
{
    nes_vec requests = nes_vec_of(sizeof(MPI_Request));
    nes_tell_marked(q, n);
    for (int i = 0; i < n; i++) {
        nes_array *a = q[i].a;
        q[i].in = (char *)nes_alloc((size_t)q[i].mine.elements[nes_ranks.n], a->size);
        q[i].out = (char *)nes_alloc((size_t)q[i].theirs.elements[nes_ranks.n], a->size);
        nes_serve(a, &q[i].theirs, q[i].out, NES_GIVE);
        nes_swap(q[i].out, q[i].theirs.elements, q[i].in, q[i].mine.elements, a->size, &requests);
        nes_ranks.fetches++;
    }
    nes_wait_for(&requests);
    for (int i = 0; i < n; i++)
        nes_move_all_marked(q[i].a, q[i].marks, &q[i].mine, q[i].in, 1);
    nes_free(requests.p);
}

/* Brings what this rank has marked of arrays, of those that ranks have in parts. If that takes as many bytes
 * as all of an array for all ranks, with what was fetched since it was written, it is brought everywhere, once. */
NES_HOST void nes_fetch_marked(nes_array *const *a, nes_array *const *marks, int n)
{
    nes_request *q = (nes_request *)nes_alloc((size_t)n, sizeof *q);
    int asked = 0, some = 0;
    for (int i = 0; i < n; i++)
        if (!nes_is_everywhere(a[i]->where))
            q[asked++] = nes_request_of(a[i], marks[i]);
    nes_ask(q, asked);
    for (int i = 0; i < asked; i++) {
        nes_array *x = q[i].a;
        x->asked += q[i].bytes;
        if (q[i].bytes > 0 && x->asked >= (uint64_t)x->n * x->size * (uint64_t)(nes_ranks.n - 1))
            nes_everywhere(x);
    }
    for (int i = 0; i < asked; i++) {
        if (q[i].bytes > 0 && !nes_is_everywhere(q[i].a->where))
            q[some++] = q[i];
        else
            nes_drop_request(&q[i]);
    }
    nes_exchange_marked(q, some);
    for (int i = 0; i < some; i++)
        nes_drop_request(&q[i]);
    for (int i = 0; i < n; i++)
        nes_release(marks[i]);
    nes_free(q);
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
    nes_request q;
    nes_int *least;
    if (nes_is_everywhere(a->where))
        nes_set_where(&a->where, blocks);
    if (!maxima)
        return;
    q = nes_request_of(a, a->marks);
    nes_lay_out(&q.mine);
    least = (nes_int *)nes_alloc((size_t)q.mine.elements[nes_ranks.n], sizeof *least);
    for (int64_t i = 0; i < q.mine.elements[nes_ranks.n]; i++)
        least[i] = NES_MIN_INT;
    nes_move_all_marked(a, q.marks, &q.mine, (char *)least, 1);
    nes_free(least);
    nes_drop_request(&q);
}

/* an array of which a launch has written elements that other ranks have, or raised them */
typedef struct {
    nes_array *a;
    int maxima;
} nes_delivery;

/* gives others what this rank has written of arrays and they have, and takes what they have
 * written, or raises elements to that */
NES_HOST void nes_deliver(const nes_delivery *of, int n)
{
    nes_request *q = (nes_request *)nes_alloc((size_t)n, sizeof *q);
    nes_vec requests = nes_vec_of(sizeof(MPI_Request));
    for (int i = 0; i < n; i++)
        q[i] = nes_request_of(of[i].a, of[i].a->marks);
    nes_ask(q, n);
    nes_tell_marked(q, n);
    for (int i = 0; i < n; i++) {
        nes_array *a = q[i].a;
        q[i].out = (char *)nes_alloc((size_t)q[i].mine.elements[nes_ranks.n], a->size);
        q[i].in = (char *)nes_alloc((size_t)q[i].theirs.elements[nes_ranks.n], a->size);
        nes_move_all_marked(a, q[i].marks, &q[i].mine, q[i].out, 0);
        nes_swap(q[i].out, q[i].mine.elements, q[i].in, q[i].theirs.elements, a->size, &requests);
        nes_ranks.deliveries++;
    }
    nes_wait_for(&requests);
    for (int i = 0; i < n; i++) {
        nes_serve(q[i].a, &q[i].theirs, q[i].in, of[i].maxima ? NES_RAISE : NES_TAKE);
        nes_drop_request(&q[i]);
    }
    nes_free(requests.p);
    nes_free(q);
}

#endif
