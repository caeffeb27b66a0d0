/* nes_cuda_group.h: what the work-items of kernels do together: indivisible
 * operations, and warps.
 *
 * A group is a block, or one of several that a block is in turn: launches have
 * as many blocks as the device runs at once. */
#ifndef NES_CUDA_GROUP_H
#define NES_CUDA_GROUP_H

#ifdef __CUDACC__
#define NES_UNROLL _Pragma("unroll")
#define NES_UNROLL_SOME _Pragma("unroll 4")
#else
#define NES_UNROLL
#define NES_UNROLL_SOME
#endif

#define NES_DEVICE static __device__ __attribute__((unused)) inline

/* ---- several elements at a time ---- */

template <typename T, int N> struct alignas(sizeof(T) * N < 16 ? sizeof(T) * N : 16) nes_pack {
    T at[N];
};

/* whether an array of the caller, say, may be accessed in packs */
template <typename T, int N> NES_DEVICE int nes_aligned(const T *p) { return (size_t)p % alignof(nes_pack<T, N>) == 0; }

/* One access of 16 or 8 bytes of memory of the device: compilers split copies of
 * a struct when part of them is also done elsewhere. */
#ifdef __CUDA_ARCH__
NES_DEVICE void nes_load_16(unsigned *to, const void *p)
{
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "l"(p) : "memory");
}
NES_DEVICE void nes_load_8(unsigned *to, const void *p)
{
    asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(to[0]), "=r"(to[1]) : "l"(p) : "memory");
}
NES_DEVICE void nes_store_16(const unsigned *from, void *p)
{
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" : : "l"(p), "r"(from[0]), "r"(from[1]), "r"(from[2]), "r"(from[3]) : "memory");
}
NES_DEVICE void nes_store_8(const unsigned *from, void *p)
{
    asm volatile("st.global.v2.u32 [%0], {%1, %2};" : : "l"(p), "r"(from[0]), "r"(from[1]) : "memory");
}
#else
NES_DEVICE void nes_load_16(unsigned *to, const void *p) { memcpy(to, p, 16); }
NES_DEVICE void nes_load_8(unsigned *to, const void *p) { memcpy(to, p, 8); }
NES_DEVICE void nes_store_16(const unsigned *from, void *p) { memcpy(p, from, 16); }
NES_DEVICE void nes_store_8(const unsigned *from, void *p) { memcpy(p, from, 8); }
#endif

template <typename P> NES_DEVICE void nes_load_whole(P &to, const char *p)
{
    unsigned words[(sizeof to + 3) / 4];
    for (unsigned i = 0; i + 4 <= sizeof to / 4; i += 4)
        nes_load_16(words + i, p + 4 * i);
    if (sizeof to == 8)
        nes_load_8(words, p);
    if (sizeof to >= 8)
        memcpy(&to, words, sizeof to);
    else
        to = *(const P *)(const void *)p;
}

template <typename P> NES_DEVICE void nes_store_whole(const P &from, char *p)
{
    unsigned words[(sizeof from + 3) / 4];
    if (sizeof from < 8) {
        *(P *)(void *)p = from;
        return;
    }
    memcpy(words, &from, sizeof from);
    for (unsigned i = 0; i + 4 <= sizeof from / 4; i += 4)
        nes_store_16(words + i, p + 4 * i);
    if (sizeof from == 8)
        nes_store_8(words, p);
}

/* the elements from first on, those below count; all of them if whole is set */
template <typename T, int N> NES_DEVICE void nes_load_pack(nes_pack<T, N> &to, const T *p, int64_t first, nes_int count, int whole)
{
    if (whole) {
        nes_load_whole(to, (const char *)(const void *)(p + first));
        return;
    }
    for (int k = 0; k < N; k++)
        if (first + k < count)
            to.at[k] = p[first + k];
}

template <typename T, int N> NES_DEVICE void nes_store_pack(const nes_pack<T, N> &from, T *p, int64_t first, nes_int count, int whole)
{
    if (whole) {
        nes_store_whole(from, (char *)(void *)(p + first));
        return;
    }
    for (int k = 0; k < N; k++)
        if (first + k < count)
            p[first + k] = from.at[k];
}

/* ---- indivisible operations on ints ---- */

#if NES_INT_BITS == 32
NES_DEVICE nes_int nes_atomic_add(nes_int *p, nes_int x) { return atomicAdd(p, x); }
NES_DEVICE nes_int nes_atomic_max(nes_int *p, nes_int x) { return atomicMax(p, x); }
NES_DEVICE nes_int nes_atomic_min(nes_int *p, nes_int x) { return atomicMin(p, x); }
#else
NES_DEVICE nes_int nes_atomic_add(nes_int *p, nes_int x)
{
    return (nes_int)atomicAdd((unsigned long long *)p, (unsigned long long)x);
}
NES_DEVICE nes_int nes_atomic_max(nes_int *p, nes_int x) { return (nes_int)atomicMax((long long *)p, (long long)x); }
NES_DEVICE nes_int nes_atomic_min(nes_int *p, nes_int x) { return (nes_int)atomicMin((long long *)p, (long long)x); }
#endif

/* the mask of the warps of a group of n work-items, whose warps are whole or the
 * only one */
#define NES_MASK(n) ((n) >= 32 ? 0xFFFFFFFFu : (1u << (n)) - 1u)

/* how many work-items of a warp of that width say yes */
NES_DEVICE nes_int nes_vote(unsigned mask, int yes, unsigned width)
{
    const unsigned votes = __ballot_sync(mask, yes) >> (threadIdx.x % 32 / width * width);
    return (nes_int)__popc(votes & NES_MASK(width));
}

/* the work-items of a warp that have the same i */
NES_DEVICE unsigned nes_match(unsigned mask, nes_int i)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
    unsigned same = 0;
    for (int lane = 0; lane < 32; lane++)
        same |= (mask >> lane & 1u) != 0 && __shfl_sync(mask, i, lane) == i ? 1u << lane : 0;
    return same;
#else
    return __match_any_sync(mask, i);
#endif
}

/* The work-items of a warp, in order, read counts[i] and add one to it; those with a
 * negative i get 0. Nobody else touches these counts before a barrier. */
NES_DEVICE nes_int nes_warp_count(unsigned mask, nes_int *counts, nes_int i)
{
    const unsigned lane = threadIdx.x % 32, same = nes_match(mask, i);
    const nes_int before = i >= 0 ? counts[i] : 0;
    __syncwarp(mask);
    if (i >= 0 && same >> lane == 1) /* the last of them */
        counts[i] = before + (nes_int)__popc(same);
    __syncwarp(mask);
    return i >= 0 ? before + (nes_int)__popc(same & ((1u << lane) - 1u)) : 0;
}

#endif
