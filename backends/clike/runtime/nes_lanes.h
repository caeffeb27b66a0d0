/* nes_lanes.h: eight values side by side, in OpenCL C for CPUs. Every operation
 * of nes_prim.h that is called f is f_v here, lane by lane; truth values are
 * masks, -1 or 0, as wide as the widest number. What differs between the
 * mathematical functions on one value and on eight (a unit in the last place,
 * sometimes) would depend on where in its block an element is, so a program
 * that uses lanes takes all of them from eight (NES_LIBM in nes_num.h). */
#ifndef NES_LANES_H
#define NES_LANES_H

#include "nes_prim.h"

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

/* f_v from f, lane by lane: the result, the operands */
#define NES_EACH_1(f, R, A) \
    NES_FN R f##_v(A x) \
    { \
        return (R)(f(x.s0), f(x.s1), f(x.s2), f(x.s3), f(x.s4), f(x.s5), f(x.s6), f(x.s7)); \
    }
#define NES_EACH_2(f, R, A, B) \
    NES_FN R f##_v(A x, B y) \
    { \
        return (R)(f(x.s0, y.s0), f(x.s1, y.s1), f(x.s2, y.s2), f(x.s3, y.s3), \
                   f(x.s4, y.s4), f(x.s5, y.s5), f(x.s6, y.s6), f(x.s7, y.s7)); \
    }
#define NES_EACH_3(f, R, A, B, C) \
    NES_FN R f##_v(A x, B y, C z) \
    { \
        return (R)(f(x.s0, y.s0, z.s0), f(x.s1, y.s1, z.s1), f(x.s2, y.s2, z.s2), f(x.s3, y.s3, z.s3), \
                   f(x.s4, y.s4, z.s4), f(x.s5, y.s5, z.s5), f(x.s6, y.s6, z.s6), f(x.s7, y.s7, z.s7)); \
    }
#define NES_AS_ONE(f, V) \
    NES_FN V nes_##f##_v(V x) { return f(x); }

/* ---- arithmetic ---- */

NES_FN nes_ints nes_add_i_v(nes_ints x, nes_ints y) { return NES_AS_INTS(NES_AS_UINTS(x) + NES_AS_UINTS(y)); }
NES_FN nes_ints nes_sub_i_v(nes_ints x, nes_ints y) { return NES_AS_INTS(NES_AS_UINTS(x) - NES_AS_UINTS(y)); }
NES_FN nes_ints nes_mul_i_v(nes_ints x, nes_ints y) { return NES_AS_INTS(NES_AS_UINTS(x) * NES_AS_UINTS(y)); }
NES_FN nes_ints nes_neg_i_v(nes_ints x) { return NES_AS_INTS((nes_uints)(0) - NES_AS_UINTS(x)); }
NES_EACH_2(nes_div_i, nes_ints, nes_ints, nes_ints)
NES_EACH_2(nes_rem, nes_ints, nes_ints, nes_ints)
NES_EACH_2(nes_add_size, nes_ints, nes_ints, nes_ints)
NES_EACH_2(nes_mul_size, nes_ints, nes_ints, nes_ints)
NES_FN nes_ints nes_shl_v(nes_ints x, nes_ints c) { return NES_AS_INTS(NES_AS_UINTS(x) << NES_AS_UINTS(c & (NES_INT_BITS - 1))); }
NES_FN nes_ints nes_popcount_v(nes_ints x) { return popcount(x); }
NES_FN nes_ints nes_shr_v(nes_ints x, nes_ints c) { return x >> (c & (NES_INT_BITS - 1)); }

NES_FN nes_floats nes_add_d_v(nes_floats x, nes_floats y) { return x + y; }
NES_FN nes_floats nes_sub_d_v(nes_floats x, nes_floats y) { return x - y; }
NES_FN nes_floats nes_mul_d_v(nes_floats x, nes_floats y) { return x * y; }
NES_FN nes_floats nes_div_d_v(nes_floats x, nes_floats y) { return x / y; }
NES_FN nes_floats nes_neg_d_v(nes_floats x) { return (nes_floats)(NES_F(0.0)) - x; }

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
NES_FN nes_floats nes_ln_v(nes_floats x) { return log(x); }

/* ---- comparison, logic ---- */

#define NES_COMPARE(name, op) \
    NES_FN nes_masks nes_##name##_i_v(nes_ints x, nes_ints y) { return NES_TO_MASKS(x op y); } \
    NES_FN nes_masks nes_##name##_d_v(nes_floats x, nes_floats y) { return NES_TO_MASKS(x op y); } \
    NES_FN nes_masks nes_##name##_c_v(nes_chars x, nes_chars y) { return NES_TO_MASKS(x op y); }
NES_COMPARE(eq, ==)
NES_COMPARE(ne, !=)
NES_COMPARE(lt, <)
NES_COMPARE(le, <=)
NES_COMPARE(gt, >)
NES_COMPARE(ge, >=)

NES_FN nes_masks nes_eq_b_v(nes_masks x, nes_masks y) { return ~(x ^ y); }
NES_FN nes_masks nes_ne_b_v(nes_masks x, nes_masks y) { return x ^ y; }
NES_FN nes_masks nes_lt_b_v(nes_masks x, nes_masks y) { return ~x & y; }
NES_FN nes_masks nes_le_b_v(nes_masks x, nes_masks y) { return ~x | y; }
NES_FN nes_masks nes_gt_b_v(nes_masks x, nes_masks y) { return x & ~y; }
NES_FN nes_masks nes_ge_b_v(nes_masks x, nes_masks y) { return x | ~y; }

#define NES_LOGIC(k, V) \
    NES_FN V nes_and_##k##_v(V x, V y) { return x & y; } \
    NES_FN V nes_or_##k##_v(V x, V y) { return x | y; } \
    NES_FN V nes_xor_##k##_v(V x, V y) { return x ^ y; } \
    NES_FN V nes_not_##k##_v(V x) { return ~x; }
NES_LOGIC(i, nes_ints)
NES_LOGIC(b, nes_masks)

NES_FN nes_ints nes_select_i_v(nes_masks c, nes_ints x, nes_ints y) { return select(y, x, NES_TO_INTS(c)); }
NES_FN nes_floats nes_select_d_v(nes_masks c, nes_floats x, nes_floats y) { return select(y, x, NES_FLOAT_MASKS(c)); }
NES_FN nes_chars nes_select_c_v(nes_masks c, nes_chars x, nes_chars y) { return select(y, x, NES_TO_CHARS(c)); }
NES_FN nes_masks nes_select_b_v(nes_masks c, nes_masks x, nes_masks y) { return (c & x) | (~c & y); }

#define NES_EXTREMES(k, V) \
    NES_FN V nes_max_##k##_v(V x, V y) { return select(y, x, x > y); } \
    NES_FN V nes_min_##k##_v(V x, V y) { return select(y, x, x < y); }
NES_EXTREMES(i, nes_ints)
NES_EXTREMES(d, nes_floats)
NES_EXTREMES(c, nes_chars)

NES_FN nes_masks nes_in_range_v(nes_ints i, nes_ints n) { return NES_TO_MASKS((i >= 0) & (i < n)); }

/* ---- conversions ---- */

NES_FN nes_ints nes_btoi_v(nes_masks b) { return NES_TO_INTS(b) & 1; }
NES_FN nes_chars nes_code_char_v(nes_ints x) { return NES_TO_CHARS(x); }
NES_FN nes_ints nes_char_code_v(nes_chars c) { return NES_TO_INTS(c); }
NES_FN nes_floats nes_to_float_v(nes_ints x) { return NES_TO_FLOATS(x); }
NES_FN nes_ints nes_integral_v(nes_floats x)
{
#if NES_INT_BITS == 32
    const nes_floats limit = (nes_floats)(NES_F(2147483648.0));
#else
    const nes_floats limit = (nes_floats)(NES_F(9223372036854775808.0));
#endif
    return select((nes_ints)(NES_MIN_INT), NES_TO_INTS(x), NES_TO_INTS((x >= -limit) & (x < limit)));
}

NES_FN nes_ints nes_trunc_v(nes_floats x) { return nes_integral_v(trunc(x)); }
NES_FN nes_ints nes_floor_v(nes_floats x) { return nes_integral_v(floor(x)); }
NES_FN nes_ints nes_ceil_v(nes_floats x) { return nes_integral_v(ceil(x)); }
NES_FN nes_ints nes_round_v(nes_floats x) { return nes_trunc_v(x + NES_F(0.5)); }

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

NES_FN nes_ints nes_splat_i(nes_int x) { return (nes_ints)(x); }
NES_FN nes_floats nes_splat_d(nes_float x) { return (nes_floats)(x); }
NES_FN nes_masks nes_splat_b(nes_bool x) { return (nes_masks)(x ? -1 : 0); }
NES_FN nes_chars nes_splat_c(nes_char x) { return (nes_chars)(x); }
NES_FN nes_ints nes_ramp(nes_int x) { return nes_add_i_v((nes_ints)(x), (nes_ints)(0, 1, 2, 3, 4, 5, 6, 7)); }
NES_FN nes_bool nes_any(nes_masks m) { return any(m); }

/* f_fold: the total so far, then lane 0, lane 1 .. */
#define NES_FOLD(f, T, V) \
    NES_FN T f##_fold(T t, V x) \
    { \
        return f(f(f(f(f(f(f(f(t, x.s0), x.s1), x.s2), x.s3), x.s4), x.s5), x.s6), x.s7); \
    }
#define NES_FOLD_LOGIC(name, op) \
    NES_FN nes_int nes_##name##_i_fold(nes_int t, nes_ints x) \
    { \
        return t op x.s0 op x.s1 op x.s2 op x.s3 op x.s4 op x.s5 op x.s6 op x.s7; \
    } \
    NES_FN nes_bool nes_##name##_b_fold(nes_bool t, nes_masks x) \
    { \
        return (nes_bool)((t op x.s0 op x.s1 op x.s2 op x.s3 op x.s4 op x.s5 op x.s6 op x.s7) & 1); \
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
    NES_FN V nes_load_##k(__global const T *b) { return vload8(0, b); } \
    NES_FN void nes_store_##k(__global T *b, V x) { vstore8(x, 0, b); } \
    NES_FN V nes_load_local_##k(__local const T *b) { return vload8(0, b); } \
    NES_FN void nes_store_local_##k(__local T *b, V x) { vstore8(x, 0, b); } \
    NES_FN V nes_gather_##k(__global const T *b, nes_ints i) \
    { \
        return (V)(b[i.s0], b[i.s1], b[i.s2], b[i.s3], b[i.s4], b[i.s5], b[i.s6], b[i.s7]); \
    } \
    NES_FN V nes_masked_##k(__global const T *b, nes_ints i, nes_masks m) \
    { \
        return (V)(m.s0 ? b[i.s0] : 0, m.s1 ? b[i.s1] : 0, m.s2 ? b[i.s2] : 0, m.s3 ? b[i.s3] : 0, \
                   m.s4 ? b[i.s4] : 0, m.s5 ? b[i.s5] : 0, m.s6 ? b[i.s6] : 0, m.s7 ? b[i.s7] : 0); \
    } \
    NES_FN void nes_scatter_##k(__global T *b, nes_ints i, V x) \
    { \
        b[i.s0] = x.s0; \
        b[i.s1] = x.s1; \
        b[i.s2] = x.s2; \
        b[i.s3] = x.s3; \
        b[i.s4] = x.s4; \
        b[i.s5] = x.s5; \
        b[i.s6] = x.s6; \
        b[i.s7] = x.s7; \
    }
NES_MEMORY(i, nes_int, nes_ints)
NES_MEMORY(d, nes_float, nes_floats)
NES_MEMORY(c, nes_char, nes_chars)

NES_FN nes_masks nes_of_bytes(uchar8 x) { return NES_TO_MASKS(x != (uchar8)(0)); }
NES_FN nes_masks nes_load_b(__global const nes_bool *b) { return nes_of_bytes(nes_load_c(b)); }
NES_FN nes_masks nes_load_local_b(__local const nes_bool *b) { return nes_of_bytes(nes_load_local_c(b)); }
NES_FN nes_masks nes_gather_b(__global const nes_bool *b, nes_ints i) { return nes_of_bytes(nes_gather_c(b, i)); }
NES_FN nes_masks nes_masked_b(__global const nes_bool *b, nes_ints i, nes_masks m) { return nes_of_bytes(nes_masked_c(b, i, m)); }
NES_FN void nes_store_b(__global nes_bool *b, nes_masks x) { nes_store_c(b, convert_uchar8(x & 1)); }
NES_FN void nes_store_local_b(__local nes_bool *b, nes_masks x) { nes_store_local_c(b, convert_uchar8(x & 1)); }
NES_FN void nes_scatter_b(__global nes_bool *b, nes_ints i, nes_masks x) { nes_scatter_c(b, i, convert_uchar8(x & 1)); }

#endif
