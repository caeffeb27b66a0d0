/* nes_text.h: numbers as decimal text, to the last digit what
 * ir/value/floattext.go writes. Trailing zeros are dropped; the sign of zero
 * and of NaN is lost. */
#ifndef NES_TEXT_H
#define NES_TEXT_H

#include "nes_base.h"
#include "nes_decimal.h"

NES_HOST void nes_put_int(nes_buf *b, int64_t x)
{
    char s[20];
    int i = 20;
    uint64_t u = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
    do {
        s[--i] = (char)('0' + u % 10);
        u /= 10;
    } while (u != 0);
    if (x < 0)
        nes_putc(b, '-');
    nes_put(b, s + i, (size_t)(20 - i));
}

NES_HOST void nes_put_zeros(nes_buf *b, int n)
{
    for (; n > 0; n--)
        nes_putc(b, '0');
}

/* d.ddd * 10^exp: n digits without trailing zeros, the first not 0 */
typedef struct {
    char digits[NES_DIGITS];
    int n, exp;
} nes_digits;

NES_HOST nes_digits nes_digits_of(nes_decimal d)
{
    nes_digits s;
    s.exp = d.exp;
    s.n = NES_DIGITS;
    for (int i = NES_DIGITS - 1; i >= 0; i--, d.digits /= 10)
        s.digits[i] = (char)('0' + d.digits % 10);
    while (s.n > 1 && s.digits[s.n - 1] == '0')
        s.n--;
    return s;
}

/* the digits from one on, 0 if there are none */
NES_HOST void nes_put_digits(nes_buf *b, const nes_digits *d, int from)
{
    if (from >= d->n)
        nes_putc(b, '0');
    else
        nes_put(b, d->digits + from, (size_t)(d->n - from));
}

NES_HOST void nes_put_exp(nes_buf *b, int exp, const char *mark)
{
    nes_put(b, mark, exp < 0 ? 1 : strlen(mark));
    nes_put_int(b, exp);
}

/* plain for 0.001 <= |x| < 10^7, else with an exponent after mark ("E", "e+") */
NES_HOST void nes_put_decimal(nes_buf *b, nes_decimal decimal, const char *mark)
{
    nes_digits d = nes_digits_of(decimal);
    if (d.exp < -3 || d.exp > 6) {
        nes_putc(b, d.digits[0]);
        nes_putc(b, '.');
        nes_put_digits(b, &d, 1);
        nes_put_exp(b, d.exp, mark);
    } else if (d.exp < 0) {
        nes_puts(b, "0.");
        nes_put_zeros(b, -d.exp - 1);
        nes_put(b, d.digits, (size_t)d.n);
    } else {
        int whole = d.exp + 1 < d.n ? d.exp + 1 : d.n;
        nes_put(b, d.digits, (size_t)whole);
        nes_put_zeros(b, d.exp + 1 - whole);
        nes_putc(b, '.');
        nes_put_digits(b, &d, whole);
    }
}

/* writes zero, NaN, infinities and the sign of others; 1 if that was all */
NES_HOST int nes_put_special(nes_buf *b, nes_float x)
{
    if (x == 0)
        nes_puts(b, "0.0");
    else if (x != x)
        nes_puts(b, "nan");
    else if (x - x != 0)
        nes_puts(b, x < 0 ? "-inf" : "inf");
    else if (x < 0)
        nes_putc(b, '-');
    return !nes_is_proper(x);
}

/* as the top level prints it: 0.333333333333333, 1.0E7 */
NES_HOST void nes_put_float(nes_buf *b, nes_float x)
{
    if (!nes_put_special(b, x))
        nes_put_decimal(b, nes_decimal_of(x), "E");
}

/* as @ prints it: 0.33333333, 1.0e+7 */
NES_HOST void nes_put_float8(nes_buf *b, nes_float x)
{
    if (!nes_put_special(b, x))
        nes_put_decimal(b, nes_decimal_round(nes_decimal_of(x), 8), "e+");
}

#endif
