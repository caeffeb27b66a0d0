/* nes_savearrow.h: what is in files of Arrow besides the arrays of a value (nes_arrow.h): the
 * names and types of columns, where the buffers of the one batch lie, and the footer. A leaf is
 * a buffer. Texts are strings if all their chars are ASCII, else bytes. */
#ifndef NES_SAVEARROW_H
#define NES_SAVEARROW_H

#include "nes_arrow.h"
#include "nes_save.h"

enum { NES_ARROW_VERSION = 4 };

typedef struct {
    nes_save *save;
    const nes_shape *s;
    const nes_leaf *leaves;
    nes_buf nodes, buffers; /* of the batch: 16 bytes each */
    uint64_t rows, at;      /* bytes of the buffers so far */
    char *ascii;            /* of leaves that are texts */
} nes_arrow_plan;

/* ---- the batch ---- */

NES_HOST void nes_plan_buffer(nes_arrow_plan *p, uint64_t bytes)
{
    nes_put_number(&p->buffers, p->at, 8);
    nes_put_number(&p->buffers, bytes, 8);
    p->at = nes_file_aligned(p->at + bytes);
}

/* plans n elements of node k */
NES_HOST void nes_plan_values(nes_arrow_plan *p, int k, uint64_t n)
{
    const nes_node *node = &p->s->nodes[k];
    if (node->kind == 'S')
        nes_reject("%s: files of Arrow hold numbers, bools, chars, sequences and tuples; for other values take .nesldata", p->save->file);
    if (node->kind == 'D') {
        nes_plan_values(p, node->child, n);
        return;
    }
    nes_put_number(&p->nodes, n, 8);
    nes_put_number(&p->nodes, 0, 8);
    nes_plan_buffer(p, 0); /* no value is missing */
    if (node->kind != '(')
        nes_plan_buffer(p, nes_leaf_bytes(&p->leaves[node->leaf], 1));
    if (node->kind == '[' && p->s->nodes[node->child].kind == 'c') {
        const nes_leaf *chars = &p->leaves[p->s->nodes[node->child].leaf];
        p->ascii[node->leaf] = (char)nes_save_ascii(p->save, nes_slot_of(chars)->a);
        nes_plan_buffer(p, nes_leaf_bytes(chars, 1));
    } else if (node->kind == '[') {
        const nes_leaf *first = &p->leaves[nes_first_leaf(p->s, node->child)];
        nes_plan_values(p, node->child, nes_leaf_length(first) - (first->kind == '['));
    } else if (node->kind == '(') {
        for (k = node->child; k != 0; k = p->s->nodes[k].next)
            nes_plan_values(p, k, n);
    }
}

/* plans all columns: components of rows that are tuples */
NES_HOST void nes_plan_rows(nes_arrow_plan *p)
{
    int k = p->s->nodes[0].child;
    while (p->s->nodes[k].kind == 'D')
        k = p->s->nodes[k].child;
    if (p->s->nodes[k].kind != '(') {
        nes_plan_values(p, k, p->rows);
        return;
    }
    for (k = p->s->nodes[k].child; k != 0; k = p->s->nodes[k].next)
        nes_plan_values(p, k, p->rows);
}

/* ---- messages ---- */

/* makes field i of a table, which must be there, a number of so many bytes */
NES_HOST void nes_set_number(nes_buf *b, size_t table, int i, uint64_t x, int bytes) { nes_put_at(b, nes_put_field(table, i), x, bytes); }

NES_HOST void nes_put_columns(nes_buf *b, const nes_arrow_plan *p, size_t from, int k);

/* adds the field of node k, which a place refers to: its name, type and children */
NES_HOST void nes_put_column(nes_buf *b, const nes_arrow_plan *p, size_t from, int k, const char *name)
{
    const size_t field = nes_put_table(b, 6, 1 << NES_FIELD_NAME | 1 << NES_FIELD_KIND | 1 << NES_FIELD_TYPE | 1 << NES_FIELD_CHILDREN);
    const nes_node *node = &p->s->nodes[k];
    const int wide = sizeof(nes_int) == 8;
    size_t type;
    int of = NES_ARROW_STRUCT, children = 0;
    while (node->kind == 'D')
        node = &p->s->nodes[node->child];
    nes_put_reference(b, from, field);
    nes_put_text(b, nes_put_field(field, NES_FIELD_NAME), name);
    type = nes_put_table(b, 2, strchr("idc", node->kind) == NULL ? 0 : node->kind == 'd' ? 1 : 3);
    switch (node->kind) {
    case 'i':
    case 'c':
        of = NES_ARROW_INT;
        nes_set_number(b, type, 0, 8 * nes_kind_size(node->kind), 4);
        nes_set_number(b, type, 1, node->kind == 'i', 1);
        break;
    case 'd':
        of = NES_ARROW_FLOAT;
        nes_set_number(b, type, 0, sizeof(nes_float) == 8 ? 2 : 1, 2);
        break;
    case 'b':
        of = NES_ARROW_BOOL;
        break;
    case '[':
        children = node->child;
        of = wide ? NES_ARROW_LARGE_LIST : NES_ARROW_LIST;
        if (p->s->nodes[children].kind == 'c') {
            of = p->ascii[node->leaf] ? (wide ? NES_ARROW_LARGE_TEXT : NES_ARROW_TEXT) : wide ? NES_ARROW_LARGE_BINARY : NES_ARROW_BINARY;
            children = 0;
        }
        break;
    case '(':
        children = node->child;
    }
    nes_set_number(b, field, NES_FIELD_KIND, (uint64_t)of, 1);
    nes_put_reference(b, nes_put_field(field, NES_FIELD_TYPE), type);
    nes_put_columns(b, p, nes_put_field(field, NES_FIELD_CHILDREN), children);
}

/* adds the fields of node k and of its siblings, to which a place refers: c0, c1, .. */
NES_HOST void nes_put_columns(nes_buf *b, const nes_arrow_plan *p, size_t from, int k)
{
    uint64_t n = 0;
    size_t at;
    for (int c = k; c != 0; c = p->s->nodes[c].next)
        n++;
    nes_put_vector(b, from, n);
    at = b->n;
    for (uint64_t i = 0; i < n; i++)
        nes_put_number(b, 0, 4);
    for (int i = 0; k != 0; k = p->s->nodes[k].next) {
        char name[16];
        sprintf(name, "c%d", i);
        nes_put_column(b, p, at + 4 * (size_t)i++, k, name);
    }
}

/* adds the schema, to which a place refers */
NES_HOST void nes_put_schema(nes_buf *b, const nes_arrow_plan *p, size_t from)
{
    const size_t schema = nes_put_table(b, 2, 1 << NES_SCHEMA_FIELDS);
    int row = p->s->nodes[0].child;
    nes_put_reference(b, from, schema);
    while (p->s->nodes[row].kind == 'D')
        row = p->s->nodes[row].child;
    nes_put_columns(b, p, nes_put_field(schema, NES_SCHEMA_FIELDS), p->s->nodes[row].kind == '(' ? p->s->nodes[row].child : row);
}

/* adds the batch, to which a place refers */
NES_HOST void nes_put_batch(nes_buf *b, const nes_arrow_plan *p, size_t from)
{
    const size_t batch = nes_put_table(b, 3, 1 << NES_BATCH_ROWS | 1 << NES_BATCH_NODES | 1 << NES_BATCH_BUFFERS);
    nes_put_reference(b, from, batch);
    nes_set_number(b, batch, NES_BATCH_ROWS, p->rows, 8);
    nes_put_vector(b, nes_put_field(batch, NES_BATCH_NODES), p->nodes.n / 16);
    nes_put(b, p->nodes.p, p->nodes.n);
    nes_put_vector(b, nes_put_field(batch, NES_BATCH_BUFFERS), p->buffers.n / 16);
    nes_put(b, p->buffers.p, p->buffers.n);
}

/* adds a message to a file: its length, and what it is; ends at a multiple of 64. Returns its bytes. */
NES_HOST uint64_t nes_put_message(nes_buf *file, const nes_arrow_plan *p, int kind)
{
    nes_buf b = {NULL, 0, 0};
    const size_t start = file->n;
    size_t root;
    nes_put_number(&b, 0, 8);
    root = nes_put_table(&b, 4, 1 << NES_MESSAGE_VERSION | 1 << NES_MESSAGE_KIND | 1 << NES_MESSAGE_BATCH | 1 << NES_MESSAGE_BODY);
    nes_put_reference(&b, 0, root);
    nes_set_number(&b, root, NES_MESSAGE_VERSION, NES_ARROW_VERSION, 2);
    nes_set_number(&b, root, NES_MESSAGE_KIND, (uint64_t)kind, 1);
    nes_set_number(&b, root, NES_MESSAGE_BODY, kind == NES_KIND_BATCH ? p->at : 0, 8);
    if (kind == NES_KIND_BATCH)
        nes_put_batch(&b, p, nes_put_field(root, NES_MESSAGE_BATCH));
    else
        nes_put_schema(&b, p, nes_put_field(root, NES_MESSAGE_BATCH));
    nes_put_pad(&b, start + 8, 64);
    nes_put_number(file, 0xFFFFFFFF, 4);
    nes_put_number(file, b.n, 4);
    nes_put(file, b.p, b.n);
    nes_free(b.p);
    return file->n - start;
}

/* what comes before the arrays of a value, and what comes behind them */
NES_HOST nes_buf nes_arrow_start(nes_save *save, const nes_shape *s, const nes_leaf *leaves, nes_buf *tail)
{
    nes_arrow_plan p;
    nes_buf head = {NULL, 0, 0}, footer = {NULL, 0, 0};
    uint64_t bytes;
    size_t root, message;
    memset(&p, 0, sizeof p);
    p.save = save;
    p.s = s;
    p.leaves = leaves;
    p.ascii = (char *)nes_alloc((size_t)s->leaves, 1);
    if (s->nodes[0].kind != '[')
        nes_reject("%s: files of Arrow hold sequences, of rows", save->file);
    p.rows = nes_leaf_length(&leaves[1]) - (leaves[1].kind == '[');
    nes_plan_rows(&p);
    nes_put(&head, NES_ARROW_MAGIC "\0\0", 8);
    nes_put_message(&head, &p, NES_KIND_SCHEMA);
    message = head.n;
    bytes = nes_put_message(&head, &p, NES_KIND_BATCH);

    nes_put_number(&footer, 0, 8);
    root = nes_put_table(&footer, 4, 1 | 1 << NES_FOOTER_SCHEMA | 1 << NES_FOOTER_BATCHES);
    nes_put_reference(&footer, 0, root);
    nes_set_number(&footer, root, 0, NES_ARROW_VERSION, 2);
    nes_put_schema(&footer, &p, nes_put_field(root, NES_FOOTER_SCHEMA));
    nes_put_vector(&footer, nes_put_field(root, NES_FOOTER_BATCHES), 1);
    nes_put_number(&footer, message, 8);
    nes_put_number(&footer, bytes, 8); /* of 4, and 4 that are not used */
    nes_put_number(&footer, p.at, 8);

    nes_put_number(tail, 0xFFFFFFFF, 8); /* no message follows */
    nes_put(tail, footer.p, footer.n);
    nes_put_number(tail, footer.n, 4);
    nes_puts(tail, NES_ARROW_MAGIC);
    nes_free(footer.p);
    nes_free(p.nodes.p);
    nes_free(p.buffers.p);
    nes_free(p.ascii);
    return head;
}

#endif
