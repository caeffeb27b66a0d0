/* nes_vectors.h: vectors of eight values and what is done with them, as OpenCL C spells it
 * and as GCC and clang do in C. nes_lanes.h says the rest with these words:
 *
 *     NES_VECTOR(V, a ..)   a vector of eight values; NES_SPLAT(V, a) of one
 *     NES_LANE(x, i)        value i, a literal
 *     NES_TO_INTS(x) ..     conversions; truth values become -1 or 0
 *     NES_CHOOSE_i(c, x, y) x where c is -1, y where it is 0; c is as wide as they are
 *     NES_LOAD, NES_STORE   of consecutive elements */
#ifndef NES_VECTORS_H
#define NES_VECTORS_H

#include "nes_prim.h"

#if defined(__OPENCL_VERSION__)

#define NES_LANE_FN NES_FN
#define NES_IN_GLOBAL __global
#define NES_IN_LOCAL __local
#define NES_VECTOR(V, ...) (V)(__VA_ARGS__)
#define NES_SPLAT(V, x) (V)(x)
#define NES_LANE(x, i) x.s##i
#define NES_CHOOSE_i(c, x, y) select(y, x, c)
#define NES_CHOOSE_d(c, x, y) select(y, x, c)
#define NES_CHOOSE_c(c, x, y) select(y, x, c)
#define NES_LOAD(V, b) vload8(0, b)
#define NES_STORE(V, b, x) vstore8(x, 0, b)
#define NES_ANY(m) any(m)

#if NES_INT_BITS == 32
typedef int8 nes_ints;
typedef uint8 nes_uints;
#define NES_TO_INTS convert_int8
#define NES_AS_INTS as_int8
#define NES_AS_UINTS as_uint8
#else
typedef long8 nes_ints;
typedef ulong8 nes_uints;
#define NES_TO_INTS convert_long8
#define NES_AS_INTS as_long8
#define NES_AS_UINTS as_ulong8
#endif
#if NES_FLOAT_BITS == 64
typedef double8 nes_floats;
#define NES_TO_FLOATS convert_double8
#define NES_FLOAT_MASKS convert_long8
#else
typedef float8 nes_floats;
#define NES_TO_FLOATS convert_float8
#define NES_FLOAT_MASKS convert_int8
#endif
typedef uchar8 nes_chars;
#define NES_TO_CHARS convert_uchar8
#if NES_INT_BITS == 32 && NES_FLOAT_BITS == 32
typedef int8 nes_masks;
#define NES_TO_MASKS convert_int8
#else
typedef long8 nes_masks;
#define NES_TO_MASKS convert_long8
#endif

#else

#define NES_IN_GLOBAL
#define NES_IN_LOCAL
/* wide vectors go to and from functions in registers only where these are expanded */
#define NES_LANE_FN static inline __attribute__((always_inline, unused))
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpsabi"
#else
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#define NES_WIDE(T) __attribute__((vector_size(8 * sizeof(T))))
typedef nes_int nes_ints NES_WIDE(nes_int);
typedef nes_uint nes_uints NES_WIDE(nes_uint);
typedef nes_float nes_floats NES_WIDE(nes_float);
typedef nes_char nes_chars NES_WIDE(nes_char);
#if NES_FLOAT_BITS == 64
typedef nes_i64 nes_float_masks NES_WIDE(nes_i64);
#else
typedef nes_i32 nes_float_masks NES_WIDE(nes_i32);
#endif
#if NES_INT_BITS == 32 && NES_FLOAT_BITS == 32
typedef nes_i32 nes_masks NES_WIDE(nes_i32);
#else
typedef nes_i64 nes_masks NES_WIDE(nes_i64);
#endif

/* in memory, aligned as their elements are */
#define NES_SOMEWHERE(V, T) typedef V V##_there __attribute__((aligned(sizeof(T)), may_alias));
NES_SOMEWHERE(nes_ints, nes_int)
NES_SOMEWHERE(nes_floats, nes_float)
NES_SOMEWHERE(nes_chars, nes_char)

#define NES_VECTOR(V, ...) (V){__VA_ARGS__}
#define NES_SPLAT(V, x) (V){x, x, x, x, x, x, x, x}
#define NES_LANE(x, i) (x)[i]
#define NES_TO_INTS(x) __builtin_convertvector(x, nes_ints)
#define NES_TO_FLOATS(x) __builtin_convertvector(x, nes_floats)
#define NES_TO_CHARS(x) __builtin_convertvector(x, nes_chars)
#define NES_TO_MASKS(x) __builtin_convertvector(x, nes_masks)
#define NES_FLOAT_MASKS(x) __builtin_convertvector(x, nes_float_masks)
#define NES_AS_INTS(x) ((nes_ints)(x))
#define NES_AS_UINTS(x) ((nes_uints)(x))
#define NES_CHOOSE_i(c, x, y) (((c) & (x)) | (~(c) & (y)))
#define NES_CHOOSE_d(c, x, y) ((nes_floats)(((c) & (nes_float_masks)(x)) | (~(c) & (nes_float_masks)(y))))
#define NES_CHOOSE_c(c, x, y) (((nes_chars)(c) & (x)) | (~(nes_chars)(c) & (y)))
#define NES_LOAD(V, b) (*(const V##_there *)(b))
#define NES_STORE(V, b, x) (*(V##_there *)(b) = (x))
#define NES_ANY(m) ((m[0] | m[1] | m[2] | m[3] | m[4] | m[5] | m[6] | m[7]) != 0)

#endif
#endif
