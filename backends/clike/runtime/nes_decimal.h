/* nes_decimal.h: the decimal digits of a float, for the host and for device
 * code. Integers only, so all targets give the same digits; the same digits
 * come from ir/value/decimal.go.
 *
 * |x| is rounded correctly (half to even) to NES_DIGITS significant digits, 15
 * for a double and 7 for a single. Fewer digits are those rounded again, half
 * away from zero. */
#ifndef NES_DECIMAL_H
#define NES_DECIMAL_H

#include "nes_num.h"

#if NES_FLOAT_BITS == 64
#define NES_DIGITS 15
#define NES_MOST_DIGITS ((nes_u64)1000000000000000)
#define NES_LIMBS 36 /* 2^1024 * 4, and 2^53 * 5^338 * 4 */
#else
#define NES_DIGITS 7
#define NES_MOST_DIGITS ((nes_u64)10000000)
#define NES_LIMBS 8
#endif

/* digits * 10^(exp - NES_DIGITS + 1), where digits has exactly NES_DIGITS */
typedef struct {
    nes_u64 digits;
    nes_i32 exp;
} nes_decimal;

/* a natural number, low limb first */
typedef struct {
    nes_u32 limb[NES_LIMBS];
    nes_i32 n;
} nes_big;

NES_FN void nes_big_mul(nes_big *b, nes_u32 by)
{
    nes_u64 carry = 0;
    for (nes_i32 i = 0; i < b->n; i++) {
        carry += (nes_u64)b->limb[i] * by;
        b->limb[i] = (nes_u32)carry;
        carry >>= 32;
    }
    if (carry != 0)
        b->limb[b->n++] = (nes_u32)carry;
}

/* divides; returns whether there was a remainder */
NES_FN nes_bool nes_big_div(nes_big *b, nes_u32 by)
{
    nes_u64 rest = 0;
    for (nes_i32 i = b->n - 1; i >= 0; i--) {
        rest = rest << 32 | b->limb[i];
        b->limb[i] = (nes_u32)(rest / by);
        rest %= by;
    }
    while (b->n > 0 && b->limb[b->n - 1] == 0)
        b->n--;
    return rest != 0;
}

/* shifts left by s >= 0 */
NES_FN void nes_big_shl(nes_big *b, nes_i32 s)
{
    nes_i32 words = s >> 5, bits = s & 31;
    nes_big_mul(b, (nes_u32)1 << bits);
    for (nes_i32 i = b->n - 1; i >= 0; i--)
        b->limb[i + words] = b->limb[i];
    for (nes_i32 i = 0; i < words; i++)
        b->limb[i] = 0;
    b->n += words;
}

/* shifts right by s >= 0; returns whether a bit was lost */
NES_FN nes_bool nes_big_shr(nes_big *b, nes_i32 s)
{
    nes_i32 words = s >> 5, bits = s & 31;
    nes_bool lost = 0;
    for (nes_i32 i = 0; i < words && i < b->n; i++)
        lost |= b->limb[i] != 0;
    b->n = words < b->n ? b->n - words : 0;
    for (nes_i32 i = 0; i < b->n; i++)
        b->limb[i] = b->limb[i + words];
    return nes_big_div(b, (nes_u32)1 << bits) || lost;
}

/* m / 2^52 * 2^e * 10^p, rounded to the nearest, half to even */
NES_FN nes_u64 nes_scale(nes_u64 m, nes_i32 e, nes_i32 p)
{
    nes_big b;
    nes_bool lost = 0;
    nes_i32 shift = e - 52 + p + 2; /* 10^p = 5^p * 2^p; two bits more, to round */
    nes_i32 q = p < 0 ? -p : p;
    nes_u64 r;
    b.limb[0] = (nes_u32)m;
    b.limb[1] = (nes_u32)(m >> 32);
    b.n = 2;
    if (p < 0 && shift > 0)
        nes_big_shl(&b, shift);
    while (q > 0) {
        nes_u32 five = 1;
        for (nes_i32 i = 0; i < 13 && q > 0; i++, q--)
            five *= 5;
        if (p > 0)
            nes_big_mul(&b, five);
        else
            lost |= nes_big_div(&b, five);
    }
    if (p >= 0 && shift > 0)
        nes_big_shl(&b, shift);
    if (shift < 0)
        lost |= nes_big_shr(&b, -shift);
    r = b.n > 0 ? b.limb[0] : 0;
    r |= b.n > 1 ? (nes_u64)b.limb[1] << 32 : 0;
    return (r >> 2) + ((r & 2) != 0 && ((r & 5) != 0 || lost));
}

/* the decimal of a finite x /= 0 */
NES_FN nes_decimal nes_decimal_of(nes_float x)
{
    nes_decimal d;
    nes_i64 e2;
    nes_u64 m = (nes_u64)nes_split_float(x, &e2);
    nes_i32 e = (nes_i32)e2;
    d.exp = (e * 78913) >> 18; /* floor(log10 2^e), perhaps one too small for x */
    d.digits = nes_scale(m, e, NES_DIGITS - 1 - d.exp);
    if (d.digits >= NES_MOST_DIGITS) {
        d.exp++;
        d.digits = nes_scale(m, e, NES_DIGITS - 1 - d.exp);
    }
    if (d.digits >= NES_MOST_DIGITS) { /* 999...9.6 was rounded up */
        d.exp++;
        d.digits = NES_MOST_DIGITS / 10;
    }
    return d;
}

/* rounds to k digits, half away from zero; fewer than 1 are 1 */
NES_FN nes_decimal nes_decimal_round(nes_decimal d, nes_i32 k)
{
    nes_u64 unit = 1;
    for (nes_i32 i = NES_DIGITS; i > k && i > 1; i--)
        unit *= 10;
    d.digits = (d.digits + unit / 2) / unit * unit;
    if (d.digits >= NES_MOST_DIGITS) {
        d.exp++;
        d.digits = NES_MOST_DIGITS / 10;
    }
    return d;
}

/* how many digits nes_decimal_digits has at most */
#define NES_LEADING 9

/* digits to round to: 1 to 15 */
NES_FN nes_i32 nes_rounding(nes_int k) { return k < 1 ? 1 : k > 15 ? 15 : (nes_i32)k; }

/* x to the first n digits, with zeros behind those that it has */
NES_FN nes_u64 nes_decimal_first(nes_float x, nes_i32 n)
{
    nes_u64 r = nes_decimal_round(nes_decimal_of(x), n).digits;
    for (nes_i32 i = NES_DIGITS; i > n; i--)
        r /= 10;
    for (nes_i32 i = NES_DIGITS; i < n; i++)
        r *= 10;
    return r;
}

/* The first k significant digits of |x| rounded to k digits (1 to 15), at most
 * 9 of them, as an int; those behind them; and the exponent of the first one:
 * 1234.5 with k = 2 gives 12, 0 and 3. 0 for 0, infinities and NaN. */
NES_FN nes_int nes_decimal_digits(nes_float x, nes_int k)
{
    const nes_i32 n = nes_rounding(k);
    nes_u64 r;
    if (!nes_is_proper(x))
        return 0;
    r = nes_decimal_first(x, n);
    for (nes_i32 i = NES_LEADING; i < n; i++)
        r /= 10;
    return (nes_int)r;
}

NES_FN nes_int nes_decimal_rest(nes_float x, nes_int k)
{
    const nes_i32 n = nes_rounding(k);
    nes_u64 unit = 1;
    if (!nes_is_proper(x))
        return 0;
    for (nes_i32 i = NES_LEADING; i < n; i++)
        unit *= 10;
    return (nes_int)(nes_decimal_first(x, n) % unit);
}

NES_FN nes_int nes_decimal_exponent(nes_float x, nes_int k)
{
    if (!nes_is_proper(x))
        return 0;
    return nes_decimal_round(nes_decimal_of(x), nes_rounding(k)).exp;
}

#endif
