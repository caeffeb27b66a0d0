/* nes_lanes.h: eight values side by side, for CPUs: in OpenCL C, or in C with the vectors
 * of GCC and clang (nes_vectors.h). Every operation
 * of nes_prim.h that is called f is f_v here, lane by lane; truth values are
 * masks, -1 or 0, as wide as the widest number. What differs between the
 * mathematical functions on one value and on eight (a unit in the last place,
 * sometimes) would depend on where in its block an element is, so a program
 * that uses lanes takes all of them from eight (NES_LIBM in nes_num.h). */
#ifndef NES_LANES_H
#define NES_LANES_H

#include "nes_prim.h"
#include "nes_vectors.h"

/* f_v from f, lane by lane: the result, the operands */
#define NES_EACH_1(f, R, A) \
    NES_LANE_FN R f##_v(A x) \
    { \
        return NES_VECTOR(R, f(NES_LANE(x, 0)), f(NES_LANE(x, 1)), f(NES_LANE(x, 2)), f(NES_LANE(x, 3)), f(NES_LANE(x, 4)), f(NES_LANE(x, 5)), f(NES_LANE(x, 6)), f(NES_LANE(x, 7))); \
    }
#define NES_EACH_2(f, R, A, B) \
    NES_LANE_FN R f##_v(A x, B y) \
    { \
        return NES_VECTOR(R, f(NES_LANE(x, 0), NES_LANE(y, 0)), f(NES_LANE(x, 1), NES_LANE(y, 1)), f(NES_LANE(x, 2), NES_LANE(y, 2)), f(NES_LANE(x, 3), NES_LANE(y, 3)), \
                   f(NES_LANE(x, 4), NES_LANE(y, 4)), f(NES_LANE(x, 5), NES_LANE(y, 5)), f(NES_LANE(x, 6), NES_LANE(y, 6)), f(NES_LANE(x, 7), NES_LANE(y, 7))); \
    }
#define NES_EACH_3(f, R, A, B, C) \
    NES_LANE_FN R f##_v(A x, B y, C z) \
    { \
        return NES_VECTOR(R, f(NES_LANE(x, 0), NES_LANE(y, 0), NES_LANE(z, 0)), f(NES_LANE(x, 1), NES_LANE(y, 1), NES_LANE(z, 1)), f(NES_LANE(x, 2), NES_LANE(y, 2), NES_LANE(z, 2)), f(NES_LANE(x, 3), NES_LANE(y, 3), NES_LANE(z, 3)), \
                   f(NES_LANE(x, 4), NES_LANE(y, 4), NES_LANE(z, 4)), f(NES_LANE(x, 5), NES_LANE(y, 5), NES_LANE(z, 5)), f(NES_LANE(x, 6), NES_LANE(y, 6), NES_LANE(z, 6)), f(NES_LANE(x, 7), NES_LANE(y, 7), NES_LANE(z, 7))); \
    }
#ifdef __OPENCL_VERSION__ /* whose functions are defined on vectors */
#define NES_AS_ONE(f, V) \
    NES_LANE_FN V nes_##f##_v(V x) { return f(x); }
#else
#define NES_AS_ONE(f, V) NES_EACH_1(nes_##f, V, V)
#endif

/* ---- arithmetic ---- */

NES_LANE_FN nes_ints nes_add_i_v(nes_ints x, nes_ints y) { return NES_AS_INTS(NES_AS_UINTS(x) + NES_AS_UINTS(y)); }
NES_LANE_FN nes_ints nes_sub_i_v(nes_ints x, nes_ints y) { return NES_AS_INTS(NES_AS_UINTS(x) - NES_AS_UINTS(y)); }
NES_LANE_FN nes_ints nes_mul_i_v(nes_ints x, nes_ints y) { return NES_AS_INTS(NES_AS_UINTS(x) * NES_AS_UINTS(y)); }
NES_LANE_FN nes_ints nes_neg_i_v(nes_ints x) { return NES_AS_INTS(NES_SPLAT(nes_uints, 0) - NES_AS_UINTS(x)); }
NES_EACH_2(nes_div_i, nes_ints, nes_ints, nes_ints)
NES_EACH_2(nes_rem, nes_ints, nes_ints, nes_ints)
NES_EACH_2(nes_add_size, nes_ints, nes_ints, nes_ints)
NES_EACH_2(nes_mul_size, nes_ints, nes_ints, nes_ints)
NES_LANE_FN nes_ints nes_shl_v(nes_ints x, nes_ints c) { return NES_AS_INTS(NES_AS_UINTS(x) << NES_AS_UINTS(c & (NES_INT_BITS - 1))); }
NES_AS_ONE(popcount, nes_ints)
NES_LANE_FN nes_ints nes_shr_v(nes_ints x, nes_ints c) { return x >> (c & (NES_INT_BITS - 1)); }

NES_LANE_FN nes_floats nes_add_d_v(nes_floats x, nes_floats y) { return x + y; }
NES_LANE_FN nes_floats nes_sub_d_v(nes_floats x, nes_floats y) { return x - y; }
NES_LANE_FN nes_floats nes_mul_d_v(nes_floats x, nes_floats y) { return x * y; }
NES_LANE_FN nes_floats nes_div_d_v(nes_floats x, nes_floats y) { return x / y; }
NES_LANE_FN nes_floats nes_neg_d_v(nes_floats x) { return NES_SPLAT(nes_floats, NES_F(0.0)) - x; }

NES_AS_ONE(sqrt, nes_floats)
NES_AS_ONE(exp, nes_floats)
#if NES_FLOAT_BITS == 64
NES_AS_ONE(sin, nes_floats)
NES_AS_ONE(cos, nes_floats)
NES_AS_ONE(tan, nes_floats)
#else /* PoCL 3.1 gets small angles wrong beside large ones */
NES_EACH_1(nes_sin, nes_floats, nes_floats)
NES_EACH_1(nes_cos, nes_floats, nes_floats)
NES_EACH_1(nes_tan, nes_floats, nes_floats)
#endif
NES_AS_ONE(asin, nes_floats)
NES_AS_ONE(acos, nes_floats)
NES_AS_ONE(atan, nes_floats)
NES_AS_ONE(sinh, nes_floats)
NES_AS_ONE(cosh, nes_floats)
NES_AS_ONE(tanh, nes_floats)
#ifdef __OPENCL_VERSION__
NES_LANE_FN nes_floats nes_ln_v(nes_floats x) { return log(x); }
#else
NES_EACH_1(nes_ln, nes_floats, nes_floats)
#endif

/* ---- comparison, logic ---- */

#define NES_COMPARE(name, op) \
    NES_LANE_FN nes_masks nes_##name##_i_v(nes_ints x, nes_ints y) { return NES_TO_MASKS(x op y); } \
    NES_LANE_FN nes_masks nes_##name##_d_v(nes_floats x, nes_floats y) { return NES_TO_MASKS(x op y); } \
    NES_LANE_FN nes_masks nes_##name##_c_v(nes_chars x, nes_chars y) { return NES_TO_MASKS(x op y); }
NES_COMPARE(eq, ==)
NES_COMPARE(ne, !=)
NES_COMPARE(lt, <)
NES_COMPARE(le, <=)
NES_COMPARE(gt, >)
NES_COMPARE(ge, >=)

NES_LANE_FN nes_masks nes_eq_b_v(nes_masks x, nes_masks y) { return ~(x ^ y); }
NES_LANE_FN nes_masks nes_ne_b_v(nes_masks x, nes_masks y) { return x ^ y; }
NES_LANE_FN nes_masks nes_lt_b_v(nes_masks x, nes_masks y) { return ~x & y; }
NES_LANE_FN nes_masks nes_le_b_v(nes_masks x, nes_masks y) { return ~x | y; }
NES_LANE_FN nes_masks nes_gt_b_v(nes_masks x, nes_masks y) { return x & ~y; }
NES_LANE_FN nes_masks nes_ge_b_v(nes_masks x, nes_masks y) { return x | ~y; }

#define NES_LOGIC(k, V) \
    NES_LANE_FN V nes_and_##k##_v(V x, V y) { return x & y; } \
    NES_LANE_FN V nes_or_##k##_v(V x, V y) { return x | y; } \
    NES_LANE_FN V nes_xor_##k##_v(V x, V y) { return x ^ y; } \
    NES_LANE_FN V nes_not_##k##_v(V x) { return ~x; }
NES_LOGIC(i, nes_ints)
NES_LOGIC(b, nes_masks)

NES_LANE_FN nes_ints nes_select_i_v(nes_masks c, nes_ints x, nes_ints y) { return NES_CHOOSE_i(NES_TO_INTS(c), x, y); }
NES_LANE_FN nes_floats nes_select_d_v(nes_masks c, nes_floats x, nes_floats y) { return NES_CHOOSE_d(NES_FLOAT_MASKS(c), x, y); }
NES_LANE_FN nes_chars nes_select_c_v(nes_masks c, nes_chars x, nes_chars y) { return NES_CHOOSE_c(NES_TO_CHARS(c), x, y); }
NES_LANE_FN nes_masks nes_select_b_v(nes_masks c, nes_masks x, nes_masks y) { return (c & x) | (~c & y); }

#define NES_EXTREMES(k, V) \
    NES_LANE_FN V nes_max_##k##_v(V x, V y) { return NES_CHOOSE_##k(x > y, x, y); } \
    NES_LANE_FN V nes_min_##k##_v(V x, V y) { return NES_CHOOSE_##k(x < y, x, y); }
NES_EXTREMES(i, nes_ints)
NES_EXTREMES(d, nes_floats)
NES_EXTREMES(c, nes_chars)

NES_LANE_FN nes_masks nes_in_range_v(nes_ints i, nes_ints n) { return NES_TO_MASKS((i >= 0) & (i < n)); }

/* ---- conversions ---- */

NES_LANE_FN nes_ints nes_btoi_v(nes_masks b) { return NES_TO_INTS(b) & 1; }
NES_LANE_FN nes_chars nes_code_char_v(nes_ints x) { return NES_TO_CHARS(x); }
NES_LANE_FN nes_ints nes_char_code_v(nes_chars c) { return NES_TO_INTS(c); }
NES_LANE_FN nes_floats nes_to_float_v(nes_ints x) { return NES_TO_FLOATS(x); }
#ifdef __OPENCL_VERSION__

NES_LANE_FN nes_ints nes_integral_v(nes_floats x)
{
#if NES_INT_BITS == 32
    const nes_floats limit = NES_SPLAT(nes_floats, NES_F(2147483648.0));
#else
    const nes_floats limit = NES_SPLAT(nes_floats, NES_F(9223372036854775808.0));
#endif
    return NES_CHOOSE_i(NES_TO_INTS((x >= -limit) & (x < limit)), NES_TO_INTS(x), NES_SPLAT(nes_ints, NES_MIN_INT));
}

NES_LANE_FN nes_ints nes_trunc_v(nes_floats x) { return nes_integral_v(trunc(x)); }
NES_LANE_FN nes_ints nes_floor_v(nes_floats x) { return nes_integral_v(floor(x)); }
NES_LANE_FN nes_ints nes_ceil_v(nes_floats x) { return nes_integral_v(ceil(x)); }
NES_LANE_FN nes_ints nes_round_v(nes_floats x) { return nes_trunc_v(x + NES_F(0.5)); }

#else /* in C, conversions of numbers that are no ints are undefined */

NES_EACH_1(nes_trunc, nes_ints, nes_floats)
NES_EACH_1(nes_floor, nes_ints, nes_floats)
NES_EACH_1(nes_ceil, nes_ints, nes_floats)
NES_EACH_1(nes_round, nes_ints, nes_floats)

#endif

/* ---- what is always done lane by lane ---- */

NES_EACH_1(nes_float_exponent, nes_ints, nes_floats)
NES_EACH_2(nes_ldexp, nes_floats, nes_floats, nes_ints)
NES_EACH_2(nes_decimal_digits, nes_ints, nes_floats, nes_ints)
NES_EACH_2(nes_decimal_rest, nes_ints, nes_floats, nes_ints)
NES_EACH_2(nes_decimal_exponent, nes_ints, nes_floats, nes_ints)
NES_EACH_3(nes_mix_hi, nes_ints, nes_ints, nes_ints, nes_ints)
NES_EACH_3(nes_mix_lo, nes_ints, nes_ints, nes_ints, nes_ints)
NES_EACH_3(nes_rand_int, nes_ints, nes_ints, nes_ints, nes_ints)
NES_EACH_3(nes_rand_float, nes_floats, nes_ints, nes_ints, nes_floats)

/* ---- from scalars and to scalars ---- */

NES_LANE_FN nes_ints nes_splat_i(nes_int x) { return NES_SPLAT(nes_ints, x); }
NES_LANE_FN nes_floats nes_splat_d(nes_float x) { return NES_SPLAT(nes_floats, x); }
NES_LANE_FN nes_masks nes_splat_b(nes_bool x) { return NES_SPLAT(nes_masks, x ? -1 : 0); }
NES_LANE_FN nes_chars nes_splat_c(nes_char x) { return NES_SPLAT(nes_chars, x); }
NES_LANE_FN nes_ints nes_ramp(nes_int x) { return nes_add_i_v(NES_SPLAT(nes_ints, x), NES_VECTOR(nes_ints, 0, 1, 2, 3, 4, 5, 6, 7)); }
NES_LANE_FN nes_bool nes_any(nes_masks m) { return NES_ANY(m); }

/* f_fold: the total so far, then lane 0, lane 1 .. */
#define NES_FOLD(f, T, V) \
    NES_LANE_FN T f##_fold(T t, V x) \
    { \
        return f(f(f(f(f(f(f(f(t, NES_LANE(x, 0)), NES_LANE(x, 1)), NES_LANE(x, 2)), NES_LANE(x, 3)), NES_LANE(x, 4)), NES_LANE(x, 5)), NES_LANE(x, 6)), NES_LANE(x, 7)); \
    }
#define NES_FOLD_LOGIC(name, op) \
    NES_LANE_FN nes_int nes_##name##_i_fold(nes_int t, nes_ints x) \
    { \
        return t op NES_LANE(x, 0) op NES_LANE(x, 1) op NES_LANE(x, 2) op NES_LANE(x, 3) op NES_LANE(x, 4) op NES_LANE(x, 5) op NES_LANE(x, 6) op NES_LANE(x, 7); \
    } \
    NES_LANE_FN nes_bool nes_##name##_b_fold(nes_bool t, nes_masks x) \
    { \
        return (nes_bool)((t op NES_LANE(x, 0) op NES_LANE(x, 1) op NES_LANE(x, 2) op NES_LANE(x, 3) op NES_LANE(x, 4) op NES_LANE(x, 5) op NES_LANE(x, 6) op NES_LANE(x, 7)) & 1); \
    }
NES_FOLD(nes_add_i, nes_int, nes_ints)
NES_FOLD(nes_add_size, nes_int, nes_ints)
NES_FOLD(nes_mul_i, nes_int, nes_ints)
NES_FOLD(nes_max_i, nes_int, nes_ints)
NES_FOLD(nes_min_i, nes_int, nes_ints)
NES_FOLD(nes_add_d, nes_float, nes_floats)
NES_FOLD(nes_mul_d, nes_float, nes_floats)
NES_FOLD(nes_max_d, nes_float, nes_floats)
NES_FOLD(nes_min_d, nes_float, nes_floats)
NES_FOLD(nes_max_c, nes_char, nes_chars)
NES_FOLD(nes_min_c, nes_char, nes_chars)
NES_FOLD_LOGIC(and, &)
NES_FOLD_LOGIC(or, |)
NES_FOLD_LOGIC(xor, ^)

/* ---- memory ---- */

#define NES_MEMORY(k, T, V) \
    NES_LANE_FN V nes_load_##k(NES_IN_GLOBAL const T *b) { return NES_LOAD(V, b); } \
    NES_LANE_FN void nes_store_##k(NES_IN_GLOBAL T *b, V x) { NES_STORE(V, b, x); } \
    NES_LANE_FN V nes_load_local_##k(NES_IN_LOCAL const T *b) { return NES_LOAD(V, b); } \
    NES_LANE_FN void nes_store_local_##k(NES_IN_LOCAL T *b, V x) { NES_STORE(V, b, x); } \
    NES_LANE_FN V nes_gather_##k(NES_IN_GLOBAL const T *b, nes_ints i) \
    { \
        return NES_VECTOR(V, b[NES_LANE(i, 0)], b[NES_LANE(i, 1)], b[NES_LANE(i, 2)], b[NES_LANE(i, 3)], b[NES_LANE(i, 4)], b[NES_LANE(i, 5)], b[NES_LANE(i, 6)], b[NES_LANE(i, 7)]); \
    } \
    NES_LANE_FN V nes_masked_##k(NES_IN_GLOBAL const T *b, nes_ints i, nes_masks m) \
    { \
        return NES_VECTOR(V, NES_LANE(m, 0) ? b[NES_LANE(i, 0)] : 0, NES_LANE(m, 1) ? b[NES_LANE(i, 1)] : 0, NES_LANE(m, 2) ? b[NES_LANE(i, 2)] : 0, NES_LANE(m, 3) ? b[NES_LANE(i, 3)] : 0, \
                   NES_LANE(m, 4) ? b[NES_LANE(i, 4)] : 0, NES_LANE(m, 5) ? b[NES_LANE(i, 5)] : 0, NES_LANE(m, 6) ? b[NES_LANE(i, 6)] : 0, NES_LANE(m, 7) ? b[NES_LANE(i, 7)] : 0); \
    } \
    NES_LANE_FN void nes_scatter_##k(NES_IN_GLOBAL T *b, nes_ints i, V x) \
    { \
        b[NES_LANE(i, 0)] = NES_LANE(x, 0); \
        b[NES_LANE(i, 1)] = NES_LANE(x, 1); \
        b[NES_LANE(i, 2)] = NES_LANE(x, 2); \
        b[NES_LANE(i, 3)] = NES_LANE(x, 3); \
        b[NES_LANE(i, 4)] = NES_LANE(x, 4); \
        b[NES_LANE(i, 5)] = NES_LANE(x, 5); \
        b[NES_LANE(i, 6)] = NES_LANE(x, 6); \
        b[NES_LANE(i, 7)] = NES_LANE(x, 7); \
    }
NES_MEMORY(i, nes_int, nes_ints)
NES_MEMORY(d, nes_float, nes_floats)
NES_MEMORY(c, nes_char, nes_chars)

NES_LANE_FN nes_masks nes_of_bytes(nes_chars x) { return NES_TO_MASKS(x != NES_SPLAT(nes_chars, 0)); }
NES_LANE_FN nes_masks nes_load_b(NES_IN_GLOBAL const nes_bool *b) { return nes_of_bytes(nes_load_c(b)); }
NES_LANE_FN nes_masks nes_load_local_b(NES_IN_LOCAL const nes_bool *b) { return nes_of_bytes(nes_load_local_c(b)); }
NES_LANE_FN nes_masks nes_gather_b(NES_IN_GLOBAL const nes_bool *b, nes_ints i) { return nes_of_bytes(nes_gather_c(b, i)); }
NES_LANE_FN nes_masks nes_masked_b(NES_IN_GLOBAL const nes_bool *b, nes_ints i, nes_masks m) { return nes_of_bytes(nes_masked_c(b, i, m)); }
NES_LANE_FN void nes_store_b(NES_IN_GLOBAL nes_bool *b, nes_masks x) { nes_store_c(b, NES_TO_CHARS(x & 1)); }
NES_LANE_FN void nes_store_local_b(NES_IN_LOCAL nes_bool *b, nes_masks x) { nes_store_local_c(b, NES_TO_CHARS(x & 1)); }
NES_LANE_FN void nes_scatter_b(NES_IN_GLOBAL nes_bool *b, nes_ints i, nes_masks x) { nes_scatter_c(b, i, NES_TO_CHARS(x & 1)); }

#endif
