/* nes_io.h: the effects of ir/prim as compiled programs call them: arrays
 * come from the device and go there, results are stored through pointers, in
 * the order of the primitive's type. What an effect does is in nes_stream.h and
 * nes_object.h. Nothing visible happens before the checks so far have passed. */
#ifndef NES_IO_H
#define NES_IO_H

#include "nes_object.h"
#include "nes_run.h"

/* the flag of a status; its message becomes an array */
NES_HOST nes_bool nes_give_status(nes_status st, nes_array **message)
{
    *message = nes_array_of_str(st.message, NULL);
    return st.ok;
}

NES_HOST nes_str nes_take_str(const nes_array *a)
{
    nes_sync();
    return nes_fetch_str(a);
}

NES_HOST nes_float nes_do_clock(void)
{
    nes_sync();
#ifdef NES_RANKS
    return (nes_float)nes_told_time(nes_now());
#else
    return (nes_float)nes_now();
#endif
}

NES_HOST NES_NORETURN nes_bool nes_do_error(const nes_array *message, const char *position)
{
    nes_user_error(nes_take_str(message), position);
}

/* ---- the seed, the environment, standard output ---- */

NES_HOST nes_bool nes_do_rand_seed(nes_int seed) { return nes_rand_seed(seed); }
NES_HOST void nes_do_rand_key(nes_int *h, nes_int *l)
{
    const nes_u64 k = nes_rand_key();
    *h = nes_key_hi(k);
    *l = nes_key_lo(k);
}

NES_HOST nes_array *nes_do_get_environment_variable(const nes_array *name)
{
    nes_str s = nes_take_str(name);
    nes_array *a = nes_array_of_str(nes_get_environment_variable(s), NULL);
    nes_free(s.p);
    return a;
}

NES_HOST nes_int nes_do_argument_count(void) { return nes_the_world.nwords; }

NES_HOST nes_array *nes_do_argument(nes_int i)
{
    const char *text = nes_word(i);
    return nes_array_of_text(text, strlen(text), NULL);
}

NES_HOST nes_bool nes_do_exit_status(nes_int status)
{
    nes_the_world.status = (int)status;
    return 1;
}

NES_HOST nes_bool nes_do_print_char(nes_char c)
{
    nes_sync();
    return nes_print_char(c);
}

NES_HOST nes_bool nes_do_print_string(const nes_array *text)
{
    nes_str s = nes_take_str(text);
    nes_bool done = nes_print_string(s);
    nes_free(s.p);
    return done;
}

/* ---- files ---- */

NES_HOST void nes_do_open_file(nes_int *stream, nes_bool *good, nes_array **message, const nes_array *name, nes_int mode)
{
    nes_str s = nes_take_str(name);
    *good = nes_give_status(nes_open_file(s, mode, stream), message);
    nes_free(s.p);
}

NES_HOST void nes_do_close_file(nes_bool *good, nes_array **message, nes_int stream)
{
    nes_sync();
    *good = nes_give_status(nes_close_file(stream), message);
}

/* ---- text ---- */

NES_HOST void nes_do_read_char(nes_char *c, nes_bool *good, nes_array **message, nes_int stream)
{
    nes_sync();
    *good = nes_give_status(nes_read_char(stream, c), message);
}

NES_HOST void nes_do_read_line(nes_array **line, nes_bool *end, nes_bool *good, nes_array **message, nes_int stream)
{
    nes_str s;
    nes_sync();
    *good = nes_give_status(nes_read_line(stream, &s, end), message);
    *line = nes_array_of_str(s, NULL);
}

NES_HOST void nes_do_read_word(nes_array **word, nes_char *after, nes_bool *end, nes_bool *good, nes_array **message, nes_int stream)
{
    nes_str s;
    nes_sync();
    *good = nes_give_status(nes_read_word(stream, &s, after, end), message);
    *word = nes_array_of_str(s, NULL);
}

NES_HOST void nes_do_read_string(nes_array **text, nes_int *end, nes_bool *good, nes_array **message, const nes_array *delimiters,
                                 nes_int most, nes_int stream)
{
    nes_str s, d = nes_take_str(delimiters);
    *good = nes_give_status(nes_read_string(d, most, stream, &s, end), message);
    *text = nes_array_of_str(s, NULL);
    nes_free(d.p);
}

NES_HOST void nes_do_write_char(nes_bool *good, nes_array **message, nes_char c, nes_int stream)
{
    nes_sync();
    *good = nes_give_status(nes_write_char(c, stream), message);
}

NES_HOST void nes_do_write_string(nes_bool *good, nes_array **message, const nes_array *text, nes_int stream)
{
    nes_str s = nes_take_str(text);
    *good = nes_give_status(nes_write_string(s, stream), message);
    nes_free(s.p);
}

/* ---- objects; kind is that of the elements, [ for lengths ---- */

NES_HOST void nes_read_into(nes_array **vector, nes_bool *good, nes_array **message, char kind, nes_int stream)
{
    int64_t n;
    void *p;
    nes_sync();
    *good = nes_give_status(nes_read_array(kind, stream, &n, &p), message);
    *vector = nes_array_from(p, n, nes_kind_size(kind), NULL);
    nes_free(p);
}

NES_HOST void nes_write_from(nes_bool *good, nes_array **message, const nes_array *vector, char kind, nes_int stream)
{
    void *p;
    nes_sync();
    p = nes_fetch(vector, vector->n, nes_kind_size(kind));
    *good = nes_give_status(nes_write_vector(kind, vector->n, p, stream), message);
    nes_free(p);
}

#define NES_VECTORS(k, kind) /* static wherever the rest of the runtime is */ \
    static __attribute__((unused)) void nes_do_read_vector_##k(nes_array **v, nes_bool *good, nes_array **message, \
                                                                const nes_array *like, nes_int stream) \
    { \
        (void)like; \
        nes_read_into(v, good, message, kind, stream); \
    } \
    static __attribute__((unused)) void nes_do_write_vector_##k(nes_bool *good, nes_array **message, const nes_array *v, \
                                                                 nes_int stream) \
    { \
        nes_write_from(good, message, v, kind, stream); \
    }

NES_VECTORS(i, 'i')
NES_VECTORS(d, 'd')
NES_VECTORS(b, 'b')
NES_VECTORS(c, 'c')

NES_HOST void nes_do_read_lengths(nes_array **lengths, nes_bool *good, nes_array **message, nes_int stream)
{
    nes_read_into(lengths, good, message, '[', stream);
}

NES_HOST void nes_do_write_lengths(nes_bool *good, nes_array **message, const nes_array *lengths, nes_int stream)
{
    nes_write_from(good, message, lengths, '[', stream);
}

#endif
