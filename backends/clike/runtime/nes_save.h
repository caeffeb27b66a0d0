/* nes_save.h: arrays to files, piece by piece. A file has its
 * name when it is whole: until then it is FILE.part, unless FILE is a device or a pipe. Of
 * several ranks each writes what it has. What is in the files: nes_output.h. */
#ifndef NES_SAVE_H
#define NES_SAVE_H

#include "nes_file.h"
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

/* begins the file whose name and piece are there */
NES_HOST void nes_save_open(nes_save *s)
{
    const char *file = s->file;
    struct stat at;
    s->part = NULL;
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

/* whether all ranks say so */
NES_HOST int nes_save_all(int good)
{
#ifdef NES_RANKS
    return nes_all_good(good);
#else
    return good;
#endif
}

NES_HOST void nes_save_close(nes_save *s)
{
    const int first = nes_saves_common();
    s->failed |= s->fd >= 0 && close(s->fd) != 0;
    s->failed = !nes_save_all(!s->failed);
    if (first && s->part != NULL && !s->failed)
        s->failed = rename(s->part, s->file) != 0;
    if (first && s->part != NULL && s->failed)
        remove(s->part);
    if (!nes_save_all(!s->failed))
        nes_reject("%s: cannot be written", s->file);
    nes_free(s->part);
    nes_free(s->piece);
}

/* ---- arrays ---- */

/* brings n elements of an array, which are on this device, to the host */
NES_HOST void nes_save_get(nes_save *s, const nes_array *a, int64_t lo, int64_t n)
{
    const size_t bytes = (size_t)n * a->size;
    NES_PROFILE_WAIT(nes_mem_get(a->mem, (size_t)lo * a->size, s->piece, bytes, 1));
    NES_PROFILE_BYTES('R', nes_profile.step, bytes);
    nes_dev.read_bytes += bytes;
}

/* how many of n elements of some bytes each are brought at a time */
NES_HOST int64_t nes_save_most(int64_t n, size_t size) { return n < (int64_t)(NES_SAVED / size) ? n : (int64_t)(NES_SAVED / size); }

/* the elements from lo to hi of an array, which are on this device */
NES_HOST void nes_save_elements(nes_save *s, uint64_t at, const nes_array *a, int64_t lo, int64_t hi)
{
    while (lo < hi) {
        const int64_t n = nes_save_most(hi - lo, a->size);
        nes_save_get(s, a, lo, n);
        nes_save_bytes(s, at + (uint64_t)lo * a->size, s->piece, (size_t)n * a->size);
        lo += n;
    }
}

/* how many pieces an array is in, and those of its elements that are piece k, from *lo to *hi:
 * whether this process writes it */
NES_HOST int nes_save_pieces(const nes_array *a)
{
#ifdef NES_RANKS
    if (!nes_is_everywhere(a->where))
        return nes_extent_count(a->where);
#endif
    (void)a;
    return 1;
}

NES_HOST int nes_save_piece(const nes_array *a, int k, int64_t *lo, int64_t *hi)
{
#ifdef NES_RANKS
    if (!nes_is_everywhere(a->where)) {
        int rank;
        *lo = nes_extent_at(a->where, a->n, k, hi, &rank);
        return rank == nes_ranks.rank;
    }
#endif
    (void)k;
    *lo = 0;
    *hi = a->n;
    return nes_saves_common();
}

NES_HOST void nes_save_array(nes_save *s, uint64_t at, const nes_array *a)
{
    for (int k = 0; k < nes_save_pieces(a); k++) {
        int64_t lo, hi;
        if (nes_save_piece(a, k, &lo, &hi))
            nes_save_elements(s, at, a, lo, hi);
    }
}

/* whether all chars of an array are ASCII */
NES_HOST int nes_save_ascii(nes_save *s, const nes_array *a)
{
    int good = 1;
    for (int k = 0; k < nes_save_pieces(a); k++) {
        int64_t lo, hi, n;
        if (!nes_save_piece(a, k, &lo, &hi))
            continue;
        for (; lo < hi && good; lo += n) {
            n = nes_save_most(hi - lo, 1);
            nes_save_get(s, a, lo, n);
            for (int64_t i = 0; i < n; i++)
                good &= (unsigned char)s->piece[i] < 128;
        }
    }
    return nes_save_all(good);
}

/* ---- bits ---- */

/* makes the bools from lo on, n of them, bits: 8 are a byte of the piece, which begins with the byte of lo */
NES_HOST void nes_save_pack(nes_save *s, const nes_array *a, int64_t lo, int64_t n)
{
    unsigned char byte = 0;
    nes_save_get(s, a, lo, n);
    for (int64_t i = 0; i < n; i++) { /* what is overwritten was packed */
        const int at = (int)((lo + i) % 8);
        byte = (unsigned char)(byte | (s->piece[i] != 0) << at);
        if (at == 7 || i + 1 == n) {
            s->piece[(lo % 8 + i) / 8] = (char)byte;
            byte = 0;
        }
    }
}

/* the same for less than a byte of them; these bits are added to *to */
NES_HOST void nes_save_some(nes_save *s, const nes_array *a, int64_t lo, int64_t hi, unsigned char *to)
{
    if (lo < hi)
        nes_save_pack(s, a, lo, hi - lo);
    if (lo < hi)
        *to |= (unsigned char)s->piece[0];
}

/* Bools from lo to hi as bits. Whole bytes go to the file; of the first and the last one others may have bits. */
NES_HOST void nes_save_packed(nes_save *s, uint64_t at, const nes_array *a, int64_t lo, int64_t hi, unsigned char *first, unsigned char *last)
{
    const int64_t whole = (lo + 7) / 8 * 8 < hi ? (lo + 7) / 8 * 8 : hi, end = hi / 8 * 8 > whole ? hi / 8 * 8 : whole;
    nes_save_some(s, a, lo, whole, first);
    for (lo = whole; lo < end;) {
        const int64_t n = nes_save_most(end - lo, 1);
        nes_save_pack(s, a, lo, n);
        nes_save_bytes(s, at + (uint64_t)lo / 8, s->piece, (size_t)n / 8);
        lo += n;
    }
    nes_save_some(s, a, end, hi, last);
}

/* An array of bools as bits at a place of the file. The byte in which piece k begins has number
 * byte[k]; those that several pieces have bits of, and the last one, are put together first. */
NES_HOST void nes_save_bits(nes_save *s, uint64_t at, const nes_array *a)
{
    const int pieces = nes_save_pieces(a);
    unsigned char *bits = (unsigned char *)nes_alloc((size_t)pieces + 1, 2), *shared = bits + pieces + 1;
    int64_t lo, hi, *start = (int64_t *)nes_alloc((size_t)pieces + 1, sizeof *start);
    int *byte = (int *)nes_alloc((size_t)pieces + 1, sizeof *byte);
    memset(bits, 0, 2 * ((size_t)pieces + 1));
    start[pieces] = a->n;
    for (int k = 0; k < pieces; k++)
        nes_save_piece(a, k, &start[k], &hi);
    for (int k = 0; k <= pieces; k++) {
        byte[k] = k > 0 && start[k - 1] / 8 == start[k] / 8 ? byte[k - 1] : k;
        shared[byte[k]] |= start[k] % 8 != 0;
    }
    for (int k = 0; k < pieces; k++)
        if (nes_save_piece(a, k, &lo, &hi))
            nes_save_packed(s, at, a, lo, hi, &bits[byte[k]], &bits[byte[k + 1]]);
#ifdef NES_RANKS
    if (!nes_is_everywhere(a->where))
        nes_merge_bytes(bits, pieces + 1);
#endif
    for (int k = 0; k <= pieces; k++)
        if (nes_saves_common() && shared[k])
            nes_save_bytes(s, at + (uint64_t)start[k] / 8, &bits[k], 1);
    nes_free(bits);
    nes_free(start);
    nes_free(byte);
}

/* ---- leaves ---- */

/* how many elements a leaf has */
NES_HOST uint64_t nes_leaf_length(const nes_leaf *l) { return nes_is_array(l) ? (uint64_t)nes_slot_of(l)->a->n : l->slot < 0 ? 2 : 1; }

/* how many bytes it has in a file, which may have bits for bools */
NES_HOST uint64_t nes_leaf_bytes(const nes_leaf *l, int bits)
{
    return bits && l->kind == 'b' ? (nes_leaf_length(l) + 7) / 8 : nes_leaf_length(l) * nes_kind_size(l->kind);
}

/* writes a leaf at a place of the file, and, where another follows, zeros up to where that can begin */
NES_HOST void nes_save_leaf(nes_save *s, uint64_t at, const nes_leaf *l, int bits, int fill)
{
    static const char zeros[64] = {0};
    const uint64_t end = at + nes_leaf_bytes(l, bits);
    const int first = nes_saves_common();
    if (nes_is_array(l) && bits && l->kind == 'b') {
        nes_save_bits(s, at, nes_slot_of(l)->a);
    } else if (nes_is_array(l)) {
        nes_save_array(s, at, nes_slot_of(l)->a);
    } else if (first) {
        void *p = nes_leaf_few(l);
        nes_save_bytes(s, at, p, (size_t)(end - at));
        nes_free(p);
    }
    if (first && fill)
        nes_save_bytes(s, end, zeros, (size_t)(nes_file_aligned(end) - end));
}

#endif
