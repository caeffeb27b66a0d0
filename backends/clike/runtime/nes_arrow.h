/* nes_arrow.h: values from files of Arrow (the interprocess format, .arrow and .feather). A row
 * is an element: of one column, or a tuple of several; lists are sequences, structs are tuples.
 * A file is batches of rows, each with buffers for its columns; what it says of them are
 * FlatBuffers (nes_flat.h). Of several ranks each reads its part. What is compressed,
 * dictionaries and other types are translated by nessiec (tools/data/arrow.go). */
#ifndef NES_ARROW_H
#define NES_ARROW_H

#include "nes_flat.h"

/* fields of tables, and types of columns, by their numbers in the format */
enum { NES_FOOTER_SCHEMA = 1, NES_FOOTER_BATCHES = 3, NES_SCHEMA_FIELDS = 1, NES_FIELD_NAME = 0, NES_FIELD_KIND = 2, NES_FIELD_TYPE = 3, NES_FIELD_DICTIONARY = 4, NES_FIELD_CHILDREN = 5 };
enum { NES_MESSAGE_VERSION = 0, NES_MESSAGE_KIND = 1, NES_MESSAGE_BATCH = 2, NES_MESSAGE_BODY = 3, NES_KIND_SCHEMA = 1, NES_KIND_BATCH = 3 };
enum { NES_BATCH_ROWS = 0, NES_BATCH_NODES = 1, NES_BATCH_BUFFERS = 2, NES_BATCH_COMPRESSION = 3 };
enum {
    NES_ARROW_INT = 2, NES_ARROW_FLOAT = 3, NES_ARROW_BINARY = 4, NES_ARROW_TEXT = 5, NES_ARROW_BOOL = 6, NES_ARROW_LIST = 12, NES_ARROW_STRUCT = 13,
    NES_ARROW_ROWS = 16 /* of one length */, NES_ARROW_LARGE_BINARY = 19, NES_ARROW_LARGE_TEXT = 20, NES_ARROW_LARGE_LIST = 21
};

/* no file has as many values, so sums of their numbers do not wrap around */
#define NES_ARROW_MOST ((uint64_t)1 << 48)

/* a batch that is read, and what of the file was read before */
typedef struct {
    nes_file *d;
    const nes_shape *s;
    uint64_t body, bytes;         /* of the buffers: where they begin, and how many bytes they are */
    uint64_t nodes, node_count;   /* the lengths of columns that follow, */
    uint64_t buffers, buffer_count; /* and their buffers */
    uint64_t column;              /* of the row, for messages */
    uint64_t *done;               /* elements of leaves in the batches before; of offsets: sequences */
    uint64_t *inner;              /* of offsets: elements of the sequences before */
    int reads, good;              /* whether there is room for elements, which is known after their number */
} nes_arrow;

NES_HOST NES_NORETURN void nes_arrow_error(const nes_arrow *a, const char *what)
{
    uint64_t n = 0, at = nes_flat_vector(a->d, a->column, NES_FIELD_NAME, 1, &n);
    char name[64];
    if (n >= sizeof name)
        n = sizeof name - 1;
    for (uint64_t i = 0; i < n; i++)
        name[i] = a->d->p[at + i] < ' ' ? '?' : (char)a->d->p[at + i];
    name[n] = '\0';
    nes_reject("%s: error[E0050]: column %s, %s", a->d->file, name, what);
}

/* the length of the next part of a column, which misses no value */
NES_HOST uint64_t nes_arrow_length(nes_arrow *a)
{
    const uint64_t at = a->nodes;
    if (a->node_count-- == 0)
        nes_arrow_error(a, "the file is damaged: lengths are missing");
    a->nodes += 16;
    if (nes_flat_at(a->d, at + 8, 8) != 0)
        nes_arrow_error(a, "a value is missing");
    if (nes_flat_at(a->d, at, 8) > NES_ARROW_MOST)
        nes_arrow_error(a, "the file is damaged: it claims too many values");
    return nes_flat_at(a->d, at, 8);
}

/* where the next buffer is, and how many bytes it has */
NES_HOST uint64_t nes_arrow_buffer(nes_arrow *a, uint64_t *bytes)
{
    const uint64_t at = a->buffers;
    uint64_t start;
    if (a->buffer_count-- == 0)
        nes_arrow_error(a, "the file is damaged: buffers are missing");
    a->buffers += 16;
    start = nes_flat_at(a->d, at, 8);
    *bytes = nes_flat_at(a->d, at + 8, 8);
    if (start > a->bytes || *bytes > a->bytes - start)
        nes_arrow_error(a, "the file is cut off");
    return a->body + start;
}

/* where a buffer is that has n elements of so many bytes, or bits if it is 0 */
NES_HOST uint64_t nes_arrow_elements(nes_arrow *a, uint64_t n, int bytes)
{
    uint64_t have, at = nes_arrow_buffer(a, &have);
    if (n > (bytes == 0 ? have * 8 : have / (uint64_t)bytes))
        nes_arrow_error(a, "the file is cut off");
    return at;
}

/* counts n more elements of a leaf, and reads them if there is room: those of a buffer from one of them on */
NES_HOST void nes_arrow_read(nes_arrow *a, const nes_node *node, nes_numbers f, uint64_t at, uint64_t from, uint64_t n)
{
    if (!nes_numbers_fit(f, node->kind))
        nes_arrow_error(a, "the values have another type than in the program");
    if (a->reads)
        nes_file_copy(a->d, node->leaf, node->kind, f, at, from, n, a->done[node->leaf]);
    a->done[node->leaf] += n;
}

/* The same for sequences that lie between offsets of so many bytes in a buffer. What is returned is how many
 * elements they have; *start is the first of them. */
NES_HOST uint64_t nes_arrow_offsets(nes_arrow *a, int leaf, uint64_t at, int bytes, uint64_t from, uint64_t n, uint64_t *start)
{
    const uint64_t seqs = a->done[leaf], elements = a->inner[leaf];
    uint64_t end, lo, hi;
    char *to;
    *start = 0;
    if (n == 0)
        return 0;
    *start = nes_flat_at(a->d, at + from * (uint64_t)bytes, bytes);
    end = nes_flat_at(a->d, at + (from + n) * (uint64_t)bytes, bytes);
    if (end < *start || end > NES_ARROW_MOST || end - *start > (uint64_t)NES_MAX_INT)
        nes_arrow_error(a, "the offsets are damaged");
    a->done[leaf] += n;
    a->inner[leaf] += end - *start;
    if (!a->reads)
        return end - *start;
    hi = nes_file_common(a->d, leaf, seqs + 1, seqs + 1 + n, &lo, &to);
    for (uint64_t i = lo; i < hi; i++) {
        const uint64_t k = at + (from + i - seqs) * (uint64_t)bytes; /* where sequence i - 1 ends */
        const uint64_t last = nes_file_number(a->d, k - (uint64_t)bytes, bytes), next = nes_file_number(a->d, k, bytes);
        a->good &= last <= next && next <= end;
        ((nes_int *)to)[i - lo] = (nes_int)(elements + next - *start);
    }
    return end - *start;
}

/* the same for sequences of one length */
NES_HOST void nes_arrow_rows(nes_arrow *a, int leaf, uint64_t n, uint64_t length)
{
    const uint64_t seqs = a->done[leaf], elements = a->inner[leaf];
    uint64_t lo, hi;
    char *to;
    a->done[leaf] += n;
    a->inner[leaf] += n * length;
    if (!a->reads)
        return;
    hi = nes_file_common(a->d, leaf, seqs + 1, seqs + 1 + n, &lo, &to);
    for (uint64_t i = lo; i < hi; i++)
        ((nes_int *)to)[i - lo] = (nes_int)(elements + (i - seqs) * length);
}

NES_HOST void nes_arrow_values(nes_arrow *a, uint64_t field, int k, uint64_t from, uint64_t n);

/* fields, of a row or of a struct, as the components k, .. of a tuple; the last one may be a struct of all that are left */
NES_HOST void nes_arrow_fields(nes_arrow *a, uint64_t fields, uint64_t count, int k, uint64_t from, uint64_t n, int top)
{
    for (uint64_t i = 0; i < count; i++, k = a->s->nodes[k].next) {
        const uint64_t field = nes_flat_follow(a->d, fields + 4 * i);
        uint64_t inner, none;
        if (top)
            a->column = field;
        if (k == 0)
            nes_arrow_error(a, "the rows of the program have fewer components");
        if (i > 0 && i + 1 == count && a->s->nodes[k].next != 0 && nes_flat_number(a->d, field, NES_FIELD_KIND, 1) == NES_ARROW_STRUCT) {
            if (nes_arrow_length(a) < from + n)
                nes_arrow_error(a, "the file is damaged: values are missing");
            nes_arrow_buffer(a, &none);
            fields = nes_flat_vector(a->d, field, NES_FIELD_CHILDREN, 4, &inner);
            nes_arrow_fields(a, fields, inner, k, from, n, 0);
            return;
        }
        nes_arrow_values(a, field, k, from, n);
    }
    if (k != 0)
        nes_arrow_error(a, "the rows of the program have more components");
}

/* the numbers of a column, by its type */
NES_HOST nes_numbers nes_arrow_numbers(nes_arrow *a, uint64_t field, int type)
{
    const uint64_t of = nes_flat_table(a->d, field, NES_FIELD_TYPE);
    nes_numbers f = {'t', 0};
    if (type == NES_ARROW_FLOAT) {
        f.kind = 'f';
        f.bytes = 2 << (nes_flat_number(a->d, of, 0, 2) & 3);
    } else if (type == NES_ARROW_INT) {
        f.kind = nes_flat_number(a->d, of, 1, 1) ? 'i' : 'u';
        f.bytes = (int)(nes_flat_number(a->d, of, 0, 4) / 8 & 15);
    }
    return f;
}

/* elements from, .., from + n of a list */
NES_HOST void nes_arrow_list(nes_arrow *a, uint64_t field, int type, const nes_node *node, uint64_t from, uint64_t n)
{
    const int bytes = type >= NES_ARROW_LARGE_BINARY ? 8 : 4;
    const int text = type == NES_ARROW_BINARY || type == NES_ARROW_TEXT || type == NES_ARROW_LARGE_BINARY || type == NES_ARROW_LARGE_TEXT;
    uint64_t start, count, children = 0;
    const uint64_t child = text ? 0 : nes_flat_vector(a->d, field, NES_FIELD_CHILDREN, 4, &children);
    if (node->kind != '[')
        nes_arrow_error(a, "the values are sequences, and those of the program are none");
    if (!text && children != 1)
        nes_arrow_error(a, "the file is damaged");
    if (type == NES_ARROW_ROWS) {
        const uint64_t length = nes_flat_number(a->d, nes_flat_table(a->d, field, NES_FIELD_TYPE), 0, 4);
        if (length != 0 && from + n > (uint64_t)NES_MAX_INT / length)
            nes_arrow_error(a, "there are more elements than an int counts");
        nes_arrow_rows(a, node->leaf, n, length);
        start = from * length;
        count = n * length;
    } else {
        const uint64_t at = nes_arrow_elements(a, n == 0 ? 0 : from + n + 1, bytes);
        count = nes_arrow_offsets(a, node->leaf, at, bytes, from, n, &start);
    }
    if (text) {
        const nes_numbers chars = {'u', 1};
        nes_arrow_read(a, &a->s->nodes[node->child], chars, nes_arrow_elements(a, start + count, 1), start, count);
    } else {
        nes_arrow_values(a, nes_flat_follow(a->d, child), node->child, start, count);
    }
}

/* elements from, .., from + n of a column, or of a part of one, as those of node k */
NES_HOST void nes_arrow_values(nes_arrow *a, uint64_t field, int k, uint64_t from, uint64_t n)
{
    const int type = (int)nes_flat_number(a->d, field, NES_FIELD_KIND, 1);
    const uint64_t length = nes_arrow_length(a);
    uint64_t none, count;
    nes_numbers f;
    while (a->s->nodes[k].kind == 'D')
        k = a->s->nodes[k].child;
    if (from > length || n > length - from)
        nes_arrow_error(a, "the file is damaged: values are missing");
    if (nes_flat_field(a->d, field, NES_FIELD_DICTIONARY) != 0)
        nes_arrow_error(a, "a dictionary is read by nessiec only");
    nes_arrow_buffer(a, &none); /* of what is missing, nothing */
    switch (type) {
    case NES_ARROW_INT:
    case NES_ARROW_FLOAT:
    case NES_ARROW_BOOL:
        f = nes_arrow_numbers(a, field, type);
        nes_arrow_read(a, &a->s->nodes[k], f, nes_arrow_elements(a, from + n, f.bytes), from, n);
        return;
    case NES_ARROW_STRUCT:
        if (a->s->nodes[k].kind != '(')
            nes_arrow_error(a, "the values are tuples, and those of the program are none");
        none = nes_flat_vector(a->d, field, NES_FIELD_CHILDREN, 4, &count);
        nes_arrow_fields(a, none, count, a->s->nodes[k].child, from, n, 0);
        return;
    case NES_ARROW_BINARY:
    case NES_ARROW_TEXT:
    case NES_ARROW_LARGE_BINARY:
    case NES_ARROW_LARGE_TEXT:
    case NES_ARROW_LIST:
    case NES_ARROW_LARGE_LIST:
    case NES_ARROW_ROWS:
        nes_arrow_list(a, field, type, &a->s->nodes[k], from, n);
        return;
    }
    nes_arrow_error(a, "values of this type are read by nessiec only");
}

/* ---- files ---- */

/* begins batch i of the file, those of the footer beginning at a place; returns its rows */
NES_HOST uint64_t nes_arrow_batch(nes_arrow *a, uint64_t batches, uint64_t i)
{
    const nes_file *d = a->d;
    const uint64_t block = batches + 24 * i, message = nes_flat_at(d, block, 8), head = nes_flat_at(d, block + 8, 4);
    const int marked = nes_flat_at(d, message, 4) == 0xFFFFFFFF; /* the length of the message follows, which older files begin with */
    const uint64_t root = nes_flat_follow(d, message + (marked ? 8 : 4)), batch = nes_flat_table(d, root, NES_MESSAGE_BATCH);
    if (nes_flat_number(d, root, NES_MESSAGE_KIND, 1) != NES_KIND_BATCH)
        nes_file_error(d, "the file is damaged");
    if (nes_flat_field(d, batch, NES_BATCH_COMPRESSION) != 0)
        nes_file_error(d, "the file is compressed, which nessiec reads only");
    a->body = message + head;
    a->bytes = nes_flat_number(d, root, NES_MESSAGE_BODY, 8);
    if (a->body < message || a->body > d->n || a->bytes > d->n - a->body)
        nes_file_error(d, "the file is cut off");
    a->nodes = nes_flat_vector(d, batch, NES_BATCH_NODES, 16, &a->node_count);
    a->buffers = nes_flat_vector(d, batch, NES_BATCH_BUFFERS, 16, &a->buffer_count);
    return nes_flat_number(d, batch, NES_BATCH_ROWS, 8);
}

/* goes through all batches, whose columns are the fields of node k; returns how many rows there are */
NES_HOST uint64_t nes_arrow_batches(nes_arrow *a, uint64_t footer, int k)
{
    uint64_t count, columns, rows = 0;
    const uint64_t batches = nes_flat_vector(a->d, footer, NES_FOOTER_BATCHES, 24, &count);
    const uint64_t fields = nes_flat_vector(a->d, nes_flat_table(a->d, footer, NES_FOOTER_SCHEMA), NES_SCHEMA_FIELDS, 4, &columns);
    while (a->s->nodes[k].kind == 'D')
        k = a->s->nodes[k].child;
    if (columns == 0)
        nes_file_error(a->d, "the file has no columns");
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t n = nes_arrow_batch(a, batches, i);
        const int tuple = a->s->nodes[k].kind == '(';
        if (n > (uint64_t)NES_MAX_INT - rows)
            nes_file_error(a->d, "the file has more rows than an int counts");
        a->column = nes_flat_follow(a->d, fields);
        if (!tuple && columns != 1)
            nes_file_error(a->d, "the file has several columns, but the rows of the program are no tuples");
        if (tuple)
            nes_arrow_fields(a, fields, columns, a->s->nodes[k].child, 0, n, 1);
        else
            nes_arrow_values(a, a->column, k, 0, n);
        rows += n;
    }
    return rows;
}

/* makes room for what the batches were found to have */
NES_HOST void nes_arrow_rooms(nes_arrow *a, int k)
{
    const nes_node *n = &a->s->nodes[k];
    if (n->kind == 'S' || n->kind == 'f')
        nes_file_error(a->d, "files of Arrow hold numbers, bools, chars, sequences and tuples");
    if (nes_has_leaf(n)) {
        uint64_t lo;
        void *p;
        if (a->done[n->leaf] > (uint64_t)NES_MAX_INT - 1)
            nes_file_error(a->d, "the file has more elements than an int counts");
        p = nes_file_room(a->d, n->leaf, a->done[n->leaf] + (n->kind == '['));
        if (n->kind == '[' && nes_file_part(a->done[n->leaf] + 1, &lo) > 0 && lo == 0)
            *(nes_int *)p = 0;
        a->done[n->leaf] = a->inner[n->leaf] = 0;
    }
    for (k = n->child; k != 0; k = a->s->nodes[k].next)
        nes_arrow_rooms(a, k);
}

/* reads the rows of a file as a value of node k */
NES_HOST void nes_arrow_value(nes_file *d, const nes_shape *s, int k)
{
    const uint64_t length = nes_flat_at(d, d->n - 10, 4);
    const int row = s->nodes[k].child;
    nes_arrow a;
    uint64_t footer;
    memset(&a, 0, sizeof a);
    a.d = d;
    a.s = s;
    a.good = 1;
    if (memcmp(d->p + d->n - 6, NES_ARROW_MAGIC, 6) != 0 || length > d->n - 10)
        nes_file_error(d, "the file is cut off");
    if (s->nodes[k].kind != '[')
        nes_file_error(d, "files of Arrow hold sequences, of rows");
    footer = nes_flat_follow(d, d->n - 10 - length);
    if (nes_flat_number(d, nes_flat_table(d, footer, NES_FOOTER_SCHEMA), 0, 2) != 0)
        nes_file_error(d, "the bytes of numbers are in the other order");
    a.done = (uint64_t *)nes_alloc((size_t)s->leaves, 2 * sizeof *a.done);
    a.inner = a.done + s->leaves;
    memset(a.done, 0, (size_t)s->leaves * 2 * sizeof *a.done);
    nes_file_even(d, s->nodes[k].leaf, 1, nes_arrow_batches(&a, footer, row));
    nes_arrow_rooms(&a, row);
    a.reads = 1;
    nes_arrow_batches(&a, footer, row);
    nes_file_require(d, a.good, "the offsets are damaged");
    nes_file_narrow(d);
    nes_free(a.done);
}

#endif
