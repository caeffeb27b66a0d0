/* nes_save.h: values to files of data (tools/data/binary.go) and arrays of NumPy, piece by piece. The file has its
 * name when it is whole: until then it is FILE.part, unless FILE is a device or a pipe. Of
 * several ranks each writes what it has. */
#ifndef NES_SAVE_H
#define NES_SAVE_H

#include "nes_npy.h"
#include "nes_slots.h"

/* bytes on their way from the device to the file */
#define NES_SAVED ((size_t)1 << 22)

typedef struct {
    const char *file;
    char *part; /* the name until then, NULL for what is no file on a disk */
    int fd, failed;
    char *piece;
} nes_save;

/* whether this process writes what is not divided among ranks */
NES_HOST int nes_saves_common(void)
{
#ifdef NES_RANKS
    return nes_first_rank();
#else
    return 1;
#endif
}

/* ---- bytes ---- */

/* what is written goes to its place, or, where there are none, behind what was written before */
NES_HOST void nes_save_bytes(nes_save *s, uint64_t at, const void *p, size_t n)
{
    for (size_t done = 0; done < n && !s->failed;) {
        const char *from = (const char *)p + done;
        const ssize_t put = s->part == NULL ? write(s->fd, from, n - done) : pwrite(s->fd, from, n - done, (off_t)(at + done));
        if (put > 0)
            done += (size_t)put;
        else if (put == 0 || errno != EINTR)
            s->failed = 1;
    }
}

NES_HOST void nes_save_open(nes_save *s, const char *file)
{
    struct stat at;
    memset(s, 0, sizeof *s);
    s->file = file;
    s->piece = (char *)nes_alloc(NES_SAVED, 1);
    if (stat(file, &at) != 0 || S_ISREG(at.st_mode)) {
        s->part = (char *)nes_alloc(strlen(file) + 6, 1);
        sprintf(s->part, "%s.part", file);
    }
#ifdef NES_RANKS
    if (s->part == NULL && nes_ranks.n > 1)
        nes_reject("%s: several ranks write files on a disk only", file);
    if (!nes_saves_common())
        nes_told(1); /* it is there, and empty */
#endif
    s->fd = open(s->part == NULL ? file : s->part, O_WRONLY | O_CREAT | O_CLOEXEC | (nes_saves_common() ? O_TRUNC : 0), 0666);
    s->failed = s->fd < 0;
#ifdef NES_RANKS
    if (nes_saves_common())
        nes_told(1);
#endif
}

/* whether all ranks have written what they have */
NES_HOST int nes_save_good(const nes_save *s)
{
#ifdef NES_RANKS
    return nes_all_good(!s->failed);
#else
    return !s->failed;
#endif
}

NES_HOST void nes_save_close(nes_save *s)
{
    const int first = nes_saves_common();
    s->failed |= s->fd >= 0 && close(s->fd) != 0;
    s->failed = !nes_save_good(s);
    if (first && s->part != NULL && !s->failed)
        s->failed = rename(s->part, s->file) != 0;
    if (first && s->part != NULL && s->failed)
        remove(s->part);
    if (!nes_save_good(s))
        nes_reject("%s: cannot be written", s->file);
    nes_free(s->part);
    nes_free(s->piece);
}

/* ---- values ---- */

/* the elements from lo to hi of an array, which are on this device */
NES_HOST void nes_save_elements(nes_save *s, uint64_t at, const nes_array *a, int64_t lo, int64_t hi)
{
    const int64_t most = (int64_t)(NES_SAVED / a->size);
    while (lo < hi) {
        const int64_t n = hi - lo < most ? hi - lo : most;
        const size_t bytes = (size_t)n * a->size;
        NES_PROFILE_WAIT(nes_mem_get(a->mem, (size_t)lo * a->size, s->piece, bytes, 1));
        NES_PROFILE_BYTES('R', nes_profile.step, bytes);
        nes_dev.read_bytes += bytes;
        nes_save_bytes(s, at + (uint64_t)lo * a->size, s->piece, bytes);
        lo += n;
    }
}

NES_HOST void nes_save_array(nes_save *s, uint64_t at, const nes_array *a)
{
#ifdef NES_RANKS
    const int pieces = nes_is_everywhere(a->where) ? 0 : nes_extent_count(a->where);
    for (int k = 0; k < pieces; k++) {
        int rank;
        int64_t hi, lo = nes_extent_at(a->where, a->n, k, &hi, &rank);
        if (rank == nes_ranks.rank)
            nes_save_elements(s, at, a, lo, hi);
    }
    if (pieces > 0 || !nes_first_rank())
        return;
#endif
    nes_save_elements(s, at, a, 0, a->n);
}

/* numbers of some bytes each, little-endian */
NES_HOST void nes_save_number(nes_buf *b, uint64_t x, int bytes)
{
    for (; bytes-- > 0; x >>= 8)
        nes_putc(b, (char)(x & 0xFF));
}

NES_HOST void nes_save_pad(nes_buf *b)
{
    while (b->n % NES_DATA_ALIGN != 0)
        nes_putc(b, 0);
}

/* how many elements a leaf has */
NES_HOST uint64_t nes_leaf_length(const nes_leaf *l) { return nes_is_array(l) ? (uint64_t)nes_slot_of(l)->a->n : l->slot < 0 ? 2 : 1; }

/* what comes before the arrays of a value */
NES_HOST nes_buf nes_save_header(const nes_action *a, const nes_shape *s, const nes_leaf *leaves)
{
    nes_buf b = {NULL, 0, 0};
    const size_t n = strlen(a->shape);
    uint64_t at = nes_data_aligned(nes_data_aligned(NES_DATA_HEADER + n) + 16 * (uint64_t)s->leaves);
    nes_puts(&b, NES_DATA_MAGIC);
    nes_save_number(&b, 1, 4);
    nes_save_number(&b, 8 * sizeof(nes_int), 4);
    nes_save_number(&b, 8 * sizeof(nes_float), 4);
    nes_save_number(&b, (uint64_t)s->leaves, 4);
    nes_save_number(&b, n, 8);
    nes_put(&b, a->shape, n);
    nes_save_pad(&b);
    for (int i = 0; i < s->leaves; i++) {
        nes_save_number(&b, nes_leaf_length(&leaves[i]), 8);
        nes_save_number(&b, at, 8);
        at = nes_data_aligned(at + nes_leaf_length(&leaves[i]) * nes_kind_size(leaves[i].kind));
    }
    nes_save_pad(&b);
    return b;
}

/* a leaf, at a place of the file, and, where another follows, what fills the file up to that */
NES_HOST void nes_save_leaf(nes_save *s, uint64_t at, const nes_leaf *l, int fill)
{
    static const char zeros[NES_DATA_ALIGN] = {0};
    const uint64_t end = at + nes_leaf_length(l) * nes_kind_size(l->kind);
    const int first = nes_saves_common();
    if (nes_is_array(l)) {
        nes_save_array(s, at, nes_slot_of(l)->a);
    } else if (first) {
        void *p = nes_leaf_few(l);
        nes_save_bytes(s, at, p, (size_t)(end - at));
        nes_free(p);
    }
    if (first && fill)
        nes_save_bytes(s, end, zeros, (size_t)(nes_data_aligned(end) - end));
}

/* the same where the file is to be an array of NumPy; the first leaf is no part of it then */
NES_HOST nes_buf nes_save_npy(const char *file, const nes_shape *s, const nes_leaf *leaves)
{
    if (s->nodes[0].kind != '[' || s->leaves != 2 || strchr("idbc", leaves[1].kind) == NULL)
        nes_reject("%s: of sequences, those of numbers, bools or chars can be written as .npy; for other values take .nesldata", file);
    return nes_npy_start(leaves[1].kind, nes_leaf_length(&leaves[1]));
}

/* writes the value of an action */
NES_HOST void nes_save_value(const char *file, const nes_action *a)
{
    const int npy = nes_is_npy(file);
    nes_shape shape = nes_shape_of(a->shape);
    nes_leaf *leaves = nes_leaves(&shape, a->first);
    nes_buf header = npy ? nes_save_npy(file, &shape, leaves) : nes_save_header(a, &shape, leaves);
    uint64_t at = header.n;
    nes_save s;
    for (int k = 0; k < shape.count; k++)
        if (shape.nodes[k].kind == 'f')
            nes_reject("%s: a function cannot be written", file);
    nes_save_open(&s, file);
    if (nes_saves_common())
        nes_save_bytes(&s, 0, header.p, header.n);
    for (int i = npy; i < shape.leaves; i++) {
        nes_save_leaf(&s, at, &leaves[i], !npy);
        at = nes_data_aligned(at + nes_leaf_length(&leaves[i]) * nes_kind_size(leaves[i].kind));
    }
    nes_save_close(&s);
    nes_free(header.p);
    nes_free(leaves);
    nes_free(shape.nodes);
}

#endif
