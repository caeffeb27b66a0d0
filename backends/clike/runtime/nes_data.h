/* nes_data.h: values from files of data: arrays as they are in memory, mapped or
 * copied and not parsed. What is in such a file: tools/data/binary.go. Of several ranks
 * each reads its part of long arrays. */
#ifndef NES_DATA_H
#define NES_DATA_H

#include "nes_shape.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NES_DATA_HEADER = 32, NES_DATA_ALIGN = 64 };

typedef struct {
    const char *file;
    unsigned char *p; /* all of the file, mapped */
    uint64_t n, table;
    uint64_t arrays, next;
    nes_vec *leaves; /* where arrays are read to */
    char *parts;     /* of these, those of which ranks have parts each */
} nes_data;

NES_HOST NES_NORETURN void nes_data_error(const nes_data *d, const char *what)
{
    nes_reject("%s: error[E0050]: %s", d->file, what);
}

/* a little-endian number of 4 or 8 bytes */
NES_HOST uint64_t nes_data_number(const nes_data *d, uint64_t at, int bytes)
{
    uint64_t x = 0;
    while (bytes-- > 0)
        x = x << 8 | d->p[at + (uint64_t)bytes];
    return x;
}

NES_HOST uint64_t nes_data_aligned(uint64_t n) { return (n + NES_DATA_ALIGN - 1) / NES_DATA_ALIGN * NES_DATA_ALIGN; }

/* what files begin with */
#define NES_DATA_MAGIC "NESLDATA"
#define NES_NPY_MAGIC "\x93NUMPY"

/* what a file holds */
typedef enum { NES_NO_DATA, NES_OWN_DATA, NES_NUMPY_DATA } nes_data_form;

/* maps a file, unless it holds something else than data or cannot be read */
NES_HOST nes_data_form nes_data_open(nes_data *d, const char *file)
{
    char magic[8];
    struct stat s;
    nes_data_form found = NES_NO_DATA;
    int fd = open(file, O_RDONLY);
    if (fd < 0)
        return found;
    if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size >= NES_DATA_HEADER && pread(fd, magic, 8, 0) == 8)
        found = memcmp(magic, NES_DATA_MAGIC, 8) == 0 ? NES_OWN_DATA : memcmp(magic, NES_NPY_MAGIC, 6) == 0 ? NES_NUMPY_DATA : NES_NO_DATA;
    if (found != NES_NO_DATA) {
        void *p = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p == MAP_FAILED)
            found = NES_NO_DATA;
        d->file = file;
        d->p = (unsigned char *)p;
        d->n = (uint64_t)s.st_size;
        d->next = 0;
    }
    close(fd);
    return found;
}

/* checks that the file is for this program and has a value with the descriptor */
NES_HOST void nes_data_check(nes_data *d, const char *descriptor, size_t length)
{
    uint64_t n = nes_data_number(d, 24, 8);
    if (nes_data_number(d, 8, 4) != 1)
        nes_data_error(d, "the data are of another version");
    if (nes_data_number(d, 12, 4) != 8 * sizeof(nes_int) || nes_data_number(d, 16, 4) != 8 * sizeof(nes_float))
        nes_data_error(d, "ints or floats have other widths than in the program");
    if (n != length || n > d->n - NES_DATA_HEADER || memcmp(d->p + NES_DATA_HEADER, descriptor, length) != 0)
        nes_data_error(d, "the data have another type");
    d->table = nes_data_aligned(NES_DATA_HEADER + n);
    d->arrays = nes_data_number(d, 20, 4);
    if (d->table > d->n || d->arrays > (d->n - d->table) / 16)
        nes_data_error(d, "the file is cut off");
}

/* stops unless all that read the file find it good */
NES_HOST void nes_data_require(const nes_data *d, int good, const char *what)
{
#ifdef NES_RANKS
    good = nes_all_good(good);
#endif
    if (!good)
        nes_data_error(d, what);
}

/* which of n elements are read here, from *lo up to what is returned */
NES_HOST uint64_t nes_data_part(uint64_t n, uint64_t *lo)
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

/* reads n elements, which begin somewhere in the file, into a leaf: the part of them that is
 * read here */
NES_HOST void nes_data_elements(nes_data *d, int leaf, uint64_t at, uint64_t n)
{
    nes_vec *v = &d->leaves[leaf];
    uint64_t lo, hi;
    if (at > d->n || n > (d->n - at) / v->size)
        nes_data_error(d, "the file is cut off");
    hi = nes_data_part(n, &lo);
    v->n = 0; /* without the 0 that literals are added to */
    memcpy(nes_vec_room(v, hi - lo), d->p + at + lo * v->size, (hi - lo) * v->size);
    v->n = n;
    d->parts[leaf] = 1;
#ifdef NES_RANKS
    nes_ranks.input += (hi - lo) * v->size;
#endif
}

/* reads the next array, of n elements, into a leaf; returns where it is in the file */
NES_HOST const unsigned char *nes_data_array(nes_data *d, int leaf, uint64_t n)
{
    uint64_t entry = d->table + 16 * d->next, at;
    if (d->next++ >= d->arrays)
        nes_data_error(d, "arrays are missing");
    at = nes_data_number(d, entry + 8, 8);
    if (nes_data_number(d, entry, 8) != n)
        nes_data_error(d, "the lengths of arrays do not fit");
    nes_data_elements(d, leaf, at, n);
    return d->p + at;
}

/* reads the n + 1 offsets of n sequences, and returns how many elements these have */
NES_HOST uint64_t nes_data_offsets(nes_data *d, int leaf, uint64_t n)
{
    nes_int ends[2], next;
    const unsigned char *all = nes_data_array(d, leaf, n + 1);
    uint64_t lo, hi = nes_data_part(n + 1, &lo);
    int good = 1;
    memcpy(&ends[0], all, sizeof next);
    memcpy(&ends[1], all + n * sizeof next, sizeof next);
    if (ends[0] != 0)
        nes_data_error(d, "offsets do not start at 0");
    for (uint64_t i = lo; i < hi && i < n; i++) { /* with the one behind those read here */
        memcpy(&next, all + (i + 1) * sizeof next, sizeof next);
        good &= next >= ((const nes_int *)d->leaves[leaf].p)[i - lo];
    }
    nes_data_require(d, good, "offsets are out of order");
    return (uint64_t)ends[1];
}

/* checks the tags of sums */
NES_HOST void nes_data_tags(nes_data *d, const nes_shape *s, const nes_node *sum)
{
    const nes_vec *tags = &d->leaves[s->nodes[sum->child].leaf];
    uint64_t lo, hi = nes_data_part(tags->n, &lo);
    nes_int cons = 0;
    int good = 1;
    for (int k = sum->cons; k != 0; k = s->nodes[k].next)
        cons++;
    for (uint64_t i = 0; i < hi - lo; i++)
        good &= ((const nes_int *)tags->p)[i] >= 0 && ((const nes_int *)tags->p)[i] < cons;
    nes_data_require(d, good, "there is no such constructor");
}

/* reads the arrays of n values of node k into the leaves, which hold no value yet */
NES_HOST void nes_data_value(nes_data *d, const nes_shape *s, int k, uint64_t n)
{
    const nes_node *node = &s->nodes[k];
    if (node->kind == '[')
        n = nes_data_offsets(d, node->leaf, n);
    else if (strchr("idbc", node->kind) != NULL)
        nes_data_array(d, node->leaf, n);
    for (k = node->child; k != 0; k = s->nodes[k].next)
        nes_data_value(d, s, k, n);
    if (node->kind == 'S')
        nes_data_tags(d, s, node);
}

/* where component i of a descriptor of a tuple is, or all of another one */
NES_HOST const char *nes_component(const char *descriptor, int i, size_t *length)
{
    const char *start = descriptor;
    int depth = 0;
    if (*start != '(') {
        *length = strlen(start);
        return start;
    }
    for (const char *p = ++start;; p++) {
        if ((*p == ',' || *p == ')') && depth == 0) {
            *length = (size_t)(p - start);
            if (i-- == 0 || *p == ')')
                return start;
            start = p + 1;
        }
        depth += strchr("([{", *p) != NULL;
        depth -= strchr(")]}", *p) != NULL;
    }
}

#endif
