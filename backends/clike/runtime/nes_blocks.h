/* nes_blocks.h: which rank has which elements of an array, what a program on several
 * ranks adds to nes_array.h and nes_run.h. All ranks know this of all arrays, since all
 * execute the same host program. */
#ifndef NES_BLOCKS_H
#define NES_BLOCKS_H

#include "nes_mpi.h"

/* rank r of n has, of so many parts of so many elements, parts * r / n and those up to
 * the next rank's first; the last rank has what is behind, too. No parts: every rank
 * has all elements. */
typedef struct {
    int64_t parts, scale;
} nes_where;

struct nes_array;

NES_HOST void nes_everywhere(struct nes_array *a);
NES_HOST int nes_read_block(const struct nes_array *a, nes_i64 i, size_t size, void *to);
NES_HOST void nes_agree_word(nes_int *word);
NES_HOST nes_int nes_agree_element(nes_int own, nes_int word, nes_int elem);
NES_HOST void nes_tell_cells(void);
NES_HOST void nes_agree_device(void);
NES_HOST void nes_agree_memory(void);
NES_HOST void nes_ranks_stats(void);

#endif
