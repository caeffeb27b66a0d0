/* nes_entry.h: values of any shape from literals, and the arguments of -entry.
 * The grammar is that of ir/value/read.go. */
#ifndef NES_ENTRY_H
#define NES_ENTRY_H

#include "nes_arrow.h"
#include "nes_data.h"
#include "nes_npy.h"
#include "nes_read.h"

typedef struct {
    nes_input in;
    const nes_shape *shape;
    nes_vec *leaves; /* one per leaf of shape */
    char *parts;     /* whether ranks have parts of it each (nes_file.h) */
} nes_reader;

NES_HOST void nes_read_value(nes_reader *r, int k);

#define NES_PUSH(r, leaf_, type, x) \
    do { \
        nes_vec *v_ = &(r)->leaves[leaf_]; \
        *(type *)nes_vec_room(v_, 1) = (x); \
        v_->n++; \
    } while (0)

/* "..." into a leaf of chars; returns its length */
NES_HOST int64_t nes_read_quoted(nes_reader *r, int leaf)
{
    int64_t n = 0;
    int taken;
    size_t i;
    for (i = 1; r->in.pos + i < r->in.n; i += (size_t)taken, n++) {
        nes_char c = nes_peek(&r->in, i);
        taken = 1;
        if (c == '"') {
            r->in.pos += i + 1;
            return n;
        }
        if (c == '\\' && r->in.pos + i + 1 < r->in.n)
            c = nes_read_escape(&r->in, i, &taken);
        NES_PUSH(r, leaf, nes_char, c);
    }
    nes_input_error(&r->in, "unclosed string", "", "");
}

NES_HOST int64_t nes_read_elements(nes_reader *r, int elem)
{
    int64_t n = 0;
    unsigned char c;
    nes_want(&r->in, '[');
    if (nes_next(&r->in) == ']') {
        r->in.pos++;
        return 0;
    }
    for (;; n++) {
        nes_read_value(r, elem);
        c = nes_next(&r->in);
        if (c != ',' && c != ']')
            nes_expected(&r->in, "`,` or `]`");
        r->in.pos++;
        if (c == ']')
            return n + 1;
    }
}

NES_HOST void nes_read_seq(nes_reader *r, const nes_node *s)
{
    const nes_node *elem = &r->shape->nodes[s->child];
    const nes_vec *offsets = &r->leaves[s->leaf];
    int64_t n, start = ((const nes_int *)offsets->p)[offsets->n - 1];
    if (elem->kind == 'c' && nes_next(&r->in) == '"')
        n = nes_read_quoted(r, elem->leaf);
    else
        n = nes_read_elements(r, s->child);
    if (n > NES_MOST_ELEMENTS - start)
        nes_input_error(&r->in, "sequence too long", "", "");
    NES_PUSH(r, s->leaf, nes_int, (nes_int)(start + n));
}

/* components from k on without their parentheses; those after the first may
 * have a pair of their own, unless that would open a tuple inside */
NES_HOST void nes_read_components(nes_reader *r, int k)
{
    const nes_node *nodes = r->shape->nodes;
    for (;;) {
        nes_read_value(r, k);
        k = nodes[k].next;
        if (k == 0)
            return;
        nes_want(&r->in, ',');
        if (nodes[k].next != 0 && nodes[k].kind != '(' && nes_next(&r->in) == '(') {
            nes_want(&r->in, '(');
            nes_read_components(r, k);
            nes_want(&r->in, ')');
            return;
        }
    }
}

NES_HOST void nes_read_tuple(nes_reader *r, int first)
{
    nes_want(&r->in, '(');
    nes_read_components(r, first);
    nes_want(&r->in, ')');
}

/* whether the next word, of n letters, is the name of node d, its case ignored */
NES_HOST int nes_is_named(nes_reader *r, const nes_node *d, size_t n)
{
    size_t i = 0;
    if (n == 0 || n != (size_t)d->name_length)
        return 0;
    while (i < n && (nes_peek(&r->in, i) == (unsigned char)d->name[i] ||
                     (nes_peek(&r->in, i) >= 'A' && nes_peek(&r->in, i) <= 'Z' && nes_peek(&r->in, i) + 32 == d->name[i])))
        i++;
    return i == n;
}

/* fails because the next word is none of the names of node d and its siblings */
NES_HOST NES_NORETURN void nes_expected_name(nes_reader *r, const nes_node *d)
{
    nes_buf what = {NULL, 0, 0};
    for (;; d = &r->shape->nodes[d->next]) {
        nes_putc(&what, '`');
        nes_put(&what, d->name, (size_t)d->name_length);
        nes_putc(&what, '`');
        if (d->next == 0 || d->kind != 'C')
            break;
        nes_puts(&what, " or ");
    }
    nes_putc(&what, '\0');
    nes_expected(&r->in, what.p);
}

/* the zero of node k, a slot */
NES_HOST void nes_push_zero(nes_reader *r, int k)
{
    const nes_node *n = &r->shape->nodes[k];
    switch (n->kind) {
    case 'i':
        NES_PUSH(r, n->leaf, nes_int, 0);
        break;
    case 'd':
        NES_PUSH(r, n->leaf, nes_float, 0);
        break;
    case 'b':
        NES_PUSH(r, n->leaf, nes_bool, 0);
        break;
    case 'c':
        NES_PUSH(r, n->leaf, nes_char, 0);
        break;
    case '[': {
        const nes_vec *offsets = &r->leaves[n->leaf];
        NES_PUSH(r, n->leaf, nes_int, ((const nes_int *)offsets->p)[offsets->n - 1]);
        break;
    }
    }
}

/* a constructor and its fields, which may be a tuple in parentheses of its own */
NES_HOST void nes_read_sum(nes_reader *r, const nes_node *s)
{
    const nes_node *nodes = r->shape->nodes;
    size_t n = nes_word_length(&r->in);
    int tag = 0, con = s->cons, slot = s->child;
    for (; con != 0 && !nes_is_named(r, &nodes[con], n); tag++)
        con = nodes[con].next;
    if (con == 0)
        nes_expected_name(r, &nodes[s->cons]);
    r->in.pos += n;
    NES_PUSH(r, nodes[slot].leaf, nes_int, tag);
    if (nodes[con].child != 0) {
        const nes_node *first = &nodes[nodes[con].child];
        nes_want(&r->in, '(');
        if (first->next != 0 && first->kind != '(' && nes_next(&r->in) == '(')
            nes_read_tuple(r, nodes[con].child);
        else
            nes_read_components(r, nodes[con].child);
        nes_want(&r->in, ')');
    }
    while ((slot = nes_unused_slot(r->shape, con, slot)) != 0)
        nes_push_zero(r, slot);
}

/* NAME(contents), the case of the name ignored */
NES_HOST void nes_read_data(nes_reader *r, const nes_node *d)
{
    const nes_node *nodes = r->shape->nodes, *inner = &nodes[d->child];
    size_t n = nes_word_length(&r->in);
    if (!nes_is_named(r, d, n))
        nes_expected_name(r, d);
    r->in.pos += n;
    nes_want(&r->in, '(');
    if (inner->kind == '(' && !(nes_next(&r->in) == '(' && nodes[inner->child].kind != '('))
        nes_read_components(r, inner->child);
    else
        nes_read_value(r, d->child);
    nes_want(&r->in, ')');
}

/* reads one value and appends it to the leaves of node k */
NES_HOST void nes_read_value(nes_reader *r, int k)
{
    const nes_node *n = &r->shape->nodes[k];
    nes_blanks(&r->in);
    switch (n->kind) {
    case 'i':
        NES_PUSH(r, n->leaf, nes_int, nes_read_int(&r->in));
        break;
    case 'd':
        NES_PUSH(r, n->leaf, nes_float, nes_read_float(&r->in));
        break;
    case 'b':
        NES_PUSH(r, n->leaf, nes_bool, nes_read_bool(&r->in));
        break;
    case 'c':
        NES_PUSH(r, n->leaf, nes_char, nes_read_quoted_char(&r->in));
        break;
    case '[':
        nes_read_seq(r, n);
        break;
    case '(':
        nes_read_tuple(r, n->child);
        break;
    case 'D':
        nes_read_data(r, n);
        break;
    case 'S':
        nes_read_sum(r, n);
        break;
    default:
        nes_input_error(&r->in, "a value of this type has no literal", "", "");
    }
}

/* skips the rest of the line */
NES_HOST void nes_skip_line(nes_input *in)
{
    while (in->pos < in->n && nes_peek(in, 0) != '\n')
        in->pos++;
}

/* skips NAME = if it is here, and returns the letters of NAME, from *start on; else 0 */
NES_HOST size_t nes_skip_binding(nes_input *in, size_t *start)
{
    size_t n;
    nes_blanks(in);
    *start = in->pos;
    n = nes_word_length(in);
    if (n == 0 || nes_is_digit(nes_peek(in, 0)))
        return 0;
    in->pos += n;
    if (nes_next(in) != '=') {
        in->pos = *start;
        return 0;
    }
    in->pos++;
    return n;
}

/* whether what follows NAME = answers a definition: fn, or, of a constructor that
 * holds nothing, NAME itself */
NES_HOST int nes_is_defined(nes_input *in, size_t start, size_t n)
{
    size_t word;
    nes_blanks(in);
    word = nes_word_length(in);
    return (word == 2 && memcmp(in->text + in->pos, "fn", 2) == 0) || (word == n && memcmp(in->text + in->pos, in->text + start, n) == 0);
}

/* reads one value, as a literal or as the top level printed it: NAME = VALUE : TYPE,
 * perhaps after what definitions answer */
NES_HOST void nes_read_printed(nes_reader *r, int k)
{
    size_t start, bound = nes_skip_binding(&r->in, &start);
    while (bound > 0 && nes_is_defined(&r->in, start, bound)) {
        nes_skip_line(&r->in);
        bound = nes_skip_binding(&r->in, &start);
    }
    nes_read_value(r, k);
    if (bound > 0 && nes_next(&r->in) == ':')
        nes_skip_line(&r->in);
}

NES_HOST void nes_read_end(nes_input *in)
{
    if (nes_blanks(in), in->pos < in->n)
        nes_found(in, "unexpected text after the last value", "", ": ");
}

/* hands the leaves over */
NES_HOST nes_value nes_reader_value(nes_reader *r)
{
    nes_value v = nes_value_of(r->shape);
    for (int i = 0; i < v.count; i++) {
        if (!r->parts[i])
            nes_vec_room(&r->leaves[i], 1);
        v.leaf[i] = r->leaves[i].p;
        v.length[i] = (int64_t)r->leaves[i].n;
    }
    v.parts = r->parts;
    nes_free(r->leaves);
    return v;
}

NES_HOST nes_reader nes_reader_of(const nes_shape *shape)
{
    nes_reader r;
    memset(&r, 0, sizeof r);
    r.shape = shape;
    r.leaves = (nes_vec *)nes_alloc((size_t)shape->leaves, sizeof *r.leaves);
    r.parts = (char *)nes_alloc((size_t)shape->leaves, 1);
    memset(r.parts, 0, (size_t)shape->leaves);
    for (int k = 0; k < shape->count; k++) {
        const nes_node *n = &shape->nodes[k];
        if (nes_has_leaf(n))
            r.leaves[n->leaf] = nes_vec_of(nes_kind_size(n->kind));
        if (nes_has_leaf(n) && n->kind == '[')
            NES_PUSH(&r, n->leaf, nes_int, 0);
    }
    return r;
}

/* the number of literals that make an argument of this shape */
NES_HOST int nes_argument_count(const nes_shape *s)
{
    int n = 0;
    if (s->nodes[0].kind != '(')
        return 1;
    for (int k = s->nodes[0].child; k != 0; k = s->nodes[k].next)
        n++;
    return n;
}

/* Reads the argument of the entry point: one literal per component when it is
 * a tuple, else one; from standard input, or the i-th one from files[i], which
 * may hold data instead, in one of the formats of nes_file.h. The leaves of the result are those of a vector of one such value. */
NES_HOST nes_value nes_read_arguments(const char *descriptor, int nfiles, char *const *files)
{
    nes_shape shape = nes_shape_of(descriptor);
    nes_reader r = nes_reader_of(&shape);
    int want = nes_argument_count(&shape), k = shape.nodes[0].kind == '(' ? shape.nodes[0].child : 0;
    nes_value v;
    if (nfiles > 0 && nfiles != want)
        nes_reject("error[E0051]: the entry point takes %d arguments, but -arg was given %d times", want, nfiles);
    if (nfiles == 0)
        r.in = nes_input_of("stdin", stdin);
    for (int i = 0; i < want; i++, k = shape.nodes[k].next) {
        nes_file data;
        const nes_format form = nfiles > 0 ? nes_file_open(&data, files[i]) : NES_NO_DATA;
        if (form != NES_NO_DATA) {
            data.leaves = r.leaves;
            data.parts = r.parts;
            if (form == NES_OWN_DATA)
                nes_data_component(&data, descriptor, i, &shape, k);
            else if (form == NES_NUMPY_DATA)
                nes_npy_value(&data, &shape, k);
            else if (form == NES_ARROW_DATA)
                nes_arrow_value(&data, &shape, k);
            else
                nes_file_raw(&data, &shape, k);
            nes_file_close(&data);
            continue;
        }
        if (nfiles > 0) {
            FILE *f = fopen(files[i], "rb");
            if (f == NULL)
                nes_reject("%s: error[E0050]: cannot be read", files[i]);
            r.in = nes_input_of(files[i], f);
            fclose(f);
        }
        nes_read_printed(&r, k);
        if (nfiles > 0 || i == want - 1) {
            nes_read_end(&r.in);
            nes_free(r.in.memory.p);
        }
    }
    v = nes_reader_value(&r);
    nes_free(shape.nodes);
    return v;
}

#endif
