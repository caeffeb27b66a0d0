/* nes_stream.h: the effects of ir/prim on streams and files (section 9 of the
 * language reference), the seed, and the environment. Primitive p is nes_p.
 *
 * A stream is an int; 0 is standard input, 1 and 2 are standard output (NESL's
 * stdout and stderr are both stream 2), files count from 3 and are never used
 * again. Text is bytes as they are. Most functions return a status: t and "", or f
 * and a sentence; results are then zero. Arrays that a function stores belong to
 * the caller, who frees them. The evaluators do the
 * same in backends/ref/interp. */
#ifndef NES_STREAM_H
#define NES_STREAM_H

#include "nes_base.h"
#include "nes_prim.h"

#include <fcntl.h>
#include <unistd.h>

typedef struct {
    nes_bool ok;
    nes_str message;
} nes_status;

typedef struct {
    int fd;    /* reading, else -1 */
    FILE *out; /* writing, else NULL */
    size_t pos, n;
    unsigned char *buffer;
} nes_stream;

#define NES_STREAM_BUFFER 65536

/* what a program changes in the world beside its memory */
typedef struct {
    nes_stream *streams;
    int n;
    int64_t seed;
    uint64_t keys; /* made since the seed was set */
    int status;    /* what the program ends with */
    const char *name; /* of the program, and the words behind it */
    char **words;
    int nwords; /* with the name; 0 in a library */
} nes_world;

NES_DATA nes_world nes_the_world = {NULL, 0, 0, 0, 0, NULL, NULL, 0};

NES_HOST nes_world *nes_world_of(void)
{
    nes_world *w = &nes_the_world;
    if (w->streams == NULL) {
        w->streams = (nes_stream *)nes_keep(nes_alloc(3, sizeof *w->streams));
        memset(w->streams, 0, 3 * sizeof *w->streams);
        w->n = 3;
        w->streams[1].fd = w->streams[2].fd = -1;
        w->streams[1].out = w->streams[2].out = stdout;
    }
    return w;
}

/* ---- the seed ---- */

/* sets the seed of the program (-seed, rand_seed); the result is t */
NES_HOST nes_bool nes_rand_seed(int64_t seed)
{
    nes_the_world.seed = seed;
    nes_the_world.keys = 0;
    return 1;
}

/* the next key after the last seed */
NES_HOST nes_u64 nes_rand_key(void) { return nes_mix64(nes_seed_key(nes_the_world.seed), nes_the_world.keys++); }

/* ---- the command line ---- */

/* sets what the program sees of the command line: its name and n words */
NES_HOST void nes_set_words(const char *name, int n, char **words)
{
    nes_the_world.name = name;
    nes_the_world.words = words;
    nes_the_world.nwords = n + 1;
}

/* word i, the name being word 0; "" if there is none */
NES_HOST const char *nes_word(nes_int i)
{
    const nes_world *w = &nes_the_world;
    return i < 0 || i >= w->nwords ? "" : i == 0 ? w->name : w->words[i - 1];
}

/* ---- status ---- */

NES_HOST nes_status nes_status_of(nes_bool ok, const char *a, const char *b)
{
    nes_status st;
    nes_buf text = {NULL, 0, 0};
    nes_puts(&text, a);
    nes_puts(&text, b);
    st.ok = ok;
    st.message = nes_str_of(text.p, text.n);
    nes_free(text.p);
    return st;
}

NES_HOST nes_status nes_ok(void) { return nes_status_of(1, "", ""); }
NES_HOST nes_status nes_failed(const char *message) { return nes_status_of(0, message, ""); }

NES_HOST nes_stream *nes_find_stream(nes_int s)
{
    nes_world *w = nes_world_of();
    if (s < 0 || s >= w->n || (w->streams[s].fd < 0 && w->streams[s].out == NULL))
        return NULL;
    return &w->streams[s];
}

/* Stream s for reading, or NULL and the reason in *st. Output so far is on its
 * way before the program waits for standard input. */
NES_HOST nes_stream *nes_input_stream(nes_int s, nes_status *st)
{
    nes_stream *x = nes_find_stream(s);
    if (x != NULL && x->fd == 0)
        fflush(stdout);
    if (x != NULL && x->fd >= 0) {
        *st = nes_ok();
        return x;
    }
    *st = nes_failed(x == NULL ? "No such stream." : "Not open for reading.");
    return NULL;
}

/* ---- opening and closing ---- */

/* opens a file to read (mode 0), write (1) or append (2); -1 if it cannot */
NES_HOST nes_status nes_open_file(nes_str name, nes_int mode, nes_int *s)
{
    char *path = nes_cstring(name), none;
    int flags = mode == 0 ? O_RDONLY : O_WRONLY | O_CREAT | (mode == 2 ? O_APPEND : O_TRUNC);
#ifdef NES_RANKS
    int fd = nes_open_shared(path, flags | O_CLOEXEC);
#else
    int fd = open(path, flags | O_CLOEXEC, 0666);
#endif
    nes_world *w = nes_world_of();
    nes_status st;
    *s = -1;
    if (fd < 0 || (mode == 0 && read(fd, &none, 0) < 0)) { /* a directory opens but cannot be read */
        if (fd >= 0)
            close(fd);
        st = nes_status_of(0, "ERROR: while trying to open ", path);
    } else {
        nes_stream *x;
        w->streams = (nes_stream *)nes_keep(nes_realloc(w->streams, (size_t)w->n + 1, sizeof *w->streams));
        x = &w->streams[w->n];
        memset(x, 0, sizeof *x);
        x->fd = mode == 0 ? fd : -1;
        x->out = mode == 0 ? NULL : fdopen(fd, mode == 2 ? "a" : "w");
        *s = (nes_int)w->n++;
        st = nes_ok();
    }
    nes_free(path);
    return st;
}

NES_HOST nes_status nes_close_file(nes_int s)
{
    nes_stream *x = s < 3 ? NULL : nes_find_stream(s);
    int bad;
    if (x == NULL)
        return nes_failed("No such stream.");
    bad = x->out != NULL ? fclose(x->out) != 0 : close(x->fd) != 0;
#ifdef NES_RANKS
    bad = nes_told((nes_bool)bad);
#endif
    nes_free(x->buffer);
    x->buffer = NULL;
    x->out = NULL;
    x->fd = -1;
    return bad ? nes_failed("Write failed.") : nes_ok();
}

/* closes all files */
NES_HOST void nes_close_streams(void)
{
    for (int i = 3; i < nes_the_world.n; i++)
        if (nes_find_stream((nes_int)i) != NULL)
            nes_free(nes_close_file((nes_int)i).message.p);
}

/* ---- reading ---- */

/* makes bytes available if there are more; returns how many there are */
NES_HOST size_t nes_stream_fill(nes_stream *s)
{
    ssize_t got;
    if (s->pos < s->n)
        return s->n - s->pos;
    if (s->buffer == NULL)
        s->buffer = (unsigned char *)nes_keep(nes_alloc(NES_STREAM_BUFFER, 1));
#ifdef NES_RANKS
    got = nes_read_shared(s->fd, s->buffer, NES_STREAM_BUFFER);
#else
    do {
        nes_poll(NULL);
        got = read(s->fd, s->buffer, NES_STREAM_BUFFER);
    } while (got < 0 && errno == EINTR);
#endif
    s->pos = 0;
    s->n = got > 0 ? (size_t)got : 0;
    return s->n;
}

/* the next byte, or -1 at the end; it is not taken */
NES_HOST int nes_stream_peek(nes_stream *s) { return nes_stream_fill(s) == 0 ? -1 : s->buffer[s->pos]; }

/* at the end of the file a blank and a failure */
NES_HOST nes_status nes_read_char(nes_int s, nes_char *c)
{
    nes_status st;
    nes_stream *in = nes_input_stream(s, &st);
    *c = ' ';
    if (in == NULL)
        return st;
    if (nes_stream_peek(in) < 0) {
        nes_free(st.message.p);
        return nes_failed("End of File.");
    }
    *c = in->buffer[in->pos++];
    return st;
}

/* Reads up to one of the delimiters, which is taken but not part of the text,
 * or up to most characters (any number if negative). *end is the delimiter, -1
 * at the end of the file, -2 after most characters. */
NES_HOST nes_status nes_read_string(nes_str delimiters, nes_int most, nes_int s, nes_str *text, nes_int *end)
{
    nes_status st;
    nes_stream *in = nes_input_stream(s, &st);
    nes_buf b = {NULL, 0, 256};
    unsigned char stops[256];
    b.p = (char *)nes_alloc(b.cap, 1);
    memset(stops, 0, sizeof stops);
    for (int64_t i = 0; i < delimiters.n; i++)
        stops[delimiters.p[i]] = 1;
    *end = -1;
    while (in != NULL && *end == -1) {
        size_t n, k = 0;
        if (most >= 0 && b.n == (size_t)most) {
            *end = -2;
            break;
        }
        n = nes_stream_fill(in);
        if (n == 0)
            break;
        if (most >= 0 && n > (size_t)most - b.n)
            n = (size_t)most - b.n;
        while (k < n && !stops[in->buffer[in->pos + k]])
            k++;
        nes_put(&b, (const char *)in->buffer + in->pos, k);
        in->pos += k;
        if (k < n)
            *end = in->buffer[in->pos++];
    }
    text->n = (int64_t)b.n;
    text->p = (nes_char *)b.p;
    return st;
}

NES_HOST nes_status nes_read_until(const char *delimiters, nes_int s, nes_str *text, nes_int *end)
{
    nes_str d = nes_str_of(delimiters, strlen(delimiters));
    nes_status st = nes_read_string(d, -1, s, text, end);
    nes_free(d.p);
    return st;
}

/* the newline is taken; *eof says that the file ended instead */
NES_HOST nes_status nes_read_line(nes_int s, nes_str *line, nes_bool *eof)
{
    nes_int end;
    nes_status st = nes_read_until("\n", s, line, &end);
    *eof = end < 0;
    return st;
}

/* up to a blank, tab or newline, which is taken and stored (a blank at *eof) */
NES_HOST nes_status nes_read_word(nes_int s, nes_str *word, nes_char *end, nes_bool *eof)
{
    nes_int e;
    nes_status st = nes_read_until(" \t\n", s, word, &e);
    *eof = e < 0;
    *end = *eof ? ' ' : (nes_char)e;
    return st;
}

/* ---- writing ---- */

NES_HOST nes_status nes_write_string(nes_str text, nes_int s)
{
    nes_stream *x = nes_find_stream(s);
    size_t n = (size_t)text.n;
    nes_bool good;
    if (x == NULL)
        return nes_failed("No such stream.");
    if (x->out == NULL)
        return nes_failed("Not open for writing.");
    good = nes_write_bytes(text.p, n, x->out) == n;
#ifdef NES_RANKS
    good = nes_told(good);
#endif
    return good ? nes_ok() : nes_failed("Write failed.");
}

NES_HOST nes_status nes_write_char(nes_char c, nes_int s)
{
    nes_str one = {1, NULL};
    one.p = &c;
    return nes_write_string(one, s);
}

/* on standard output; a lifted print_string prints strings that stand one after
 * another at once */
NES_HOST nes_bool nes_print_string(nes_str text)
{
    nes_write_bytes(text.p, (size_t)text.n, stdout);
    return 1;
}

NES_HOST nes_bool nes_print_char(nes_char c)
{
    nes_str one = {1, NULL};
    one.p = &c;
    return nes_print_string(one);
}

/* "" if there is no such variable */
NES_HOST nes_str nes_get_environment_variable(nes_str name)
{
    char *text = nes_cstring(name);
    const char *value = getenv(text);
    nes_str s = nes_str_of(value == NULL ? "" : value, value == NULL ? 0 : strlen(value));
#ifdef NES_RANKS
    int64_t n = s.n;
    nes_tell(&n, sizeof n, 0);
    if (n != s.n) {
        nes_free(s.p);
        s.p = (nes_char *)nes_alloc((size_t)n, 1);
        s.n = n;
    }
    nes_tell(s.p, (size_t)n, 0);
#endif
    nes_free(text);
    return s;
}

#endif
