/* nes_output.h: values as files, in the format that the suffix of the name says: Arrow
 * (.arrow, .feather), arrays of NumPy (.npy), bytes (.bin), and the format of compiled programs
 * (tools/data/binary.go). What is in a file is what comes before the arrays, the arrays, and
 * what comes behind them. */
#ifndef NES_OUTPUT_H
#define NES_OUTPUT_H

#include "nes_data.h"
#include "nes_npy.h"
#include "nes_savearrow.h"

typedef struct {
    nes_buf head, tail;
    int first;      /* leaf that is written: the offsets of an outermost sequence are none of most formats */
    int bits, fill; /* whether bools are bits, and arrays begin at multiples of 64 */
} nes_layout;

/* stops unless the value is a sequence of which the elements are of one of the kinds */
NES_HOST void nes_output_plain(const char *file, const nes_shape *s, const char *kinds, const char *what)
{
    if (s->nodes[0].kind != '[' || s->leaves != 2 || strchr(kinds, s->nodes[s->nodes[0].child].kind) == NULL)
        nes_reject("%s: %s", file, what);
}

/* what comes before the arrays of a value in a file of data */
NES_HOST nes_buf nes_output_header(const nes_action *a, const nes_shape *s, const nes_leaf *leaves)
{
    nes_buf b = {NULL, 0, 0};
    const size_t n = strlen(a->shape);
    uint64_t at = nes_file_aligned(nes_file_aligned(NES_DATA_HEADER + n) + 16 * (uint64_t)s->leaves);
    nes_puts(&b, NES_DATA_MAGIC);
    nes_put_number(&b, 1, 4);
    nes_put_number(&b, 8 * sizeof(nes_int), 4);
    nes_put_number(&b, 8 * sizeof(nes_float), 4);
    nes_put_number(&b, (uint64_t)s->leaves, 4);
    nes_put_number(&b, n, 8);
    nes_put(&b, a->shape, n);
    nes_put_pad(&b, 0, 64);
    for (int i = 0; i < s->leaves; i++) {
        nes_put_number(&b, nes_leaf_length(&leaves[i]), 8);
        nes_put_number(&b, at, 8);
        at = nes_file_aligned(at + nes_leaf_bytes(&leaves[i], 0));
    }
    nes_put_pad(&b, 0, 64);
    return b;
}

/* stops if the suffix is that of a format which nessiec writes and programs do not */
NES_HOST void nes_output_known(const char *file)
{
    static const char *const others[] = {".csv", ".tsv", ".json", ".ndjson", ".txt", ".npz", ".parquet", ".png", ".svg"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (nes_has_suffix(file, others[i]))
            nes_reject("%s: a program writes .nesldata, .arrow, .npy and .bin; nessiec writes %s", file, others[i]);
}

/* how a value lies in a file */
NES_HOST nes_layout nes_output_layout(nes_save *save, const nes_action *a, const nes_shape *s, const nes_leaf *leaves)
{
    const char *file = save->file;
    nes_layout l = {{NULL, 0, 0}, {NULL, 0, 0}, 1, 0, 0};
    if (nes_has_suffix(file, ".npy")) {
        nes_output_plain(file, s, "idbc", "of sequences, those of numbers, bools or chars can be written as .npy; for other values take .nesldata or .arrow");
        l.head = nes_npy_start(leaves[1].kind, nes_leaf_length(&leaves[1]));
    } else if (nes_has_suffix(file, ".bin")) {
        nes_output_plain(file, s, "c", "binary files hold [char]");
    } else if (nes_has_suffix(file, ".arrow") || nes_has_suffix(file, ".feather")) {
        l.head = nes_arrow_start(save, s, leaves, &l.tail);
        l.bits = l.fill = 1;
    } else {
        nes_output_known(file);
        l.head = nes_output_header(a, s, leaves);
        l.first = 0;
        l.fill = 1;
    }
    return l;
}

/* writes the value of an action */
NES_HOST void nes_save_value(const char *file, const nes_action *a)
{
    nes_shape shape = nes_shape_of(a->shape);
    nes_leaf *leaves = nes_leaves(&shape, a->first);
    nes_layout l;
    nes_save s;
    uint64_t at;
    for (int k = 0; k < shape.count; k++)
        if (shape.nodes[k].kind == 'f')
            nes_reject("%s: a function cannot be written", file);
    s.file = file;
    s.piece = (char *)nes_alloc(NES_SAVED, 1);
    l = nes_output_layout(&s, a, &shape, leaves);
    nes_save_open(&s);
    if (nes_saves_common())
        nes_save_bytes(&s, 0, l.head.p, l.head.n);
    at = l.head.n;
    for (int i = l.first; i < shape.leaves; i++) {
        nes_save_leaf(&s, at, &leaves[i], l.bits, l.fill);
        at += nes_leaf_bytes(&leaves[i], l.bits);
        if (l.fill)
            at = nes_file_aligned(at);
    }
    if (nes_saves_common())
        nes_save_bytes(&s, at, l.tail.p, l.tail.n);
    nes_save_close(&s);
    nes_free(l.head.p);
    nes_free(l.tail.p);
    nes_free(leaves);
    nes_free(shape.nodes);
}

#endif
