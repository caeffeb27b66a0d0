/* nes_object.h: the effects of ir/prim on arrays in the text format of objects
 * (section 9 of the language reference), one array a line. The compiler makes
 * read_object and write_object of them.
 *
 *     int     ( 1 2 )
 *     float   ( 2.50000000000000e+00 )
 *     bool    ( T F )
 *     char    ( 2 ), then a new line and the characters themselves
 *     lengths [ 2 1 ]
 *
 * Same text as ir/value/object.go. */
#ifndef NES_OBJECT_H
#define NES_OBJECT_H

#include "nes_read.h"
#include "nes_stream.h"
#include "nes_text.h"

/* ---- writing ---- */

NES_HOST void nes_put_exact(nes_buf *b, nes_float x)
{
    char s[40];
    if (x - x != 0) {
        nes_put_special(b, x);
        return;
    }
    nes_put(b, s, (size_t)snprintf(s, sizeof s, "%.14e", (double)x));
}

NES_HOST void nes_put_array(nes_buf *b, char kind, const void *p, int64_t n)
{
    nes_puts(b, kind == '[' ? "[" : "(");
    if (kind == 'c') {
        nes_putc(b, ' ');
        nes_put_int(b, n);
        nes_puts(b, " )\n");
        nes_put_str(b, n, (const nes_char *)p);
        nes_putc(b, '\n');
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        nes_putc(b, ' ');
        if (kind == 'i' || kind == '[')
            nes_put_int(b, ((const nes_int *)p)[i]);
        else if (kind == 'd')
            nes_put_exact(b, ((const nes_float *)p)[i]);
        else
            nes_putc(b, "FT"[((const nes_bool *)p)[i] != 0]);
    }
    nes_puts(b, kind == '[' ? " ]\n" : " )\n");
}

/* a vector of kind i, d, b or c (nes_shape.h) */
NES_HOST nes_status nes_write_vector(char kind, int64_t n, const void *p, nes_int stream)
{
    nes_buf b = {NULL, 0, 0};
    nes_str text;
    nes_status st;
    nes_put_array(&b, kind, p, n);
    text.n = (int64_t)b.n;
    text.p = (nes_char *)b.p;
    st = nes_write_string(text, stream);
    nes_free(b.p);
    return st;
}

/* the lengths of segments */
NES_HOST nes_status nes_write_lengths(int64_t n, const nes_int *p, nes_int stream) { return nes_write_vector('[', n, p, stream); }

/* ---- reading ---- */

NES_HOST int nes_object_blank(int c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

/* reads a bracket or a word into b, nothing at the end */
NES_HOST void nes_object_token(nes_stream *s, nes_buf *b)
{
    int c = nes_stream_peek(s);
    b->n = 0;
    while (nes_object_blank(c)) {
        s->pos++;
        c = nes_stream_peek(s);
    }
    while (c >= 0 && !nes_object_blank(c) && (b->n == 0 || strchr("()[]", c) == NULL)) {
        nes_putc(b, (char)c);
        s->pos++;
        if (strchr("()[]", c) != NULL)
            break;
        c = nes_stream_peek(s);
    }
    nes_put(b, "", 1);
    b->n--;
}

/* the text of an element of kind i d b or [ as that element; 0 if it is none */
NES_HOST int nes_object_scalar(char kind, const nes_buf *word, nes_vec *to)
{
    nes_input in = {"", NULL, 0, 0, {NULL, 0, 0}};
    nes_literal l;
    void *p = nes_vec_room(to, 1);
    in.text = (const unsigned char *)word->p;
    in.n = word->n;
    l = nes_scan_float(&in);
    to->n++;
    if (kind == 'b') {
        *(nes_bool *)p = (word->p[0] | 0x20) == 't';
        return word->n == 1 && strchr("tTfF", word->p[0]) != NULL;
    }
    if (kind == 'd') {
        if (l.length == 0)
            return nes_special_float(&in, (nes_float *)p) && in.pos == in.n;
        if (!nes_exact_float(&l, (nes_float *)p))
            *(nes_float *)p = NES_FLOAT_BITS == 64 ? (nes_float)strtod(word->p, NULL) : (nes_float)strtof(word->p, NULL);
        else if (word->p[0] == '-')
            *(nes_float *)p = -*(nes_float *)p;
        return l.length == word->n; /* the largest ones, rounded to 15 digits, come back infinite */
    }
    if (word->n == 0 || strspn(word->p + (word->p[0] == '-'), "0123456789") + (word->p[0] == '-') != word->n || word->p[word->n - 1] == '-')
        return 0;
    errno = 0;
    long long x = strtoll(word->p, NULL, 10);
    *(nes_int *)p = (nes_int)x;
    return errno == 0 && x >= (kind == '[' ? 0 : (long long)NES_MIN_INT) && x <= (long long)NES_MAX_INT;
}

/* reads the count, one line end and that many characters */
NES_HOST int nes_object_chars(nes_stream *s, nes_buf *word, nes_vec *to)
{
    long long n;
    nes_object_token(s, word);
    if (word->n == 0 || word->n > 10 || strspn(word->p, "0123456789") != word->n)
        return 0;
    n = strtoll(word->p, NULL, 10);
    nes_object_token(s, word);
    if (word->p[0] != ')' || nes_stream_peek(s) != '\n')
        return 0;
    for (s->pos++; n > 0;) {
        size_t k = nes_stream_fill(s);
        if (k == 0)
            return 0;
        k = k < (size_t)n ? k : (size_t)n;
        memcpy(nes_vec_room(to, k), s->buffer + s->pos, k);
        s->pos += k;
        to->n += k;
        n -= (long long)k;
    }
    return 1;
}

/* reads one array and appends its elements; 0 if it is not in the format */
NES_HOST int nes_object_array(nes_stream *s, char kind, nes_vec *to)
{
    nes_buf word = {NULL, 0, 0};
    char end = kind == '[' ? ']' : ')';
    int good;
    nes_object_token(s, &word);
    good = word.p[0] == (kind == '[' ? '[' : '(');
    if (good && kind == 'c') {
        good = nes_object_chars(s, &word, to);
    } else {
        while (good) {
            nes_object_token(s, &word);
            if (word.p[0] == end)
                break;
            good = word.n > 0 && nes_object_scalar(kind, &word, to);
        }
    }
    nes_free(word.p);
    return good;
}

/* reads an array of kind i, d, b, c or [ and stores its length and elements */
NES_HOST nes_status nes_read_array(char kind, nes_int stream, int64_t *n, void **p)
{
    nes_status st;
    nes_stream *in = nes_input_stream(stream, &st);
    nes_vec v = nes_vec_of(kind == '[' ? sizeof(nes_int) : nes_kind_size(kind));
    *n = 0;
    if (in != NULL && nes_object_array(in, kind, &v)) {
        *n = (int64_t)v.n;
    } else if (in != NULL) {
        nes_free(st.message.p);
        st = nes_failed("not in object format");
    }
    nes_vec_room(&v, 1);
    *p = v.p;
    return st;
}

/* a vector of kind i, d, b or c, of any length */
NES_HOST nes_status nes_read_vector(char kind, nes_int stream, int64_t *n, void **p) { return nes_read_array(kind, stream, n, p); }

/* the lengths of segments */
NES_HOST nes_status nes_read_lengths(nes_int stream, int64_t *n, nes_int **p)
{
    void *lengths;
    nes_status st = nes_read_array('[', stream, n, &lengths);
    *p = (nes_int *)lengths;
    return st;
}

#endif
