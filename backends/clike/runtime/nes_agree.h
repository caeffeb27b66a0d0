/* nes_agree.h: what all ranks agree on: the first failure, single elements that the host reads,
 * their devices and memory, and the counts of -stats. */
#ifndef NES_AGREE_H
#define NES_AGREE_H

#include "nes_bring.h"

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
    if (nes_is_everywhere(a->where) || nes_ranks.n == 1)
        return 0;
    cell.owner = nes_owner(a->where, a->n, i);
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

/* or's n bytes of all ranks, on each */
NES_HOST void nes_merge_bytes(void *p, int64_t n)
{
    nes_check_message(n);
    nes_compare("bytes", n, 0);
    MPI_Allreduce(MPI_IN_PLACE, p, (int)n, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    nes_ranks.collectives++;
}

/* brings the first elements of an array to the host of each rank: owners put them among zeros.
 * They are few: what is printed of a long sequence. */
NES_HOST void nes_tell_first(const nes_array *a, int64_t n, void *to)
{
    memset(to, 0, (size_t)n * a->size);
    for (int k = 0; k < nes_extent_count(a->where); k++) {
        int rank;
        int64_t hi, at, lo = nes_extent_at(a->where, a->n, k, &hi, &rank);
        const int64_t count = nes_common(lo, hi, 0, n, &at);
        if (count > 0 && rank == nes_ranks.rank)
            nes_mem_get(a->mem, (size_t)at * a->size, (char *)to + (size_t)at * a->size, (size_t)count * a->size, 1);
    }
    nes_merge_bytes(to, n * (int64_t)a->size);
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
    uint64_t sent = nes_ranks.sent, most[2]; /* of a rank */
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    most[0] = nes_ranks.input;
    most[1] = (uint64_t)usage.ru_maxrss << 10;
    MPI_Allreduce(MPI_IN_PLACE, &sent, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    nes_stat("ranks", (uint64_t)nes_ranks.n);
    nes_stat("divided", nes_ranks.divided);   /* launches whose groups ranks shared */
    nes_stat("repeated", nes_ranks.repeated); /* launches that every rank ran whole */
    nes_stat("collectives", nes_ranks.collectives);
    nes_stat("moves", nes_ranks.moved); /* arrays that went to other blocks */
    nes_stat("everywhere", nes_ranks.everywhere);
    nes_stat("fetches", nes_ranks.fetches); /* of elements that a launch gathers */
    nes_stat("deliveries", nes_ranks.deliveries); /* of elements that a launch scatters */
    nes_stat_bytes("everywhere-bytes", nes_ranks.everywhere_bytes);
    nes_stat_bytes("sent", sent); /* by all ranks */
    nes_stat_bytes("input", most[0]); /* of files of data, by the rank that has read most */
    nes_stat_bytes("resident", most[1]); /* in the memory of the machine, of the rank that had most */
}

#endif
