/* nes_marks.h: elements that each rank has marked of an array, and others have (nes_blocks.h): what
 * ranks tell each other of them, by a bit for each, and their values. */
#ifndef NES_MARKS_H
#define NES_MARKS_H

#include "nes_bring.h"

/* What a rank has marked of the elements that another one has: so many of those from lo on that
 * come before hi, which are numbered in the order of the array. */
typedef struct {
    int64_t lo, hi, count;
} nes_marked;

/* how many bytes say which elements these are; none if they are all */
NES_HOST int64_t nes_bits(nes_marked x) { return x.count == x.hi - x.lo ? 0 : (x.hi - x.lo + 7) / 8; }

/* Finds what this rank has marked of the others. If there is room for the bits of each, it sets them. */
NES_HOST void nes_find_marked(const nes_array *a, const nes_bool *marks, nes_marked *of, unsigned char *const *room)
{
    int64_t *before = (int64_t *)nes_alloc((size_t)nes_ranks.n, sizeof *before); /* elements of that rank */
    memset(before, 0, (size_t)nes_ranks.n * sizeof *before);
    if (room == NULL)
        memset(of, 0, (size_t)nes_ranks.n * sizeof *of);
    for (int k = 0; k < nes_extent_count(a->where); k++) {
        int rank;
        int64_t hi, lo = nes_extent_at(a->where, a->n, k, &hi, &rank);
        const nes_bool *next = marks + lo;
        nes_marked *x = &of[rank];
        while (rank != nes_ranks.rank && next < marks + hi && (next = (const nes_bool *)memchr(next, 1, (size_t)(marks + hi - next))) != NULL) {
            const int64_t i = before[rank] + (next++ - (marks + lo));
            if (room == NULL) {
                x->lo = x->count == 0 ? i : x->lo;
                x->hi = i + 1;
                x->count++;
            } else if (nes_bits(*x) > 0) {
                room[rank][(i - x->lo) / 8] |= (unsigned char)(1 << (i - x->lo) % 8);
            }
        }
        before[rank] += hi - lo;
    }
    nes_free(before);
}

/* Begins to send to each rank some elements, and to receive some: for rank r those from out[r] and to
 * in[r], up to where the next rank's are. */
NES_HOST void nes_swap(const char *from, const int64_t *out, char *to, const int64_t *in, size_t size, nes_vec *requests)
{
    const MPI_Datatype type = nes_mpi_type(size);
    MPI_Request *q = (MPI_Request *)nes_vec_room(requests, (size_t)nes_ranks.n * 2);
    for (int r = 0; r < nes_ranks.n; r++)
        if (in[r + 1] > in[r]) {
            nes_check_message(in[r + 1] - in[r]);
            MPI_Irecv(to + (size_t)in[r] * size, (int)(in[r + 1] - in[r]), type, r, 0, MPI_COMM_WORLD, q++);
            requests->n++;
        }
    for (int r = 0; r < nes_ranks.n; r++)
        if (out[r + 1] > out[r]) {
            nes_check_message(out[r + 1] - out[r]);
            MPI_Isend(from + (size_t)out[r] * size, (int)(out[r + 1] - out[r]), type, r, 0, MPI_COMM_WORLD, q++);
            requests->n++;
        }
    nes_ranks.sent += (uint64_t)out[nes_ranks.n] * size;
}

NES_HOST void nes_wait_for(nes_vec *requests)
{
    MPI_Waitall((int)requests->n, (MPI_Request *)requests->p, MPI_STATUSES_IGNORE);
    requests->n = 0;
}

/* what is marked by rank, and where in messages the bits and elements of each begin */
typedef struct {
    nes_marked *of;
    int64_t *bits, *elements;
    unsigned char *all; /* bits */
} nes_marking;

NES_HOST void nes_lay_out(nes_marking *x)
{
    x->bits = (int64_t *)nes_alloc((size_t)(nes_ranks.n + 1) * 2, sizeof *x->bits);
    x->elements = x->bits + nes_ranks.n + 1;
    x->bits[0] = x->elements[0] = 0;
    for (int r = 0; r < nes_ranks.n; r++) {
        x->bits[r + 1] = x->bits[r] + nes_bits(x->of[r]);
        x->elements[r + 1] = x->elements[r] + x->of[r].count;
    }
    x->all = (unsigned char *)nes_alloc((size_t)x->bits[nes_ranks.n], 1);
    memset(x->all, 0, (size_t)x->bits[nes_ranks.n]);
}

NES_HOST void nes_drop_marking(nes_marking *x)
{
    nes_free(x->all);
    nes_free(x->bits);
    nes_free(x->of);
}

/* ---- requests ---- */

/* an array, the marks of this rank, and what ranks have marked of each other */
typedef struct {
    nes_array *a;
    nes_bool *marks;
    nes_marking mine, theirs;
    uint64_t bytes; /* that all ranks send for it, as far as they have told */
    char *in, *out; /* elements */
} nes_request;

NES_HOST nes_request nes_request_of(nes_array *a, const nes_array *marks)
{
    nes_request q = {a, NULL, {NULL, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL}, 0, NULL, NULL};
    q.marks = (nes_bool *)nes_alloc((size_t)marks->n, sizeof *q.marks);
    nes_mem_get(marks->mem, 0, q.marks, (size_t)marks->n * sizeof *q.marks, 1);
    q.mine.of = (nes_marked *)nes_alloc((size_t)nes_ranks.n, sizeof *q.mine.of);
    nes_find_marked(a, q.marks, q.mine.of, NULL);
    return q;
}

NES_HOST void nes_drop_request(nes_request *q)
{
    nes_drop_marking(&q->mine);
    nes_drop_marking(&q->theirs);
    nes_free(q->marks);
    nes_free(q->in);
    nes_free(q->out);
}

/* what a rank tells another of an array: what it has marked of it, and how many bytes it wants of all */
typedef struct {
    nes_marked marked;
    int64_t bytes;
} nes_asked;

/* Tells each rank how much this one has marked of it, and hears the same: one collective for all
 * requests. */
NES_HOST void nes_ask(nes_request *q, int n)
{
    const int ranks = nes_ranks.n;
    nes_asked *out, *in;
    if (n == 0)
        return;
    out = (nes_asked *)nes_alloc((size_t)n * (size_t)ranks * 2, sizeof *out);
    in = out + n * ranks;
    for (int i = 0; i < n; i++) {
        int64_t bytes = 0;
        nes_compare("a request", q[i].a->n, (int64_t)q[i].a->size);
        for (int r = 0; r < ranks; r++)
            bytes += nes_bits(q[i].mine.of[r]) + q[i].mine.of[r].count * (int64_t)q[i].a->size;
        for (int r = 0; r < ranks; r++) {
            out[r * n + i].marked = q[i].mine.of[r];
            out[r * n + i].bytes = bytes;
        }
    }
    MPI_Alltoall(out, n * 4, MPI_INT64_T, in, n * 4, MPI_INT64_T, MPI_COMM_WORLD);
    nes_ranks.collectives++;
    for (int i = 0; i < n; i++) {
        q[i].theirs.of = (nes_marked *)nes_alloc((size_t)ranks, sizeof *q[i].theirs.of);
        for (int r = 0; r < ranks; r++) {
            q[i].theirs.of[r] = in[r * n + i].marked;
            q[i].bytes += (uint64_t)in[r * n + i].bytes;
        }
    }
    nes_free(out);
}

/* tells each rank which elements this one has marked of it, and hears the same */
NES_HOST void nes_tell_marked(nes_request *q, int n)
{
    unsigned char **room = (unsigned char **)nes_alloc((size_t)nes_ranks.n, sizeof *room);
    nes_vec requests = nes_vec_of(sizeof(MPI_Request));
    for (int i = 0; i < n; i++) {
        nes_lay_out(&q[i].mine);
        nes_lay_out(&q[i].theirs);
        for (int r = 0; r < nes_ranks.n; r++)
            room[r] = q[i].mine.all + q[i].mine.bits[r];
        nes_find_marked(q[i].a, q[i].marks, q[i].mine.of, room);
        nes_swap((const char *)q[i].mine.all, q[i].mine.bits, (char *)q[i].theirs.all, q[i].theirs.bits, 1, &requests);
    }
    nes_wait_for(&requests);
    nes_free(requests.p);
    nes_free(room);
}

/* ---- elements ---- */

/* bytes between elements that go to memory together, with what is between them */
#define NES_GAP 4096

/* Puts elements to the places that are marked and others have, or gets them from there. Those of
 * each rank lie one after another. */
NES_HOST void nes_move_marked(nes_array *a, const nes_bool *marks, char **elements, int puts)
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
                    char *here = piece + (size_t)(i - from) * size;
                    memcpy(puts ? here : elements[rank], puts ? elements[rank] : here, size);
                    elements[rank] += size;
                }
            if (puts)
                nes_mem_put_at(a->mem, (size_t)from * size, piece, (size_t)(last + 1 - from) * size);
            nes_free(piece);
        }
    }
}

/* the same for elements that lie by rank from here on */
NES_HOST void nes_move_all_marked(nes_array *a, const nes_bool *marks, const nes_marking *of, char *elements, int puts)
{
    char **at = (char **)nes_alloc((size_t)nes_ranks.n, sizeof *at);
    for (int r = 0; r < nes_ranks.n; r++)
        at[r] = elements + (size_t)of->elements[r] * a->size;
    nes_move_marked(a, marks, at, puts);
    nes_free(at);
}

/* Moves those elements that this rank has which come before number n of them, to host memory or
 * back */
NES_HOST void nes_move_own(nes_array *a, int64_t n, char *own, int puts)
{
    int64_t at = 0;
    for (int k = 0; k < nes_extent_count(a->where) && at < n; k++) {
        int rank;
        int64_t hi, lo = nes_extent_at(a->where, a->n, k, &hi, &rank);
        char *here = own + (size_t)at * a->size;
        if (rank != nes_ranks.rank || lo == hi)
            continue;
        hi = hi - lo < n - at ? hi : lo + n - at;
        if (puts)
            nes_mem_put_at(a->mem, (size_t)lo * a->size, here, (size_t)(hi - lo) * a->size);
        else
            nes_mem_get(a->mem, (size_t)lo * a->size, here, (size_t)(hi - lo) * a->size, 1);
        at += hi - lo;
    }
}

/* Gives those of this rank's elements that others have marked, in the order of messages; or takes
 * theirs, or raises these ints to theirs, in the order of ranks. */
enum { NES_GIVE, NES_TAKE, NES_RAISE };

NES_HOST void nes_serve(nes_array *a, const nes_marking *theirs, char *message, int how)
{
    const size_t size = a->size;
    int64_t most = 0;
    char *own;
    for (int r = 0; r < nes_ranks.n; r++)
        most = theirs->of[r].hi > most ? theirs->of[r].hi : most;
    own = (char *)nes_alloc((size_t)most, size);
    nes_move_own(a, most, own, 0);
    for (int r = 0; r < nes_ranks.n; r++) {
        const nes_marked x = theirs->of[r];
        const unsigned char *bits = theirs->all + theirs->bits[r];
        const int all = nes_bits(x) == 0;
        for (int64_t i = x.lo; i < x.hi; i++) {
            char *here = own + (size_t)i * size;
            if (!all && !(bits[(i - x.lo) / 8] >> (i - x.lo) % 8 & 1))
                continue;
            if (how == NES_GIVE)
                memcpy(message, here, size);
            else if (how == NES_TAKE || *(nes_int *)here < *(nes_int *)message)
                memcpy(here, message, size);
            message += size;
        }
    }
    if (how != NES_GIVE)
        nes_move_own(a, most, own, 1);
    nes_free(own);
}

#endif
