/* nes_cuda_group.h: what kernels do together: indivisible operations, warps,
 * and sums that groups of work-items hand on to those of higher numbers.
 *
 * A group is a block, or one of several that a block is in turn: launches have
 * as many blocks as the device runs at once. Groups that wait for others take
 * their numbers from a ticket, so that all groups of lower numbers have begun,
 * and those that have begun go on. */
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

/* ---- sums from group to group ----
 *
 * The state is words of 64 bits: the ticket, then for each group those of its
 * sum, 32 bits of it each, beside a mark: whether it is there, and whether it is
 * that of the group or of all groups up to it. A word is written and read in
 * one piece, so sum and mark cannot part; a sum of several words is there when
 * their marks agree. Nothing else is handed on, so nothing needs a fence. */

#define NES_OWN_SUM 1u /* of the group */
#define NES_ALL_SUM 2u /* of all groups up to it */

typedef volatile unsigned long long nes_chain_word;

/* the number of the first group of a block, and that of the next group to begin, the
 * same for all work-items; one group alone needs no ticket */
NES_DEVICE nes_int nes_next_group(nes_int *state, nes_int groups)
{
    __shared__ nes_int ticket;
    if (groups == 1)
        return 1;
    if (threadIdx.x == 0)
        ticket = (nes_int)atomicAdd((unsigned long long *)(void *)state, 1ull);
    __syncthreads();
    return ticket;
}

NES_DEVICE nes_int nes_first_group(nes_int *state, nes_int groups) { return groups == 1 ? (nes_int)blockIdx.x : nes_next_group(state, groups); }

template <typename S> NES_DEVICE nes_chain_word *nes_chain_words(nes_int *state, nes_int group)
{
    return (nes_chain_word *)(void *)state + 1 + (size_t)group * (sizeof(S) / 4);
}

template <typename S> NES_DEVICE void nes_publish(nes_int *state, nes_int group, const S &sum, unsigned mark)
{
    unsigned parts[sizeof(S) / 4];
    nes_chain_word *words = nes_chain_words<S>(state, group);
    memcpy(parts, &sum, sizeof sum);
    for (unsigned i = 0; i < sizeof(S) / 4; i++)
        words[i] = (unsigned long long)mark << 32 | parts[i];
}

#ifndef NES_PAUSE
#define NES_PAUSE() ((void)0) /* between two looks */
#endif

/* the mark of a sum once it is there */
template <typename S> NES_DEVICE unsigned nes_await(nes_int *state, nes_int group, S &sum)
{
    const nes_chain_word *words = nes_chain_words<S>(state, group);
    unsigned parts[sizeof(S) / 4], mark, agreed;
    do {
        agreed = 1;
        mark = 0;
        for (unsigned i = 0; i < sizeof(S) / 4; i++) {
            const unsigned long long word = words[i];
            parts[i] = (unsigned)word;
            agreed &= i == 0 || mark == (unsigned)(word >> 32);
            mark = (unsigned)(word >> 32);
        }
        NES_PAUSE();
    } while (!agreed || mark == 0);
    memcpy(&sum, parts, sizeof sum);
    return mark;
}

/* x of the work-item that is d after this one in a warp of the given width */
template <typename S> NES_DEVICE S nes_shuffle_down(unsigned mask, const S &x, unsigned d, unsigned width)
{
    unsigned parts[sizeof(S) / 4];
    S out;
    memcpy(parts, &x, sizeof x);
    for (unsigned i = 0; i < sizeof(S) / 4; i++)
        parts[i] = __shfl_down_sync(mask, parts[i], d, (int)width);
    memcpy(&out, parts, sizeof out);
    return out;
}

/* the sums of the work-items of a warp, the last one first, for work-item 0 */
template <typename S> NES_DEVICE S nes_join_warp(S sum, unsigned width)
{
    for (unsigned d = 1; d < width; d *= 2) {
        const S earlier = nes_shuffle_down(NES_MASK(width), sum, d, width);
        if (threadIdx.x + d < width)
            sum = nes_join(earlier, sum);
    }
    return sum;
}

/* A sum in shared memory that has the words to itself which compilers load at a time:
 * racecheck takes a wide load for one of what lies beside it. */
template <typename S> struct alignas(16) nes_shared_sum {
    S sum;
};

/* the sum of all groups before this one, in order, for work-item 0; the first
 * warp looks at as many of them at a time as it has work-items, nearest first */
template <typename S> NES_DEVICE S nes_look_back(nes_int *state, nes_int group, const S &none, unsigned width)
{
    const unsigned lane = threadIdx.x, mask = NES_MASK(width);
    S all = none;
    for (nes_int nearest = group - 1;; nearest -= (nes_int)width) {
        const nes_int from = nearest - (nes_int)lane;
        S sum = none;
        const unsigned mark = from >= 0 ? nes_await(state, from, sum) : NES_ALL_SUM;
        const unsigned whole = __ballot_sync(mask, mark == NES_ALL_SUM);
        if (whole != 0 && (int)lane >= __ffs(whole))
            sum = none;
        sum = nes_join_warp(sum, width);
        all = nearest == group - 1 ? sum : nes_join(sum, all);
        if (whole != 0)
            return all;
    }
}

/* hands on the sum of this group, the same for all work-items, and returns that
 * of all groups before it; nes_join joins two */
template <typename S> NES_DEVICE S nes_chain(nes_int *state, nes_int group, const S &mine, const S &none)
{
    __shared__ nes_shared_sum<S> before;
    const unsigned width = blockDim.x < 32 ? blockDim.x : 32;
    if (threadIdx.x == 0 && group > 0)
        nes_publish(state, group, mine, NES_OWN_SUM);
    if (threadIdx.x < width) {
        const S preceding = group > 0 ? nes_look_back(state, group, none, width) : none;
        if (threadIdx.x == 0) {
            nes_publish(state, group, group > 0 ? nes_join(preceding, mine) : mine, NES_ALL_SUM);
            before.sum = preceding;
        }
    }
    __syncthreads();
    return before.sum;
}

/* The same, always joined in one way, so that sums that rounding makes depend on
 * how they are joined do not depend on how fast groups are. Groups stand in rows
 * of as many as a warp has work-items, and rows in tables of as many rows. A
 * group hands its own sum on, the last one of a row that of the row, the last one
 * of a table that of all groups up to it; so what precedes a group is a table,
 * rows, and groups. */

/* the sum of so many groups, fewer than a warp has work-items, each some distance
 * from the next and the last one given, for work-item 0 */
template <typename S> NES_DEVICE S nes_collect(nes_int *state, nes_int last, nes_int distance, nes_int number, const S &none, unsigned width)
{
    S sum = none;
    if ((nes_int)threadIdx.x < number)
        nes_await(state, last - (nes_int)threadIdx.x * distance, sum);
    return nes_join_warp(sum, width);
}

template <typename S> NES_DEVICE S nes_chain_in_order(nes_int *state, nes_int group, const S &mine, const S &none)
{
    __shared__ nes_shared_sum<S> before;
    const unsigned width = blockDim.x < 32 ? blockDim.x : 32;
    const nes_int size = (nes_int)width, in_row = group % size, row = group / size % size, table = group / size / size;
    const int ends_row = in_row == size - 1, ends_table = ends_row && row == size - 1;
    if (threadIdx.x == 0 && !ends_row)
        nes_publish(state, group, mine, NES_OWN_SUM);
    if (threadIdx.x < width) {
        const S groups = nes_collect(state, group - 1, 1, in_row, none, width);
        if (threadIdx.x == 0 && ends_row && !ends_table)
            nes_publish(state, group, in_row > 0 ? nes_join(groups, mine) : mine, NES_OWN_SUM);
        const S rows = nes_collect(state, group - in_row - 1, size, row, none, width);
        S sum = nes_collect(state, table * size * size - 1, 1, table > 0 ? 1 : 0, none, width);
        if (row > 0)
            sum = nes_join(sum, rows);
        if (in_row > 0)
            sum = nes_join(sum, groups);
        if (threadIdx.x == 0) {
            if (ends_table)
                nes_publish(state, group, nes_join(sum, mine), NES_ALL_SUM);
            before.sum = sum;
        }
    }
    __syncthreads();
    return before.sum;
}

#endif
