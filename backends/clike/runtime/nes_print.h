/* nes_print.h: values as text, in the two formats of NESL: that of the top
 * level and that of @ (section 7 of the language reference). Same text as
 * ir/value/print.go. */
#ifndef NES_PRINT_H
#define NES_PRINT_H

#include "nes_shape.h"
#include "nes_text.h"

typedef struct {
    nes_cursor at;
    nes_buf out;
    int64_t limit; /* elements of a sequence to show; negative: all */
    int string;    /* the format of @ */
    int once;      /* no sequence is around what is printed next, so nothing else is in its leaves */
} nes_printer;

/* bytes of a value that are printed before they are written */
#define NES_PRINTED ((size_t)1 << 16)

NES_HOST void nes_print_value(nes_printer *p, int k);

/* passes over count values of node k that are not printed */
NES_HOST void nes_leave_out(nes_printer *p, int k, int64_t count)
{
    if (!p->once)
        nes_skip(&p->at, k, count);
}

/* writes what is printed so far, if that is much; @ has all of its text */
NES_HOST void nes_print_some(nes_printer *p)
{
    if (p->out.n >= NES_PRINTED && !p->string) {
        nes_write_bytes(p->out.p, p->out.n, stdout);
        p->out.n = 0;
    }
}

NES_HOST void nes_print_list(nes_printer *p, int k)
{
    for (; k != 0; k = p->at.shape->nodes[k].next) {
        nes_print_value(p, k);
        if (p->at.shape->nodes[k].next != 0)
            nes_puts(&p->out, ", ");
    }
}

NES_HOST void nes_print_data(nes_printer *p, const nes_node *n)
{
    const nes_node *inner = &p->at.shape->nodes[n->child];
    if (p->string) {
        nes_print_value(p, n->child);
        return;
    }
    nes_put(&p->out, n->name, (size_t)n->name_length);
    nes_putc(&p->out, '(');
    if (inner->kind == '(')
        nes_print_list(p, inner->child);
    else
        nes_print_value(p, n->child);
    nes_putc(&p->out, ')');
}

/* a constructor and its fields */
NES_HOST void nes_print_sum(nes_printer *p, const nes_node *n)
{
    const nes_shape *s = p->at.shape;
    int slot = n->child, con = nes_sibling(s, n->cons, nes_take_int(&p->at, s->nodes[slot].leaf));
    if (con == 0) /* a tag from a file */
        con = n->cons;
    nes_put(&p->out, s->nodes[con].name, (size_t)s->nodes[con].name_length);
    if (s->nodes[con].child != 0) {
        nes_putc(&p->out, '(');
        nes_print_list(p, s->nodes[con].child);
        nes_putc(&p->out, ')');
    }
    while ((slot = nes_unused_slot(s, con, slot)) != 0)
        nes_leave_out(p, slot, 1);
}

/* "...": only the quote and the backslash are escaped */
NES_HOST void nes_print_quoted(nes_printer *p, int leaf, int64_t n)
{
    nes_putc(&p->out, '"');
    for (; n > 0; n--) {
        nes_char c = nes_take_char(&p->at, leaf);
        if (c == '"' || c == '\\')
            nes_putc(&p->out, '\\');
        nes_putc(&p->out, (char)c);
        nes_print_some(p);
    }
    nes_putc(&p->out, '"');
}

NES_HOST void nes_print_seq(nes_printer *p, const nes_node *s)
{
    int64_t i, n = nes_take_lengths(&p->at, s->leaf, 1);
    const nes_node *elem = &p->at.shape->nodes[s->child];
    int64_t shown = p->limit >= 0 && p->limit < n ? p->limit : n;
    const int once = p->once;
    if (elem->kind == 'c' && !p->string) {
        nes_print_quoted(p, elem->leaf, n);
        return;
    }
    nes_putc(&p->out, '[');
    p->once = 0;
    for (i = 0; i < shown; i++) {
        if (i > 0)
            nes_puts(&p->out, ", ");
        nes_print_value(p, s->child);
        nes_print_some(p);
    }
    p->once = once;
    if (shown < n) {
        nes_puts(&p->out, shown > 0 ? ",..." : "...");
        nes_leave_out(p, s->child, n - shown);
    }
    nes_putc(&p->out, ']');
}

/* prints the next value of node k */
NES_HOST void nes_print_value(nes_printer *p, int k)
{
    const nes_node *n = &p->at.shape->nodes[k];
    switch (n->kind) {
    case 'i':
        nes_put_int(&p->out, nes_take_int(&p->at, n->leaf));
        break;
    case 'd':
        if (p->string)
            nes_put_float8(&p->out, nes_take_float(&p->at, n->leaf));
        else
            nes_put_float(&p->out, nes_take_float(&p->at, n->leaf));
        break;
    case 'b':
        nes_putc(&p->out, (p->string ? "ft" : "FT")[nes_take_bool(&p->at, n->leaf) != 0]);
        break;
    case 'c':
        nes_putc(&p->out, '`');
        nes_putc(&p->out, (char)nes_take_char(&p->at, n->leaf));
        break;
    case '[':
        nes_print_seq(p, n);
        break;
    case '(':
        nes_putc(&p->out, '(');
        nes_print_list(p, n->child);
        nes_putc(&p->out, ')');
        break;
    case 'D':
        nes_print_data(p, n);
        break;
    case 'S':
        nes_print_sum(p, n);
        break;
    case 'f':
        nes_puts(&p->out, p->string ? "function" : "fn");
        nes_leave_out(p, k, 1);
        break;
    }
}

/* prints "NAME = VALUE : TYPE" on a line of standard output, or the value
 * alone if name is NULL. Sequences show limit elements, all if it is negative; of an outermost
 * one leaves need have no others. */
NES_HOST void nes_print_top(const char *name, const char *type, const char *descriptor, const void *const *leaves, int64_t limit)
{
    nes_shape shape = nes_shape_of(descriptor);
    nes_printer p = {nes_cursor_of(&shape, leaves), {NULL, 0, 0}, limit, 0, 1};
    nes_fresh_line();
    if (name != NULL) {
        nes_puts(&p.out, name);
        nes_puts(&p.out, " = ");
    }
    nes_print_value(&p, 0);
    if (name != NULL) {
        nes_puts(&p.out, " : ");
        nes_puts(&p.out, type);
    }
    nes_putc(&p.out, '\n');
    nes_write_bytes(p.out.p, p.out.n, stdout);
    nes_free(p.out.p);
    nes_free(p.at.pos);
    nes_free(shape.nodes);
}

/* many strings: one after another in chars, their lengths in lens */
typedef struct {
    int64_t n, total;
    int32_t *lens;
    nes_char *chars;
} nes_strs;

/* collects the strings of strs from text, which it empties each time */
NES_HOST void nes_strs_add(nes_strs *s, nes_vec *chars, nes_buf *text)
{
    memcpy(nes_vec_room(chars, text->n), text->p, text->n);
    chars->n += text->n;
    s->lens[s->n++] = (int32_t)text->n;
    s->total += (int64_t)text->n;
    s->chars = (nes_char *)chars->p;
    text->n = 0;
}

NES_HOST nes_strs nes_strs_of(int64_t n)
{
    nes_strs s = {0, 0, NULL, NULL};
    s.lens = (int32_t *)nes_alloc((size_t)n, sizeof *s.lens);
    s.chars = NULL;
    return s;
}

/* @v for each of the n values that leaves hold (a vector of n of them) */
NES_HOST nes_strs nes_strings(const char *descriptor, int64_t n, const void *const *leaves)
{
    nes_shape shape = nes_shape_of(descriptor);
    nes_printer p = {nes_cursor_of(&shape, leaves), {NULL, 0, 0}, -1, 1, 0};
    nes_strs s = nes_strs_of(n);
    nes_vec chars = nes_vec_of(sizeof(nes_char));
    nes_vec_room(&chars, 1);
    s.chars = (nes_char *)chars.p;
    for (; n > 0; n--) {
        nes_print_value(&p, 0);
        nes_strs_add(&s, &chars, &p.out);
    }
    nes_free(p.out.p);
    nes_free(p.at.pos);
    nes_free(shape.nodes);
    return s;
}

/* @v for one value */
NES_HOST nes_str nes_string(const char *descriptor, const void *const *leaves)
{
    nes_strs s = nes_strings(descriptor, 1, leaves);
    nes_str out = {s.total, s.chars};
    nes_free(s.lens);
    return out;
}

#endif
