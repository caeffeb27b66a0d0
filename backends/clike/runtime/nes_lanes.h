/* nes_lanes.h: eight values side by side, for CPUs: in OpenCL C, or in C with the vectors
 * of GCC and clang (nes_vectors.h). Every operation
 * of nes_prim.h that is called f is f_v here, lane by lane; truth values are
 * masks, -1 or 0, as wide as the widest number. What differs between the
 * mathematical functions on one value and on eight (a unit in the last place,
 * sometimes) would depend on where in its block an element is, so a program
 * that uses lanes takes all of them from eight (NES_LIBM in nes_num.h,
 * nes_elementary.h). */
#ifndef NES_LANES_H
#define NES_LANES_H

#include "nes_prim.h"
#include "nes_vectors.h"
#include "nes_elementary.h"

/* f_v from f, lane by lane: the kinds of the result and of the operands */
#define NES_EACH_1(f, r, a) \
    NES_LANE_FN NES_LANES_OF(r) f##_v(NES_LANES_OF(a) x) \
    { \
        return NES_VECTOR(r, f(NES_LANE(a, x, 0)), f(NES_LANE(a, x, 1)), f(NES_LANE(a, x, 2)), f(NES_LANE(a, x, 3)), f(NES_LANE(a, x, 4)), f(NES_LANE(a, x, 5)), f(NES_LANE(a, x, 6)), f(NES_LANE(a, x, 7))); \
    }
#define NES_EACH_2(f, r, a, b) \
    NES_LANE_FN NES_LANES_OF(r) f##_v(NES_LANES_OF(a) x, NES_LANES_OF(b) y) \
    { \
        return NES_VECTOR(r, f(NES_LANE(a, x, 0), NES_LANE(b, y, 0)), f(NES_LANE(a, x, 1), NES_LANE(b, y, 1)), f(NES_LANE(a, x, 2), NES_LANE(b, y, 2)), f(NES_LANE(a, x, 3), NES_LANE(b, y, 3)), \
                   f(NES_LANE(a, x, 4), NES_LANE(b, y, 4)), f(NES_LANE(a, x, 5), NES_LANE(b, y, 5)), f(NES_LANE(a, x, 6), NES_LANE(b, y, 6)), f(NES_LANE(a, x, 7), NES_LANE(b, y, 7))); \
    }
#define NES_EACH_3(f, r, a, b, c) \
    NES_LANE_FN NES_LANES_OF(r) f##_v(NES_LANES_OF(a) x, NES_LANES_OF(b) y, NES_LANES_OF(c) z) \
    { \
        return NES_VECTOR(r, f(NES_LANE(a, x, 0), NES_LANE(b, y, 0), NES_LANE(c, z, 0)), f(NES_LANE(a, x, 1), NES_LANE(b, y, 1), NES_LANE(c, z, 1)), f(NES_LANE(a, x, 2), NES_LANE(b, y, 2), NES_LANE(c, z, 2)), f(NES_LANE(a, x, 3), NES_LANE(b, y, 3), NES_LANE(c, z, 3)) , \
                   f(NES_LANE(a, x, 4), NES_LANE(b, y, 4), NES_LANE(c, z, 4)), f(NES_LANE(a, x, 5), NES_LANE(b, y, 5), NES_LANE(c, z, 5)), f(NES_LANE(a, x, 6), NES_LANE(b, y, 6), NES_LANE(c, z, 6)), f(NES_LANE(a, x, 7), NES_LANE(b, y, 7), NES_LANE(c, z, 7))); \
    }
#ifdef __OPENCL_VERSION__ /* whose functions are defined on vectors */
#define NES_AS_ONE(f, k) \
    NES_LANE_FN NES_LANES_OF(k) nes_##f##_v(NES_LANES_OF(k) x) { return f(x); }
#else
#define NES_AS_ONE(f, k) NES_EACH_1(nes_##f, k, k)
#endif

/* ---- arithmetic ---- */

NES_LANE_FN nes_ints nes_add_i_v(nes_ints x, nes_ints y) { return NES_WRAPPED(x, +, y); }
NES_LANE_FN nes_ints nes_sub_i_v(nes_ints x, nes_ints y) { return NES_WRAPPED(x, -, y); }
NES_LANE_FN nes_ints nes_mul_i_v(nes_ints x, nes_ints y) { return NES_WRAPPED(x, *, y); }
NES_LANE_FN nes_ints nes_neg_i_v(nes_ints x) { return nes_sub_i_v(NES_SPLAT(i, 0), x); }
NES_EACH_2(nes_div_i, i, i, i)
NES_EACH_2(nes_rem, i, i, i)
#define nes_div_by(x, n) NES_BINARY(i, x, /, NES_SPLAT(i, n)) /* by a literal above 0 */
#define nes_rem_by(x, n) NES_BINARY(i, x, %, NES_SPLAT(i, n))
NES_EACH_2(nes_add_size, i, i, i)
NES_EACH_2(nes_add_offset, i, i, i)
NES_EACH_1(nes_offset_size, i, i)
NES_EACH_2(nes_mul_size, i, i, i)
NES_LANE_FN nes_ints nes_count_v(nes_ints c) { return NES_BINARY(i, c, &, NES_SPLAT(i, NES_INT_BITS - 1)); }
NES_LANE_FN nes_ints nes_shl_v(nes_ints x, nes_ints c)
{
    c = nes_count_v(c);
    return NES_WRAPPED(x, <<, c);
}
NES_AS_ONE(popcount, i)
NES_LANE_FN nes_ints nes_shr_v(nes_ints x, nes_ints c)
{
    c = nes_count_v(c);
    return NES_BINARY(i, x, >>, c);
}

NES_LANE_FN nes_floats nes_add_d_v(nes_floats x, nes_floats y) { return NES_BINARY(d, x, +, y); }
NES_LANE_FN nes_floats nes_sub_d_v(nes_floats x, nes_floats y) { return NES_BINARY(d, x, -, y); }
NES_LANE_FN nes_floats nes_mul_d_v(nes_floats x, nes_floats y) { return NES_BINARY(d, x, *, y); }
NES_LANE_FN nes_floats nes_div_d_v(nes_floats x, nes_floats y) { return NES_BINARY(d, x, /, y); }
NES_LANE_FN nes_floats nes_neg_d_v(nes_floats x) { return nes_sub_d_v(NES_SPLAT(d, NES_F(0.0)), x); }

NES_AS_ONE(sqrt, d)
#ifndef NES_MOVES_LANES /* else nes_elementary.h */
NES_AS_ONE(exp, d)
#if NES_FLOAT_BITS == 64
NES_AS_ONE(sin, d)
NES_AS_ONE(cos, d)
#else /* PoCL 3.1 gets small angles wrong beside large ones */
NES_EACH_1(nes_sin, d, d)
NES_EACH_1(nes_cos, d, d)
#endif
#endif
#if NES_FLOAT_BITS == 64
NES_AS_ONE(tan, d)
#else
NES_EACH_1(nes_tan, d, d)
#endif
NES_AS_ONE(asin, d)
NES_AS_ONE(acos, d)
NES_AS_ONE(atan, d)
NES_AS_ONE(sinh, d)
NES_AS_ONE(cosh, d)
NES_AS_ONE(tanh, d)
#ifdef __OPENCL_VERSION__
NES_LANE_FN nes_floats nes_ln_v(nes_floats x) { return log(x); }
#elif !defined(NES_MOVES_LANES)
NES_EACH_1(nes_ln, d, d)
#endif

/* ---- comparison, logic ---- */

#define NES_COMPARE(name, op) \
    NES_LANE_FN nes_masks nes_##name##_i_v(nes_ints x, nes_ints y) { return NES_COMPARED(i, name, x, op, y); } \
    NES_LANE_FN nes_masks nes_##name##_d_v(nes_floats x, nes_floats y) { return NES_COMPARED(d, name, x, op, y); } \
    NES_LANE_FN nes_masks nes_##name##_c_v(nes_chars x, nes_chars y) { return NES_COMPARED(c, name, x, op, y); }
NES_COMPARE(eq, ==)
NES_COMPARE(ne, !=)
NES_COMPARE(lt, <)
NES_COMPARE(le, <=)
NES_COMPARE(gt, >)
NES_COMPARE(ge, >=)

#define NES_LOGIC(k) \
    NES_LANE_FN NES_LANES_OF(k) nes_and_##k##_v(NES_LANES_OF(k) x, NES_LANES_OF(k) y) { return NES_BINARY(k, x, &, y); } \
    NES_LANE_FN NES_LANES_OF(k) nes_or_##k##_v(NES_LANES_OF(k) x, NES_LANES_OF(k) y) { return NES_BINARY(k, x, |, y); } \
    NES_LANE_FN NES_LANES_OF(k) nes_xor_##k##_v(NES_LANES_OF(k) x, NES_LANES_OF(k) y) { return NES_BINARY(k, x, ^, y); } \
    NES_LANE_FN NES_LANES_OF(k) nes_not_##k##_v(NES_LANES_OF(k) x) { return NES_UNARY(k, ~, x); }
NES_LOGIC(i)
NES_LOGIC(b)

NES_LANE_FN nes_masks nes_eq_b_v(nes_masks x, nes_masks y) { return nes_not_b_v(nes_xor_b_v(x, y)); }
NES_LANE_FN nes_masks nes_ne_b_v(nes_masks x, nes_masks y) { return nes_xor_b_v(x, y); }
NES_LANE_FN nes_masks nes_lt_b_v(nes_masks x, nes_masks y) { return nes_and_b_v(nes_not_b_v(x), y); }
NES_LANE_FN nes_masks nes_le_b_v(nes_masks x, nes_masks y) { return nes_or_b_v(nes_not_b_v(x), y); }
NES_LANE_FN nes_masks nes_gt_b_v(nes_masks x, nes_masks y) { return nes_and_b_v(x, nes_not_b_v(y)); }
NES_LANE_FN nes_masks nes_ge_b_v(nes_masks x, nes_masks y) { return nes_or_b_v(x, nes_not_b_v(y)); }

NES_LANE_FN nes_ints nes_select_i_v(nes_masks c, nes_ints x, nes_ints y) { return NES_CHOOSE(i, c, x, y); }
NES_LANE_FN nes_floats nes_select_d_v(nes_masks c, nes_floats x, nes_floats y) { return NES_CHOOSE(d, c, x, y); }
NES_LANE_FN nes_chars nes_select_c_v(nes_masks c, nes_chars x, nes_chars y) { return NES_CHOOSE(c, c, x, y); }
NES_LANE_FN nes_masks nes_select_b_v(nes_masks c, nes_masks x, nes_masks y) { return nes_or_b_v(nes_and_b_v(c, x), nes_and_b_v(nes_not_b_v(c), y)); }

#define NES_EXTREMES(k) \
    NES_LANE_FN NES_LANES_OF(k) nes_max_##k##_v(NES_LANES_OF(k) x, NES_LANES_OF(k) y) { return NES_EXTREME(k, y, >, x); } \
    NES_LANE_FN NES_LANES_OF(k) nes_min_##k##_v(NES_LANES_OF(k) x, NES_LANES_OF(k) y) { return NES_EXTREME(k, y, <, x); }
NES_EXTREMES(i)
NES_EXTREMES(d)
NES_EXTREMES(c)

NES_LANE_FN nes_masks nes_in_range_v(nes_ints i, nes_ints n) { return nes_and_b_v(nes_ge_i_v(i, NES_SPLAT(i, 0)), nes_lt_i_v(i, n)); }

/* ---- conversions ---- */

NES_LANE_FN nes_ints nes_btoi_v(nes_masks b) { return nes_and_i_v(NES_CONVERT(i, b, b), NES_SPLAT(i, 1)); }
NES_LANE_FN nes_chars nes_code_char_v(nes_ints x) { return NES_CONVERT(c, i, x); }
NES_LANE_FN nes_ints nes_char_code_v(nes_chars c) { return NES_CONVERT(i, c, c); }
NES_LANE_FN nes_floats nes_to_float_v(nes_ints x) { return NES_CONVERT(d, i, x); }
#ifdef __OPENCL_VERSION__

NES_LANE_FN nes_ints nes_integral_v(nes_floats x)
{
#if NES_INT_BITS == 32
    const nes_floats limit = NES_SPLAT(d, NES_F(2147483648.0));
#else
    const nes_floats limit = NES_SPLAT(d, NES_F(9223372036854775808.0));
#endif
    return NES_CHOOSE(i, (x >= -limit) & (x < limit), NES_CONVERT(i, d, x), NES_SPLAT(i, NES_MIN_INT));
}

NES_LANE_FN nes_ints nes_trunc_v(nes_floats x) { return nes_integral_v(trunc(x)); }
NES_LANE_FN nes_ints nes_floor_v(nes_floats x) { return nes_integral_v(floor(x)); }
NES_LANE_FN nes_ints nes_ceil_v(nes_floats x) { return nes_integral_v(ceil(x)); }
NES_LANE_FN nes_ints nes_round_v(nes_floats x) { return nes_trunc_v(x + NES_F(0.5)); }

#else /* in C, conversions of numbers that are no ints are undefined */

NES_EACH_1(nes_trunc, i, d)
NES_EACH_1(nes_floor, i, d)
NES_EACH_1(nes_ceil, i, d)
NES_EACH_1(nes_round, i, d)

#endif

/* ---- what is always done lane by lane ---- */

NES_EACH_1(nes_float_exponent, i, d)
NES_EACH_2(nes_ldexp, d, d, i)
NES_EACH_2(nes_decimal_digits, i, d, i)
NES_EACH_2(nes_decimal_rest, i, d, i)
NES_EACH_2(nes_decimal_exponent, i, d, i)
NES_EACH_3(nes_mix_hi, i, i, i, i)
NES_EACH_3(nes_mix_lo, i, i, i, i)
NES_EACH_3(nes_rand_int, i, i, i, i)
NES_EACH_3(nes_rand_float, d, i, i, d)

/* ---- from scalars and to scalars ---- */

NES_LANE_FN nes_ints nes_splat_i(nes_int x) { return NES_SPLAT(i, x); }
NES_LANE_FN nes_floats nes_splat_d(nes_float x) { return NES_SPLAT(d, x); }
NES_LANE_FN nes_masks nes_splat_b(nes_bool x) { return NES_ALL_LANES(x); }
NES_LANE_FN nes_chars nes_splat_c(nes_char x) { return NES_SPLAT(c, x); }
NES_LANE_FN nes_ints nes_ramp(nes_int x) { return nes_add_i_v(NES_SPLAT(i, x), NES_VECTOR(i, 0, 1, 2, 3, 4, 5, 6, 7)); }
NES_LANE_FN nes_bool nes_any(nes_masks m) { return NES_ANY(m); }

/* f_fold: the total so far, then lane 0, lane 1 .. */
#define NES_FOLD(f, T, k) \
    NES_LANE_FN T f##_fold(T t, NES_LANES_OF(k) x) \
    { \
        return f(f(f(f(f(f(f(f(t, NES_LANE(k, x, 0)), NES_LANE(k, x, 1)), NES_LANE(k, x, 2)), NES_LANE(k, x, 3)), NES_LANE(k, x, 4)), NES_LANE(k, x, 5)), NES_LANE(k, x, 6)), NES_LANE(k, x, 7)); \
    }
#define NES_FOLD_LOGIC(name, op) \
    NES_LANE_FN nes_int nes_##name##_i_fold(nes_int t, nes_ints x) \
    { \
        return t op NES_LANE(i, x, 0) op NES_LANE(i, x, 1) op NES_LANE(i, x, 2) op NES_LANE(i, x, 3) op NES_LANE(i, x, 4) op NES_LANE(i, x, 5) op NES_LANE(i, x, 6) op NES_LANE(i, x, 7); \
    } \
    NES_LANE_FN nes_bool nes_##name##_b_fold(nes_bool t, nes_masks x) \
    { \
        return (nes_bool)((t op NES_IN_MASK(x, 0) op NES_IN_MASK(x, 1) op NES_IN_MASK(x, 2) op NES_IN_MASK(x, 3) op NES_IN_MASK(x, 4) op NES_IN_MASK(x, 5) op NES_IN_MASK(x, 6) op NES_IN_MASK(x, 7)) & 1); \
    }
NES_FOLD(nes_add_i, nes_int, i)
NES_FOLD(nes_add_size, nes_int, i)
NES_FOLD(nes_add_offset, nes_int, i)
NES_FOLD(nes_mul_i, nes_int, i)
NES_FOLD(nes_max_i, nes_int, i)
NES_FOLD(nes_min_i, nes_int, i)
NES_FOLD(nes_add_d, nes_float, d)
NES_FOLD(nes_mul_d, nes_float, d)
NES_FOLD(nes_max_d, nes_float, d)
NES_FOLD(nes_min_d, nes_float, d)
NES_FOLD(nes_max_c, nes_char, c)
NES_FOLD(nes_min_c, nes_char, c)
NES_FOLD_LOGIC(and, &)
NES_FOLD_LOGIC(or, |)
NES_FOLD_LOGIC(xor, ^)

/* ---- memory ---- */

#define NES_MEMORY(k, T) \
    NES_LANE_FN NES_LANES_OF(k) nes_load_##k(NES_IN_GLOBAL const T *b) { return NES_LOAD(k, b); } \
    NES_LANE_FN void nes_store_##k(NES_IN_GLOBAL T *b, NES_LANES_OF(k) x) { NES_STORE(k, b, x); } \
    NES_LANE_FN NES_LANES_OF(k) nes_load_local_##k(NES_IN_LOCAL const T *b) { return NES_LOAD(k, b); } \
    NES_LANE_FN void nes_store_local_##k(NES_IN_LOCAL T *b, NES_LANES_OF(k) x) { NES_STORE(k, b, x); } \
    NES_LANE_FN void nes_scatter_##k(NES_IN_GLOBAL T *b, nes_ints at, NES_LANES_OF(k) x) \
    { \
        b[NES_LANE(i, at, 0)] = NES_LANE(k, x, 0); \
        b[NES_LANE(i, at, 1)] = NES_LANE(k, x, 1); \
        b[NES_LANE(i, at, 2)] = NES_LANE(k, x, 2); \
        b[NES_LANE(i, at, 3)] = NES_LANE(k, x, 3); \
        b[NES_LANE(i, at, 4)] = NES_LANE(k, x, 4); \
        b[NES_LANE(i, at, 5)] = NES_LANE(k, x, 5); \
        b[NES_LANE(i, at, 6)] = NES_LANE(k, x, 6); \
        b[NES_LANE(i, at, 7)] = NES_LANE(k, x, 7); \
    }
#define NES_GATHER_EACH(k, T) \
    NES_LANE_FN NES_LANES_OF(k) nes_gather_##k(NES_IN_GLOBAL const T *b, nes_ints at) \
    { \
        return NES_VECTOR(k, b[NES_LANE(i, at, 0)], b[NES_LANE(i, at, 1)], b[NES_LANE(i, at, 2)], b[NES_LANE(i, at, 3)], b[NES_LANE(i, at, 4)], b[NES_LANE(i, at, 5)], b[NES_LANE(i, at, 6)], b[NES_LANE(i, at, 7)]); \
    } \
    NES_LANE_FN NES_LANES_OF(k) nes_masked_##k(NES_IN_GLOBAL const T *b, nes_ints at, nes_masks m) \
    { \
        return NES_VECTOR(k, NES_IN_MASK(m, 0) ? b[NES_LANE(i, at, 0)] : 0, NES_IN_MASK(m, 1) ? b[NES_LANE(i, at, 1)] : 0, NES_IN_MASK(m, 2) ? b[NES_LANE(i, at, 2)] : 0, NES_IN_MASK(m, 3) ? b[NES_LANE(i, at, 3)] : 0, \
                   NES_IN_MASK(m, 4) ? b[NES_LANE(i, at, 4)] : 0, NES_IN_MASK(m, 5) ? b[NES_LANE(i, at, 5)] : 0, NES_IN_MASK(m, 6) ? b[NES_LANE(i, at, 6)] : 0, NES_IN_MASK(m, 7) ? b[NES_LANE(i, at, 7)] : 0); \
    }
#define NES_RUN_EACH(k, T) \
    NES_LANE_FN NES_LANES_OF(k) nes_masked_run_##k(NES_IN_GLOBAL const T *b, nes_int from, nes_masks m) { return nes_masked_##k(b, nes_ramp(from), m); }
#ifdef NES_GATHERS
#define NES_GATHER(k, T) \
    NES_LANE_FN NES_LANES_OF(k) nes_gather_##k(const T *b, nes_ints at) { return NES_GATHERED_##k(b, at, NES_ALL_LANES(1)); } \
    NES_LANE_FN NES_LANES_OF(k) nes_masked_##k(const T *b, nes_ints at, nes_masks m) { return NES_GATHERED_##k(b, at, m); }
#define NES_RUN(k, T) \
    NES_LANE_FN NES_LANES_OF(k) nes_masked_run_##k(const T *b, nes_int from, nes_masks m) { return NES_MASKED_RUN_##k(b + from, m); }
#else
#define NES_GATHER NES_GATHER_EACH
#define NES_RUN NES_RUN_EACH
#endif
NES_GATHER(i, nes_int)
NES_GATHER(d, nes_float)
NES_GATHER_EACH(c, nes_char)
NES_RUN(i, nes_int)
NES_RUN(d, nes_float)
NES_RUN_EACH(c, nes_char)
NES_MEMORY(i, nes_int)
NES_MEMORY(d, nes_float)
NES_MEMORY(c, nes_char)

NES_LANE_FN nes_chars nes_to_bytes(nes_masks x) { return NES_BINARY(c, NES_CONVERT(c, b, x), &, NES_SPLAT(c, 1)); }
NES_LANE_FN nes_masks nes_of_bytes(nes_chars x) { return nes_ne_c_v(x, NES_SPLAT(c, 0)); }
NES_LANE_FN nes_masks nes_load_b(NES_IN_GLOBAL const nes_bool *b) { return nes_of_bytes(nes_load_c(b)); }
NES_LANE_FN nes_masks nes_load_local_b(NES_IN_LOCAL const nes_bool *b) { return nes_of_bytes(nes_load_local_c(b)); }
NES_LANE_FN nes_masks nes_gather_b(NES_IN_GLOBAL const nes_bool *b, nes_ints i) { return nes_of_bytes(nes_gather_c(b, i)); }
NES_LANE_FN nes_masks nes_masked_b(NES_IN_GLOBAL const nes_bool *b, nes_ints i, nes_masks m) { return nes_of_bytes(nes_masked_c(b, i, m)); }
NES_LANE_FN nes_masks nes_masked_run_b(NES_IN_GLOBAL const nes_bool *b, nes_int from, nes_masks m) { return nes_of_bytes(nes_masked_run_c(b, from, m)); }
NES_LANE_FN void nes_store_b(NES_IN_GLOBAL nes_bool *b, nes_masks x) { nes_store_c(b, nes_to_bytes(x)); }
NES_LANE_FN void nes_store_local_b(NES_IN_LOCAL nes_bool *b, nes_masks x) { nes_store_local_c(b, nes_to_bytes(x)); }
NES_LANE_FN void nes_scatter_b(NES_IN_GLOBAL nes_bool *b, nes_ints i, nes_masks x) { nes_scatter_c(b, i, nes_to_bytes(x)); }

#endif
