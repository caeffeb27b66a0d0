/* nes_elementary.h: the exponential function and the logarithm in C, on four doubles at a time.
 * Errors are below 1 unit in the last place. The C library computes one at a time. */
#ifndef NES_ELEMENTARY_H
#define NES_ELEMENTARY_H

#include "nes_parts.h"

#ifdef NES_MOVES_LANES

typedef double nes_four __attribute__((vector_size(32)));
typedef nes_i64 nes_four_bits __attribute__((vector_size(32)));
typedef nes_u64 nes_four_words __attribute__((vector_size(32)));

#define NES_FOUR(x) ((nes_four){x, x, x, x})
#define NES_WHERE(c, x, y) ((nes_four)(((c) & (nes_four_bits)(x)) | (~(c) & (nes_four_bits)(y))))
#define NES_LN2_HIGH 6.93147180369123816490e-01 /* few bits */
#define NES_LN2_LOW 1.90821492927058770002e-10
#define NES_TO_INTEGER 0x1.8p52 /* added and subtracted, it rounds; in between, the lowest bits are the int */

/* 2 to the int in the lowest bits of k */
NES_LANE_FN nes_four nes_power_four(nes_four k) { return (nes_four)(((nes_four_words)k + 1023) << 52); }

/* e to the x is 2^k e^r, where x = k ln 2 + r and |r| is at most half of ln 2: e^r by its series
 * up to the 13th power, and 2^k in two factors, since k may be below the exponents of doubles */
NES_LANE_FN nes_four nes_exp_four(nes_four x)
{
    const nes_four below = NES_WHERE(x < 720.0, x, NES_FOUR(720.0)), t = NES_WHERE(below > -750.0, below, NES_FOUR(-750.0)); /* beyond, infinite or 0 */
    const nes_four k = (t * 0x1.71547652b82fep0 + NES_TO_INTEGER) - NES_TO_INTEGER;
    const nes_four r = (t - k * NES_LN2_HIGH) - k * NES_LN2_LOW, r2 = r * r;
    const nes_four half = k * 0.5 + NES_TO_INTEGER;
    nes_four p = 1 / 479001600.0 + r * (1 / 6227020800.0);
    p = p * r2 + (1 / 3628800.0 + r * (1 / 39916800.0));
    p = p * r2 + (1 / 40320.0 + r * (1 / 362880.0));
    p = p * r2 + (1 / 720.0 + r * (1 / 5040.0));
    p = p * r2 + (1 / 24.0 + r * (1 / 120.0));
    p = p * r2 + (1 / 2.0 + r * (1 / 6.0));
    p = p * r2 + r + 1.0;
    p = p * nes_power_four(half) * nes_power_four((k - (half - NES_TO_INTEGER)) + NES_TO_INTEGER);
    return NES_WHERE(x == x, p, x);
}

/* as fdlibm does: x is 2^k (1 + f), where 1 + f is between the square root of 1/2 and that of 2,
 * s = f / (2 + f), and ln(1 + f) = f - (f^2/2 - s (f^2/2 + R(s^2))) with a polynomial R */
NES_LANE_FN nes_four nes_ln_four(nes_four x)
{
    const nes_i64 low = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000; /* the square root of 1/2; 1 */
    const nes_four_bits small = x < 0x1p-1022;
    const nes_four_words i = (nes_four_words)NES_WHERE(small, x * 0x1p54, x) + (nes_u64)(one - low);
    const nes_four_words exponent = (i >> 52) + (nes_u64)0x4330000000000000; /* added to 2^52 */
    const nes_four k = ((nes_four)exponent - (0x1p52 + 1023)) - (nes_four)(small & (nes_four_bits)NES_FOUR(54.0));
    const nes_four f = (nes_four)((i & (((nes_u64)1 << 52) - 1)) + (nes_u64)low) - 1.0;
    const nes_four s = f / (f + 2.0), z = s * s, w = z * z, h = f * f * 0.5;
    const nes_four odd = (((w * 1.479819860511658591e-01 + 1.818357216161805012e-01) * w + 2.857142874366239149e-01) * w + 6.666666666666735130e-01) * z;
    const nes_four even = ((w * 1.531383769920937332e-01 + 2.222219843214978396e-01) * w + 3.999999999940941908e-01) * w;
    const nes_four y = k * NES_LN2_HIGH - ((h - (s * (h + (odd + even)) + k * NES_LN2_LOW)) - f);
    const nes_four end = NES_WHERE(x == 0.0, NES_FOUR(-1 / 0.0), NES_WHERE(x == 1 / 0.0, x, NES_FOUR(0 / 0.0)));
    return NES_WHERE((x > 0.0) & (x < 1 / 0.0), y, end);
}

/* on all lanes; on one value, which gives what it gives in a lane */
#define NES_BY_FOURS(name) \
    NES_LANE_FN nes_floats_half nes_##name##_half(nes_floats_half x) \
    { \
        const nes_four y = nes_##name##_four((nes_four){x[0], x[1], x[2], x[3]}); \
        return (nes_floats_half){(nes_float)y[0], (nes_float)y[1], (nes_float)y[2], (nes_float)y[3]}; \
    } \
    NES_LANE_FN nes_floats nes_##name##_v(nes_floats x) { return (nes_floats)NES_SHAPE_d(NES_BY_FOURS_1, NES_BY_FOURS_2)(nes_##name##_half, x); } \
    NES_LANE_FN nes_float nes_##name##_lane(nes_float x) { return (nes_float)nes_##name##_four(NES_FOUR(x))[0]; }
#define NES_BY_FOURS_1(f, x) {NES_JOIN(f(NES_LOWER(x.all)), f(NES_UPPER(x.all)))}
#define NES_BY_FOURS_2(f, x) {f(x.lo), f(x.hi)}
NES_BY_FOURS(exp)
NES_BY_FOURS(ln)
/* from here on */
#define nes_exp nes_exp_lane
#define nes_ln nes_ln_lane

#endif
#endif
