/* nes_trace.h: where a program fails: the calls in progress, and those that
 * were in progress when a kernel was launched. The lines are those of
 * backends/ref/interp/trace.go. */
#ifndef NES_TRACE_H
#define NES_TRACE_H

#include "nes_call.h"

/* A call: where (lines: the place, then the calls it was inlined through), and
 * the call that its caller is in, -1 for none. */
typedef struct {
    const char *at;
    int outer;
} nes_frame;

/* The launches from number first on were made in a call. */
typedef struct {
    int64_t first;
    int call;
} nes_launched_in;

/* Calls that a launch may still ask for are kept when they end. */
typedef struct {
    nes_frame *calls;
    int n, room;
    int now;    /* the call in progress, -1 for none */
    int pinned; /* calls up to this one are kept */
    nes_launched_in *launches;
    int nlaunches, launch_room;
    int64_t elem; /* of a kernel that failed, -1 for none */
} nes_tracing;

NES_DATA nes_tracing nes_trace = {NULL, 0, 0, -1, -1, NULL, 0, 0, -1};

NES_HOST void *nes_more(void *p, int *room, size_t size)
{
    *room = *room == 0 ? 256 : 2 * *room;
    return nes_keep(nes_realloc(p, (size_t)*room, size));
}

/* stops if the stack is as good as full */
NES_HOST void nes_check_stack(void)
{
    if ((char *)__builtin_frame_address(0) < nes_call.stack)
        nes_runtime_error("stack overflow: the recursion is too deep", NULL);
}

/* stops if the work has been cancelled; positions are lines, or NULL */
NES_HOST void nes_poll(const char *positions);

/* a function of the program is called */
NES_HOST void nes_enter(const char *at)
{
    if (nes_trace.n == nes_trace.room)
        nes_trace.calls = (nes_frame *)nes_more(nes_trace.calls, &nes_trace.room, sizeof *nes_trace.calls);
    nes_trace.calls[nes_trace.n].at = at;
    nes_trace.calls[nes_trace.n].outer = nes_trace.now;
    nes_trace.now = nes_trace.n++;
    nes_check_stack();
    nes_poll(NULL);
}

/* it has returned */
NES_HOST void nes_leave(void)
{
    const int k = nes_trace.now;
    nes_trace.now = nes_trace.calls[k].outer;
    if (k > nes_trace.pinned)
        nes_trace.n = k;
}

/* launch number k, which can fail, is made */
NES_HOST void nes_trace_launch(int64_t k)
{
    nes_launched_in *l = nes_trace.launches;
    if (nes_trace.nlaunches > 0 && l[nes_trace.nlaunches - 1].call == nes_trace.now)
        return;
    if (nes_trace.nlaunches == nes_trace.launch_room)
        l = nes_trace.launches = (nes_launched_in *)nes_more(l, &nes_trace.launch_room, sizeof *l);
    l[nes_trace.nlaunches].first = k;
    l[nes_trace.nlaunches++].call = nes_trace.now;
    if (nes_trace.now > nes_trace.pinned)
        nes_trace.pinned = nes_trace.now;
}

/* no launch has failed so far */
NES_HOST void nes_trace_forget(void)
{
    nes_trace.nlaunches = 0;
    nes_trace.pinned = -1;
}

/* goes back to where launch k was made, which failed at an element */
NES_HOST void nes_trace_back_to(int64_t k, int64_t elem)
{
    int i = nes_trace.nlaunches;
    while (i > 0 && nes_trace.launches[i - 1].first > k)
        i--;
    nes_trace.now = i > 0 ? nes_trace.launches[i - 1].call : -1;
    nes_trace.elem = elem;
}

/* A walk over the lines of a trace. */
typedef struct {
    const char *at; /* what is left of the lines of one place */
    int call;       /* the next call */
} nes_walk;

/* the next line and its length; NULL at the end */
NES_HOST const char *nes_next_line(nes_walk *w, int *len)
{
    const char *line;
    while (w->at == NULL || *w->at == '\0') {
        if (w->call < 0)
            return NULL;
        w->at = nes_trace.calls[w->call].at;
        w->call = nes_trace.calls[w->call].outer;
    }
    line = w->at;
    *len = (int)strcspn(line, "\n");
    w->at = line + *len + (line[*len] == '\n');
    return line;
}

/* Adds the lines, equal ones once, from number lo to below hi; returns how
 * many there are. The first is where the program failed, the others are calls. */
NES_HOST long nes_put_lines(nes_buf *b, const char *at, long lo, long hi)
{
    nes_walk w;
    long k = 0;
    int len = 0, next_len = 0;
    const char *line, *next;
    w.at = at;
    w.call = nes_trace.now;
    for (line = nes_next_line(&w, &len); line != NULL; line = next, len = next_len, k++) {
        long times = 1;
        while ((next = nes_next_line(&w, &next_len)) != NULL && k > 0 && next_len == len && strncmp(next, line, (size_t)len) == 0)
            times++;
        if (k < lo || k >= hi)
            continue;
        nes_putf(b, k == 0 ? "  at %.*s" : "  called at %.*s", len, line);
        if (times > 1)
            nes_putf(b, ", %ld times", times);
        if (k == 0 && nes_trace.elem >= 0)
            nes_putf(b, ", in parallel element %lld", (long long)nes_trace.elem);
        nes_putc(b, '\n');
    }
    return k;
}

/* how many lines are shown at either end of a long trace */
#define NES_FIRST_LINES 12
#define NES_LAST_LINES 3

/* adds to the failure where the program is: at (lines, or NULL), in the call in progress */
NES_HOST void nes_fail_at(const char *at)
{
    nes_buf b = {NULL, 0, 0};
    nes_walk w;
    int len = 0;
    const char *first;
    const long n = nes_put_lines(&b, at, 0, 0), more = n - NES_FIRST_LINES - NES_LAST_LINES;
    if (more <= 1) {
        nes_put_lines(&b, at, 0, n);
    } else {
        nes_put_lines(&b, at, 0, NES_FIRST_LINES);
        nes_putf(&b, "  ... %ld lines more ...\n", more);
        nes_put_lines(&b, at, n - NES_LAST_LINES, n);
    }
    w.at = at;
    w.call = nes_trace.now;
    first = nes_next_line(&w, &len);
    nes_call.failure.position = nes_kept_text(first == NULL ? "" : first, (size_t)len);
    nes_call.failure.element = nes_trace.elem;
    nes_fail_more(&b);
    nes_free(b.p);
}

/* forgets all calls: no work is in progress */
NES_HOST void nes_trace_reset(void)
{
    if (nes_trace.room > 65536) {
        nes_free(nes_trace.calls);
        nes_trace.calls = NULL;
        nes_trace.room = 0;
    }
    nes_trace.n = nes_trace.nlaunches = 0;
    nes_trace.now = nes_trace.pinned = -1;
    nes_trace.elem = -1;
}

#endif
