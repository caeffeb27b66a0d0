/* nes_c_kernel.h: what kernels are made of beside nes_prim.h. */
#ifndef NES_C_KERNEL_H
#define NES_C_KERNEL_H

/* before a loop no round of which touches what another one writes */
#ifdef __clang__
#define NES_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#pragma clang diagnostic ignored "-Wpass-failed" /* it need not say where it makes no vectors */
#else
#define NES_INDEPENDENT _Pragma("GCC ivdep")
#endif

/* indivisible operations: they return what was there before */
NES_FN nes_int nes_atomic_add(nes_int *p, nes_int x) { return (nes_int)__atomic_fetch_add((nes_uint *)p, (nes_uint)x, __ATOMIC_RELAXED); }

#define NES_ATOMIC_EXTREME(name, op) \
    NES_FN nes_int nes_atomic_##name(nes_int *p, nes_int x) \
    { \
        nes_int old = __atomic_load_n(p, __ATOMIC_RELAXED); \
        while (x op old && !__atomic_compare_exchange_n(p, &old, x, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) \
            ; \
        return old; \
    }
NES_ATOMIC_EXTREME(max, >)
NES_ATOMIC_EXTREME(min, <)

#endif
