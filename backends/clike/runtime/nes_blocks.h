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

NES_HOST void nes_everywhere(struct nes_array *a);
NES_HOST int nes_read_block(const struct nes_array *a, nes_i64 i, size_t size, void *to);
NES_HOST void nes_agree_word(nes_int *word);
NES_HOST nes_int nes_agree_element(nes_int own, nes_int word, nes_int elem);
NES_HOST void nes_tell_cells(void);
NES_HOST void nes_agree_device(void);
NES_HOST void nes_agree_memory(void);
NES_HOST void nes_ranks_stats(void);

#endif
