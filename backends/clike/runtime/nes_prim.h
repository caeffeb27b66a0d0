/* nes_prim.h: all that the code of compiled programs is made of: the scalar
 * primitives (nes_num.h, nes_decimal.h), ranges, and the digits of sort keys.
 * Host and device code. */
#ifndef NES_PRIM_H
#define NES_PRIM_H

#include "nes_decimal.h"

#define NES_UNUSED __attribute__((unused))

NES_FN nes_bool nes_in_range(nes_int i, nes_int n) { return (nes_uint)i < (nes_uint)n; }

/* ---- byte j, from the lowest, of the unsigned number with the order of x; 0 beyond the last ---- */

NES_FN nes_int nes_digit_i(nes_int x, nes_int j)
{
    return j < (nes_int)sizeof x ? (nes_int)(((nes_uint)x ^ (nes_uint)NES_MIN_INT) >> (8 * j) & 255) : 0;
}

NES_FN nes_int nes_digit_c(nes_char x, nes_int j) { return j == 0 ? (nes_int)x : 0; }

/* the total order of bits: that of the numbers, -0.0 before 0.0 */
NES_FN nes_int nes_digit_d(nes_float x, nes_int j)
{
#if NES_FLOAT_BITS == 64
    nes_u64 b;
    const nes_u64 sign = (nes_u64)1 << 63;
#ifdef __OPENCL_VERSION__
    b = as_ulong(x);
#else
    memcpy(&b, &x, sizeof b);
#endif
#else
    nes_u32 b;
    const nes_u32 sign = 0x80000000u;
#ifdef __OPENCL_VERSION__
    b = as_uint(x);
#else
    memcpy(&b, &x, sizeof b);
#endif
#endif
    return j < (nes_int)sizeof b ? (nes_int)((b & sign ? ~b : b | sign) >> (8 * j) & 255) : 0;
}

#endif
