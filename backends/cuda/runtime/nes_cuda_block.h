/* nes_cuda_block.h: memory of the device, with what is known of the commands
 * that use it. It comes before nes_array.h, whose arrays are in such memory.
 *
 * Launches go to NES_STREAMS streams, transfers to the first of these; if there
 * are several, memory is taken and given back on one more. */
#ifndef NES_CUDA_BLOCK_H
#define NES_CUDA_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#define NES_MEMORY_STREAM (NES_STREAMS == 1 ? 0 : NES_STREAMS)
#define NES_ALL_STREAMS (NES_MEMORY_STREAM + 1)

typedef struct {
    void *data;
    size_t bytes, used;
    int writer;                   /* the lane of the command that wrote it last */
    uint64_t written;             /* the number of that command */
    uint64_t read[NES_ALL_STREAMS]; /* of each lane, the last one that has read it since */
    /* in batch number batch, as bits: the launch that wrote it last, those that
     * have read it since */
    uint64_t batch, batch_wrote, batch_read;
} nes_block;

#define NES_MEM_USED(m, used_bytes, all) (((nes_block *)(m))->used = (used_bytes))

#endif
