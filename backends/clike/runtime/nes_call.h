/* nes_call.h: one piece of work of a program, how it ends, and the memory of
 * the host that it takes.
 *
 * All state of the runtime belongs to the thread that runs the program. A
 * context (nes_context.h) is such a thread, so several live side by side and
 * no function passes one on. What fails says so in nes_call.failure and goes
 * back to where the work began: nothing here ends the process, unless there is
 * no such place. Memory that was not freed by then is freed there. */
#ifndef NES_CALL_H
#define NES_CALL_H

#include "nes_num.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define NES_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NES_SANITIZED 1
#endif
#endif
#ifdef NES_SANITIZED
#include <sanitizer/asan_interface.h>
#endif

#ifndef NES_HOST /* where the runtime is an object of its own: separate.go */
#define NES_HOST static __attribute__((unused)) /* its functions */
#ifdef __cplusplus
#define NES_DATA static thread_local /* its variables, of which each thread has its own */
#else
#define NES_DATA static __thread
#endif
#define NES_GIVEN static                        /* what the program gives */
#endif
#define NES_NORETURN __attribute__((noreturn))

/* how work ends; executables exit with these, but for the last */
enum { NES_GOOD = 0, NES_FAILED = 1, NES_REJECTED = 2, NES_ENVIRONMENT = 4, NES_CANCELLED = 5 };

/* memory; the bytes follow, aligned for anything */
typedef struct nes_piece {
    struct nes_piece *next, **held; /* what points to it */
} nes_piece;

/* why work did not succeed; the texts are pieces that stay */
typedef struct {
    int status;
    char *text;     /* all that is to be said, as lines */
    char *message;  /* what has happened */
    char *position; /* where: FILE:LINE:COL, "" if that is not known */
    int64_t element; /* of a kernel, -1 for none */
} nes_failure;

typedef struct {
    jmp_buf *base;           /* where the work began; NULL outside */
    char *frame;             /* of the stack there */
    volatile int *cancelled; /* whether it is to end; NULL if nobody asks */
    char *stack;             /* where the stack is as good as full; NULL if that is not known */
    nes_failure failure;
    nes_piece *pieces, *kept; /* memory of the work, and what stays for other work */
} nes_call_state;

NES_DATA nes_call_state nes_call = {NULL, NULL, NULL, NULL, {0, NULL, NULL, NULL, -1}, NULL, NULL};

/* ends the work, as nes_call.failure says */
NES_HOST NES_NORETURN void nes_stop(void)
{
    if (nes_call.base != NULL) {
#ifdef NES_SANITIZED /* which takes the stack for too large to do that itself */
        char *here = (char *)__builtin_frame_address(0);
        ASAN_UNPOISON_MEMORY_REGION(here, nes_call.frame - here);
#endif
        longjmp(*nes_call.base, 1);
    }
    fflush(stdout);
    if (nes_call.failure.text != NULL)
        fputs(nes_call.failure.text, stderr);
    exit(nes_call.failure.status);
}

/* ---- memory ---- */

NES_HOST NES_NORETURN void nes_runtime_error(const char *message, const char *positions);

NES_HOST void nes_hold(nes_piece *p, nes_piece **list)
{
    p->next = *list;
    p->held = list;
    if (p->next != NULL)
        p->next->held = &p->next;
    *list = p;
}

NES_HOST void nes_drop(nes_piece *p)
{
    *p->held = p->next;
    if (p->next != NULL)
        p->next->held = p->held;
}

NES_HOST void nes_free(void *p)
{
    if (p == NULL)
        return;
    nes_drop((nes_piece *)p - 1);
    free((nes_piece *)p - 1);
}

NES_HOST void *nes_realloc(void *p, size_t count, size_t size)
{
    nes_piece *old = p == NULL ? NULL : (nes_piece *)p - 1, *new_ = NULL;
    if (old != NULL)
        nes_drop(old);
    if (count <= ((size_t)-1 - sizeof *old) / 2 / size)
        new_ = (nes_piece *)realloc(old, sizeof *old + (count == 0 ? size : count * size));
    if (new_ == NULL) {
        if (old != NULL)
            nes_hold(old, &nes_call.pieces);
        nes_runtime_error("Out of memory.", NULL);
    }
    nes_hold(new_, &nes_call.pieces);
    return new_ + 1;
}

/* room for count elements, at least one */
NES_HOST void *nes_alloc(size_t count, size_t size) { return nes_realloc(NULL, count, size); }

/* memory that outlives the work */
NES_HOST void *nes_keep(void *p)
{
    nes_drop((nes_piece *)p - 1);
    nes_hold((nes_piece *)p - 1, &nes_call.kept);
    return p;
}

NES_HOST void nes_free_all(nes_piece **list)
{
    while (*list != NULL)
        nes_free(*list + 1);
}

/* the number of pieces of memory */
NES_HOST uint64_t nes_count_pieces(const nes_piece *list)
{
    uint64_t n = 0;
    for (; list != NULL; list = list->next)
        n++;
    return n;
}

/* ---- text ---- */

typedef struct {
    char *p;
    size_t n, cap;
} nes_buf;

NES_HOST void nes_put(nes_buf *b, const char *s, size_t n)
{
    if (b->cap - b->n < n) {
        b->cap = 2 * b->cap + n + 256;
        b->p = (char *)nes_realloc(b->p, b->cap, 1);
    }
    if (n > 0)
        memcpy(b->p + b->n, s, n);
    b->n += n;
}

NES_HOST void nes_puts(nes_buf *b, const char *s) { nes_put(b, s, strlen(s)); }

NES_HOST void nes_putc(nes_buf *b, char c)
{
    if (b->n == b->cap)
        nes_put(b, &c, 1);
    else
        b->p[b->n++] = c;
}

NES_HOST void nes_vputf(nes_buf *b, const char *format, va_list args)
{
    va_list again;
    int n;
    va_copy(again, args);
    n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n > 0) {
        char *s = (char *)nes_alloc((size_t)n + 1, 1);
        vsnprintf(s, (size_t)n + 1, format, args);
        nes_put(b, s, (size_t)n);
        nes_free(s);
    }
}

NES_HOST void nes_putf(nes_buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
NES_HOST void nes_putf(nes_buf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    nes_vputf(b, format, args);
    va_end(args);
}

/* ---- failures ---- */

/* a C string that stays, of n bytes */
NES_HOST char *nes_kept_text(const char *s, size_t n)
{
    char *p = (char *)nes_keep(nes_alloc(n + 1, 1));
    memcpy(p, s, n);
    p[n] = '\0';
    return p;
}

NES_HOST void nes_forget_failure(void)
{
    nes_free(nes_call.failure.text);
    nes_free(nes_call.failure.message);
    nes_free(nes_call.failure.position);
    memset(&nes_call.failure, 0, sizeof nes_call.failure);
    nes_call.failure.element = -1;
}

/* begins to tell why the work ends: what has happened, whose first bytes say of
 * what kind that is. A failure while one is told is memory that ran out: then
 * what is there already must do. */
NES_HOST void nes_fail(int status, const char *kind, const char *message)
{
    nes_buf b = {NULL, 0, 0};
    if (nes_call.failure.status != NES_GOOD)
        nes_stop();
    nes_call.failure.status = status;
    nes_puts(&b, kind);
    nes_puts(&b, message);
    nes_call.failure.message = nes_kept_text(message, strlen(message));
    nes_putc(&b, '\n');
    nes_call.failure.text = nes_kept_text(b.p, b.n);
    nes_free(b.p);
}

/* adds lines to it */
NES_HOST void nes_fail_more(const nes_buf *lines)
{
    const size_t n = strlen(nes_call.failure.text);
    char *text = (char *)nes_keep(nes_alloc(n + lines->n + 1, 1));
    memcpy(text, nes_call.failure.text, n);
    if (lines->n > 0)
        memcpy(text + n, lines->p, lines->n);
    text[n + lines->n] = '\0';
    nes_free(nes_call.failure.text);
    nes_call.failure.text = text;
}

/* does work and returns how it ended. What it has taken is still there after a
 * failure, for those who clean up; nes_free_all(&nes_call.pieces) frees it. */
NES_HOST int nes_try(void (*work)(void *), void *argument)
{
    jmp_buf base, *outer = nes_call.base;
    char *frame = nes_call.frame;
    nes_forget_failure();
    nes_call.base = &base;
    nes_call.frame = (char *)__builtin_frame_address(0);
    if (setjmp(base) == 0)
        work(argument);
    nes_call.base = outer;
    nes_call.frame = frame;
    return nes_call.failure.status;
}

#endif
