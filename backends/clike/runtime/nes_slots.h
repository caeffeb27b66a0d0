/* nes_slots.h: what a program does, action by action, and the values between.
 *
 * Values live in slots: a scalar or an array each, those of one value side by
 * side, in the packed form of compiled programs. That is the arrays of
 * nes_shape.h without the offsets of outermost sequences, whose length is that
 * of their first array (or the number of sequences that this divides). */
#ifndef NES_SLOTS_H
#define NES_SLOTS_H

#include "nes_run.h"
#include "nes_shape.h"
#include "nes_stream.h"

typedef union nes_slot {
    nes_array *a;
    nes_int i;
    nes_float d;
    nes_bool b;
    nes_char c;
} nes_slot;

typedef enum { NES_EVAL, NES_SAY, NES_PRINT_LENGTH } nes_action_kind;

typedef struct nes_action {
    nes_action_kind kind;
    const char *name;  /* EVAL: printed before =; NULL if nothing is printed */
    const char *text;  /* EVAL: of the type; SAY: the line */
    const char *shape; /* descriptor of the value */
    void (*call)(void);
    int first;        /* slot of the value */
    const int *args;  /* slots of the arrays it is called with, then -1 */
    const int *dies;  /* those of them that nothing needs later, then -1 */
    int kept;         /* whether later actions need the value */
    int repeats;      /* whether -bench may do it again: it has no effect */
    int limit;        /* PRINT_LENGTH */
} nes_action;

NES_DATA nes_slot *nes_slots;

/* ---- values in slots ---- */

/* an array of a value as nes_shape.h has it */
typedef struct {
    char kind;   /* i d b c [ */
    int depth;   /* sequences around it */
    int quoted;  /* characters of a string */
    int slot;    /* -1: the offsets of an outermost sequence */
} nes_leaf;

NES_HOST int nes_leaf_slots(const nes_shape *s, int k, int depth, int quoted, int slot, nes_leaf *leaves)
{
    const nes_node *n = &s->nodes[k];
    if (strchr("idbc[", n->kind) != NULL) {
        nes_leaf *l = &leaves[n->leaf];
        l->kind = n->kind;
        l->depth = depth;
        l->quoted = quoted;
        l->slot = n->kind == '[' && depth == 0 ? -1 : slot++;
    }
    for (k = n->child; k != 0; k = s->nodes[k].next)
        slot = nes_leaf_slots(s, k, depth + (n->kind == '['), n->kind == '[' && s->nodes[k].kind == 'c', slot, leaves);
    return slot;
}

/* where the arrays of a value are whose first slot is given; the caller frees */
NES_HOST nes_leaf *nes_leaves(const nes_shape *s, int first)
{
    nes_leaf *leaves = (nes_leaf *)nes_alloc((size_t)s->leaves, sizeof *leaves);
    nes_leaf_slots(s, 0, 0, 0, first, leaves);
    return leaves;
}

NES_HOST nes_slot *nes_slot_of(const nes_leaf *l) { return nes_slots + l->slot; }

NES_HOST int nes_is_array(const nes_leaf *l) { return l->slot >= 0 && l->depth > 0; }

/* a leaf that is no array of the device: a scalar, or the offsets of an outermost sequence */
NES_HOST void *nes_leaf_few(const nes_leaf *l)
{
    void *p = nes_alloc(2, sizeof(nes_slot));
    if (l->slot < 0) {
        ((nes_int *)p)[0] = 0;
        ((nes_int *)p)[1] = (nes_int)(nes_slot_of(l + 1)->a->n - (l[1].kind == '['));
    } else
        memcpy(p, nes_slot_of(l), sizeof(nes_slot));
    return p;
}

NES_HOST void nes_drop_value(const nes_action *a)
{
    nes_shape s = nes_shape_of(a->shape);
    nes_leaf *leaves = nes_leaves(&s, a->first);
    for (int i = 0; i < s.leaves; i++)
        if (nes_is_array(&leaves[i]))
            nes_release(nes_slot_of(&leaves[i])->a);
    nes_free(leaves);
    nes_free(s.nodes);
}

/* calls the function of an action, whose arrays stay but for those that are to die */
NES_HOST void nes_perform(const nes_action *a, const int *dies)
{
    for (const int *s = a->args; *s >= 0; s++)
        nes_retain(nes_slots[*s].a);
    for (; *dies >= 0; dies++)
        nes_release(nes_slots[*dies].a); /* before the call, which may then reuse it */
    a->call();
    nes_sync();
}

/* ---- beginning and ending ---- */

/* makes the thread one that runs a program */
NES_HOST void nes_begin_program(const nes_program *p, const nes_choice *choice)
{
    nes_dev.program = p;
    nes_rand_seed(choice->seed);
    nes_slots = (nes_slot *)nes_keep(nes_alloc((size_t)p->nslots, sizeof *nes_slots));
    memset(nes_slots, 0, (size_t)p->nslots * sizeof *nes_slots);
    nes_open_device(choice->name);
    if (choice->memory > 0 && (uint64_t)choice->memory < nes_dev.most_bytes)
        nes_dev.most_bytes = (uint64_t)choice->memory;
#ifdef NES_RANKS
    nes_agree_device();
    nes_agree_memory();
#endif
    if (nes_dev.most_array > nes_dev.most_bytes)
        nes_dev.most_array = nes_dev.most_bytes;
    nes_make_error();
}

/* gives all memory of the device back, and the device */
NES_HOST void nes_end_program(void)
{
    nes_recover();
    for (nes_array *a = nes_dev.every; a != NULL; a = a->every)
        if (a->refs > 0) {
            a->refs = 1;
            nes_release(a);
        }
    nes_trim_pool(0);
    nes_close_device();
    nes_close_streams();
}

#endif
