/* nes_elementary.h: exponential function, logarithm, sine and cosine in C, on four doubles at a time;
 * where floats have 32 bits, exponential function and logarithm on as many as a vector has. Errors are
 * below 1 unit in the last place. The C library computes one at a time. */
#ifndef NES_ELEMENTARY_H
#define NES_ELEMENTARY_H

#include "nes_parts.h"

#ifdef NES_MOVES_LANES

/* Functions are on n doubles: on four for lanes, and on two, twice the same, for a value that is in
 * none: it gets what it would get in a lane. On one, GCC would choose between values in other registers. */
typedef double nes_doubles_2 __attribute__((vector_size(16)));
typedef nes_i64 nes_bits_2 __attribute__((vector_size(16)));
typedef nes_u64 nes_words_2 __attribute__((vector_size(16)));
typedef double nes_doubles_4 __attribute__((vector_size(32)));
typedef nes_i64 nes_bits_4 __attribute__((vector_size(32)));
typedef nes_u64 nes_words_4 __attribute__((vector_size(32)));
#define NES_ALL_2(x) ((nes_doubles_2){x, x})
#define NES_ALL_4(x) ((nes_doubles_4){x, x, x, x})
#define NES_EVERY_2(m) (m[0] & m[1])
#define NES_EVERY_4(m) (m[0] & m[1] & m[2] & m[3])

#define NES_WHERE(n, c, x, y) NES_BY_BITS(nes_doubles_##n, nes_bits_##n, c, x, y)
#define NES_LN2_HIGH 6.93147180369123816490e-01 /* few bits */
#define NES_LN2_LOW 1.90821492927058770002e-10
#define NES_TO_INTEGER 0x1.8p52 /* added and subtracted, it rounds; in between, the lowest bits are the int */

/* 2 to the int in the lowest bits of k */
#define NES_POWER(n) \
    NES_LANE_FN nes_doubles_##n nes_power_##n(nes_doubles_##n k) { return (nes_doubles_##n)(((nes_words_##n)k + 1023) << 52); }

/* e to the x is 2^k e^r, where x = k ln 2 + r and |r| is at most half of ln 2: e^r by its series
 * up to the 13th power, and 2^k in two factors, since k may be below the exponents of doubles */
#define NES_EXP(n) \
    NES_LANE_FN nes_doubles_##n nes_exp_##n(nes_doubles_##n x) \
    { \
        const nes_doubles_##n below = NES_WHERE(n, x < 720.0, x, NES_ALL_##n(720.0)), t = NES_WHERE(n, below > -750.0, below, NES_ALL_##n(-750.0)); /* beyond, infinite or 0 */ \
        const nes_doubles_##n k = (t * 0x1.71547652b82fep0 + NES_TO_INTEGER) - NES_TO_INTEGER; \
        const nes_doubles_##n r = (t - k * NES_LN2_HIGH) - k * NES_LN2_LOW, r2 = r * r; \
        const nes_doubles_##n half = k * 0.5 + NES_TO_INTEGER; \
        nes_doubles_##n p = 1 / 479001600.0 + r * (1 / 6227020800.0); \
        p = p * r2 + (1 / 3628800.0 + r * (1 / 39916800.0)); \
        p = p * r2 + (1 / 40320.0 + r * (1 / 362880.0)); \
        p = p * r2 + (1 / 720.0 + r * (1 / 5040.0)); \
        p = p * r2 + (1 / 24.0 + r * (1 / 120.0)); \
        p = p * r2 + (1 / 2.0 + r * (1 / 6.0)); \
        p = p * r2 + r + 1.0; \
        p = p * nes_power_##n(half) * nes_power_##n((k - (half - NES_TO_INTEGER)) + NES_TO_INTEGER); \
        return NES_WHERE(n, x == x, p, x); \
    }

/* as fdlibm does: x is 2^k (1 + f), where 1 + f is between the square root of 1/2 and that of 2,
 * s = f / (2 + f), and ln(1 + f) = f - (f^2/2 - s (f^2/2 + R(s^2))) with a polynomial R */
#define NES_LN(n) \
    NES_LANE_FN nes_doubles_##n nes_ln_##n(nes_doubles_##n x) \
    { \
        const nes_i64 low = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000; /* the square root of 1/2; 1 */ \
        const nes_bits_##n small = x < 0x1p-1022; \
        const nes_words_##n i = (nes_words_##n)NES_WHERE(n, small, x * 0x1p54, x) + (nes_u64)(one - low); \
        const nes_words_##n exponent = (i >> 52) + (nes_u64)0x4330000000000000; /* added to 2^52 */ \
        const nes_doubles_##n k = ((nes_doubles_##n)exponent - (0x1p52 + 1023)) - (nes_doubles_##n)(small & (nes_bits_##n)NES_ALL_##n(54.0)); \
        const nes_doubles_##n f = (nes_doubles_##n)((i & (((nes_u64)1 << 52) - 1)) + (nes_u64)low) - 1.0; \
        const nes_doubles_##n s = f / (f + 2.0), z = s * s, w = z * z, h = f * f * 0.5; \
        const nes_doubles_##n odd = (((w * 1.479819860511658591e-01 + 1.818357216161805012e-01) * w + 2.857142874366239149e-01) * w + 6.666666666666735130e-01) * z; \
        const nes_doubles_##n even = ((w * 1.531383769920937332e-01 + 2.222219843214978396e-01) * w + 3.999999999940941908e-01) * w; \
        const nes_doubles_##n y = k * NES_LN2_HIGH - ((h - (s * (h + (odd + even)) + k * NES_LN2_LOW)) - f); \
        const nes_doubles_##n end = NES_WHERE(n, x == 0.0, NES_ALL_##n(-1 / 0.0), NES_WHERE(n, x == 1 / 0.0, x, NES_ALL_##n(0 / 0.0))); \
        return NES_WHERE(n, (x > 0.0) & (x < 1 / 0.0), y, end); \
    }

/* the sum of x and y, and what is lost of it */
#define NES_TWO_SUM(V, sum, lost, x, y) \
    const V sum = (x) + (y), sum##_y = sum - (x), lost = ((x) - (sum - sum##_y)) + ((y) - sum##_y)

/* An angle as quarters of a turn and a rest of at most an eighth of one: hi + lo. Pi / 2 is
 * four numbers, the first three of 33 bits, so that they can be multiplied by fewer than
 * 2^20 quarters exactly. */
#define NES_ANGLES(n) \
    typedef struct { nes_bits_##n quarters; nes_doubles_##n hi, lo; } nes_angles_##n; \
    NES_LANE_FN nes_angles_##n nes_reduced_##n(nes_doubles_##n x) \
    { \
        const nes_doubles_##n rounded = x * 6.36619772367581382433e-01 + NES_TO_INTEGER, k = rounded - NES_TO_INTEGER; \
        const nes_doubles_##n first = x - k * 1.57079632673412561417e+00; \
        NES_TWO_SUM(nes_doubles_##n, second, lost, first, -(k * 6.07710050630396597660e-11)); \
        NES_TWO_SUM(nes_doubles_##n, third, lost_too, second, -(k * 2.02226624871116645580e-21)); \
        const nes_doubles_##n rest = lost + (lost_too - k * 8.47842766036889956997e-32), hi = third + rest; \
        return (nes_angles_##n){(nes_bits_##n)rounded, hi, (third - hi) + rest}; \
    }

/* sine and cosine of the rest, as fdlibm has them */
#define NES_OF_REST(n) \
    NES_LANE_FN nes_doubles_##n nes_sin_of_##n(nes_doubles_##n x, nes_doubles_##n lo) \
    { \
        const nes_doubles_##n z = x * x, v = z * x; \
        const nes_doubles_##n r = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10))); \
        return x - ((z * (0.5 * lo - v * r) - lo) - v * -1.66666666666666324348e-01); \
    } \
    NES_LANE_FN nes_doubles_##n nes_cos_of_##n(nes_doubles_##n x, nes_doubles_##n lo) \
    { \
        const nes_doubles_##n z = x * x, h = 0.5 * z, w = 1.0 - h; \
        const nes_doubles_##n r = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))); \
        return w + (((1.0 - w) - h) + (z * r - x * lo)); \
    }

/* the sine, or with one quarter more the cosine; the library knows angles of many turns */
#define NES_TURN(n) \
    NES_LANE_FN nes_doubles_##n nes_turned_##n(nes_doubles_##n x, nes_i64 more) \
    { \
        const nes_angles_##n a = nes_reduced_##n(x); \
        const nes_bits_##n q = a.quarters + more, odd = -(q & 1), sign = (q & 2) << 62; \
        return (nes_doubles_##n)((nes_bits_##n)NES_WHERE(n, odd, nes_cos_of_##n(a.hi, a.lo), nes_sin_of_##n(a.hi, a.lo)) ^ sign); \
    }
#define NES_TURNED(n, name, more, tiny) \
    NES_LANE_FN nes_doubles_##n nes_##name##_##n(nes_doubles_##n x) \
    { \
        const nes_doubles_##n size = (nes_doubles_##n)((nes_bits_##n)x & ~((nes_i64)1 << 63)); \
        const nes_bits_##n near = size < 823549.0; \
        nes_doubles_##n y = NES_WHERE(n, size < 0x1p-27, tiny, nes_turned_##n(x, more)); \
        if (!NES_EVERY_##n(near)) \
            for (int i = 0; i < n; i++) \
                y[i] = near[i] ? y[i] : (double)name(x[i]); \
        return y; \
    }
#define NES_TURNS(n) \
    NES_ANGLES(n) NES_OF_REST(n) NES_TURN(n) \
    NES_TURNED(n, sin, 0, x) \
    NES_TURNED(n, cos, 1, NES_ALL_##n(1.0))
NES_TURNS(2)
NES_TURNS(4)

/* on all lanes; on one value, which gives what it gives in a lane */
#define NES_BY_FOURS(name) \
    NES_LANE_FN nes_floats_half nes_##name##_half(nes_floats_half x) \
    { \
        const nes_doubles_4 y = nes_##name##_4((nes_doubles_4){x[0], x[1], x[2], x[3]}); \
        return (nes_floats_half){(nes_float)y[0], (nes_float)y[1], (nes_float)y[2], (nes_float)y[3]}; \
    } \
    NES_LANE_FN nes_floats nes_##name##_v(nes_floats x) { return (nes_floats)NES_SHAPE_d(NES_BY_FOURS_1, NES_BY_FOURS_2)(nes_##name##_half, x); } \
    NES_LANE_FN nes_float nes_##name##_lane(nes_float x) { return (nes_float)nes_##name##_2(NES_ALL_2(x))[0]; }
#define NES_BY_FOURS_1(f, x) {NES_JOIN(f(NES_LOWER(x.all)), f(NES_UPPER(x.all)))}
#define NES_BY_FOURS_2(f, x) {f(x.lo), f(x.hi)}
NES_BY_FOURS(sin)
NES_BY_FOURS(cos)

#if NES_FLOAT_BITS == 64

#define NES_POWERS(n) NES_POWER(n) NES_EXP(n) NES_LN(n)
NES_POWERS(2)
NES_POWERS(4)
NES_BY_FOURS(exp)
NES_BY_FOURS(ln)

#else

/* on n singles: on a part of a vector, and on four for a value that is in none */
typedef float nes_singles_4 __attribute__((vector_size(16)));
typedef int32_t nes_short_bits_4 __attribute__((vector_size(16)));
typedef uint32_t nes_short_words_4 __attribute__((vector_size(16)));
typedef nes_floats_part nes_singles_part;
typedef int32_t nes_short_bits_part __attribute__((vector_size(sizeof(nes_floats_part))));
typedef uint32_t nes_short_words_part __attribute__((vector_size(sizeof(nes_floats_part))));
#define NES_ALL_SINGLES(n, x) ((nes_singles_##n){0} + (float)(x))
#define NES_WHERE_SINGLES(n, c, x, y) NES_BY_BITS(nes_singles_##n, nes_short_bits_##n, c, x, y)
#define NES_LN2_HIGH_SINGLE 0x1.63p-1f /* few bits */
#define NES_LN2_LOW_SINGLE -2.12194440e-4f
#define NES_TO_INTEGER_SINGLE 0x1.8p23f

#define NES_POWER_SINGLES(n) \
    NES_LANE_FN nes_singles_##n nes_power_singles_##n(nes_singles_##n k) { return (nes_singles_##n)(((nes_short_words_##n)k + 127) << 23); }

/* as with doubles, by the series up to the 7th power */
#define NES_EXP_SINGLES(n) \
    NES_LANE_FN nes_singles_##n nes_exp_singles_##n(nes_singles_##n x) \
    { \
        const nes_singles_##n below = NES_WHERE_SINGLES(n, x < 100.0f, x, NES_ALL_SINGLES(n, 100)), t = NES_WHERE_SINGLES(n, below > -110.0f, below, NES_ALL_SINGLES(n, -110)); \
        const nes_singles_##n k = (t * 0x1.715476p0f + NES_TO_INTEGER_SINGLE) - NES_TO_INTEGER_SINGLE; \
        const nes_singles_##n first = t - k * NES_LN2_HIGH_SINGLE, low = k * NES_LN2_LOW_SINGLE, r = first - low, lost = (first - r) - low; \
        const nes_singles_##n half = k * 0.5f + NES_TO_INTEGER_SINGLE; \
        nes_singles_##n p = (float)(1 / 720.0) + r * (float)(1 / 5040.0); \
        p = p * r + (float)(1 / 120.0); \
        p = p * r + (float)(1 / 24.0); \
        p = p * r + (float)(1 / 6.0); \
        p = ((p * r + 0.5f) * (r * r) + lost) + r + 1.0f; \
        p = p * nes_power_singles_##n(half) * nes_power_singles_##n((k - (half - NES_TO_INTEGER_SINGLE)) + NES_TO_INTEGER_SINGLE); \
        return NES_WHERE_SINGLES(n, x == x, p, x); \
    }

/* as with doubles, and with fdlibm's polynomial for singles */
#define NES_LN_SINGLES(n) \
    NES_LANE_FN nes_singles_##n nes_ln_singles_##n(nes_singles_##n x) \
    { \
        const uint32_t low = 0x3f3504f3, one = 0x3f800000; \
        const nes_short_bits_##n small = x < 0x1p-126f; \
        const nes_short_words_##n i = (nes_short_words_##n)NES_WHERE_SINGLES(n, small, x * 0x1p25f, x) + (one - low); \
        const nes_short_words_##n exponent = (i >> 23) + 0x4b000000u; /* added to 2^23 */ \
        const nes_singles_##n k = ((nes_singles_##n)exponent - (0x1p23f + 127.0f)) - (nes_singles_##n)(small & (nes_short_bits_##n)NES_ALL_SINGLES(n, 25)); \
        const nes_singles_##n f = (nes_singles_##n)((i & 0x7fffffu) + low) - 1.0f; \
        const nes_singles_##n s = f / (f + 2.0f), z = s * s, w = z * z, h = f * f * 0.5f; \
        const nes_singles_##n r = (w * 0.24279078841f + 0.40000972152f) * w + (w * 0.28498786688f + 0.66666662693f) * z; \
        const nes_singles_##n y = k * 6.9313812256e-01f - ((h - (s * (h + r) + k * 9.0580006145e-06f)) - f); \
        const nes_singles_##n end = NES_WHERE_SINGLES(n, x == 0.0f, NES_ALL_SINGLES(n, -1 / 0.0), NES_WHERE_SINGLES(n, x == (float)(1 / 0.0), x, NES_ALL_SINGLES(n, 0 / 0.0))); \
        return NES_WHERE_SINGLES(n, (x > 0.0f) & (x < (float)(1 / 0.0)), y, end); \
    }
#define NES_SINGLES(n) NES_POWER_SINGLES(n) NES_EXP_SINGLES(n) NES_LN_SINGLES(n)
NES_SINGLES(4)
NES_SINGLES(part)

#define NES_BY_PARTS(name) \
    NES_LANE_FN nes_floats nes_##name##_v(nes_floats x) { return (nes_floats)NES_SHAPE_d(NES_BY_PARTS_1, NES_BY_FOURS_2)(nes_##name##_singles_part, x); } \
    NES_LANE_FN nes_float nes_##name##_lane(nes_float x) { return nes_##name##_singles_4(NES_ALL_SINGLES(4, x))[0]; }
#define NES_BY_PARTS_1(f, x) {f(x.all)}
NES_BY_PARTS(exp)
NES_BY_PARTS(ln)

#endif

/* the functions on one value, from here on */
#define nes_exp nes_exp_lane
#define nes_ln nes_ln_lane
#define nes_sin nes_sin_lane
#define nes_cos nes_cos_lane

#endif
#endif
