/* nes_parts.h: the words of nes_vectors.h in C, with the vectors of GCC and clang.
 *
 * A vector of eight values is one vector of the compiler, or two halves. Clang splits
 * vectors that are wider than those of the processor as one would by hand. GCC compares
 * them lane by lane and copies them through memory, so it gets halves. */
#ifndef NES_PARTS_H
#define NES_PARTS_H

#include "nes_prim.h"

#if !defined(__OPENCL_VERSION__)

#define NES_IN_GLOBAL
#define NES_IN_LOCAL
/* wide vectors go to and from functions in registers only where these are expanded */
#define NES_LANE_FN static inline __attribute__((always_inline, unused))
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpsabi"
#else
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

/* whether vectors can be taken apart and put together; and bytes moved instead of converted */
#if defined(__clang__) || __GNUC__ >= 12
#define NES_MOVES_LANES
#if !defined(__clang__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NES_MOVES_BYTES
#endif
#endif

/* the bits of a vector from which it is better in halves */
#if defined(__clang__) || !defined(NES_MOVES_LANES) || defined(__AVX512F__)
#define NES_HALVED 1024
#elif defined(__AVX2__)
#define NES_HALVED 512
#else
#define NES_HALVED 256
#endif

/* ---- types ---- */

/* V of eight T: V_part is what one part holds, V_half four values, V_there a part in memory,
 * aligned as its elements are */
#define NES_LANES_TYPE(V, T, n) \
    typedef T V##_part __attribute__((vector_size(n * sizeof(T)))); \
    typedef T V##_half __attribute__((vector_size(4 * sizeof(T)))); \
    typedef V##_part V##_there __attribute__((aligned(sizeof(T)), may_alias));
#define NES_WHOLE(V, T) NES_LANES_TYPE(V, T, 8) typedef struct { V##_part all; } V;
#define NES_HALVES(V, T) NES_LANES_TYPE(V, T, 4) typedef struct { V##_part lo, hi; } V;

/* the first if eight numbers of so many bits are whole, else the second */
#if NES_HALVED > 8 * 32
#define NES_32(whole, halves) whole
#else
#define NES_32(whole, halves) halves
#endif
#if NES_HALVED > 8 * 64
#define NES_64(whole, halves) whole
#else
#define NES_64(whole, halves) halves
#endif

/* and for the kinds; further kinds are f, the bits of floats, and w, words of 32 bits, by
 * way of which bytes become numbers */
#if NES_INT_BITS == 64
#define NES_SHAPE_i NES_64
#else
#define NES_SHAPE_i NES_32
#endif
#if NES_FLOAT_BITS == 64
#define NES_SHAPE_d NES_64
typedef nes_i64 nes_float_bits;
#else
#define NES_SHAPE_d NES_32
typedef nes_i32 nes_float_bits;
#endif
#define NES_SHAPE_c(whole, halves) whole
#define NES_SHAPE_f NES_SHAPE_d
#define NES_SHAPE_w NES_32

NES_SHAPE_i(NES_WHOLE, NES_HALVES)(nes_ints, nes_int)
NES_SHAPE_i(NES_WHOLE, NES_HALVES)(nes_uints, nes_uint)
NES_SHAPE_d(NES_WHOLE, NES_HALVES)(nes_floats, nes_float)
NES_SHAPE_f(NES_WHOLE, NES_HALVES)(nes_floats_bits, nes_float_bits)
NES_SHAPE_w(NES_WHOLE, NES_HALVES)(nes_words, nes_i32)
NES_WHOLE(nes_chars, nes_char)

/* what comparisons of a kind give, part by part */
#define NES_BITS_i nes_ints_part
#define NES_BITS_d nes_floats_bits_part
#define NES_BITS_c nes_chars_part
#define NES_PART_i nes_ints_part
#define NES_PART_d nes_floats_part
#define NES_PART_c nes_chars_part

/* ---- values ---- */

#define NES_VECTOR(k, ...) NES_SHAPE_##k(NES_VECTOR_1, NES_VECTOR_2)(NES_LANES_OF_##k, __VA_ARGS__)
#define NES_VECTOR_1(V, ...) ((V){{__VA_ARGS__}})
#define NES_VECTOR_2(V, a, b, c, d, e, f, g, h) ((V){{a, b, c, d}, {e, f, g, h}})
#define NES_SPLAT(k, x) NES_VECTOR(k, x, x, x, x, x, x, x, x)

#define NES_LANE(k, x, i) NES_SHAPE_##k(NES_LANE_1, NES_LANE_2)(x, i)
#define NES_LANE_1(x, i) (x).all[i]
#define NES_LANE_2(x, i) (i < 4 ? (x).lo[i % 4] : (x).hi[i % 4])

#define NES_LOAD(k, b) NES_SHAPE_##k(NES_LOAD_1, NES_LOAD_2)(NES_LANES_OF_##k, NES_THERE_##k, b)
#define NES_LOAD_1(V, There, b) ((V){((const There *)(b))[0]})
#define NES_LOAD_2(V, There, b) ((V){((const There *)(b))[0], ((const There *)(b))[1]})
#define NES_STORE(k, b, x) NES_SHAPE_##k(NES_STORE_1, NES_STORE_2)(NES_THERE_##k, b, x)
#define NES_STORE_1(There, b, x) ((There *)(b))[0] = (x).all
#define NES_STORE_2(There, b, x) (((There *)(b))[0] = (x).lo, ((There *)(b))[1] = (x).hi)
#define NES_THERE_i nes_ints_there
#define NES_THERE_d nes_floats_there
#define NES_THERE_c nes_chars_there

/* ---- operations: from those on parts ---- */

#define NES_EACH_PART(k, ...) NES_SHAPE_##k(NES_EACH_PART_1, NES_EACH_PART_2)(NES_LANES_OF_##k, __VA_ARGS__)
#define NES_EACH_PART_1(V, f, ...) ((V){f(all, __VA_ARGS__)})
#define NES_EACH_PART_2(V, f, ...) ((V){f(lo, __VA_ARGS__), f(hi, __VA_ARGS__)})

#define NES_UNARY(k, op, x) NES_EACH_PART(k, NES_PART_UNARY, op, x)
#define NES_PART_UNARY(p, op, x) op((x).p)
#define NES_BINARY(k, x, op, y) NES_EACH_PART(k, NES_PART_BINARY, x, op, y)
#define NES_PART_BINARY(p, x, op, y) ((x).p op (y).p)
#define NES_WRAPPED(x, op, y) NES_EACH_PART(i, NES_PART_WRAPPED, x, op, y)
#define NES_PART_WRAPPED(p, x, op, y) ((nes_ints_part)((nes_uints_part)(x).p op (nes_uints_part)(y).p))

#define NES_PICK(k, c, x, y) NES_EACH_PART(k, NES_PART_PICK, NES_PART_##k, NES_BITS_##k, c, x, y)
#define NES_PART_PICK(p, Part, Bits, c, x, y) NES_BY_BITS(Part, Bits, (Bits)(c).p, (x).p, (y).p)
#define NES_EXTREME(k, x, op, y) NES_EACH_PART(k, NES_PART_EXTREME, NES_PART_##k, NES_BITS_##k, x, op, y)
#define NES_PART_EXTREME(p, Part, Bits, x, op, y) NES_BY_BITS(Part, Bits, (Bits)((x).p op (y).p), (x).p, (y).p)
#define NES_BY_BITS(Part, Bits, c, x, y) ((Part)(((c) & (Bits)(x)) | (~(c) & (Bits)(y))))

/* ---- conversions ---- */

#define NES_CONVERSION(to, To, from, From) \
    NES_LANE_FN To To##_of_##from(From x) \
    { \
        return (To)NES_SHAPE_##from(NES_SHAPE_##to(NES_CONVERT_11, NES_CONVERT_12), NES_SHAPE_##to(NES_CONVERT_21, NES_CONVERT_22))(To##_part, To##_half, x); \
    }
#define NES_CONVERT_11(Part, Half, x) {__builtin_convertvector(x.all, Part)}
#define NES_CONVERT_12(Part, Half, x) {__builtin_convertvector(NES_LOWER(x.all), Part), __builtin_convertvector(NES_UPPER(x.all), Part)}
#define NES_CONVERT_21(Part, Half, x) {NES_JOIN(__builtin_convertvector(x.lo, Half), __builtin_convertvector(x.hi, Half))}
#define NES_CONVERT_22(Part, Half, x) {__builtin_convertvector(x.lo, Part), __builtin_convertvector(x.hi, Part)}
#define NES_LOWER(x) __builtin_shufflevector(x, x, 0, 1, 2, 3)
#define NES_UPPER(x) __builtin_shufflevector(x, x, 4, 5, 6, 7)
#define NES_JOIN(x, y) __builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7)

NES_CONVERSION(i, nes_ints, w, nes_words)
NES_CONVERSION(d, nes_floats, i, nes_ints)
NES_CONVERSION(w, nes_words, i, nes_ints)

/* GCC converts bytes one by one, but moves them all at once */
#ifdef NES_MOVES_BYTES
typedef nes_char nes_bytes_16 __attribute__((vector_size(16)));
typedef nes_char nes_bytes_32 __attribute__((vector_size(32)));
#define NES_FOUR_BYTES(a) a, 8, 8, 8, a + 1, 8, 8, 8, a + 2, 8, 8, 8, a + 3, 8, 8, 8
#define NES_WORDS_1(b) {(nes_words_part)__builtin_shufflevector(b, b, NES_FOUR_BYTES(0), NES_FOUR_BYTES(4))}
#define NES_WORDS_2(b) {(nes_words_part)__builtin_shufflevector(b, b, NES_FOUR_BYTES(0)), (nes_words_part)__builtin_shufflevector(b, b, NES_FOUR_BYTES(4))}
#define NES_BYTES_1(x) {__builtin_shufflevector((nes_bytes_32)x.all, (nes_bytes_32)x.all, 0, 4, 8, 12, 16, 20, 24, 28)}
#define NES_BYTES_2(x) {__builtin_shufflevector((nes_bytes_16)x.lo, (nes_bytes_16)x.hi, 0, 4, 8, 12, 16, 20, 24, 28)}
NES_LANE_FN nes_words nes_words_of_c(nes_chars x)
{
    const nes_bytes_16 b = __builtin_shufflevector(x.all, (nes_chars_part){0}, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8);
    return (nes_words)NES_SHAPE_w(NES_WORDS_1, NES_WORDS_2)(b);
}
NES_LANE_FN nes_chars nes_chars_of_w(nes_words x)
{
    return (nes_chars)NES_SHAPE_w(NES_BYTES_1, NES_BYTES_2)(x);
}
#else
NES_CONVERSION(w, nes_words, c, nes_chars)
NES_CONVERSION(c, nes_chars, w, nes_words)
#endif

#define NES_CONVERT(to, from, x) NES_CONVERT_##to##_##from(x)
#define NES_CONVERT_i_c(x) nes_ints_of_w(nes_words_of_c(x))
#define NES_CONVERT_d_i(x) nes_floats_of_i(x)
#define NES_CONVERT_c_i(x) nes_chars_of_w(nes_words_of_i(x))

#endif
#endif
