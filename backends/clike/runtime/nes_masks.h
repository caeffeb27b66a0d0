/* nes_masks.h: truth values of eight lanes, in C. Where the processor compares vectors into
 * bits (AVX-512), they are bits; else masks, -1 or 0, as wide as the widest number. */
#ifndef NES_MASKS_H
#define NES_MASKS_H

#include "nes_parts.h"

#if !defined(__OPENCL_VERSION__)

#define NES_CHOOSE(k, c, x, y) NES_CHOOSE_##k(c, x, y)
#define NES_CHOOSE_c(c, x, y) NES_PICK(c, NES_CONVERT(c, b, c), x, y)
#define NES_COMPARED(k, name, x, op, y) NES_COMPARED_##k(name, x, op, y)
#define NES_COMPARED_c(name, x, op, y) NES_COMPARED_i(name, NES_CONVERT(i, c, x), op, NES_CONVERT(i, c, y))
#define NES_CONVERT_i_b(x) nes_ints_of_b(x)
#define NES_CONVERT_c_b(x) nes_chars_of_w(nes_words_of_b(x))

#if defined(__AVX512VL__) && defined(__AVX512DQ__)

/* ---- bits ---- */

typedef struct { unsigned char all; } nes_masks;
#define NES_SHAPE_b(whole, halves) whole
#define NES_ALL_LANES(x) ((nes_masks){(unsigned char)-(x)})
#define NES_IN_MASK(m, i) ((m).all >> i & 1)
#define NES_ANY(m) ((m).all != 0)

/* the compilers' vectors of eight ints, and of eight longs */
typedef int nes_8_ints __attribute__((vector_size(32)));
typedef long long nes_8_longs __attribute__((vector_size(64)));

#ifdef __clang__
#define NES_BLEND_INTS(c, x, y) __builtin_ia32_selectd_256(c, (nes_8_ints)(x), (nes_8_ints)(y))
#define NES_BLEND_LONGS(c, x, y) __builtin_ia32_selectq_512(c, (nes_8_longs)(x), (nes_8_longs)(y))
#define NES_BLEND_FLOATS(c, x, y) __builtin_ia32_selectps_256(c, x, y)
#define NES_BLEND_DOUBLES(c, x, y) __builtin_ia32_selectpd_512(c, x, y)
#define NES_INTS_AT(b) (const nes_8_ints *)(b)
#else
#define NES_BLEND_INTS(c, x, y) __builtin_ia32_blendmd_256_mask((nes_8_ints)(y), (nes_8_ints)(x), c)
#define NES_BLEND_LONGS(c, x, y) __builtin_ia32_blendmq_512_mask((nes_8_longs)(y), (nes_8_longs)(x), c)
#define NES_BLEND_FLOATS(c, x, y) __builtin_ia32_blendmps_256_mask(y, x, c)
#define NES_BLEND_DOUBLES(c, x, y) __builtin_ia32_blendmpd_512_mask(y, x, c)
#define NES_INTS_AT(b) b
#endif

/* how the processor numbers comparisons: of ints, and of floats, where NaN is no trap */
#define NES_NUMBER_eq 0
#define NES_NUMBER_lt 1
#define NES_NUMBER_le 2
#define NES_NUMBER_ne 4
#define NES_NUMBER_ge 5
#define NES_NUMBER_gt 6
#define NES_FLOATS_eq 0x00
#define NES_FLOATS_lt 0x11
#define NES_FLOATS_le 0x12
#define NES_FLOATS_ne 0x04
#define NES_FLOATS_ge 0x1d
#define NES_FLOATS_gt 0x1e

#if NES_INT_BITS == 32
#define NES_CHOOSE_i(c, x, y) ((nes_ints){(nes_ints_part)NES_BLEND_INTS((c).all, (x).all, (y).all)})
#define NES_COMPARED_i(name, x, op, y) ((nes_masks){(unsigned char)__builtin_ia32_cmpd256_mask((nes_8_ints)(x).all, (nes_8_ints)(y).all, NES_NUMBER_##name, 255)})
NES_LANE_FN nes_ints nes_ints_of_b(nes_masks m) { return (nes_ints){(nes_ints_part)__builtin_ia32_cvtmask2d256(m.all)}; }
#else
#define NES_CHOOSE_i(c, x, y) ((nes_ints){(nes_ints_part)NES_BLEND_LONGS((c).all, (x).all, (y).all)})
#define NES_COMPARED_i(name, x, op, y) ((nes_masks){(unsigned char)__builtin_ia32_cmpq512_mask((nes_8_longs)(x).all, (nes_8_longs)(y).all, NES_NUMBER_##name, 255)})
NES_LANE_FN nes_ints nes_ints_of_b(nes_masks m) { return (nes_ints){(nes_ints_part)__builtin_ia32_cvtmask2q512(m.all)}; }
#endif
NES_LANE_FN nes_words nes_words_of_b(nes_masks m) { return (nes_words){(nes_words_part)__builtin_ia32_cvtmask2d256(m.all)}; }
#if NES_FLOAT_BITS == 64
#define NES_CHOOSE_d(c, x, y) ((nes_floats){NES_BLEND_DOUBLES((c).all, (x).all, (y).all)})
#define NES_COMPARED_d(name, x, op, y) ((nes_masks){(unsigned char)__builtin_ia32_cmppd512_mask((x).all, (y).all, NES_FLOATS_##name, 255, 4)})
#else
#define NES_CHOOSE_d(c, x, y) ((nes_floats){NES_BLEND_FLOATS((c).all, (x).all, (y).all)})
#define NES_COMPARED_d(name, x, op, y) ((nes_masks){(unsigned char)__builtin_ia32_cmpps256_mask((x).all, (y).all, NES_FLOATS_##name, 255)})
#endif

/* ---- eight elements, those of a mask: from anywhere, and from one place on ---- */

#if NES_INT_BITS == 32
#define NES_GATHERS
#define NES_GATHERED_i(b, at, m) ((nes_ints){__builtin_ia32_gather3siv8si((nes_ints_part){0}, b, (at).all, (m).all, 4)})
#define NES_MASKED_RUN_i(b, m) ((nes_ints){__builtin_ia32_loaddqusi256_mask(NES_INTS_AT(b), (nes_ints_part){0}, (m).all)})
#if NES_FLOAT_BITS == 64
#define NES_GATHERED_d(b, at, m) ((nes_floats){__builtin_ia32_gathersiv8df((nes_floats_part){0}, b, (at).all, (m).all, 8)})
#define NES_MASKED_RUN_d(b, m) ((nes_floats){__builtin_ia32_loadupd512_mask(b, (nes_floats_part){0}, (m).all)})
#else
#define NES_GATHERED_d(b, at, m) ((nes_floats){__builtin_ia32_gather3siv8sf((nes_floats_part){0}, b, (at).all, (m).all, 4)})
#define NES_MASKED_RUN_d(b, m) ((nes_floats){__builtin_ia32_loadups256_mask(b, (nes_floats_part){0}, (m).all)})
#endif
#endif

#else

/* ---- masks ---- */

#if NES_INT_BITS == 32 && NES_FLOAT_BITS == 32
#define NES_SHAPE_b NES_32
typedef nes_i32 nes_mask;
#else
#define NES_SHAPE_b NES_64
typedef nes_i64 nes_mask;
#endif
NES_SHAPE_b(NES_WHOLE, NES_HALVES)(nes_masks, nes_mask)
#define NES_ALL_LANES(x) NES_SPLAT(b, -(nes_mask)(x))
#define NES_IN_MASK(m, i) NES_LANE(b, m, i)

NES_CONVERSION(i, nes_ints, b, nes_masks)
NES_CONVERSION(b, nes_masks, i, nes_ints)
NES_CONVERSION(b, nes_masks, f, nes_floats_bits)
NES_CONVERSION(f, nes_floats_bits, b, nes_masks)
NES_CONVERSION(w, nes_words, b, nes_masks)

#define NES_COMPARED_i(name, x, op, y) nes_masks_of_i(NES_EACH_PART(i, NES_PART_COMPARED, nes_ints_part, x, op, y))
#define NES_COMPARED_d(name, x, op, y) nes_masks_of_f(NES_EACH_PART(f, NES_PART_COMPARED, nes_floats_bits_part, x, op, y))
#define NES_PART_COMPARED(p, Bits, x, op, y) ((Bits)((x).p op (y).p))
#define NES_LANES_OF_f nes_floats_bits
#define NES_CHOOSE_i(c, x, y) NES_PICK(i, NES_CONVERT(i, b, c), x, y)
#define NES_CHOOSE_d(c, x, y) NES_PICK(d, nes_floats_bits_of_b(c), x, y)

#define NES_ANY(m) NES_SHAPE_b(NES_ANY_1, NES_ANY_2)(m)
#define NES_ANY_1(m) ((m.all[0] | m.all[1] | m.all[2] | m.all[3] | m.all[4] | m.all[5] | m.all[6] | m.all[7]) != 0)
#define NES_ANY_2(m) nes_any_half(m.lo | m.hi)
NES_LANE_FN nes_bool nes_any_half(nes_masks_half m) { return (m[0] | m[1] | m[2] | m[3]) != 0; }

#endif
#endif
#endif
