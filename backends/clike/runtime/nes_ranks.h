/* nes_ranks.h: launches on several ranks. The groups of a launch are divided among
 * ranks, in order, if the kernel says which elements each group touches; others are
 * repeated by every rank. Before a launch, arrays are brought where it reads them:
 *
 *     nes_move         from blocks to other blocks, by messages between pairs
 *     nes_everywhere   from blocks to every rank
 *     nes_tell_cells   single elements, which the host reads
 *
 * How many groups a launch has, and what each does, does not depend on ranks, so no
 * result does. */
#ifndef NES_RANKS_H
#define NES_RANKS_H

#include "nes_run.h"

/* how a kernel uses an array: kir.Access */
enum { NES_ACCESS_VALUE, NES_ACCESS_OWN, NES_ACCESS_GATHER, NES_ACCESS_WRITE, NES_ACCESS_SCATTER, NES_ACCESS_ROWOWN, NES_ACCESS_ROWWRITE, NES_ACCESS_PARTIAL };

typedef struct {
    nes_array *a;
    int access;
} nes_use;

/* groups of a launch that this rank runs: n of them from first on. If the launch is
 * not divided these are all, and there are no parts. */
typedef struct {
    nes_int first, n;
    int64_t parts, size, length; /* how the launch is divided (kir.Share) */
} nes_span;

/* ---- blocks ---- */

/* where the block of rank r begins, of an array of n elements */
NES_HOST int64_t nes_block(nes_where w, int64_t n, int r)
{
    int64_t at;
    if (r <= 0)
        return 0;
    if (r >= nes_ranks.n)
        return n;
    at = w.parts * r / nes_ranks.n * w.scale;
    return at < n ? at : n;
}

NES_HOST MPI_Datatype nes_mpi_type(size_t size) { return size == 8 ? MPI_INT64_T : size == 4 ? MPI_INT32_T : MPI_BYTE; }

/* elements are counted by an int */
NES_HOST void nes_check_message(int64_t n)
{
    if (n > INT_MAX)
        nes_environment("an array of %lld elements is too large to be sent", (long long)n);
}

NES_HOST void nes_everywhere(nes_array *a)
{
    const nes_where w = a->where;
    const int64_t n = a->n, lo = nes_block(w, n, nes_ranks.rank), hi = nes_block(w, n, nes_ranks.rank + 1);
    const size_t size = a->size;
    int *counts, *starts;
    char *all;
    if (w.parts == 0)
        return;
    a->where.parts = a->where.scale = 0;
    if (n == 0 || nes_ranks.n == 1)
        return;
    nes_compare("everywhere", n, (int64_t)size);
    nes_check_message(n);
    all = (char *)nes_alloc((size_t)n, size);
    counts = (int *)nes_alloc((size_t)nes_ranks.n * 2, sizeof *counts);
    starts = counts + nes_ranks.n;
    for (int r = 0; r < nes_ranks.n; r++) {
        starts[r] = (int)nes_block(w, n, r);
        counts[r] = (int)(nes_block(w, n, r + 1) - starts[r]);
    }
    if (hi > lo)
        nes_mem_get(a->mem, (size_t)lo * size, all + (size_t)lo * size, (size_t)(hi - lo) * size, 1);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, starts, nes_mpi_type(size), MPI_COMM_WORLD);
    if (lo > 0)
        nes_mem_put_at(a->mem, 0, all, (size_t)lo * size);
    if (hi < n)
        nes_mem_put_at(a->mem, (size_t)hi * size, all + (size_t)hi * size, (size_t)(n - hi) * size);
    nes_free(counts);
    nes_free(all);
    nes_ranks.collectives++;
    nes_ranks.everywhere++;
    nes_ranks.everywhere_bytes += (uint64_t)n * size;
    nes_ranks.sent += (uint64_t)(hi - lo) * size * (uint64_t)(nes_ranks.n - 1);
}

/* what two ranges have in common begins at *lo; returns how many elements */
NES_HOST int64_t nes_common(int64_t a, int64_t b, int64_t c, int64_t d, int64_t *lo)
{
    const int64_t hi = b < d ? b : d;
    *lo = a > c ? a : c;
    return hi > *lo ? hi - *lo : 0;
}

/* brings elements from the blocks where they are to others */
NES_HOST void nes_move(nes_array *a, nes_where to)
{
    const nes_where from = a->where;
    const int me = nes_ranks.rank;
    const int64_t n = a->n, has = nes_block(from, n, me), has_to = nes_block(from, n, me + 1);
    const int64_t wants = nes_block(to, n, me), wants_to = nes_block(to, n, me + 1);
    const size_t size = a->size;
    const MPI_Datatype type = nes_mpi_type(size);
    MPI_Request *requests;
    char *in, *out;
    int count = 0, moves = 0;
    int64_t lo, k;
    a->where = to;
    if (n == 0 || nes_ranks.n == 1)
        return;
    nes_compare("a move", n, to.parts * 7 + to.scale);
    nes_check_message(n);
    for (int r = 1; r < nes_ranks.n; r++)
        moves = moves || nes_block(from, n, r) != nes_block(to, n, r);
    if (!moves)
        return;
    requests = (MPI_Request *)nes_alloc((size_t)nes_ranks.n * 2, sizeof *requests);
    in = (char *)nes_alloc((size_t)(wants_to - wants), size);
    out = (char *)nes_alloc((size_t)(has_to - has), size);
    for (int r = 0; r < nes_ranks.n; r++) {
        k = nes_common(wants, wants_to, nes_block(from, n, r), nes_block(from, n, r + 1), &lo);
        if (r != me && k > 0)
            MPI_Irecv(in + (size_t)(lo - wants) * size, (int)k, type, r, 0, MPI_COMM_WORLD, &requests[count++]);
    }
    for (int r = 0; r < nes_ranks.n; r++) {
        k = nes_common(has, has_to, nes_block(to, n, r), nes_block(to, n, r + 1), &lo);
        if (r == me || k == 0)
            continue;
        nes_mem_get(a->mem, (size_t)lo * size, out + (size_t)(lo - has) * size, (size_t)k * size, 1);
        MPI_Isend(out + (size_t)(lo - has) * size, (int)k, type, r, 0, MPI_COMM_WORLD, &requests[count++]);
        nes_ranks.sent += (uint64_t)k * size;
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    for (int r = 0; r < nes_ranks.n; r++) {
        k = nes_common(wants, wants_to, nes_block(from, n, r), nes_block(from, n, r + 1), &lo);
        if (r != me && k > 0)
            nes_mem_put_at(a->mem, (size_t)lo * size, in + (size_t)(lo - wants) * size, (size_t)k * size);
    }
    nes_free(out);
    nes_free(in);
    nes_free(requests);
    nes_ranks.moved++;
}

/* ---- launches ---- */

/* the blocks in which a divided launch has an array; none: everywhere */
NES_HOST nes_where nes_wanted(const nes_span *s, int access)
{
    nes_where w = {s->parts, 1};
    if (access == NES_ACCESS_OWN || access == NES_ACCESS_WRITE)
        w.scale = s->size * s->length;
    else if (access == NES_ACCESS_ROWOWN || access == NES_ACCESS_ROWWRITE)
        w.scale = s->size;
    else if (access != NES_ACCESS_PARTIAL)
        w.parts = w.scale = 0;
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

/* Decides which groups of a launch this rank runs, and brings arrays where these need
 * them. A group has size of count numbers, each of which is length elements; size is 0
 * where the kernel does not say. */
NES_HOST nes_span nes_divide(nes_int groups, int64_t size, int64_t count, int64_t length, const nes_use *uses, int n)
{
    nes_span s = {0, groups, 0, size, length};
    const int64_t parts = size > 0 && count > 0 ? (count + size - 1) / size : 0;
    nes_compare("a launch", groups, parts);
    if (nes_ranks.n > 1 && parts > 1 && length >= 0 && nes_divisible(uses, n)) {
        const int64_t first = parts * nes_ranks.rank / nes_ranks.n, last = parts * (nes_ranks.rank + 1) / nes_ranks.n;
        s.parts = parts;
        s.first = (nes_int)(first < groups ? first : groups);
        s.n = (nes_ranks.rank + 1 == nes_ranks.n || last > groups ? groups : (nes_int)last) - s.first;
        nes_ranks.divided++;
    } else {
        nes_ranks.repeated++;
    }
    for (int i = 0; i < n; i++) {
        const nes_where w = nes_wanted(&s, uses[i].access);
        nes_array *a = uses[i].a;
        if (a == nes_dev.error || a->fresh || a->where.parts == 0)
            continue;
        if (w.parts == 0)
            nes_everywhere(a);
        else if (a->where.parts != w.parts || a->where.scale != w.scale)
            nes_move(a, w);
    }
    return s;
}

/* notes where the launch has left what it wrote */
NES_HOST void nes_divided(const nes_span *s, const nes_use *uses, int n)
{
    for (int i = 0; i < n; i++) {
        const int access = uses[i].access;
        if (uses[i].a == nes_dev.error || access == NES_ACCESS_OWN || access == NES_ACCESS_GATHER || access == NES_ACCESS_ROWOWN)
            continue;
        uses[i].a->where = nes_wanted(s, access);
        uses[i].a->fresh = 0;
    }
}

/* ---- failures and single elements, at each wait ---- */

/* the first failure of all ranks */
NES_HOST void nes_agree_word(nes_int *word)
{
    nes_int least = *word;
    if (nes_ranks.n == 1)
        return;
    nes_compare("a wait", nes_dev.launches, 0);
    MPI_Allreduce(word, &least, 1, nes_mpi_type(sizeof least), MPI_MIN, MPI_COMM_WORLD);
    nes_ranks.collectives++;
    *word = least;
}

/* the lowest element of that failure; a rank that failed first in another launch may
 * have recorded one of that */
NES_HOST nes_int nes_agree_element(nes_int own, nes_int word, nes_int elem)
{
    const nes_int sites = (nes_int)nes_dev.program->nsites;
    nes_int least;
    if (own / sites != word / sites)
        elem = NES_MAX_INT;
    least = elem;
    if (nes_ranks.n > 1)
        MPI_Allreduce(&elem, &least, 1, nes_mpi_type(sizeof least), MPI_MIN, MPI_COMM_WORLD);
    return least;
}

/* notes that the host wants an element that one rank has; 0 if all have it */
NES_HOST int nes_read_block(const nes_array *a, nes_i64 i, size_t size, void *to)
{
    nes_cell cell = {0, 0, NULL};
    if (a->where.parts == 0 || nes_ranks.n == 1)
        return 0;
    while (cell.owner + 1 < nes_ranks.n && i >= nes_block(a->where, a->n, cell.owner + 1))
        cell.owner++;
    cell.size = size;
    cell.to = to;
    *(nes_cell *)nes_vec_room(&nes_ranks.cells, 1) = cell;
    nes_ranks.cells.n++;
    return cell.owner != nes_ranks.rank;
}

/* brings these elements to all ranks: owners put them among zeros */
NES_HOST void nes_tell_cells(void)
{
    const nes_cell *cells = (const nes_cell *)nes_ranks.cells.p;
    const size_t n = nes_ranks.cells.n;
    uint64_t *words;
    if (n == 0)
        return;
    nes_compare("a read", (int64_t)n, 0);
    words = (uint64_t *)nes_alloc(n, sizeof *words);
    memset(words, 0, n * sizeof *words);
    for (size_t i = 0; i < n; i++)
        if (cells[i].owner == nes_ranks.rank)
            memcpy(&words[i], cells[i].to, cells[i].size);
    MPI_Allreduce(MPI_IN_PLACE, words, (int)n, MPI_UINT64_T, MPI_BOR, MPI_COMM_WORLD);
    for (size_t i = 0; i < n; i++)
        memcpy(cells[i].to, &words[i], cells[i].size);
    nes_free(words);
    nes_ranks.cells.n = 0;
    nes_ranks.collectives++;
}

/* ---- the device, -stats ---- */

/* Ends all ranks, before any has said anything, unless they run one program on devices of one
 * kind: others might round differently, and then ranks would part. */
NES_HOST void nes_agree_device(void)
{
    char mine[4096], first[4096], text[9000];
    uint64_t kernels[2];
    int differs, any;
    memset(mine, 0, sizeof mine);
    kernels[0] = kernels[1] = nes_device_identity(mine);
    memcpy(first, mine, sizeof first);
    MPI_Bcast(first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&kernels[1], 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    differs = strcmp(mine, first) != 0 || kernels[0] != kernels[1];
    MPI_Allreduce(&differs, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (!any)
        return;
    if (!differs) { /* the others say what differs, and end all */
        sleep((unsigned)NES_PATIENCE);
        snprintf(text, sizeof text, "another rank has another device or program\n");
    } else if (strcmp(mine, first) != 0)
        snprintf(text, sizeof text, "its device is %s, that of rank 0 is %s; all ranks need the same kind\n", mine, first);
    else
        snprintf(text, sizeof text, "it does not run the program of the other ranks\n");
    nes_end_ranks(NES_ENVIRONMENT, text);
}

/* arrays are as large as the device with the least memory allows */
NES_HOST void nes_agree_memory(void)
{
    MPI_Allreduce(MPI_IN_PLACE, &nes_dev.most_bytes, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &nes_dev.most_array, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
}

NES_HOST void nes_ranks_stats(void)
{
    uint64_t sent = nes_ranks.sent;
    MPI_Allreduce(MPI_IN_PLACE, &sent, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    nes_stat("ranks", (uint64_t)nes_ranks.n);
    nes_stat("divided", nes_ranks.divided);   /* launches whose groups ranks shared */
    nes_stat("repeated", nes_ranks.repeated); /* launches that every rank ran whole */
    nes_stat("collectives", nes_ranks.collectives);
    nes_stat("moves", nes_ranks.moved); /* arrays that went to other blocks */
    nes_stat("everywhere", nes_ranks.everywhere);
    nes_stat_bytes("everywhere-bytes", nes_ranks.everywhere_bytes);
    nes_stat_bytes("sent", sent); /* by all ranks */
}

#endif
