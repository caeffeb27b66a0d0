/* nes_vectors.h: vectors of eight values and what is done with them, as OpenCL C spells it;
 * nes_parts.h spells it in C. Kinds are letters: i for nes_ints, d for nes_floats, c for
 * nes_chars, b for nes_masks. nes_lanes.h says the rest with these words:
 *
 *     NES_LANES_OF(k)          the type of kind k
 *     NES_VECTOR(k, a ..)      a vector of eight values; NES_SPLAT(k, a) of one
 *     NES_LANE(k, x, i)        value i, a literal
 *     NES_UNARY(k, op, x)      lane by lane; NES_BINARY(k, x, op, y) too, and
 *                              NES_WRAPPED(x, op, y) of ints as unsigned numbers
 *     NES_COMPARED(k, name, x, op, y) masks, by an operator and its name
 *     NES_ALL_LANES(x)         a mask of all lanes or none; NES_IN_MASK(m, i) of lane i, a literal
 *     NES_CHOOSE(k, c, x, y)   x where the mask is set, else y
 *     NES_EXTREME(k, x, op, y) x where it compares so, else y
 *     NES_CONVERT(to, from, x) from kind to kind; truth values become -1 or 0
 *     NES_LOAD, NES_STORE      of consecutive elements
 *     NES_ANY(m)               whether a mask is set */
#ifndef NES_VECTORS_H
#define NES_VECTORS_H

#include "nes_prim.h"
#include "nes_parts.h"
#include "nes_masks.h"

#define NES_LANES_OF(k) NES_LANES_OF_##k
#define NES_LANES_OF_i nes_ints
#define NES_LANES_OF_d nes_floats
#define NES_LANES_OF_c nes_chars
#define NES_LANES_OF_b nes_masks

#if defined(__OPENCL_VERSION__)

#define NES_LANE_FN NES_FN
#define NES_IN_GLOBAL __global
#define NES_IN_LOCAL __local

#if NES_INT_BITS == 32
typedef int8 nes_ints;
#define NES_TO_i convert_int8
#define NES_AS_INTS as_int8
#define NES_AS_UINTS as_uint8
#else
typedef long8 nes_ints;
#define NES_TO_i convert_long8
#define NES_AS_INTS as_long8
#define NES_AS_UINTS as_ulong8
#endif
#if NES_FLOAT_BITS == 64
typedef double8 nes_floats;
#define NES_TO_d convert_double8
#define NES_MASKS_d convert_long8
#else
typedef float8 nes_floats;
#define NES_TO_d convert_float8
#define NES_MASKS_d convert_int8
#endif
typedef uchar8 nes_chars;
#define NES_TO_c convert_uchar8
#if NES_INT_BITS == 32 && NES_FLOAT_BITS == 32
typedef int8 nes_masks;
#define NES_TO_b convert_int8
#else
typedef long8 nes_masks;
#define NES_TO_b convert_long8
#endif
#define NES_MASKS_i NES_TO_i
#define NES_MASKS_c convert_uchar8

#define NES_VECTOR(k, ...) (NES_LANES_OF(k))(__VA_ARGS__)
#define NES_SPLAT(k, x) (NES_LANES_OF(k))(x)
#define NES_LANE(k, x, i) x.s##i
#define NES_UNARY(k, op, x) op(x)
#define NES_BINARY(k, x, op, y) ((x) op (y))
#define NES_WRAPPED(x, op, y) NES_AS_INTS(NES_AS_UINTS(x) op NES_AS_UINTS(y))
#define NES_COMPARED(k, name, x, op, y) NES_TO_b((x) op (y))
#define NES_ALL_LANES(x) NES_SPLAT(b, (x) ? -1 : 0)
#define NES_IN_MASK(m, i) NES_LANE(b, m, i)
#define NES_CHOOSE(k, c, x, y) select(y, x, NES_MASKS_##k(c))
#define NES_EXTREME(k, x, op, y) select(y, x, (x) op (y))
#define NES_CONVERT(to, from, x) NES_TO_##to(x)
#define NES_LOAD(k, b) vload8(0, b)
#define NES_STORE(k, b, x) vstore8(x, 0, b)
#define NES_ANY(m) any(m)

#endif
#endif
