/* nes_read.h: NESL literals as values, the input of -entry. It accepts what
 * ir/value/read.go accepts and reports the same errors:
 *
 *     FILE:LINE:COL: error[E0050]: MESSAGE          exit status 2
 *
 * A text is read whole and values go straight into the arrays of nes_shape.h. */
#ifndef NES_READ_H
#define NES_READ_H

#include "nes_shape.h"

typedef struct {
    const char *file;
    const unsigned char *text;
    size_t n, pos;
    nes_buf memory;
} nes_input;

/* the whole of f as text; file is its name in errors */
NES_HOST nes_input nes_input_of(const char *file, FILE *f)
{
    nes_input in = {file, NULL, 0, 0, {NULL, 0, 0}};
    size_t got;
    do {
        if (in.memory.cap - in.memory.n < 65536) {
            in.memory.cap = 2 * in.memory.cap + 65536;
            in.memory.p = (char *)nes_realloc(in.memory.p, in.memory.cap, 1);
        }
        got = fread(in.memory.p + in.memory.n, 1, in.memory.cap - in.memory.n, f);
        in.memory.n += got;
    } while (got > 0);
    nes_poll(NULL);
    if (ferror(f))
        nes_reject("%s: error[E0050]: cannot be read", file);
    in.text = (const unsigned char *)in.memory.p;
    in.n = in.memory.n;
    return in;
}

/* ---- errors ---- */

NES_HOST NES_NORETURN void nes_input_error(nes_input *in, const char *message, const char *what, const char *tail)
{
    long line = 1, col = 1;
    for (size_t i = 0; i < in->pos; i++) {
        if (in->text[i] == '\n') {
            line++;
            col = 1;
        } else if ((in->text[i] & 0xC0) != 0x80) {
            col++;
        }
    }
    nes_reject("%s:%ld:%ld: error[E0050]: %s%s%s", in->file, line, col, message, what, tail);
}

/* the byte at offset i from here, 0 at the end */
NES_HOST unsigned char nes_peek(const nes_input *in, size_t i) { return in->pos + i < in->n ? in->text[in->pos + i] : 0; }

NES_HOST int nes_is_digit(unsigned char c) { return c >= '0' && c <= '9'; }

NES_HOST int nes_is_word(unsigned char c)
{
    return nes_is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '.' || c == '~' || c >= 0x80;
}

NES_HOST size_t nes_word_length(const nes_input *in)
{
    size_t n = 0;
    while (nes_is_word(nes_peek(in, n)))
        n++;
    return n;
}

/* "PREFIX, found `WORD`"; the word is cut after 20 bytes */
NES_HOST NES_NORETURN void nes_found(nes_input *in, const char *message, const char *what, const char *link)
{
    char tail[128];
    size_t n = nes_word_length(in);
    if (in->pos >= in->n)
        snprintf(tail, sizeof tail, "%sfound end of input", link);
    else
        snprintf(tail, sizeof tail, "%sfound `%.*s`", link, n == 0 ? 1 : n > 20 ? 20 : (int)n, (const char *)in->text + in->pos);
    nes_input_error(in, message, what, tail);
}

NES_HOST NES_NORETURN void nes_expected(nes_input *in, const char *what) { nes_found(in, "expected ", what, ", "); }

/* ---- tokens ---- */

NES_HOST void nes_blanks(nes_input *in)
{
    for (;;) {
        unsigned char c = nes_peek(in, 0);
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f') {
            in->pos++;
        } else if (c == '%') {
            const void *end = memchr(in->text + in->pos + 1, '%', in->n - in->pos - 1);
            if (end == NULL)
                nes_input_error(in, "unclosed comment", "", "");
            in->pos = (size_t)((const unsigned char *)end - in->text) + 1;
        } else {
            return;
        }
    }
}

/* skips blanks and looks at what follows */
NES_HOST unsigned char nes_next(nes_input *in)
{
    nes_blanks(in);
    return nes_peek(in, 0);
}

NES_HOST void nes_want(nes_input *in, char c)
{
    char what[4] = {'`', '\0', '`', '\0'};
    what[1] = c;
    if (nes_next(in) != (unsigned char)c)
        nes_expected(in, what);
    in->pos++;
}

NES_HOST nes_int nes_read_int(nes_input *in)
{
    int neg = nes_peek(in, 0) == '-';
    size_t i = (size_t)neg;
    uint64_t limit = (uint64_t)NES_MAX_INT + (uint64_t)neg, x = 0;
    if (!nes_is_digit(nes_peek(in, i)))
        nes_expected(in, "an int");
    for (; nes_is_digit(nes_peek(in, i)); i++) {
        uint64_t d = (uint64_t)(nes_peek(in, i) - '0');
        if (x > (limit - d) / 10)
            nes_input_error(in, "int out of range", "", "");
        x = 10 * x + d;
    }
    if (nes_is_word(nes_peek(in, i)))
        nes_expected(in, "an int");
    in->pos += i;
    return (nes_int)(neg ? 0 - x : x);
}

/* a float literal: its length (0 if there is none) and, when exact, its
 * magnitude mant * 10^exp */
typedef struct {
    size_t length;
    uint64_t mant;
    int exp, exact;
} nes_literal;

NES_HOST nes_literal nes_scan_float(const nes_input *in)
{
    nes_literal l = {0, 0, 0, 0};
    size_t i = nes_peek(in, 0) == '-', j;
    int digits = 0, point = -1;
    for (;; i++) {
        unsigned char c = nes_peek(in, i);
        if (nes_is_digit(c)) {
            if (++digits <= 19)
                l.mant = 10 * l.mant + (uint64_t)(c - '0');
        } else if (c == '.' && point < 0) {
            point = digits;
        } else {
            break;
        }
    }
    if (digits == 0)
        return l;
    l.exact = digits <= 19;
    l.exp = point < 0 ? 0 : point - digits;
    l.length = i;
    if ((nes_peek(in, i) | 0x20) != 'e')
        return l;
    j = i + 1 + (nes_peek(in, i + 1) == '-' || nes_peek(in, i + 1) == '+');
    if (nes_is_digit(nes_peek(in, j))) {
        int e = 0;
        for (; nes_is_digit(nes_peek(in, j)); j++)
            e = e > 100000 ? e : 10 * e + (nes_peek(in, j) - '0');
        l.exp += nes_peek(in, i + 1) == '-' ? -e : e;
        l.length = j;
    }
    return l;
}

/* mant * 10^exp when one rounding gives the nearest float; else 0 */
NES_HOST int nes_exact_float(const nes_literal *l, nes_float *x)
{
#if NES_FLOAT_BITS == 64
    const uint64_t most = (uint64_t)1 << 53;
    const int range = 22;
#else
    const uint64_t most = (uint64_t)1 << 24;
    const int range = 10;
#endif
    nes_float p = 1, ten = 10;
    int e = l->exp < 0 ? -l->exp : l->exp;
    if (!l->exact || l->mant > most || e > range)
        return 0;
    for (; e > 0; e--)
        p *= ten; /* exact */
    *x = l->exp < 0 ? (nes_float)l->mant / p : (nes_float)l->mant * p;
    return 1;
}

NES_HOST int nes_special_float(nes_input *in, nes_float *x)
{
    size_t neg = nes_peek(in, 0) == '-', n = 0;
    char w[4];
    while (n < 4 && nes_is_word(nes_peek(in, neg + n)))
        n++;
    if (n != 3)
        return 0;
    for (n = 0; n < 3; n++)
        w[n] = (char)(nes_peek(in, neg + n) | 0x20);
    if (memcmp(w, "inf", 3) == 0)
        *x = neg ? -(nes_float)INFINITY : (nes_float)INFINITY;
    else if (memcmp(w, "nan", 3) == 0)
        *x = (nes_float)NAN;
    else
        return 0;
    in->pos += neg + 3;
    return 1;
}

NES_HOST nes_float nes_read_float(nes_input *in)
{
    nes_literal l = nes_scan_float(in);
    nes_float x = 0;
    if (nes_is_word(nes_peek(in, l.length)) || l.length == 0) {
        if (nes_special_float(in, &x))
            return x;
        nes_expected(in, "a float");
    }
    if (nes_exact_float(&l, &x)) {
        x = nes_peek(in, 0) == '-' ? -x : x;
    } else {
        char small[64], *s = l.length < sizeof small ? small : (char *)nes_alloc(l.length + 1, 1);
        memcpy(s, in->text + in->pos, l.length);
        s[l.length] = '\0';
        x = NES_FLOAT_BITS == 64 ? (nes_float)strtod(s, NULL) : (nes_float)strtof(s, NULL);
        if (s != small)
            nes_free(s);
        if (x - x != 0)
            nes_input_error(in, "float out of range", "", "");
    }
    in->pos += l.length;
    return x;
}

NES_HOST nes_bool nes_read_bool(nes_input *in)
{
    unsigned char c = nes_peek(in, 0) | 0x20;
    if ((c != 't' && c != 'f') || nes_is_word(nes_peek(in, 1)))
        nes_expected(in, "a bool (t or f)");
    in->pos++;
    return c == 't';
}

/* the bytes of the first character of n > 0 bytes, in UTF-8; one that begins none
 * counts for itself */
NES_HOST int nes_rune_length(const unsigned char *p, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int k = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : p[0] >= 0xC0 ? 2 : 1;
    uint32_t c = p[0] & (0x7Fu >> k);
    if (k == 1 || (size_t)k > n || p[0] >= 0xF8)
        return 1;
    for (int i = 1; i < k; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 1;
        c = c << 6 | (p[i] & 0x3F);
    }
    return c < least[k] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) ? 1 : k;
}

NES_HOST nes_char nes_read_quoted_char(nes_input *in)
{
    int n;
    if (nes_peek(in, 0) != '`' || in->pos + 1 >= in->n)
        nes_expected(in, "a char");
    n = nes_rune_length(in->text + in->pos + 1, in->n - in->pos - 1);
    if (n > 1) {
        char what[64];
        snprintf(what, sizeof what, "`%.*s`, which is %d bytes in UTF-8", n, (const char *)in->text + in->pos + 1, n);
        nes_input_error(in, "a char is one byte, found ", what, "");
    }
    in->pos += 2;
    return in->text[in->pos - 1];
}

NES_HOST int nes_hex_digit(unsigned char c)
{
    return nes_is_digit(c) ? c - '0' : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1;
}

/* the byte that the escape at offset i stands for: a backslash and more; *taken is
 * its length */
NES_HOST nes_char nes_read_escape(nes_input *in, size_t i, int *taken)
{
    unsigned char c = nes_peek(in, i + 1);
    int high, low;
    *taken = 2;
    if (c != 'x')
        return c == 'n' ? '\n' : c == 't' ? '\t' : c;
    high = nes_hex_digit(nes_peek(in, i + 2));
    low = nes_hex_digit(nes_peek(in, i + 3));
    if (high < 0 || low < 0) {
        in->pos += i;
        nes_input_error(in, "expected two hexadecimal digits after \\x", "", "");
    }
    *taken = 4;
    return (nes_char)(high << 4 | low);
}

#endif
