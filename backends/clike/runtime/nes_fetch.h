/* nes_fetch.h: fetching the elements of arrays that a launch gathers, and no others (kir.Fetch).
 * Before the launch an inspector marks what the groups of this rank will read. Ranks ask each
 * other for the elements that they have marked, by a bit for each, and these go to their own places.
 * That does not change where the array is (nes_blocks.h): after the launch nobody counts on them. */
#ifndef NES_FETCH_H
#define NES_FETCH_H

#include "nes_bring.h"

/* bytes between elements that go to memory together, with what is between them */
#define NES_GAP 4096

/* What a rank wants of the elements that another one has: so many of those from lo on that come
 * before hi, which are numbered in the order of the array. */
typedef struct {
    int64_t lo, hi, count;
} nes_asked;

/* whether ranks have parts of some of these arrays */
NES_HOST int nes_partial(nes_array *const *a, int n)
{
    for (int i = 0; i < n; i++)
        if (!nes_is_everywhere(a[i]->where) && nes_ranks.n > 1)
            return 1;
    return 0;
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

/* how many bytes say which elements these are; none if they are all */
NES_HOST int64_t nes_asked_bytes(nes_asked x) { return x.count == x.hi - x.lo ? 0 : (x.hi - x.lo + 7) / 8; }

/* Finds what this rank wants of the others. If there is room for the bits of each, it sets them. */
NES_HOST void nes_ask(const nes_array *a, const nes_bool *marks, nes_asked *of, unsigned char *const *room)
{
    int64_t *before = (int64_t *)nes_alloc((size_t)nes_ranks.n, sizeof *before); /* elements of that rank */
    memset(before, 0, (size_t)nes_ranks.n * sizeof *before);
    if (room == NULL)
        memset(of, 0, (size_t)nes_ranks.n * sizeof *of);
    for (int k = 0; k < nes_extent_count(a->where); k++) {
        int rank;
        int64_t hi, lo = nes_extent_at(a->where, a->n, k, &hi, &rank);
        const nes_bool *next = marks + lo;
        nes_asked *x = &of[rank];
        while (rank != nes_ranks.rank && next < marks + hi && (next = (const nes_bool *)memchr(next, 1, (size_t)(marks + hi - next))) != NULL) {
            const int64_t i = before[rank] + (next++ - (marks + lo));
            if (room == NULL) {
                x->lo = x->count == 0 ? i : x->lo;
                x->hi = i + 1;
                x->count++;
            } else if (nes_asked_bytes(*x) > 0) {
                room[rank][(i - x->lo) / 8] |= (unsigned char)(1 << (i - x->lo) % 8);
            }
        }
        before[rank] += hi - lo;
    }
    nes_free(before);
}

/* those elements that this rank has which come before number n of them; the caller frees */
NES_HOST char *nes_get_own(const nes_array *a, int64_t n)
{
    char *own = (char *)nes_alloc((size_t)n, a->size);
    int64_t at = 0;
    for (int k = 0; k < nes_extent_count(a->where) && at < n; k++) {
        int rank;
        int64_t hi, lo = nes_extent_at(a->where, a->n, k, &hi, &rank);
        if (rank != nes_ranks.rank || lo == hi)
            continue;
        hi = hi - lo < n - at ? hi : lo + n - at;
        nes_mem_get(a->mem, (size_t)lo * a->size, own + (size_t)at * a->size, (size_t)(hi - lo) * a->size, 1);
        at += hi - lo;
    }
    return own;
}

/* picks of elements those that a rank asks for */
NES_HOST void nes_pick(const char *own, size_t size, nes_asked x, const unsigned char *bits, char *to)
{
    if (nes_asked_bytes(x) == 0) {
        memcpy(to, own + (size_t)x.lo * size, (size_t)x.count * size);
        return;
    }
    for (int64_t i = x.lo; i < x.hi; i++)
        if (bits[(i - x.lo) / 8] >> (i - x.lo) % 8 & 1) {
            memcpy(to, own + (size_t)i * size, size);
            to += size;
        }
}

/* puts what came from each rank to the places that are marked */
NES_HOST void nes_put_marked(nes_array *a, const nes_bool *marks, const char **got)
{
    const size_t size = a->size;
    for (int k = 0; k < nes_extent_count(a->where); k++) {
        int rank;
        int64_t hi, lo = nes_extent_at(a->where, a->n, k, &hi, &rank);
        while (rank != nes_ranks.rank && lo < hi) {
            const nes_bool *first = (const nes_bool *)memchr(marks + lo, 1, (size_t)(hi - lo));
            const int64_t from = first == NULL ? hi : first - marks;
            int64_t last = from;
            char *piece;
            for (lo = from; lo < hi && (size_t)(lo - last) * size < NES_GAP; lo++)
                last = marks[lo] ? lo : last;
            if (from == hi)
                break;
            piece = (char *)nes_alloc((size_t)(last + 1 - from), size);
            nes_mem_get(a->mem, (size_t)from * size, piece, (size_t)(last + 1 - from) * size, 1);
            for (int64_t i = from; i <= last; i++)
                if (marks[i]) {
                    memcpy(piece + (size_t)(i - from) * size, got[rank], size);
                    got[rank] += size;
                }
            nes_mem_put_at(a->mem, (size_t)from * size, piece, (size_t)(last + 1 - from) * size);
            nes_free(piece);
        }
    }
}

/* Sends to each rank some elements, and receives some: for rank r those from out[r] and to in[r], up
 * to where the next rank's are. It returns the bytes sent. */
NES_HOST uint64_t nes_swap(const char *from, const int64_t *out, char *to, const int64_t *in, size_t size)
{
    const MPI_Datatype type = nes_mpi_type(size);
    MPI_Request *requests = (MPI_Request *)nes_alloc((size_t)nes_ranks.n * 2, sizeof *requests);
    int n = 0;
    for (int r = 0; r < nes_ranks.n; r++)
        if (in[r + 1] > in[r]) {
            nes_check_message(in[r + 1] - in[r]);
            MPI_Irecv(to + (size_t)in[r] * size, (int)(in[r + 1] - in[r]), type, r, 0, MPI_COMM_WORLD, &requests[n++]);
        }
    for (int r = 0; r < nes_ranks.n; r++)
        if (out[r + 1] > out[r]) {
            nes_check_message(out[r + 1] - out[r]);
            MPI_Isend(from + (size_t)out[r] * size, (int)(out[r + 1] - out[r]), type, r, 0, MPI_COMM_WORLD, &requests[n++]);
        }
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
    nes_free(requests);
    return (uint64_t)out[nes_ranks.n] * size;
}

/* what ranks ask for, and where in messages the bits and elements of each begin */
typedef struct {
    nes_asked *of;
    int64_t *bits, *elements;
    unsigned char *all; /* bits */
} nes_asking;

NES_HOST void nes_lay_out(nes_asking *x)
{
    x->bits = (int64_t *)nes_alloc((size_t)(nes_ranks.n + 1) * 2, sizeof *x->bits);
    x->elements = x->bits + nes_ranks.n + 1;
    x->bits[0] = x->elements[0] = 0;
    for (int r = 0; r < nes_ranks.n; r++) {
        x->bits[r + 1] = x->bits[r] + nes_asked_bytes(x->of[r]);
        x->elements[r + 1] = x->elements[r] + x->of[r].count;
    }
    x->all = (unsigned char *)nes_alloc((size_t)x->bits[nes_ranks.n], 1);
    memset(x->all, 0, (size_t)x->bits[nes_ranks.n]);
}

/* gives ranks what they ask for, and gets what this one asks for */
NES_HOST void nes_exchange_marked(nes_array *a, const nes_bool *marks, nes_asked *of)
{
    const int ranks = nes_ranks.n;
    const size_t size = a->size;
    nes_asking mine, theirs;
    unsigned char **room = (unsigned char **)nes_alloc((size_t)ranks, sizeof *room);
    const char **got = (const char **)nes_alloc((size_t)ranks, sizeof *got);
    char *in, *out, *own;
    int64_t most = 0;
    mine.of = of;
    theirs.of = (nes_asked *)nes_alloc((size_t)ranks, sizeof *theirs.of);
    MPI_Alltoall(mine.of, 3, MPI_INT64_T, theirs.of, 3, MPI_INT64_T, MPI_COMM_WORLD);
    nes_lay_out(&mine);
    nes_lay_out(&theirs);
    for (int r = 0; r < ranks; r++)
        room[r] = mine.all + mine.bits[r];
    nes_ask(a, marks, mine.of, room);
    nes_ranks.sent += nes_swap((const char *)mine.all, mine.bits, (char *)theirs.all, theirs.bits, 1);
    in = (char *)nes_alloc((size_t)mine.elements[ranks], size);
    out = (char *)nes_alloc((size_t)theirs.elements[ranks], size);
    for (int r = 0; r < ranks; r++)
        most = theirs.of[r].hi > most ? theirs.of[r].hi : most;
    own = nes_get_own(a, most);
    for (int r = 0; r < ranks; r++)
        nes_pick(own, size, theirs.of[r], theirs.all + theirs.bits[r], out + (size_t)theirs.elements[r] * size);
    nes_ranks.sent += nes_swap(out, theirs.elements, in, mine.elements, size);
    for (int r = 0; r < ranks; r++)
        got[r] = in + (size_t)mine.elements[r] * size;
    nes_put_marked(a, marks, got);
    nes_ranks.collectives++;
    nes_ranks.fetches++;
    nes_free(own);
    nes_free(out);
    nes_free(in);
    nes_free(theirs.all);
    nes_free(theirs.bits);
    nes_free(theirs.of);
    nes_free(mine.all);
    nes_free(mine.bits);
    nes_free(got);
    nes_free(room);
}

/* Brings what this rank has marked of an array. If that takes as many bytes as all of it for all
 * ranks, with what was fetched since it was written, it is brought everywhere, once. */
NES_HOST void nes_fetch_marked(nes_array *a, nes_array *marks)
{
    nes_asked *mine = (nes_asked *)nes_alloc((size_t)nes_ranks.n, sizeof *mine);
    uint64_t bytes = 0;
    if (!nes_is_everywhere(a->where)) {
        nes_bool *marked = (nes_bool *)nes_alloc((size_t)marks->n, sizeof *marked);
        nes_mem_get(marks->mem, 0, marked, (size_t)marks->n * sizeof *marked, 1);
        nes_ask(a, marked, mine, NULL);
        for (int r = 0; r < nes_ranks.n; r++)
            bytes += (uint64_t)nes_asked_bytes(mine[r]) + (uint64_t)mine[r].count * a->size;
        nes_compare("a fetch", a->n, (int64_t)a->size);
        MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        nes_ranks.collectives++;
        a->asked += bytes;
        if (bytes > 0 && a->asked >= (uint64_t)a->n * a->size * (uint64_t)(nes_ranks.n - 1))
            nes_everywhere(a);
        else if (bytes > 0)
            nes_exchange_marked(a, marked, mine);
        nes_free(marked);
    }
    nes_free(mine);
    nes_release(marks);
}

#endif
