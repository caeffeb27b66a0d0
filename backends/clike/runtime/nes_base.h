/* nes_base.h: what every host part of a generated program needs: memory that
 * fails loudly, run-time errors, text buffers.
 *
 * A failed program prints on standard error, after everything it printed
 * before has been flushed,
 *
 *     RUNTIME ERROR: MESSAGE
 *       at FILE:LINE:COL
 *
 *       called at FILE:LINE:COL
 *
 * with a line for every call in progress, and exits with status 1.
 * Rejected command lines and input exit with status 2. */
#ifndef NES_BASE_H
#define NES_BASE_H

#include "nes_trace.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>

/* ---- errors ---- */

/* prints where the program is (positions: lines, or NULL), and stops */
NES_HOST NES_NORETURN void nes_stop_at(const char *positions)
{
    nes_print_trace(positions);
    exit(1);
}

NES_HOST NES_NORETURN void nes_runtime_error(const char *message, const char *positions)
{
    fflush(stdout);
    fprintf(stderr, "RUNTIME ERROR: %s\n", message);
    nes_stop_at(positions);
}

/* the command line or the input is not acceptable */
NES_HOST NES_NORETURN void nes_reject(const char *format, ...) __attribute__((format(printf, 1, 2)));
NES_HOST NES_NORETURN void nes_reject(const char *format, ...)
{
    va_list args;
    fflush(stdout);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(2);
}

/* ---- standard output ---- */

/* the last byte that the program wrote there */
NES_HOST char *nes_last_byte(void)
{
    static char last = '\n';
    return &last;
}

/* fwrite of n bytes, to standard output or a file */
NES_HOST size_t nes_write_bytes(const void *p, size_t n, FILE *out)
{
    if (out == stdout && n > 0)
        *nes_last_byte() = ((const char *)p)[n - 1];
    return fwrite(p, 1, n, out);
}

/* what the top level says starts on a line of its own */
NES_HOST void nes_fresh_line(void)
{
    if (*nes_last_byte() != '\n')
        nes_write_bytes("\n", 1, stdout);
}

/* ---- memory ---- */

NES_HOST void *nes_realloc(void *p, size_t count, size_t size)
{
    if (count > (size_t)-1 / 2 / size || (p = realloc(p, count == 0 ? size : count * size)) == NULL)
        nes_runtime_error("Out of memory.", NULL);
    return p;
}

/* room for count elements, at least one */
NES_HOST void *nes_alloc(size_t count, size_t size) { return nes_realloc(NULL, count, size); }

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
    char *text = nes_cstring(message);
    fflush(stdout);
    fprintf(stderr, "ERROR: %s\n", text);
    nes_stop_at(positions);
}

#endif
