/* nes_file.h: files of numbers, mapped: which part of them this process reads, and how their
 * elements become those of arrays. Of several ranks each reads its part of long arrays. What
 * is in the files: nes_data.h, nes_npy.h, nes_arrow.h. */
#ifndef NES_FILE_H
#define NES_FILE_H

#include "nes_shape.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* bytes that a file of each format has at least, but for one that is only bytes */
#define NES_LEAST_FILE 32

typedef struct {
    const char *file;
    unsigned char *p; /* all of the file, mapped */
    uint64_t n;
    nes_vec *leaves; /* where arrays are read to */
    char *parts;     /* of these, those of which ranks have parts each */
    int wide;        /* an int of the file is none of the program */
} nes_file;

NES_HOST NES_NORETURN void nes_file_error(const nes_file *d, const char *what)
{
    nes_reject("%s: error[E0050]: %s", d->file, what);
}

/* a number of up to 8 bytes; numbers of files and of memory are little-endian */
NES_HOST uint64_t nes_file_number(const nes_file *d, uint64_t at, int bytes)
{
    uint64_t x = 0;
    uint32_t word;
    if (bytes == 4) {
        memcpy(&word, d->p + at, 4);
        return word;
    }
    memcpy(&x, d->p + at, (size_t)bytes);
    return x;
}

/* where an array can begin in a file, after n bytes */
NES_HOST uint64_t nes_file_aligned(uint64_t n) { return (n + 63) / 64 * 64; }

/* what files begin with */
#define NES_DATA_MAGIC "NESLDATA"
#define NES_NPY_MAGIC "\x93NUMPY"
#define NES_ARROW_MAGIC "ARROW1"

/* what a file holds */
typedef enum { NES_NO_DATA, NES_OWN_DATA, NES_NUMPY_DATA, NES_ARROW_DATA, NES_RAW_DATA } nes_format;

/* whether the name of a file ends so */
NES_HOST int nes_has_suffix(const char *file, const char *suffix)
{
    const size_t n = strlen(file), k = strlen(suffix);
    return n > k && strcmp(file + n - k, suffix) == 0;
}

/* what a file holds, by the 8 bytes that it begins with */
NES_HOST nes_format nes_format_of(const char *file, const char *magic)
{
    if (memcmp(magic, NES_DATA_MAGIC, 8) == 0)
        return NES_OWN_DATA;
    if (memcmp(magic, NES_NPY_MAGIC, 6) == 0)
        return NES_NUMPY_DATA;
    if (memcmp(magic, NES_ARROW_MAGIC, 6) == 0)
        return NES_ARROW_DATA;
    return nes_has_suffix(file, ".bin") ? NES_RAW_DATA : NES_NO_DATA;
}

/* maps a file, unless it holds something else than data or cannot be read */
NES_HOST nes_format nes_file_open(nes_file *d, const char *file)
{
    char magic[8] = {0};
    struct stat s;
    nes_format found = NES_NO_DATA;
    int fd = open(file, O_RDONLY);
    if (fd < 0)
        return found;
    memset(d, 0, sizeof *d);
    d->file = file;
    if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && pread(fd, magic, 8, 0) >= 0)
        found = nes_format_of(file, magic);
    if (found != NES_NO_DATA && found != NES_RAW_DATA && s.st_size < NES_LEAST_FILE)
        nes_file_error(d, "the file is cut off");
    if (found != NES_NO_DATA && s.st_size > 0) {
        void *p = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p == MAP_FAILED)
            nes_file_error(d, "cannot be mapped");
        d->p = (unsigned char *)p;
        d->n = (uint64_t)s.st_size;
    }
    close(fd);
    return found;
}

NES_HOST void nes_file_close(nes_file *d)
{
    if (d->p != NULL)
        munmap(d->p, (size_t)d->n);
}

/* stops unless all that read the file find it good */
NES_HOST void nes_file_require(const nes_file *d, int good, const char *what)
{
#ifdef NES_RANKS
    good = nes_all_good(good);
#endif
    if (!good)
        nes_file_error(d, what);
}

/* which of n elements are read here, from *lo up to what is returned */
NES_HOST uint64_t nes_file_part(uint64_t n, uint64_t *lo)
{
#ifdef NES_RANKS
    int64_t from;
    const int64_t to = nes_block_here(nes_where_divided((int64_t)n), (int64_t)n, &from);
    *lo = (uint64_t)from;
    return (uint64_t)to;
#else
    *lo = 0;
    return n;
#endif
}

/* makes room for a leaf of n elements: the part of them that is read here, which is what is
 * returned */
NES_HOST void *nes_file_room(nes_file *d, int leaf, uint64_t n)
{
    nes_vec *v = &d->leaves[leaf];
    uint64_t lo, hi = nes_file_part(n, &lo);
    void *p;
    v->n = 0; /* without the 0 that literals are added to */
    p = nes_vec_room(v, hi - lo);
    v->n = n;
    d->parts[leaf] = 1;
    return p;
}

/* which of the elements from first up to end of a leaf are read here: from *lo up to what is
 * returned; *to is the place of that in the leaf */
NES_HOST uint64_t nes_file_common(const nes_file *d, int leaf, uint64_t first, uint64_t end, uint64_t *lo, char **to)
{
    const nes_vec *v = &d->leaves[leaf];
    uint64_t start, hi = nes_file_part(v->n, &start);
    *lo = first > start ? first : start;
    if (hi > end)
        hi = end;
    if (hi < *lo)
        hi = *lo;
    *to = v->p + (*lo - start) * v->size;
#ifdef NES_RANKS
    nes_ranks.input += (hi - *lo) * v->size;
#endif
    return hi;
}

/* ---- numbers of other widths ---- */

/* elements of a file: i u f are numbers of so many bytes, b are bytes of which 0 is false, t are bits */
typedef struct {
    char kind;
    int bytes;
} nes_numbers;

/* whether elements of a kind can be made of them; ints of 64 bits have a sign */
NES_HOST int nes_numbers_fit(nes_numbers f, char kind)
{
    const int small = f.bytes == 1 || f.bytes == 2 || f.bytes == 4;
    switch (kind) {
    case 'i':
        return (f.kind == 'i' && (small || f.bytes == 8)) || (f.kind == 'u' && small);
    case 'd':
        return (f.kind == 'f' && (f.bytes == 4 || f.bytes == 8)) || (f.bytes > 1 && nes_numbers_fit(f, 'i'));
    case 'b':
        return (f.kind == 'b' && f.bytes == 1) || f.kind == 't';
    }
    return kind == 'c' && f.kind == 'u' && f.bytes == 1;
}

/* makes numbers of a type of a file those of the program, and ends a case */
#define NES_EACH_NUMBER(type)                             \
    for (i = 0; i < n; i++) {                             \
        type x;                                           \
        memcpy(&x, p + i * sizeof x, sizeof x);           \
        if (kind == 'd') {                                \
            ((nes_float *)to)[i] = (nes_float)x;          \
        } else {                                          \
            ((nes_int *)to)[i] = (nes_int)x;              \
            wide |= (int64_t)(nes_int)x != (int64_t)x;    \
        }                                                 \
    }                                                     \
    break

/* n numbers of a file as those of the program of a kind; returns whether one is no int there */
NES_HOST int nes_convert(const unsigned char *p, nes_numbers f, uint64_t n, char kind, void *to)
{
    int wide = 0;
    uint64_t i;
    switch (f.kind << 4 | f.bytes) {
    case 'i' << 4 | 1:
        NES_EACH_NUMBER(int8_t);
    case 'i' << 4 | 2:
        NES_EACH_NUMBER(int16_t);
    case 'i' << 4 | 4:
        NES_EACH_NUMBER(int32_t);
    case 'i' << 4 | 8:
        NES_EACH_NUMBER(int64_t);
    case 'u' << 4 | 1:
        NES_EACH_NUMBER(uint8_t);
    case 'u' << 4 | 2:
        NES_EACH_NUMBER(uint16_t);
    case 'u' << 4 | 4:
        NES_EACH_NUMBER(uint32_t);
    case 'f' << 4 | 4:
        NES_EACH_NUMBER(float);
    case 'f' << 4 | 8:
        NES_EACH_NUMBER(double);
    }
    return wide;
}

/* Elements from, .., from + n of those that begin at a place of the file become elements first,
 * .., first + n of a leaf of a kind, for which there is room. */
NES_HOST void nes_file_copy(nes_file *d, int leaf, char kind, nes_numbers f, uint64_t at, uint64_t from, uint64_t n, uint64_t first)
{
    const int same = kind == 'c' || (f.bytes == (int)d->leaves[leaf].size && (f.kind == kind || (f.kind == 'f' && kind == 'd')));
    uint64_t lo, hi, i;
    char *to;
    if (at > d->n || (f.kind == 't' ? (from + n + 7) / 8 > d->n - at : from + n > (d->n - at) / (uint64_t)f.bytes))
        nes_file_error(d, "the file is cut off");
    hi = nes_file_common(d, leaf, first, first + n, &lo, &to);
    from += lo - first;
    if (hi == lo)
        return;
    if (f.kind == 't' || f.kind == 'b')
        for (i = from; i < from + hi - lo; i++)
            *to++ = f.kind == 't' ? d->p[at + i / 8] >> i % 8 & 1 : d->p[at + i] != 0;
    else if (same)
        memcpy(to, d->p + at + from * (uint64_t)f.bytes, (hi - lo) * (uint64_t)f.bytes);
    else
        d->wide |= nes_convert(d->p + at + from * (uint64_t)f.bytes, f, hi - lo, kind, to);
}

/* stops if an int of the file is none of the program */
NES_HOST void nes_file_narrow(const nes_file *d)
{
    nes_file_require(d, !d->wide, "a number is no int of 32 bits; -int=64 makes them wider");
}

/* ---- values ---- */

/* reads n elements, which are in the file as in memory and begin at a place of it, into a leaf */
NES_HOST void nes_file_elements(nes_file *d, int leaf, uint64_t at, uint64_t n)
{
    const uint64_t size = d->leaves[leaf].size;
    uint64_t lo, hi;
    char *to;
    if (at > d->n || n > (d->n - at) / size)
        nes_file_error(d, "the file is cut off");
    nes_file_room(d, leaf, n);
    hi = nes_file_common(d, leaf, 0, n, &lo, &to);
    memcpy(to, d->p + at + lo * size, (hi - lo) * size);
}

/* the offsets of n sequences of one length */
NES_HOST void nes_file_even(nes_file *d, int leaf, uint64_t n, uint64_t length)
{
    nes_int *to = (nes_int *)nes_file_room(d, leaf, n + 1);
    uint64_t lo, hi = nes_file_part(n + 1, &lo);
    for (uint64_t i = lo; i < hi; i++)
        to[i - lo] = (nes_int)(i * length);
}

/* reads a file that is the bytes of a [char] */
NES_HOST void nes_file_raw(nes_file *d, const nes_shape *s, int k)
{
    const nes_node *n = &s->nodes[k];
    if (n->kind != '[' || s->nodes[n->child].kind != 'c')
        nes_file_error(d, "binary files hold [char]");
    if (d->n > (uint64_t)NES_MAX_INT)
        nes_file_error(d, "the file has more elements than an int counts");
    nes_file_even(d, n->leaf, 1, d->n);
    nes_file_elements(d, s->nodes[n->child].leaf, 0, d->n);
}

#endif
