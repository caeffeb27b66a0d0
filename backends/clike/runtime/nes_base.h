/* nes_base.h: what every host part of a generated program needs beside memory:
 * run-time errors, strings, standard output, the clock.
 *
 * A program that fails says
 *
 *     RUNTIME ERROR: MESSAGE
 *       at FILE:LINE:COL
 *
 *       called at FILE:LINE:COL
 *
 * with a line for every call in progress: executables on standard error, after
 * everything they printed before, libraries to their caller. */
#ifndef NES_BASE_H
#define NES_BASE_H

#include "nes_trace.h"

#include <errno.h>
#include <limits.h>
#include <time.h>

/* ---- errors ---- */

NES_HOST NES_NORETURN void nes_runtime_error(const char *message, const char *positions)
{
    nes_fail(NES_FAILED, "RUNTIME ERROR: ", message);
    nes_fail_at(positions);
    nes_stop();
}

NES_HOST void nes_poll(const char *positions)
{
    if (nes_call.cancelled == NULL || *nes_call.cancelled == 0)
        return;
    nes_fail(NES_CANCELLED, "", "Cancelled.");
    nes_fail_at(positions);
    nes_stop();
}

/* stops with a formatted sentence, after what it is about */
NES_HOST NES_NORETURN void nes_fail_with(int status, const char *kind, const char *format, va_list args)
{
    nes_buf b = {NULL, 0, 0};
    nes_vputf(&b, format, args);
    nes_putc(&b, '\0');
    nes_fail(status, kind, b.p);
    nes_call.failure.position = nes_kept_text("", 0);
    nes_stop();
}

/* the command line, the input or an argument is not acceptable */
NES_HOST NES_NORETURN void nes_reject(const char *format, ...) __attribute__((format(printf, 1, 2)));
NES_HOST NES_NORETURN void nes_reject(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    nes_fail_with(NES_REJECTED, "", format, args);
}

/* ---- standard output ---- */

/* the last byte that the program wrote there */
NES_DATA char nes_last_byte = '\n';

/* fwrite of n bytes, to standard output or a file */
NES_HOST size_t nes_write_bytes(const void *p, size_t n, FILE *out)
{
    if (out == stdout && n > 0)
        nes_last_byte = ((const char *)p)[n - 1];
    return fwrite(p, 1, n, out);
}

/* what the top level says starts on a line of its own */
NES_HOST void nes_fresh_line(void)
{
    if (nes_last_byte != '\n')
        nes_write_bytes("\n", 1, stdout);
}

/* ---- time ---- */

/* seconds on a clock that never goes back */
NES_HOST double nes_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* one line of -stats, on standard error: a number of something */
NES_HOST void nes_stat(const char *name, uint64_t value) { fprintf(stderr, "stat %s %llu\n", name, (unsigned long long)value); }

/* the same, in bytes */
NES_HOST void nes_stat_bytes(const char *name, uint64_t value) { fprintf(stderr, "stat %s %llu bytes\n", name, (unsigned long long)value); }

/* ---- arrays that grow ---- */

typedef struct {
    char *p;
    size_t n, cap; /* in elements */
    size_t size;   /* of an element */
} nes_vec;

NES_HOST nes_vec nes_vec_of(size_t size)
{
    nes_vec v = {NULL, 0, 0, 0};
    v.size = size;
    return v;
}

/* makes room for k more elements and returns the place of the first */
NES_HOST void *nes_vec_room(nes_vec *v, size_t k)
{
    if (v->cap - v->n < k) {
        v->cap = v->cap + v->cap / 2 + k + 16;
        v->p = (char *)nes_realloc(v->p, v->cap, v->size);
    }
    return v->p + v->n * v->size;
}

/* ---- strings ---- */

/* a [char] value; p belongs to whoever holds it */
typedef struct {
    int64_t n;
    nes_char *p;
} nes_str;

NES_HOST nes_str nes_str_of(const char *s, size_t n)
{
    nes_str out;
    out.n = (int64_t)n;
    out.p = (nes_char *)nes_alloc(n, 1);
    if (n > 0)
        memcpy(out.p, s, n);
    return out;
}

NES_HOST void nes_put_str(nes_buf *b, int64_t n, const nes_char *p) { nes_put(b, (const char *)p, (size_t)n); }

/* a C string of s, in memory of its own */
NES_HOST char *nes_cstring(nes_str s)
{
    nes_buf b = {NULL, 0, 0};
    nes_put_str(&b, s.n, s.p);
    nes_putc(&b, '\0');
    return b.p;
}

/* NESL's error(message) */
NES_HOST NES_NORETURN void nes_user_error(nes_str message, const char *positions)
{
    nes_fail(NES_FAILED, "ERROR: ", nes_cstring(message));
    nes_fail_at(positions);
    nes_stop();
}

#endif
