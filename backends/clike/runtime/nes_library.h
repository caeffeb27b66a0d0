/* nes_library.h: programs as libraries: contexts, and entries that other
 * programs call. What callers see is declared in the generated header
 * (header.go), whose error, options and context are nes_failure, nes_choice and
 * nes_context here.
 *
 * Arguments and results are the arrays of nes_shape.h, each through a pointer,
 * but an outermost sequence has its length (an int64_t) in place of offsets. The
 * arrays of a result are one block of malloc, at whose start the first one is. */
#ifndef NES_LIBRARY_H
#define NES_LIBRARY_H

#include "nes_slots.h"

#define NES_EXPORT __attribute__((visibility("default")))

#ifndef NES_CONTEXT_STACK
#define NES_CONTEXT_STACK ((size_t)1 << 30) /* most bytes of a stack: there may be many contexts */
#endif

typedef struct {
    int action;                /* its number among those of the program */
    const char *inputs;        /* descriptor of the tuple of its arguments */
    int first;                 /* slot of these */
    const char *const *params; /* their names */
} nes_entry;

/* what there is to call */
typedef struct {
    const nes_program *program;
    const nes_entry *entries;
    int count;
} nes_library;

/* the opening of a context, or a call of an entry */
typedef struct {
    nes_context *context;
    const nes_library *library;
    const nes_choice *choice;
    const nes_entry *entry;
    const void *const *in;
    void *const *out;
} nes_request;

/* ---- contexts ---- */

/* whether an action is of an entry: it needs what callers give */
NES_HOST int nes_is_entry(const nes_library *l, int action)
{
    for (int i = 0; i < l->count; i++)
        if (l->entries[i].action == action)
            return 1;
    return 0;
}

/* The thread of a context has opened its device and knows the values of the
 * program that entries use. */
NES_DATA int nes_is_open;

/* what a context holds after work: bytes of the device in use and in all, and
 * pieces of memory of the host that no work needs */
NES_HOST void nes_account(nes_context *c)
{
    c->live = (int64_t)(nes_dev.live - (nes_dev.error == NULL ? 0 : nes_dev.error->used));
    c->held = (int64_t)nes_dev.total;
    c->pieces = (int64_t)nes_count_pieces(nes_call.pieces);
}

/* cleans up after work that failed, whose failure stays */
NES_HOST void nes_after_failure(void (*clean)(void *))
{
    const nes_failure failure = nes_call.failure;
    memset(&nes_call.failure, 0, sizeof nes_call.failure);
    if (nes_dev.program != NULL)
        nes_try(clean, NULL);
    nes_forget_failure();
    nes_call.failure = failure;
}

NES_HOST void nes_do_recover(void *none)
{
    (void)none;
    nes_recover();
}

NES_HOST void nes_do_end(void *none)
{
    (void)none;
    if (nes_dev.program != NULL)
        nes_end_program();
}

/* does work on the thread of a context, and cleans up if that fails */
NES_HOST void nes_do_carefully(nes_context *c, void (*work)(void *), void *argument)
{
    if (nes_try(work, argument) != NES_GOOD) {
        nes_after_failure(nes_do_recover);
        nes_free_all(&nes_call.pieces);
    }
    fflush(stdout);
    nes_account(c);
    nes_free_all(&nes_call.pieces);
}

/* opens the device and evaluates what entries use and callers do not give */
NES_HOST void nes_open(void *request)
{
    const nes_request *r = (const nes_request *)request;
    const nes_program *p = r->library->program;
    nes_begin_program(p, r->choice);
    for (int i = 0; i < p->nactions; i++)
        if (p->actions[i].kind == NES_EVAL && !nes_is_entry(r->library, i))
            nes_perform(&p->actions[i], p->actions[i].dies);
    nes_sync(); /* what the device is given is memory of this work */
    nes_outlast();
    nes_is_open = 1;
}

NES_HOST void nes_do_open(void *request) { nes_do_carefully(((const nes_request *)request)->context, nes_open, request); }

/* a new context, which says how opening it has ended; NULL if there is no
 * memory for it */
NES_HOST nes_context *nes_library_new(const nes_library *l, const nes_choice *choice)
{
    nes_choice usual;
    nes_request r;
    memset(&usual, 0, sizeof usual);
    usual.seed = l->program->seed;
    memset(&r, 0, sizeof r);
    r.library = l;
    r.choice = choice == NULL ? &usual : choice;
    r.context = nes_context_new(NES_CONTEXT_STACK);
    if (r.context != NULL)
        nes_context_do(r.context, nes_do_open, &r);
    return r.context;
}

NES_HOST void nes_library_free(nes_context *c)
{
    if (c == NULL)
        return;
    nes_context_do(c, nes_do_end, NULL);
    nes_context_free(c);
}

/* ---- arguments ---- */

typedef struct {
    const void **in;
    nes_shape shape;
    const nes_leaf *leaves;
    const char *param; /* being read */
} nes_taker;

/* the next array of an argument, of n elements */
NES_HOST void nes_take_array(nes_taker *t, int leaf, int64_t n)
{
    const void *p = t->in[leaf];
    const size_t size = nes_kind_size(t->leaves[leaf].kind);
    nes_array *a;
    if (p == NULL && n > 0)
        nes_reject("argument %s: an array of %lld elements is missing", t->param, (long long)n);
    a = nes_array_new(n, size, NULL);
    nes_slot_of(&t->leaves[leaf])->a = a;
    if (n > 0) {
        nes_mem_put(a->mem, p, (size_t)n * size, 0); /* the caller's memory stays until the call ends */
        nes_dev.busy = 1;
    }
}

/* offsets of n sequences, none at all if n is 0; returns how many elements these have */
NES_HOST int64_t nes_take_offsets(nes_taker *t, int leaf, int64_t n)
{
    static const nes_int none[] = {0};
    const nes_int *p = (const nes_int *)t->in[leaf];
    if (p == NULL && n > 0)
        nes_reject("argument %s: the offsets of %lld sequences are missing", t->param, (long long)n);
    if (p == NULL)
        t->in[leaf] = p = none;
    if (p[0] != 0)
        nes_reject("argument %s: its offsets start at %lld, not at 0", t->param, (long long)p[0]);
    for (int64_t i = 0; i < n; i++)
        if (p[i + 1] < p[i])
            nes_reject("argument %s: its offsets fall from %lld to %lld at number %lld", t->param, (long long)p[i], (long long)p[i + 1],
                       (long long)i);
    nes_take_array(t, leaf, n + 1);
    return p[n];
}

/* the tags of n values of a sum */
NES_HOST void nes_check_tags(const nes_taker *t, const nes_node *sum, int64_t n)
{
    const nes_int *tags = (const nes_int *)t->in[t->shape.nodes[sum->child].leaf];
    nes_int cons = 0;
    for (int k = sum->cons; k != 0; k = t->shape.nodes[k].next)
        cons++;
    for (int64_t i = 0; i < n; i++)
        if (tags[i] < 0 || tags[i] >= cons)
            nes_reject("argument %s: there is no constructor number %lld", t->param, (long long)tags[i]);
}

/* n values of node k, in sequences if depth is not 0 */
NES_HOST void nes_take(nes_taker *t, int k, int depth, int64_t n)
{
    const nes_node *node = &t->shape.nodes[k];
    const int leaf = node->leaf;
    if (node->kind == '[' && depth == 0) {
        n = *(const int64_t *)t->in[leaf];
        if (n < 0 || n > (int64_t)NES_MOST_ELEMENTS)
            nes_reject("argument %s: a sequence cannot have %lld elements", t->param, (long long)n);
    } else if (node->kind == '[') {
        n = nes_take_offsets(t, leaf, n);
    } else if (strchr("idbc", node->kind) != NULL) {
        if (depth > 0)
            nes_take_array(t, leaf, n);
        else
            memcpy(nes_slot_of(&t->leaves[leaf]), t->in[leaf], nes_kind_size(node->kind));
    }
    for (int child = node->child; child != 0; child = t->shape.nodes[child].next)
        nes_take(t, child, depth + (node->kind == '['), n);
    if (node->kind == 'S')
        nes_check_tags(t, node, n);
}

NES_HOST void nes_take_arguments(const nes_request *r)
{
    const char *const *param = r->entry->params;
    nes_taker t;
    nes_leaf *leaves;
    t.shape = nes_shape_of(r->entry->inputs);
    t.in = (const void **)nes_alloc((size_t)t.shape.leaves, sizeof *t.in);
    memcpy(t.in, r->in, (size_t)t.shape.leaves * sizeof *t.in);
    t.leaves = leaves = nes_leaves(&t.shape, r->entry->first);
    for (int k = t.shape.nodes[0].child; k != 0; k = t.shape.nodes[k].next) {
        t.param = *param++;
        nes_take(&t, k, 0, 1);
    }
    nes_free(leaves);
    nes_free(t.in);
    nes_free(t.shape.nodes);
}

/* ---- results ---- */

/* brings a value to the host, into one block, and stores where its parts are */
NES_HOST void nes_give(const nes_action *a, void *const *out)
{
    nes_shape s = nes_shape_of(a->shape);
    nes_leaf *leaves = nes_leaves(&s, a->first);
    size_t bytes = 1;
    char *block = NULL;
    for (int i = 0; i < s.leaves; i++)
        if (leaves[i].slot >= 0 && leaves[i].depth > 0)
            bytes += ((size_t)nes_slot_of(&leaves[i])->a->n * nes_kind_size(leaves[i].kind) + 63) / 64 * 64;
    if (bytes > 1 || strchr(a->shape, '[') != NULL) {
        block = (char *)malloc(bytes);
        if (block == NULL)
            nes_runtime_error("Out of memory.", NULL);
    }
    bytes = 0;
    for (int i = 0; i < s.leaves; i++) {
        const nes_leaf *l = &leaves[i];
        if (l->slot < 0) {
            *(int64_t *)out[i] = nes_slot_of(l + 1)->a->n - (l[1].kind == '[');
        } else if (l->depth == 0) {
            memcpy(out[i], nes_slot_of(l), nes_kind_size(l->kind));
        } else {
            const nes_array *x = nes_slot_of(l)->a;
            const size_t n = (size_t)x->n * nes_kind_size(l->kind);
            *(void **)out[i] = block + bytes;
            if (n > 0)
                nes_mem_get(x->mem, 0, block + bytes, n, 0);
            nes_dev.read_bytes += n;
            bytes += (n + 63) / 64 * 64;
        }
    }
    nes_wait();
    nes_free(leaves);
    nes_free(s.nodes);
}

/* ---- calls ---- */

NES_HOST void nes_enter_entry(void *request)
{
    const nes_request *r = (const nes_request *)request;
    const nes_action *a = &r->library->program->actions[r->entry->action];
    if (!nes_is_open)
        nes_reject("the context could not be opened");
    nes_take_arguments(r);
    nes_perform(a, a->dies);
    nes_give(a, r->out);
    nes_drop_value(a);
}

NES_HOST void nes_do_entry(void *request) { nes_do_carefully(((const nes_request *)request)->context, nes_enter_entry, request); }

/* calls an entry and returns how that ended */
NES_HOST int nes_library_call(nes_context *c, const nes_library *l, int entry, const void *const *in, void *const *out)
{
    nes_request r;
    memset(&r, 0, sizeof r);
    r.context = c;
    r.library = l;
    r.entry = &l->entries[entry];
    r.in = in;
    r.out = out;
    return nes_context_do(c, nes_do_entry, &r);
}

#endif
