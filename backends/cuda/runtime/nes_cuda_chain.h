/* nes_cuda_chain.h: sums that groups of a launch hand on from one to the next.
 *
 * Groups take their numbers from a ticket, so that all groups of lower numbers have
 * begun, and those that have begun go on.
 *
 * The state is words of 64 bits: a ticket, then for each group those of its
 * sum, 32 bits of it each, beside a mark: the number of the launch, and whether
 * the sum is that of the group or of all groups up to it. A word is written and
 * read in one piece, so sum and mark cannot part; a sum of several words is there
 * when their marks agree. Nothing else is handed on, so nothing needs a fence.
 * What earlier launches have left has other numbers, so nothing is cleared between
 * launches: a ticket is the number of launches before, and of those drawn in this
 * one. The state is zero at first (nes_cuda.h). */
#ifndef NES_CUDA_CHAIN_H
#define NES_CUDA_CHAIN_H

#define NES_OWN_SUM 1u /* of the group */
#define NES_ALL_SUM 2u /* of all groups up to it */

typedef unsigned long long nes_chain_word;

typedef struct {
    nes_chain_word *words; /* the ticket, then those of each group */
    unsigned launch;       /* 0 until a ticket says it */
} nes_chain_state;

/* The number of the first group of a block, and that of the next group to begin, the
 * same for all work-items; one group alone needs no ticket. A block that gets no
 * group takes no further ticket, so the last one is known: it begins the next launch. */
NES_DEVICE nes_int nes_next_group(nes_chain_state &state, nes_int groups)
{
    __shared__ nes_chain_word ticket;
    if (groups == 1)
        return 1;
    if (threadIdx.x == 0) {
        ticket = atomicAdd(state.words, 1ull);
        if ((unsigned)ticket == (unsigned)groups + gridDim.x - 1)
            *state.words = ((ticket >> 32) + 1) << 32;
    }
    __syncthreads();
    state.launch = (unsigned)(ticket >> 32) + 1;
    return (nes_int)(unsigned)ticket;
}

NES_DEVICE nes_int nes_first_group(nes_chain_state &state, nes_int groups) { return groups == 1 ? (nes_int)blockIdx.x : nes_next_group(state, groups); }

template <typename S> NES_DEVICE volatile nes_chain_word *nes_words_of(const nes_chain_state &state, nes_int group)
{
    return state.words + 1 + (size_t)group * (sizeof(S) / 4);
}

template <typename S> NES_DEVICE void nes_publish(const nes_chain_state &state, nes_int group, const S &sum, unsigned mark)
{
    unsigned parts[sizeof(S) / 4];
    volatile nes_chain_word *words = nes_words_of<S>(state, group);
    memcpy(parts, &sum, sizeof sum);
    for (unsigned i = 0; i < sizeof(S) / 4; i++)
        words[i] = (nes_chain_word)(state.launch << 2 | mark) << 32 | parts[i];
}

#ifndef NES_PAUSE
#define NES_PAUSE() ((void)0) /* between two looks */
#endif

/* the mark of a sum once it is there */
template <typename S> NES_DEVICE unsigned nes_await(const nes_chain_state &state, nes_int group, S &sum)
{
    const volatile nes_chain_word *words = nes_words_of<S>(state, group);
    unsigned parts[sizeof(S) / 4], mark, agreed;
    do {
        agreed = 1;
        mark = 0;
        for (unsigned i = 0; i < sizeof(S) / 4; i++) {
            const nes_chain_word word = words[i];
            parts[i] = (unsigned)word;
            agreed &= i == 0 || mark == (unsigned)(word >> 32);
            mark = (unsigned)(word >> 32);
        }
        NES_PAUSE();
    } while (!agreed || mark >> 2 != state.launch);
    memcpy(&sum, parts, sizeof sum);
    return mark & 3;
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
template <typename S> NES_DEVICE S nes_look_back(const nes_chain_state &state, nes_int group, const S &none, unsigned width)
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
template <typename S> NES_DEVICE S nes_chain(const nes_chain_state &state, nes_int group, const S &mine, const S &none)
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
template <typename S> NES_DEVICE S nes_collect(const nes_chain_state &state, nes_int last, nes_int distance, nes_int number, const S &none, unsigned width)
{
    S sum = none;
    if ((nes_int)threadIdx.x < number)
        nes_await(state, last - (nes_int)threadIdx.x * distance, sum);
    return nes_join_warp(sum, width);
}

template <typename S> NES_DEVICE S nes_chain_in_order(const nes_chain_state &state, nes_int group, const S &mine, const S &none)
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
