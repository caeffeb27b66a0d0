/* nes_data.h: values from files of data: arrays as they are in memory, mapped or
 * copied and not parsed. What is in such a file: tools/data/binary.go. */
#ifndef NES_DATA_H
#define NES_DATA_H

#include "nes_file.h"

enum { NES_DATA_HEADER = 32 };

/* the arrays of a file */
typedef struct {
    nes_file *d;
    uint64_t table, count, next;
} nes_arrays;

/* checks that the file is for this program and has a value with the descriptor */
NES_HOST nes_arrays nes_data_check(nes_file *d, const char *descriptor, size_t length)
{
    nes_arrays a = {d, 0, 0, 0};
    uint64_t n = nes_file_number(d, 24, 8);
    if (nes_file_number(d, 8, 4) != 1)
        nes_file_error(d, "the data are of another version");
    if (nes_file_number(d, 12, 4) != 8 * sizeof(nes_int) || nes_file_number(d, 16, 4) != 8 * sizeof(nes_float))
        nes_file_error(d, "ints or floats have other widths than in the program");
    if (n != length || n > d->n - NES_DATA_HEADER || memcmp(d->p + NES_DATA_HEADER, descriptor, length) != 0)
        nes_file_error(d, "the data have another type");
    a.table = nes_file_aligned(NES_DATA_HEADER + n);
    a.count = nes_file_number(d, 20, 4);
    if (a.table > d->n || a.count > (d->n - a.table) / 16)
        nes_file_error(d, "the file is cut off");
    return a;
}

/* reads the next array, of n elements, into a leaf; returns where it is in the file */
NES_HOST const unsigned char *nes_data_array(nes_arrays *a, int leaf, uint64_t n)
{
    nes_file *d = a->d;
    uint64_t entry = a->table + 16 * a->next, at;
    if (a->next++ >= a->count)
        nes_file_error(d, "arrays are missing");
    at = nes_file_number(d, entry + 8, 8);
    if (nes_file_number(d, entry, 8) != n)
        nes_file_error(d, "the lengths of arrays do not fit");
    nes_file_elements(d, leaf, at, n);
    return d->p + at;
}

/* reads the n + 1 offsets of n sequences, and returns how many elements these have */
NES_HOST uint64_t nes_data_offsets(nes_arrays *a, int leaf, uint64_t n)
{
    nes_file *d = a->d;
    nes_int ends[2], next;
    const unsigned char *all = nes_data_array(a, leaf, n + 1);
    uint64_t lo, hi = nes_file_part(n + 1, &lo);
    int good = 1;
    memcpy(&ends[0], all, sizeof next);
    memcpy(&ends[1], all + n * sizeof next, sizeof next);
    if (ends[0] != 0)
        nes_file_error(d, "offsets do not start at 0");
    for (uint64_t i = lo; i < hi && i < n; i++) { /* with the one behind those read here */
        memcpy(&next, all + (i + 1) * sizeof next, sizeof next);
        good &= next >= ((const nes_int *)d->leaves[leaf].p)[i - lo];
    }
    nes_file_require(d, good, "offsets are out of order");
    return (uint64_t)ends[1];
}

/* checks the tags of sums */
NES_HOST void nes_data_tags(nes_file *d, const nes_shape *s, const nes_node *sum)
{
    const nes_vec *tags = &d->leaves[s->nodes[sum->child].leaf];
    uint64_t lo, hi = nes_file_part(tags->n, &lo);
    nes_int cons = 0;
    int good = 1;
    for (int k = sum->cons; k != 0; k = s->nodes[k].next)
        cons++;
    for (uint64_t i = 0; i < hi - lo; i++)
        good &= ((const nes_int *)tags->p)[i] >= 0 && ((const nes_int *)tags->p)[i] < cons;
    nes_file_require(d, good, "there is no such constructor");
}

/* reads the arrays of n values of node k into the leaves, which hold no value yet */
NES_HOST void nes_data_value(nes_arrays *a, const nes_shape *s, int k, uint64_t n)
{
    const nes_node *node = &s->nodes[k];
    if (node->kind == '[')
        n = nes_data_offsets(a, node->leaf, n);
    else if (strchr("idbc", node->kind) != NULL)
        nes_data_array(a, node->leaf, n);
    for (k = node->child; k != 0; k = s->nodes[k].next)
        nes_data_value(a, s, k, n);
    if (node->kind == 'S')
        nes_data_tags(a->d, s, node);
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

/* reads data that must be component i of what the descriptor describes, of node k */
NES_HOST void nes_data_component(nes_file *d, const char *descriptor, int i, const nes_shape *s, int k)
{
    size_t length;
    const char *component = nes_component(descriptor, i, &length);
    nes_arrays a = nes_data_check(d, component, length);
    nes_data_value(&a, s, k, 1);
}

#endif
