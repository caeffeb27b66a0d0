/* nes_data.h: values in files of data: arrays as they are in memory, mapped or
 * copied and not parsed. What is in such a file: tools/data/binary.go. */
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

/* maps a file; 0 if it holds something else than data, or cannot be read */
NES_HOST int nes_data_open(nes_data *d, const char *file)
{
    char magic[8];
    struct stat s;
    int fd = open(file, O_RDONLY), found = 0;
    if (fd < 0)
        return 0;
    if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size >= NES_DATA_HEADER && pread(fd, magic, 8, 0) == 8 &&
        memcmp(magic, "NESLDATA", 8) == 0) {
        void *p = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        found = p != MAP_FAILED;
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

/* appends the next array, of n elements, to v */
NES_HOST void nes_data_array(nes_data *d, nes_vec *v, uint64_t n)
{
    uint64_t entry = d->table + 16 * d->next, at;
    if (d->next++ >= d->arrays)
        nes_data_error(d, "arrays are missing");
    at = nes_data_number(d, entry + 8, 8);
    if (nes_data_number(d, entry, 8) != n)
        nes_data_error(d, "the lengths of arrays do not fit");
    if (at > d->n || n > (d->n - at) / v->size)
        nes_data_error(d, "the file is cut off");
    memcpy(nes_vec_room(v, n), d->p + at, n * v->size);
    v->n += n;
}

/* checks the tags of n sums */
NES_HOST void nes_data_tags(nes_data *d, const nes_shape *s, const nes_node *sum, const nes_vec *leaves, uint64_t n)
{
    const nes_vec *tags = &leaves[s->nodes[sum->child].leaf];
    nes_int cons = 0;
    for (int k = sum->cons; k != 0; k = s->nodes[k].next)
        cons++;
    for (uint64_t i = tags->n - n; i < tags->n; i++)
        if (((const nes_int *)tags->p)[i] < 0 || ((const nes_int *)tags->p)[i] >= cons)
            nes_data_error(d, "there is no such constructor");
}

/* appends the arrays of n values of node k to the leaves, which hold no value yet */
NES_HOST void nes_data_value(nes_data *d, const nes_shape *s, int k, nes_vec *leaves, uint64_t n)
{
    const nes_node *node = &s->nodes[k];
    nes_vec *v = &leaves[node->leaf];
    if (node->kind == '[') {
        const nes_int *offsets;
        v->n = 0; /* without the 0 that literals are added to */
        nes_data_array(d, v, n + 1);
        offsets = (const nes_int *)v->p;
        if (offsets[0] != 0)
            nes_data_error(d, "offsets do not start at 0");
        for (uint64_t i = 0; i < n; i++)
            if (offsets[i + 1] < offsets[i])
                nes_data_error(d, "offsets are out of order");
        n = (uint64_t)offsets[n];
    } else if (strchr("idbc", node->kind) != NULL) {
        nes_data_array(d, v, n);
    }
    for (k = node->child; k != 0; k = s->nodes[k].next)
        nes_data_value(d, s, k, leaves, n);
    if (node->kind == 'S')
        nes_data_tags(d, s, node, leaves, n);
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

/* ---- writing ---- */

NES_HOST void nes_data_put(FILE *f, uint64_t x, int bytes)
{
    for (; bytes-- > 0; x >>= 8)
        putc((int)(x & 0xFF), f);
}

NES_HOST void nes_data_pad(FILE *f, uint64_t n)
{
    for (; n % NES_DATA_ALIGN != 0; n++)
        putc(0, f);
}

/* writes a value of a shape as its leaves */
NES_HOST void nes_data_write(const char *file, const char *descriptor, const nes_shape *s, const char *kinds, const void *const *leaves,
                             const int64_t *lengths)
{
    uint64_t n = strlen(descriptor), at;
    FILE *f = fopen(file, "wb");
    int failed = 1;
    if (f != NULL) {
        fwrite("NESLDATA", 1, 8, f);
        nes_data_put(f, 1, 4);
        nes_data_put(f, 8 * sizeof(nes_int), 4);
        nes_data_put(f, 8 * sizeof(nes_float), 4);
        nes_data_put(f, (uint64_t)s->leaves, 4);
        nes_data_put(f, n, 8);
        fwrite(descriptor, 1, n, f);
        nes_data_pad(f, NES_DATA_HEADER + n);
        at = nes_data_aligned(nes_data_aligned(NES_DATA_HEADER + n) + 16 * (uint64_t)s->leaves);
        for (int i = 0; i < s->leaves; i++) {
            nes_data_put(f, (uint64_t)lengths[i], 8);
            nes_data_put(f, at, 8);
            at = nes_data_aligned(at + (uint64_t)lengths[i] * nes_kind_size(kinds[i]));
        }
        nes_data_pad(f, 16 * (uint64_t)s->leaves);
        for (int i = 0; i < s->leaves; i++) {
            n = (uint64_t)lengths[i] * nes_kind_size(kinds[i]);
            fwrite(leaves[i], 1, n, f);
            nes_data_pad(f, n);
        }
        failed = ferror(f) != 0;
        failed |= fclose(f) != 0;
        if (failed)
            remove(file);
    }
    if (failed)
        nes_reject("%s: cannot be written", file);
}

#endif
