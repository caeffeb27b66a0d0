/* nes_bring.h: bringing elements of arrays from the ranks that have them to those that want
 * them:
 *
 *     nes_move         from blocks to other blocks, by messages between pairs
 *     nes_everywhere   from blocks to every rank
 *
 * All ranks know who has what (nes_blocks.h), so nobody asks. */
#ifndef NES_BRING_H
#define NES_BRING_H

#include "nes_run.h"

/* ---- messages ---- */

NES_HOST MPI_Datatype nes_mpi_type(size_t size) { return size == 8 ? MPI_INT64_T : size == 4 ? MPI_INT32_T : MPI_BYTE; }

/* elements are counted by an int */
NES_HOST void nes_check_message(int64_t n)
{
    if (n > INT_MAX)
        nes_environment("an array of %lld elements is too large to be sent", (long long)n);
}

/* ---- bringing ---- */

NES_HOST void nes_everywhere(nes_array *a)
{
    const nes_where w = a->where;
    const int64_t n = a->n;
    const size_t size = a->size;
    const int me = nes_ranks.rank, ranks = nes_ranks.n, pieces = nes_extent_count(w);
    int *counts, *starts, *at, rank;
    int64_t lo, hi, put = 0, from = 0, run = 0; /* elements to be put: where, from where, how many */
    char *all;
    if (nes_is_everywhere(w))
        return;
    if (n == 0 || ranks == 1) {
        nes_forget_where(&a->where);
        return;
    }
    nes_compare("everywhere", n, (int64_t)size);
    nes_check_message(n);
    all = (char *)nes_alloc((size_t)n, size);
    counts = (int *)nes_alloc((size_t)ranks * 3, sizeof *counts);
    starts = counts + ranks;
    at = starts + ranks;
    memset(counts, 0, (size_t)ranks * sizeof *counts);
    for (int k = 0; k < pieces; k++) {
        lo = nes_extent_at(w, n, k, &hi, &rank);
        counts[rank] += (int)(hi - lo);
    }
    for (int r = 0, sum = 0; r < ranks; sum += counts[r++])
        starts[r] = at[r] = sum;
    for (int k = 0; k < pieces; k++) {
        lo = nes_extent_at(w, n, k, &hi, &rank);
        if (rank == me && hi > lo)
            nes_mem_get(a->mem, (size_t)lo * size, all + (size_t)at[me] * size, (size_t)(hi - lo) * size, 1);
        at[rank] += rank == me ? (int)(hi - lo) : 0;
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, starts, nes_mpi_type(size), MPI_COMM_WORLD);
    for (int k = 0; k < pieces; k++) {
        lo = nes_extent_at(w, n, k, &hi, &rank);
        if (rank == me || hi <= lo)
            continue;
        if (lo != put + run || at[rank] != from + run) {
            if (run > 0)
                nes_mem_put_at(a->mem, (size_t)put * size, all + (size_t)from * size, (size_t)run * size);
            put = lo;
            from = at[rank];
            run = 0;
        }
        run += hi - lo;
        at[rank] += (int)(hi - lo);
    }
    if (run > 0)
        nes_mem_put_at(a->mem, (size_t)put * size, all + (size_t)from * size, (size_t)run * size);
    nes_ranks.collectives++;
    nes_ranks.everywhere++;
    nes_ranks.everywhere_bytes += (uint64_t)n * size;
    nes_ranks.sent += (uint64_t)counts[me] * size * (uint64_t)(ranks - 1);
    nes_free(counts);
    nes_free(all);
    nes_forget_where(&a->where);
}

/* what two ranges have in common begins at *lo; returns how many elements */
NES_HOST int64_t nes_common(int64_t a, int64_t b, int64_t c, int64_t d, int64_t *lo)
{
    const int64_t hi = b < d ? b : d;
    *lo = a > c ? a : c;
    return hi > *lo ? hi - *lo : 0;
}

/* elements that a rank writes or reads */
typedef struct {
    int64_t lo, hi;
    int rank;
} nes_range;

/* Visits, in one order on all ranks, what one rank has of an array and another reads of it. It
 * sends, receives what this rank reads, or puts that in memory; without a buffer it does nothing. *mine
 * is how many elements these are. It returns whether any rank sends anything. */
enum { NES_SEND, NES_RECEIVE, NES_PUT };

NES_HOST int nes_exchange(nes_array *a, const nes_range *reads, int what, char *buffer, nes_vec *requests, int64_t *mine)
{
    const int64_t n = a->n;
    const size_t size = a->size;
    const MPI_Datatype type = nes_mpi_type(size);
    int any = 0, has;
    *mine = 0;
    for (int r = 0; r < nes_ranks.n; r++)
        for (int k = 0; k < nes_extent_count(a->where); k++) {
            int64_t common, end, start = nes_extent_at(a->where, n, k, &end, &has);
            const int64_t count = nes_common(reads[r].lo, reads[r].hi, start, end, &common);
            char *at = buffer == NULL ? NULL : buffer + (size_t)*mine * size;
            MPI_Request *q;
            if (count == 0 || has == r)
                continue;
            any = 1;
            if ((what == NES_SEND ? has : r) != nes_ranks.rank)
                continue;
            *mine += count;
            if (buffer == NULL)
                continue;
            if (what == NES_PUT) {
                nes_mem_put_at(a->mem, (size_t)common * size, at, (size_t)count * size);
                continue;
            }
            q = (MPI_Request *)nes_vec_room(requests, 1);
            requests->n++;
            if (what == NES_RECEIVE) {
                MPI_Irecv(at, (int)count, type, has, 0, MPI_COMM_WORLD, q);
            } else {
                nes_mem_get(a->mem, (size_t)common * size, at, (size_t)count * size, 1);
                MPI_Isend(at, (int)count, type, r, 0, MPI_COMM_WORLD, q);
                nes_ranks.sent += (uint64_t)count * size;
            }
        }
    return any;
}

/* brings to each rank what it reads; elements are then elsewhere */
NES_HOST void nes_move(nes_array *a, const nes_range *reads, nes_where to)
{
    nes_vec requests = nes_vec_of(sizeof(MPI_Request));
    int64_t n;
    if (a->n > 0 && nes_ranks.n > 1) {
        nes_compare("a move", a->n, reads[nes_ranks.n - 1].lo);
        nes_check_message(a->n);
        if (nes_exchange(a, reads, NES_RECEIVE, NULL, NULL, &n)) {
            char *in = (char *)nes_alloc((size_t)n, a->size), *out;
            nes_exchange(a, reads, NES_SEND, NULL, NULL, &n);
            out = (char *)nes_alloc((size_t)n, a->size);
            nes_exchange(a, reads, NES_RECEIVE, in, &requests, &n);
            nes_exchange(a, reads, NES_SEND, out, &requests, &n);
            MPI_Waitall((int)requests.n, (MPI_Request *)requests.p, MPI_STATUSES_IGNORE);
            nes_exchange(a, reads, NES_PUT, in, NULL, &n);
            nes_free(out);
            nes_free(in);
            nes_free(requests.p);
            nes_ranks.moved++;
        }
    }
    nes_set_where(&a->where, to);
}

#endif
