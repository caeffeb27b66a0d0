/* nes_shape.h: what a value looks like as arrays, from its descriptor.
 *
 * Descriptor, written by ir/value.Descriptor:
 *
 *     i d b c          int float bool char
 *     [x]              sequence
 *     (x,y,...)        tuple, right nesting removed
 *     D{name:x}        datatype with contents x
 *     f(x,...)         function value with these captures
 *     S(i,x,...){name:y,...;...}   sum: its tag and slots; for every constructor
 *                      the fields, whose leaves %k are slots k of the nearest sum
 *                      that has slots of its own (a sum in a field has none); %k[x]
 *                      is the sequence [x] in it
 *
 * The arrays ("leaves") of a value are those of a vector of one such value:
 * for i d b c one array of n elements (nes_int, nes_float, nes_bool, nes_char);
 * for [x] an array of n + 1 offsets (nes_int), where each sequence starts and
 * where the last one ends, then the arrays of x with that as n; for the others
 * those of the components, one after another. So the leaves of a [[int]] are
 * {0, its length}, {offsets of the rows}, {all ints}. */
#ifndef NES_SHAPE_H
#define NES_SHAPE_H

#include "nes_base.h"

typedef struct {
    char kind;        /* i d b c [ ( D f S, C: a constructor */
    char copy;        /* it is %k */
    char view;        /* it is inside of %k[x]: another node has its leaves */
    int leaf;         /* of i d b c [ : index of its array */
    int child, next;  /* first child, next sibling, 0 if none; node 0 is the root */
    int cons;         /* of S: first constructor; its children are the tag and the slots */
    const char *name; /* of D and C: not terminated */
    int name_length;
} nes_node;

typedef struct {
    nes_node *nodes;
    int count, leaves;
    int slots; /* while it is made: tag of the sum that %k is about */
    char view;
} nes_shape;

NES_HOST int nes_shape_add(nes_shape *s, const char **d);

/* adds the nodes of a list up to its closing bracket; returns the first */
NES_HOST int nes_shape_list(nes_shape *s, const char **d, char close)
{
    int first = 0, last = 0;
    while (**d != close) {
        int k = nes_shape_add(s, d);
        if (last == 0)
            first = k;
        else
            s->nodes[last].next = k;
        last = k;
        *d += **d == ',';
    }
    *d += 1;
    return first;
}

/* the k-th sibling after first */
NES_HOST int nes_sibling(const nes_shape *s, int first, int64_t k)
{
    for (; k > 0; k--)
        first = s->nodes[first].next;
    return first;
}

/* the first leaf of node k */
NES_HOST int nes_first_leaf(const nes_shape *s, int k)
{
    while (strchr("idbc[", s->nodes[k].kind) == NULL)
        k = s->nodes[k].child;
    return s->nodes[k].leaf;
}

/* makes node k, the last one, a field in a slot */
NES_HOST void nes_shape_field(nes_shape *s, int k, const char **d)
{
    char *end;
    int slot = nes_sibling(s, s->slots, strtol(*d, &end, 10));
    *d = end;
    if (*end == '[') {
        int leaves = s->leaves;
        char view = s->view;
        s->leaves = nes_first_leaf(s, slot);
        s->view = 1;
        s->count = k;
        nes_shape_add(s, d);
        s->leaves = leaves;
        s->view = view;
    } else {
        s->nodes[k] = s->nodes[slot];
        s->nodes[k].next = 0;
    }
    s->nodes[k].copy = 1;
}

/* adds constructor NAME:fields, which ends before ; or } */
NES_HOST int nes_shape_con(nes_shape *s, const char **d)
{
    int k = s->count++, last = 0;
    nes_node *n = &s->nodes[k];
    memset(n, 0, sizeof *n);
    n->kind = 'C';
    n->name = *d;
    n->name_length = (int)strcspn(*d, ":");
    *d += n->name_length + 1;
    while (**d != ';' && **d != '}') {
        int field = nes_shape_add(s, d);
        if (last == 0)
            n->child = field;
        else
            s->nodes[last].next = field;
        last = field;
        *d += **d == ',';
    }
    return k;
}

/* adds the slots and the constructors of node k */
NES_HOST void nes_shape_sum(nes_shape *s, int k, const char **d)
{
    int outer = s->slots, last = 0;
    *d += 1;
    s->nodes[k].child = nes_shape_list(s, d, ')');
    if (!s->nodes[s->nodes[k].child].copy)
        s->slots = s->nodes[k].child;
    do {
        int con;
        *d += 1;
        con = nes_shape_con(s, d);
        if (last == 0)
            s->nodes[k].cons = con;
        else
            s->nodes[last].next = con;
        last = con;
    } while (**d == ';');
    *d += 1;
    s->slots = outer;
}

NES_HOST int nes_shape_add(nes_shape *s, const char **d)
{
    int k = s->count++, child = 0;
    nes_node *n = &s->nodes[k];
    memset(n, 0, sizeof *n);
    n->view = s->view;
    n->kind = *(*d)++;
    switch (n->kind) {
    case '[':
        n->leaf = s->leaves++;
        child = nes_shape_list(s, d, ']');
        break;
    case '(':
        child = nes_shape_list(s, d, ')');
        break;
    case 'f':
        *d += 1;
        child = nes_shape_list(s, d, ')');
        break;
    case 'S':
        nes_shape_sum(s, k, d);
        return k;
    case '%':
        nes_shape_field(s, k, d);
        return k;
    case 'D':
        n->name = ++*d;
        n->name_length = (int)strcspn(*d, ":");
        *d += n->name_length + 1;
        child = nes_shape_list(s, d, '}');
        break;
    default:
        n->leaf = s->leaves++;
    }
    n->child = child;
    return k;
}

NES_HOST nes_shape nes_shape_of(const char *descriptor)
{
    nes_shape s;
    s.nodes = (nes_node *)nes_alloc(strlen(descriptor), sizeof *s.nodes);
    s.count = s.leaves = s.slots = s.view = 0;
    nes_shape_add(&s, &descriptor);
    return s;
}

/* whether node n has a leaf, which no other node has */
NES_HOST int nes_has_leaf(const nes_node *n) { return strchr("idbc[", n->kind) != NULL && !n->copy && !n->view; }

/* the bytes of an element of a leaf of this kind */
NES_HOST size_t nes_kind_size(char kind)
{
    return kind == 'd' ? sizeof(nes_float) : kind == 'b' ? sizeof(nes_bool) : kind == 'c' ? sizeof(nes_char) : sizeof(nes_int);
}

/* a place in the leaves of a value that is read from front to back */
typedef struct {
    const nes_shape *shape;
    const void *const *leaves;
    int64_t *pos; /* elements of each leaf already taken */
} nes_cursor;

NES_HOST nes_cursor nes_cursor_of(const nes_shape *shape, const void *const *leaves)
{
    nes_cursor c;
    c.shape = shape;
    c.leaves = leaves;
    c.pos = (int64_t *)nes_alloc((size_t)shape->leaves, sizeof *c.pos);
    memset(c.pos, 0, (size_t)shape->leaves * sizeof *c.pos);
    return c;
}

NES_HOST nes_int nes_take_int(nes_cursor *c, int leaf) { return ((const nes_int *)c->leaves[leaf])[c->pos[leaf]++]; }
NES_HOST nes_float nes_take_float(nes_cursor *c, int leaf) { return ((const nes_float *)c->leaves[leaf])[c->pos[leaf]++]; }
NES_HOST nes_bool nes_take_bool(nes_cursor *c, int leaf) { return ((const nes_bool *)c->leaves[leaf])[c->pos[leaf]++]; }
NES_HOST nes_char nes_take_char(nes_cursor *c, int leaf) { return ((const nes_char *)c->leaves[leaf])[c->pos[leaf]++]; }

/* the elements of the next count sequences */
NES_HOST int64_t nes_take_lengths(nes_cursor *c, int leaf, int64_t count)
{
    const nes_int *offsets = (const nes_int *)c->leaves[leaf] + c->pos[leaf];
    c->pos[leaf] += count;
    return offsets[count] - offsets[0];
}

/* passes over count values of node k */
NES_HOST void nes_skip(nes_cursor *c, int k, int64_t count)
{
    const nes_node *n = &c->shape->nodes[k];
    if (strchr("idbc", n->kind) != NULL) {
        c->pos[n->leaf] += count;
        return;
    }
    if (n->kind == '[')
        count = nes_take_lengths(c, n->leaf, count);
    for (k = n->child; k != 0; k = c->shape->nodes[k].next)
        nes_skip(c, k, count);
}

/* whether a field from k on is in the slot that begins with this leaf */
NES_HOST int nes_in_slot(const nes_shape *s, int k, int leaf)
{
    for (; k != 0; k = s->nodes[k].next)
        if (s->nodes[k].copy ? nes_first_leaf(s, k) == leaf : nes_in_slot(s, s->nodes[k].child, leaf))
            return 1;
    return 0;
}

/* the next slot behind k of a sum that constructor con does not use, 0 if there is none */
NES_HOST int nes_unused_slot(const nes_shape *s, int con, int k)
{
    do
        k = s->nodes[k].next;
    while (k != 0 && nes_in_slot(s, s->nodes[con].child, nes_first_leaf(s, k)));
    return k;
}

/* a value as its arrays; the holder frees them */
typedef struct nes_value {
    int count;
    void **leaf;
    int64_t *length;
    char *parts; /* of which leaves there is but the part of this rank (nes_file.h) */
} nes_value;

NES_HOST nes_value nes_value_of(const nes_shape *s)
{
    nes_value v;
    v.count = s->leaves;
    v.leaf = (void **)nes_alloc((size_t)v.count, sizeof *v.leaf);
    v.length = (int64_t *)nes_alloc((size_t)v.count, sizeof *v.length);
    v.parts = NULL;
    return v;
}

#endif
