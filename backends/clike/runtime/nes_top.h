/* nes_top.h: the top level of a generated program: its actions in order,
 * what it prints, -bench and -stats. */
#ifndef NES_TOP_H
#define NES_TOP_H

#include "nes_main.h"
#include "nes_output.h"
#include "nes_print.h"

/* leaf i on the host; of outermost sequences only the elements that are printed. Data has the
 * leaves before, and count how many sequences there are in each. */
NES_HOST void *nes_leaf_data(const nes_leaf *leaves, int i, int64_t limit, void *const *data, int64_t *count)
{
    const nes_leaf *l = &leaves[i];
    int k = i;
    count[i] = 1;
    if (!nes_is_array(l))
        return nes_leaf_few(l);
    while (leaves[k].kind != '[' || leaves[k].depth != l->depth - 1)
        k--; /* to the offsets of the sequences that have these elements */
    count[i] = ((const nes_int *)data[k])[count[k]];
    if (l->depth == 1 && !l->quoted && limit >= 0 && limit < count[i])
        count[i] = limit;
    return nes_fetch(nes_slot_of(l)->a, count[i] + (l->kind == '['), nes_kind_size(l->kind));
}

/* prints the value of an action, alone if bare */
NES_HOST void nes_print_action(const nes_action *a, int64_t limit, int bare)
{
    nes_shape s = nes_shape_of(a->shape);
    nes_leaf *leaves = nes_leaves(&s, a->first);
    void **data = (void **)nes_alloc((size_t)s.leaves, sizeof *data);
    int64_t *count = (int64_t *)nes_alloc((size_t)s.leaves, sizeof *count);
    for (int i = 0; i < s.leaves; i++)
        data[i] = nes_leaf_data(leaves, i, limit, data, count);
    nes_print_top(bare ? NULL : a->name, a->text, a->shape, (const void *const *)data, limit);
    for (int i = 0; i < s.leaves; i++)
        nes_free(data[i]);
    nes_free(data);
    nes_free(count);
    nes_free(leaves);
    nes_free(s.nodes);
}

/* ---- inputs ---- */

/* reads the inputs, whose leaves nes_load_inputs then turns into slots */
NES_HOST nes_value nes_inputs(const nes_options *o)
{
    const nes_program *p = nes_dev.program;
    nes_value none = {0, NULL, NULL, NULL};
    if (p->inputs != NULL)
        return p->read(p->inputs, o->nargs, o->args);
    if (o->nargs > 0)
        nes_reject("error[E0051]: the program takes no arguments, but -arg was given");
    return none;
}

/* leaf i of the inputs, on the device */
NES_HOST nes_array *nes_input_array(const nes_value *v, int i, size_t size)
{
#ifdef NES_RANKS
    if (v->parts[i]) {
        int64_t lo, hi;
        nes_array *a = nes_array_new(v->length[i], size, NULL);
        nes_set_where(&a->where, nes_where_divided(a->n));
        a->fresh = 0;
        hi = nes_block_here(a->where, a->n, &lo);
        if (hi > lo)
            nes_mem_put_at(a->mem, (size_t)lo * size, v->leaf[i], (size_t)(hi - lo) * size);
        return a;
    }
#endif
    return nes_array_from(v->leaf[i], v->length[i], size, NULL);
}

NES_HOST void nes_load_inputs(nes_value *v)
{
    nes_shape s;
    nes_leaf *leaves;
    if (v->count == 0)
        return;
    s = nes_shape_of(nes_dev.program->inputs);
    leaves = nes_leaves(&s, 0);
    for (int i = 0; i < s.leaves; i++) {
        const nes_leaf *l = &leaves[i];
        if (l->slot >= 0 && l->depth == 0)
            memcpy(nes_slot_of(l), v->leaf[i], nes_kind_size(l->kind));
        else if (l->slot >= 0)
            nes_slot_of(l)->a = nes_input_array(v, i, nes_kind_size(l->kind));
        nes_free(v->leaf[i]);
    }
    nes_free(v->leaf);
    nes_free(v->length);
    nes_free(v->parts);
    nes_free(leaves);
    nes_free(s.nodes);
}

/* ---- actions ---- */

typedef struct {
    const nes_action *action;
    int called;    /* the slots hold a value already */
    uint64_t keys; /* of random numbers, made before the first run */
} nes_region;

/* calls the function of an action and waits for the device */
NES_HOST void nes_run_region(void *context)
{
    static const int none[] = {-1};
    nes_region *r = (nes_region *)context;
    if (r->called)
        nes_drop_value(r->action);
    else
        r->keys = nes_the_world.keys;
    r->called = 1;
    nes_the_world.keys = r->keys; /* every run draws the same numbers */
    nes_perform(r->action, none);
}

NES_HOST void nes_release_slots(const int *s)
{
    for (; *s >= 0; s++)
        nes_release(nes_slots[*s].a);
}

/* whether -bench is to measure an action */
NES_HOST int nes_measured(const nes_action *a, const nes_options *o)
{
    return o->bench > 0 && a->repeats && a->name != NULL && (o->bench_name == NULL || strcmp(o->bench_name, a->name) == 0);
}

/* with -stats: what one more run costs. Bytes are those of all arrays that
 * kernels were given, once per launch: more than they read and write. The peak
 * is that of the arrays of the device, inputs included. */
NES_HOST void nes_count_run(const char *name, nes_region *r)
{
    const nes_state before = nes_dev;
    nes_dev.peak = nes_dev.live;
    nes_run_region(r);
    fprintf(stderr, "run %s kernels %llu waits %llu read-bytes %llu arrays %llu given-bytes %llu peak %llu\n", name,
            (unsigned long long)(nes_dev.total_launches - before.total_launches), (unsigned long long)(nes_dev.reads - before.reads),
            (unsigned long long)(nes_dev.read_bytes - before.read_bytes), (unsigned long long)(nes_dev.arrays - before.arrays),
            (unsigned long long)(nes_dev.given_bytes - before.given_bytes), (unsigned long long)nes_dev.peak);
    if (nes_dev.peak < before.peak)
        nes_dev.peak = before.peak;
}

/* whether an action is the value of an expression, and no definition */
NES_HOST int nes_is_expression(const nes_action *a)
{
    return a->kind == NES_EVAL && a->name != NULL && strcmp(a->name, "it") == 0;
}

/* the last expression, whose value -output writes; NULL if there is none */
NES_HOST const nes_action *nes_last_value(void)
{
    const nes_program *p = nes_dev.program;
    for (int i = p->nactions; i-- > 0;)
        if (nes_is_expression(&p->actions[i]))
            return &p->actions[i];
    return NULL;
}

NES_HOST void nes_eval(const nes_action *a, int64_t limit, const nes_options *o)
{
    nes_region r = {a, 0, 0};
    if (nes_measured(a, o)) {
        nes_sync();
        nes_bench(a->name, o->bench, nes_run_region, &r);
        if (o->stats)
            nes_count_run(a->name, &r);
        nes_release_slots(a->dies);
    } else {
        if (o->bench > 0 && !a->repeats && a->name != NULL)
            fprintf(stderr, "bench %s is not run again: it prints, reads, writes or sets the seed\n", a->name);
        nes_perform(a, a->dies);
    }
#ifdef NES_PROFILE
    nes_at_step(-1);
#endif
    if (a == nes_last_value() && o->output != NULL)
        nes_save_value(o->output, a);
    else if (o->bare ? nes_is_expression(a) : a->name != NULL)
        nes_print_action(a, o->bare ? -1 : limit, o->bare);
    if (!a->kept)
        nes_drop_value(a);
}

NES_HOST void nes_print_stats(void)
{
    nes_stat("kernels", nes_dev.total_launches);
    nes_stat("distinct", nes_dev.distinct);
    nes_device_stats();
    nes_stat("arrays", nes_dev.arrays);
    nes_stat("allocations", nes_dev.allocations);
    nes_stat("reads", nes_dev.reads);
    nes_stat_bytes("read-bytes", nes_dev.read_bytes);
    nes_stat_bytes("given-bytes", nes_dev.given_bytes); /* of all arrays that kernels were given */
    nes_stat_bytes("peak", nes_dev.peak);
    nes_stat_bytes("held", nes_dev.held);
#ifdef NES_RANKS
    nes_ranks_stats();
#endif
    nes_stat_bytes("live", nes_dev.live - (nes_dev.error == NULL ? 0 : nes_dev.error->used)); /* what nobody released */
}

typedef struct {
    int argc;
    char **argv;
    const nes_program *program;
    int status; /* what the program says that it ends with */
} nes_start;

/* all that an executable does */
NES_HOST void nes_do_program(void *start_)
{
    nes_start *start = (nes_start *)start_;
    const nes_program *p = start->program;
    const nes_options o = nes_parse_options(start->argc, start->argv, p->seed, p->words);
    int64_t limit = p->print_length;
    nes_value inputs;
    nes_dev.program = p;
#ifdef NES_RANKS
    nes_know_ranks();
    if (p->inputs != NULL && o.nargs == 0)
        nes_share_input();
#endif
#ifdef NES_PROFILE
    nes_profile_open();
#endif
    if (o.devices) {
        nes_print_devices();
        return;
    }
    inputs = nes_inputs(&o);
    nes_begin_program(p, &o.choice);
    nes_load_inputs(&inputs);
    nes_set_words(start->argv[0], start->argc - o.words, start->argv + o.words);
    for (int i = 0; i < p->nactions; i++) {
        const nes_action *a = &p->actions[i];
        if (a->kind == NES_EVAL) {
            nes_eval(a, limit, &o);
        } else if (a->kind == NES_SAY) {
            if (!o.bare) {
                nes_fresh_line();
                puts(a->text);
            }
        } else {
            limit = a->limit;
        }
    }
    fflush(stdout);
    start->status = nes_the_world.status;
#ifdef NES_PROFILE
    nes_sync();
    nes_profile_close();
#endif
    if (o.stats)
        nes_print_stats();
}

/* the main function of a generated program */
NES_HOST int nes_main(int argc, char **argv, const nes_program *p)
{
    nes_start start;
    int status;
    start.argc = argc;
    start.argv = argv;
    start.program = p;
    start.status = NES_GOOD;
#ifdef NES_RANKS
    nes_join_ranks();
#endif
    status = nes_run(nes_do_program, &start);
#ifdef NES_RANKS
    nes_leave_ranks();
#endif
    return status != NES_GOOD ? status : start.status;
}

#endif
