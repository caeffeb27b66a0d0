/* nes_num.h: the table of total scalar operations (DESIGN 12) and the
 * counter-based random numbers, for the host and for device code.
 *
 * Primitive p is nes_p; one that is overloaded is nes_p_i nes_p_d nes_p_c for
 * int, float, char. What C has as an operator is not here (spell.go).
 *
 * It is plain C99 and C++, OpenCL C 1.2 and CUDA. NES_INT_BITS (32 or 64) and
 * NES_FLOAT_BITS (64 or 32) choose the types of NESL's int and float. ir/value
 * (num.go, float.go, rand.go) is the same table in Go; the tests compare every
 * scalar primitive. NES_LANES says that a device program also has nes_lanes.h. Build without contraction and without fast-math; OpenCL
 * with single floats also needs -cl-fp32-correctly-rounded-divide-sqrt. */
#ifndef NES_NUM_H
#define NES_NUM_H

#ifndef NES_INT_BITS
#define NES_INT_BITS 32
#endif
#ifndef NES_FLOAT_BITS
#define NES_FLOAT_BITS 64
#endif

#if defined(__OPENCL_VERSION__)
#pragma OPENCL FP_CONTRACT OFF
#if NES_FLOAT_BITS == 64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define NES_FN static inline
#define NES_MATH(name) name
typedef int nes_i32;
typedef uint nes_u32;
typedef long nes_i64;
typedef ulong nes_u64;
typedef uchar nes_bool;
typedef uchar nes_char;
#else
#ifndef _POSIX_C_SOURCE /* for the runtime files that follow */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE 1
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#endif
#include <math.h>
#include <stdint.h>
#include <string.h>
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
#ifdef __CUDACC__
#define NES_FN static __host__ __device__ __attribute__((unused)) inline
#else
#define NES_FN static __attribute__((unused)) inline
#endif
#if NES_FLOAT_BITS == 64
#define NES_MATH(name) name
#else
#define NES_MATH(name) name##f
#endif
typedef int32_t nes_i32;
typedef uint32_t nes_u32;
typedef int64_t nes_i64;
typedef uint64_t nes_u64;
typedef unsigned char nes_bool;
typedef unsigned char nes_char;
#endif

#if NES_INT_BITS == 32
typedef nes_i32 nes_int;
typedef nes_u32 nes_uint;
#else
typedef nes_i64 nes_int;
typedef nes_u64 nes_uint;
#endif

#if NES_FLOAT_BITS == 64
typedef double nes_float;
#define NES_F(x) x
#else
typedef float nes_float;
#define NES_F(x) x##f
#endif

#define NES_MAX_INT ((nes_int)(~(nes_uint)0 >> 1))
#define NES_MIN_INT (-NES_MAX_INT - 1)
#define NES_MOST_ELEMENTS (NES_MAX_INT - NES_MAX_INT / 16) /* indices of an index space */
#define NES_HUGE_FLOAT ((nes_float)1e36f) /* identity of min_val; not infinity */

/* Lanes may be wider than the vectors of the processor. Only this program calls the functions
 * that take or return them, so clang need not warn that others would do it otherwise; PoCL
 * writes its warnings to stderr. */
#if defined(NES_LANES) && defined(__clang__)
#pragma clang diagnostic ignored "-Wpsabi"
#endif

/* a function of the mathematical library, trigonometric or not; see nes_lanes.h */
#if defined(NES_LANES) && NES_FLOAT_BITS == 64
#define NES_LIBM(name, x) name((double8)(x)).s0
#define NES_TRIG NES_LIBM
#elif defined(NES_LANES)
#define NES_LIBM(name, x) name((float8)(x)).s0
#define NES_TRIG(name, x) NES_MATH(name)(x)
#else
#define NES_LIBM(name, x) NES_MATH(name)(x)
#define NES_TRIG NES_LIBM
#endif

/* ---- int: two's complement, wraps ---- */

NES_FN nes_int nes_add_i(nes_int x, nes_int y) { return (nes_int)((nes_uint)x + (nes_uint)y); }
NES_FN nes_int nes_sub_i(nes_int x, nes_int y) { return (nes_int)((nes_uint)x - (nes_uint)y); }
NES_FN nes_int nes_mul_i(nes_int x, nes_int y) { return (nes_int)((nes_uint)x * (nes_uint)y); }
/* how often a loop from lo to below hi runs by steps of more than 0 */
NES_FN nes_uint nes_trips(nes_int lo, nes_int hi, nes_int step)
{
    return lo < hi ? ((nes_uint)hi - (nes_uint)lo - 1) / (nes_uint)step + 1 : 0;
}
/* of sizes: max_int if that is too large */
NES_FN nes_int nes_add_size(nes_int x, nes_int y)
{
    const nes_uint s = (nes_uint)x + (nes_uint)y;
    return s > (nes_uint)NES_MAX_INT ? NES_MAX_INT : (nes_int)s;
}
/* of offsets: without the highest bit, and negative from where that is too large */
NES_FN nes_int nes_add_offset(nes_int x, nes_int y)
{
    return (nes_int)((((nes_uint)x & NES_MAX_INT) + ((nes_uint)y & NES_MAX_INT)) | (((nes_uint)x | (nes_uint)y) & (nes_uint)NES_MIN_INT));
}
NES_FN nes_int nes_offset_size(nes_int x) { return x < 0 ? NES_MAX_INT : x; }
NES_FN nes_int nes_mul_size(nes_int x, nes_int y) { return x > 0 && y > NES_MAX_INT / x ? NES_MAX_INT : nes_mul_i(x, y); }
NES_FN nes_int nes_neg_i(nes_int x) { return (nes_int)(0 - (nes_uint)x); }
NES_FN nes_int nes_max_i(nes_int x, nes_int y) { return x > y ? x : y; }
NES_FN nes_int nes_min_i(nes_int x, nes_int y) { return x < y ? x : y; }
NES_FN nes_int nes_select_i(nes_bool c, nes_int x, nes_int y) { return y ^ ((x ^ y) & -(nes_int)c); }

/* x/0 = 0, min_int/-1 = min_int */
NES_FN nes_int nes_div_i(nes_int x, nes_int y) { return y == 0 ? 0 : y == -1 ? nes_neg_i(x) : x / y; }

/* sign of x; rem(x, 0) = 0, rem(min_int, -1) = 0 */
NES_FN nes_int nes_rem(nes_int x, nes_int y) { return y == 0 || y == -1 ? 0 : x % y; }

/* shift counts are taken modulo the width */
NES_FN nes_int nes_shl(nes_int x, nes_int c) { return (nes_int)((nes_uint)x << (c & (NES_INT_BITS - 1))); }
NES_FN nes_int nes_shr(nes_int x, nes_int c) { return x >> (c & (NES_INT_BITS - 1)); }

#if defined(__OPENCL_VERSION__)
NES_FN nes_int nes_popcount(nes_int x) { return popcount(x); }
#elif defined(__CUDA_ARCH__)
NES_FN nes_int nes_popcount(nes_int x) { return NES_INT_BITS == 64 ? __popcll((unsigned long long)(nes_uint)x) : __popc((unsigned)x); }
#else
NES_FN nes_int nes_popcount(nes_int x) { return __builtin_popcountll((unsigned long long)(nes_uint)x); }
#endif

/* ---- float: IEEE, rounded once, never contracted ---- */

#if defined(__CUDA_ARCH__) && NES_FLOAT_BITS == 64
NES_FN nes_float nes_add_d(nes_float x, nes_float y) { return __dadd_rn(x, y); }
NES_FN nes_float nes_sub_d(nes_float x, nes_float y) { return __dsub_rn(x, y); }
NES_FN nes_float nes_mul_d(nes_float x, nes_float y) { return __dmul_rn(x, y); }
#elif defined(__CUDA_ARCH__)
NES_FN nes_float nes_add_d(nes_float x, nes_float y) { return __fadd_rn(x, y); }
NES_FN nes_float nes_sub_d(nes_float x, nes_float y) { return __fsub_rn(x, y); }
NES_FN nes_float nes_mul_d(nes_float x, nes_float y) { return __fmul_rn(x, y); }
#else
NES_FN nes_float nes_add_d(nes_float x, nes_float y) { return x + y; }
NES_FN nes_float nes_sub_d(nes_float x, nes_float y) { return x - y; }
NES_FN nes_float nes_mul_d(nes_float x, nes_float y) { return x * y; }
#endif
NES_FN nes_float nes_div_d(nes_float x, nes_float y) { return x / y; }
NES_FN nes_float nes_neg_d(nes_float x) { return NES_F(0.0) - x; }
NES_FN nes_float nes_max_d(nes_float x, nes_float y) { return y > x ? y : x; }
NES_FN nes_float nes_min_d(nes_float x, nes_float y) { return y < x ? y : x; }

NES_FN nes_float nes_sqrt(nes_float x) { return NES_MATH(sqrt)(x); }
NES_FN nes_float nes_ln(nes_float x) { return NES_LIBM(log, x); }
NES_FN nes_float nes_exp(nes_float x) { return NES_LIBM(exp, x); }
NES_FN nes_float nes_sin(nes_float x) { return NES_TRIG(sin, x); }
NES_FN nes_float nes_cos(nes_float x) { return NES_TRIG(cos, x); }
NES_FN nes_float nes_tan(nes_float x) { return NES_TRIG(tan, x); }
NES_FN nes_float nes_asin(nes_float x) { return NES_LIBM(asin, x); }
NES_FN nes_float nes_acos(nes_float x) { return NES_LIBM(acos, x); }
NES_FN nes_float nes_atan(nes_float x) { return NES_LIBM(atan, x); }
NES_FN nes_float nes_sinh(nes_float x) { return NES_LIBM(sinh, x); }
NES_FN nes_float nes_cosh(nes_float x) { return NES_LIBM(cosh, x); }
NES_FN nes_float nes_tanh(nes_float x) { return NES_LIBM(tanh, x); }

/* ---- conversions: out of range or NaN gives min_int ---- */

NES_FN nes_int nes_btoi(nes_bool b) { return b ? 1 : 0; }
NES_FN nes_char nes_max_c(nes_char x, nes_char y) { return x > y ? x : y; }
NES_FN nes_char nes_min_c(nes_char x, nes_char y) { return x < y ? x : y; }
NES_FN nes_char nes_code_char(nes_int x) { return (nes_char)x; }
NES_FN nes_int nes_char_code(nes_char c) { return (nes_int)c; }
NES_FN nes_float nes_to_float(nes_int x) { return (nes_float)x; }

/* x is integral or not a finite number */
NES_FN nes_int nes_integral(nes_float x)
{
#if NES_INT_BITS == 32
    const nes_float limit = NES_F(2147483648.0);
#else
    const nes_float limit = NES_F(9223372036854775808.0);
#endif
    return x >= -limit && x < limit ? (nes_int)x : NES_MIN_INT;
}

NES_FN nes_int nes_trunc(nes_float x) { return nes_integral(NES_MATH(trunc)(x)); }
NES_FN nes_int nes_floor(nes_float x) { return nes_integral(NES_MATH(floor)(x)); }
NES_FN nes_int nes_ceil(nes_float x) { return nes_integral(NES_MATH(ceil)(x)); }

/* NESL's round is trunc(x + 0.5) */
NES_FN nes_int nes_round(nes_float x) { return nes_trunc(nes_add_d(x, NES_F(0.5))); }

/* ---- the parts of a float ---- */

/* splits a finite x /= 0: |x| = m / 2^52 * 2^e, bit 52 of m the highest one */
NES_FN nes_i64 nes_split_float(nes_float x, nes_i64 *e)
{
    nes_u64 m;
#if NES_FLOAT_BITS == 64
    nes_u64 b;
#ifdef __OPENCL_VERSION__
    b = as_ulong(x);
#else
    memcpy(&b, &x, sizeof b);
#endif
    *e = (nes_i64)(b >> 52 & 0x7FF) - 1023;
    m = b & (((nes_u64)1 << 52) - 1);
    if (*e == -1023)
        *e = -1022;
    else
        m |= (nes_u64)1 << 52;
#else
    nes_u32 b;
#ifdef __OPENCL_VERSION__
    b = as_uint(x);
#else
    memcpy(&b, &x, sizeof b);
#endif
    *e = (nes_i64)(b >> 23 & 0xFF) - 127;
    m = b & 0x7FFFFF;
    if (*e == -127)
        *e = -126;
    else
        m |= 0x800000;
    m <<= 29;
#endif
    while (m >> 52 == 0) {
        m <<= 1;
        *e -= 1;
    }
    return (nes_i64)m;
}

/* not 0, infinite or NaN */
NES_FN nes_bool nes_is_proper(nes_float x) { return x != NES_F(0.0) && x - x == NES_F(0.0); }

/* log2 |x| truncated toward zero; 0 for 0, infinities and NaN */
NES_FN nes_int nes_float_exponent(nes_float x)
{
    nes_i64 m, e;
    if (!nes_is_proper(x))
        return 0;
    m = nes_split_float(x, &e);
    return (nes_int)(e < 0 && m != (nes_i64)1 << 52 ? e + 1 : e);
}

/* x * 2^i, rounded once */
NES_FN nes_float nes_ldexp(nes_float x, nes_int i)
{
    return NES_MATH(ldexp)(x, (int)(i > 5000 ? 5000 : i < -5000 ? -5000 : i));
}

/* ---- random numbers: ir/value/rand.go, ir/prim/random.go ---- */

NES_FN nes_u64 nes_mix64(nes_u64 k, nes_u64 x)
{
    nes_u64 z = k + (x + 1) * (nes_u64)0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * (nes_u64)0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * (nes_u64)0x94D049BB133111EB;
    return z ^ z >> 31;
}

/* the key that a seed stands for */
NES_FN nes_u64 nes_seed_key(nes_i64 seed) { return nes_mix64(0x6E65736C, (nes_u64)seed); }

/* keys have 64 bits, in two ints of which each holds 32 */
NES_FN nes_u64 nes_key(nes_int h, nes_int l) { return (nes_u64)(nes_u32)h << 32 | (nes_u32)l; }
NES_FN nes_int nes_key_hi(nes_u64 k) { return (nes_int)(nes_i32)(k >> 32); }
NES_FN nes_int nes_key_lo(nes_u64 k) { return (nes_int)(nes_i32)k; }

NES_FN nes_int nes_mix_hi(nes_int h, nes_int l, nes_int x) { return nes_key_hi(nes_mix64(nes_key(h, l), (nes_u64)(nes_i64)x)); }
NES_FN nes_int nes_mix_lo(nes_int h, nes_int l, nes_int x) { return nes_key_lo(nes_mix64(nes_key(h, l), (nes_u64)(nes_i64)x)); }

/* the high 64 bits of a product */
NES_FN nes_u64 nes_mul_high(nes_u64 a, nes_u64 b)
{
    const nes_u64 low = 0xFFFFFFFF;
    nes_u64 t = (a & low) * (b & low);
    nes_u64 u = (a >> 32) * (b & low) + (t >> 32);
    nes_u64 v = (a & low) * (b >> 32) + (u & low);
    return (a >> 32) * (b >> 32) + (u >> 32) + (v >> 32);
}

/* in [0, v) from a key; 0 if v <= 0 */
NES_FN nes_int nes_rand_int(nes_int h, nes_int l, nes_int v)
{
    const nes_u64 r = nes_key(h, l);
    if (v <= 0)
        return 0;
#if NES_INT_BITS == 64
    return (nes_int)nes_mul_high(r, (nes_u64)v);
#else
    return (nes_int)((r >> 32) * (nes_u64)v >> 32);
#endif
}

/* in [0, v) from a key; 0 unless v > 0 */
NES_FN nes_float nes_rand_float(nes_int h, nes_int l, nes_float v)
{
    const nes_u64 r = nes_key(h, l);
#if NES_FLOAT_BITS == 64
    const nes_float x = nes_mul_d((nes_float)(r >> 11) * NES_F(1.1102230246251565e-16), v);
#else
    const nes_float x = nes_mul_d((nes_float)(r >> 40) * NES_F(5.9604644775390625e-8), v);
#endif
    return x < v ? x : NES_F(0.0);
}

#endif
