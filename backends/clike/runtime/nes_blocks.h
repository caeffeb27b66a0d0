/* nes_blocks.h: which rank has which elements of an array, what a program on several
 * ranks adds to nes_array.h and nes_run.h. All ranks know this of all arrays, since all
 * execute the same host program. */
#ifndef NES_BLOCKS_H
#define NES_BLOCKS_H

#include "nes_mpi.h"

/* from an element on, up to the next extent or the end of the array, a rank has them */
typedef struct {
    int64_t start;
    int rank;
} nes_extent;

typedef struct {
    int refs, n;
    nes_extent p[1]; /* n of them */
} nes_extents;

/* Rank r of n has, of so many parts of so many elements, parts * r / n and those up to
 * the next rank's first; the last rank has what is behind, too. Else extents say which
 * rank has what. Neither: every rank has all elements. */
typedef struct {
    int64_t parts, scale;
    nes_extents *extents;
} nes_where;

struct nes_array;

NES_HOST int nes_is_everywhere(nes_where w) { return w.parts == 0 && w.extents == NULL; }

/* forgets where elements are */
NES_HOST void nes_forget_where(nes_where *w)
{
    if (w->extents != NULL && --w->extents->refs == 0)
        nes_free(w->extents);
    w->parts = w->scale = 0;
    w->extents = NULL;
}

/* replaces what is known of where elements are */
NES_HOST void nes_set_where(nes_where *w, nes_where to)
{
    if (to.extents != NULL)
        to.extents->refs++;
    nes_forget_where(w);
    *w = to;
}

/* ---- who has what ---- */

/* where launches have their own elements of n, as most are divided (passes/lower/group/index.go) */
NES_HOST nes_where nes_where_divided(int64_t n)
{
    nes_where w = {0, 0, NULL};
    const int64_t step = (int64_t)NES_CHUNKS * NES_LOCAL, size = (n + step - 1) / step * NES_LOCAL;
    w.scale = size > NES_GRAIN ? size : NES_GRAIN;
    w.parts = (n + w.scale - 1) / w.scale;
    if (w.parts < 2)
        w.parts = w.scale = 0;
    return w;
}

/* where the block of rank r begins, of an array of n elements */
NES_HOST int64_t nes_block_start(nes_where w, int64_t n, int r)
{
    int64_t at;
    if (r <= 0)
        return 0;
    if (r >= nes_ranks.n)
        return n;
    at = w.parts * r / nes_ranks.n * w.scale;
    return at < n ? at : n;
}

/* room for some extents */
NES_HOST nes_extents *nes_new_extents(int most)
{
    nes_extents *e = (nes_extents *)nes_keep(nes_alloc(1, sizeof *e + (size_t)most * sizeof(nes_extent)));
    e->refs = e->n = 0;
    return e;
}

/* how many extents an array has, and extent k: where it begins and ends, and the rank that has it */
NES_HOST int nes_extent_count(nes_where w) { return w.extents != NULL ? w.extents->n : nes_ranks.n; }

NES_HOST int64_t nes_extent_at(nes_where w, int64_t n, int k, int64_t *hi, int *rank)
{
    if (w.extents == NULL) {
        *rank = k;
        *hi = nes_block_start(w, n, k + 1);
        return nes_block_start(w, n, k);
    }
    *rank = w.extents->p[k].rank;
    *hi = k + 1 < w.extents->n ? w.extents->p[k + 1].start : n;
    return w.extents->p[k].start;
}

/* the rank that has element i */
NES_HOST int nes_owner(nes_where w, int64_t n, int64_t i)
{
    int rank = 0, count = nes_is_everywhere(w) ? 0 : nes_extent_count(w);
    int64_t hi = 0;
    for (int k = 0; k < count && i >= hi; k++)
        nes_extent_at(w, n, k, &hi, &rank);
    return rank;
}

/* which of n elements this rank has, from *lo up to what is returned */
NES_HOST int64_t nes_block_here(nes_where w, int64_t n, int64_t *lo)
{
    *lo = nes_is_everywhere(w) ? 0 : nes_block_start(w, n, nes_ranks.rank);
    return nes_is_everywhere(w) ? n : nes_block_start(w, n, nes_ranks.rank + 1);
}

/* ---- what the runtime needs of the parts below ---- */

NES_HOST void nes_everywhere(struct nes_array *a);
NES_HOST int nes_read_block(const struct nes_array *a, nes_i64 i, size_t size, void *to);
NES_HOST void nes_agree_word(nes_int *word);
NES_HOST nes_int nes_agree_element(nes_int own, nes_int word, nes_int elem);
NES_HOST void nes_tell_cells(void);
NES_HOST void nes_tell_first(const struct nes_array *a, int64_t n, void *to);
NES_HOST void nes_merge_bytes(void *p, int64_t n);
NES_HOST void nes_agree_device(void);
NES_HOST void nes_agree_memory(void);
NES_HOST void nes_ranks_stats(void);

#endif
