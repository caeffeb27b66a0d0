/* nes_flat.h: FlatBuffers, the form of what Arrow files say of themselves. A table is where
 * its fields are: 4 bytes say how far before it the offsets of its fields stand. What is
 * referred to stands behind what refers to it, so many bytes. Numbers are little-endian. */
#ifndef NES_FLAT_H
#define NES_FLAT_H

#include "nes_file.h"

/* ---- reading, of what may be damaged ---- */

/* a number of so many bytes at a place of a file */
NES_HOST uint64_t nes_flat_at(const nes_file *d, uint64_t at, int bytes)
{
    if (at > d->n || d->n - at < (uint64_t)bytes)
        nes_file_error(d, "the file is cut off or damaged");
    return nes_file_number(d, at, bytes);
}

/* what a reference at a place refers to */
NES_HOST uint64_t nes_flat_follow(const nes_file *d, uint64_t at) { return at + nes_flat_at(d, at, 4); }

/* where field i of a table is; 0 if it is absent */
NES_HOST uint64_t nes_flat_field(const nes_file *d, uint64_t table, int i)
{
    const uint64_t offsets = table - (uint64_t)(int64_t)(int32_t)nes_flat_at(d, table, 4);
    const uint64_t slot = 4 + 2 * (uint64_t)i;
    uint64_t at;
    if (slot + 2 > nes_flat_at(d, offsets, 2))
        return 0;
    at = nes_flat_at(d, offsets + slot, 2);
    return at == 0 ? 0 : table + at;
}

/* field i of a table, a number of so many bytes; 0 if it is absent */
NES_HOST uint64_t nes_flat_number(const nes_file *d, uint64_t table, int i, int bytes)
{
    const uint64_t at = nes_flat_field(d, table, i);
    return at == 0 ? 0 : nes_flat_at(d, at, bytes);
}

/* field i of a table, another table */
NES_HOST uint64_t nes_flat_table(const nes_file *d, uint64_t table, int i)
{
    const uint64_t at = nes_flat_field(d, table, i);
    if (at == 0)
        nes_file_error(d, "the file is damaged");
    return nes_flat_follow(d, at);
}

/* field i of a table, a vector of elements of so many bytes: where the first is, and how many; none if the field is absent */
NES_HOST uint64_t nes_flat_vector(const nes_file *d, uint64_t table, int i, int bytes, uint64_t *n)
{
    uint64_t at = nes_flat_field(d, table, i);
    *n = 0;
    if (at == 0)
        return 0;
    at = nes_flat_follow(d, at);
    *n = nes_flat_at(d, at, 4);
    if (*n > (d->n - at - 4) / (uint64_t)bytes)
        nes_file_error(d, "the file is cut off or damaged");
    return at + 4;
}

/* ---- writing, from front to back ---- */

NES_HOST void nes_put_number(nes_buf *b, uint64_t x, int bytes)
{
    for (; bytes-- > 0; x >>= 8)
        nes_putc(b, (char)(x & 0xFF));
}

/* adds zeros until the length and so many bytes more are a multiple */
NES_HOST void nes_put_pad(nes_buf *b, size_t more, size_t multiple)
{
    while ((b->n + more) % multiple != 0)
        nes_putc(b, 0);
}

/* adds a table of so many fields of up to 8 bytes, all zero; those whose bits are not in `there` are absent; returns where it is */
NES_HOST size_t nes_put_table(nes_buf *b, int fields, unsigned there)
{
    const size_t offsets = 4 + 2 * (size_t)fields;
    size_t start;
    nes_put_pad(b, offsets, 8);
    start = b->n;
    nes_put_number(b, offsets, 2);
    nes_put_number(b, 8 + 8 * (uint64_t)fields, 2);
    for (int i = 0; i < fields; i++)
        nes_put_number(b, there >> i & 1 ? 8 + 8 * (uint64_t)i : 0, 2);
    nes_put_number(b, b->n - start, 4);
    nes_put_number(b, 0, 4);
    for (int i = 0; i < fields; i++)
        nes_put_number(b, 0, 8);
    return start + offsets;
}

/* where field i of a table is */
NES_HOST size_t nes_put_field(size_t table, int i) { return table + 8 + 8 * (size_t)i; }

/* changes the number of so many bytes at a place */
NES_HOST void nes_put_at(nes_buf *b, size_t at, uint64_t x, int bytes)
{
    for (; bytes-- > 0; x >>= 8)
        b->p[at++] = (char)(x & 0xFF);
}

/* makes what is at a place refer to another one, behind it */
NES_HOST void nes_put_reference(nes_buf *b, size_t at, size_t to) { nes_put_at(b, at, to - at, 4); }

/* begins a vector of n elements whose bytes are a multiple of 4, or of 8, to which a place refers */
NES_HOST void nes_put_vector(nes_buf *b, size_t from, uint64_t n)
{
    nes_put_pad(b, 4, 8);
    nes_put_reference(b, from, b->n);
    nes_put_number(b, n, 4);
}

/* adds a text to which a place refers */
NES_HOST void nes_put_text(nes_buf *b, size_t from, const char *text)
{
    nes_put_vector(b, from, strlen(text));
    nes_put(b, text, strlen(text) + 1);
}

#endif
