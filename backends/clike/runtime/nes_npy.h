/* nes_npy.h: arrays of NumPy (.npy, NEP 1): what stands before their elements. They are read
 * if their bytes are in the order of memory and the last index is the fastest; other files are
 * translated by nessiec (tools/data/numpy.go). */
#ifndef NES_NPY_H
#define NES_NPY_H

#include "nes_file.h"

#define NES_NPY_MOST 8 /* dimensions */

typedef struct {
    uint64_t elements; /* where they begin */
    char type[4];      /* of elements: kind and bytes, as f8 */
    int dims;
    uint64_t dim[NES_NPY_MOST];
} nes_npy;

/* what follows a key of the header */
NES_HOST const char *nes_npy_field(const nes_file *d, const char *header, const char *key)
{
    const char *at = strstr(header, key);
    if (at == NULL)
        nes_file_error(d, "this is no array of numbers, bools or bytes");
    return at + strlen(key);
}

NES_HOST nes_npy nes_npy_header(const nes_file *d)
{
    nes_npy a;
    const int version = d->p[6];
    const uint64_t start = version > 1 ? 12 : 10, n = nes_file_number(d, 8, version > 1 ? 4 : 2);
    const char *at;
    char *header;
    memset(&a, 0, sizeof a);
    if (version < 1 || version > 3 || n > d->n - start)
        nes_file_error(d, "the header is cut off, or of a newer version of .npy");
    a.elements = start + n;
    header = (char *)nes_alloc(n + 1, 1);
    memcpy(header, d->p + start, n);
    header[n] = '\0';
    at = nes_npy_field(d, header, "'descr': '");
    if (*at == '>' && at[1] != '\0' && at[2] != '1')
        nes_file_error(d, "the bytes of elements are in the other order");
    at += strchr("<>|=", *at) != NULL && *at != '\0';
    for (size_t i = 0; i + 1 < sizeof a.type && at[i] != '\'' && at[i] != '\0'; i++)
        a.type[i] = at[i];
    if (strcmp(a.type, "S1") == 0)
        a.type[0] = 'u';
    at = nes_npy_field(d, header, "'shape': (");
    while (*at != ')') {
        char *end;
        if (a.dims == NES_NPY_MOST || *at < '0' || *at > '9')
            nes_file_error(d, "the shape is not understood");
        a.dim[a.dims++] = strtoull(at, &end, 10);
        for (at = end; *at == ',' || *at == ' '; at++)
            ;
    }
    if (a.dims > 1 && strncmp(nes_npy_field(d, header, "'fortran_order': "), "True", 4) == 0)
        nes_file_error(d, "the first index is the fastest");
    nes_free(header);
    return a;
}

/* reads the array in a file as a value of node k */
NES_HOST void nes_npy_value(nes_file *d, const nes_shape *s, int k)
{
    const nes_npy a = nes_npy_header(d);
    nes_numbers form;
    uint64_t n = 1;
    int dim = 0;
    for (; dim < a.dims && s->nodes[k].kind == '['; k = s->nodes[k].child) {
        if (n > 0 && a.dim[dim] > (uint64_t)NES_MAX_INT / n)
            nes_file_error(d, "the array has more elements than an int counts");
        nes_file_even(d, s->nodes[k].leaf, n, a.dim[dim]);
        n *= a.dim[dim++];
    }
    form.kind = a.type[0];
    form.bytes = atoi(a.type + 1);
    if (dim < a.dims || !nes_numbers_fit(form, s->nodes[k].kind))
        nes_file_error(d, "the array has another type");
    nes_file_room(d, s->nodes[k].leaf, n);
    nes_file_copy(d, s->nodes[k].leaf, s->nodes[k].kind, form, a.elements, 0, n, 0);
    nes_file_narrow(d);
}

/* ---- writing ---- */

/* the type of elements in a file, of those of a kind in the program */
NES_HOST const char *nes_npy_type(char kind)
{
    switch (kind) {
    case 'i':
        return sizeof(nes_int) == 8 ? "i8" : "i4";
    case 'd':
        return sizeof(nes_float) == 8 ? "f8" : "f4";
    case 'b':
        return "b1";
    }
    return "u1";
}

/* what comes before n elements of a kind */
NES_HOST nes_buf nes_npy_start(char kind, uint64_t n)
{
    nes_buf b = {NULL, 0, 0};
    char text[128];
    int length = snprintf(text, sizeof text, "{'descr': '%c%s', 'fortran_order': False, 'shape': (%llu,), }", kind == 'b' || kind == 'c' ? '|' : '<',
                          nes_npy_type(kind), (unsigned long long)n);
    nes_put(&b, NES_NPY_MAGIC "\1\0", 8);
    nes_putc(&b, 118); /* which ends at a multiple of 64 bytes, */
    nes_putc(&b, 0);
    nes_put(&b, text, (size_t)length);
    while (b.n < 127)
        nes_putc(&b, ' ');
    nes_putc(&b, '\n');
    return b;
}

#endif
