/* nes_prim.h: scalar operations of compiled programs that are not in
 * nes_num.h as such: keys held in ints, parts of floats, digits of sort keys,
 * ranges; with nes_decimal.h, all of them. Host and device code. */
#ifndef NES_PRIM_H
#define NES_PRIM_H

#include "nes_decimal.h"

NES_FN nes_bool nes_in_range(nes_int i, nes_int n) { return i >= 0 && i < n; }
NES_FN nes_char nes_cmax(nes_char x, nes_char y) { return x > y ? x : y; }
NES_FN nes_char nes_cmin(nes_char x, nes_char y) { return x < y ? x : y; }

/* ---- random numbers with keys held in ints: see ir/prim/random.go ---- */

NES_FN nes_int nes_key_mix(nes_int k, nes_int x) { return (nes_int)nes_mix((nes_uint)k, (nes_uint)x); }
NES_FN nes_int nes_key_seed(nes_i64 seed) { return (nes_int)nes_seed_key(seed); }
NES_FN nes_int nes_key_rand_int(nes_int k, nes_int v) { return nes_rand_int(nes_mix((nes_uint)k, 0), v); }
NES_FN nes_float nes_key_rand_float(nes_int k, nes_float v) { return nes_rand_float(nes_mix((nes_uint)k, 0), v); }

/* ---- parts of floats ---- */

/* log2 of |x| truncated toward zero; 0 for zero, infinities and NaN */
NES_FN nes_int nes_float_exponent(nes_float x)
{
    nes_i64 m, e;
    if (x == NES_F(0.0) || x - x != NES_F(0.0))
        return 0;
    m = nes_split_float(x, &e);
    return (nes_int)(e < 0 && m != (nes_i64)1 << 52 ? e + 1 : e);
}

/* x * 2^i, rounded once */
NES_FN nes_float nes_ldexp(nes_float x, nes_int i)
{
    return NES_MATH(ldexp)(x, (int)(i > 5000 ? 5000 : i < -5000 ? -5000 : i));
}

/* ---- byte j, from the lowest, of the unsigned number with the order of x ---- */

NES_FN nes_int nes_digit_i(nes_int x, nes_int j)
{
    return (nes_int)(((nes_uint)x ^ (nes_uint)NES_MIN_INT) >> 8 * j & 255);
}

NES_FN nes_int nes_digit_c(nes_char x, nes_int j) { return (nes_int)(((nes_u32)x ^ 0x80000000u) >> 8 * j & 255); }

NES_FN nes_int nes_digit_b(nes_bool x, nes_int j) { return j == 0 ? x : 0; }

NES_FN nes_int nes_digit_d(nes_float x, nes_int j)
{
#if NES_FLOAT_BITS == 64
    nes_u64 b;
#ifdef __OPENCL_VERSION__
    b = as_ulong(x);
#else
    memcpy(&b, &x, sizeof b);
#endif
    b = b >> 63 ? ~b : b | (nes_u64)1 << 63;
#else
    nes_u32 b;
#ifdef __OPENCL_VERSION__
    b = as_uint(x);
#else
    memcpy(&b, &x, sizeof b);
#endif
    b = b >> 31 ? ~b : b | 0x80000000u;
#endif
    return (nes_int)(b >> 8 * j & 255);
}

#endif
