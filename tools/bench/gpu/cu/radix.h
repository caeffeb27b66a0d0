/* radix.h: a radix sort by bytes, least significant first, that reads and writes
 * the keys once for each byte (Adinets and Merrill 2022, "Onesweep"), and the
 * sums over blocks that it needs. All bytes are counted at first. Then a block
 * takes a tile of keys, puts it in order in shared memory, where equal bytes of a
 * warp find each other by votes, and learns from the blocks before it where its
 * keys go. */
#define WARPS (THREADS / 32)
#define LANE_BITS 0xFFFFFFFFu
#define DIGITS 256 /* as many as threads */

/* What a block publishes is a count below 2^30 and a mark, in one word, so that
 * nothing needs a fence: whether it is its own or that of all blocks up to it. */
#define OWN (1u << 30)
#define ALL (2u << 30)

/* the number of this block in the order in which blocks begin */
static __device__ int next_block(unsigned *ticket)
{
    __shared__ unsigned number;
    if (threadIdx.x == 0)
        number = atomicAdd(ticket, 1u);
    __syncthreads();
    return (int)number;
}

/* the counts of all blocks before one, whose own is published; words of two
 * blocks are stride apart, and zero at first */
static __device__ unsigned look_back(volatile unsigned *mine, int block, int stride, unsigned own)
{
    unsigned before = 0;
    for (const volatile unsigned *at = mine; block > 0;) {
        const unsigned word = at[-stride];
        if (word == 0)
            continue;
        before += word & (OWN - 1);
        if ((word & ALL) != 0)
            break;
        at -= stride;
    }
    *mine = ALL | (before + own);
    return before;
}

/* the sum of x of the threads before this one in its block, and of all */
static __device__ unsigned sum_before(unsigned x, unsigned *all)
{
    __shared__ unsigned sums[WARPS];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned sum = x, before = 0;
    for (unsigned d = 1; d < 32; d *= 2) {
        const unsigned y = __shfl_up_sync(LANE_BITS, sum, d, 32);
        sum += lane >= d ? y : 0;
    }
    if (lane == 31)
        sums[warp] = sum;
    __syncthreads();
    *all = 0;
    for (unsigned w = 0; w < WARPS; w++) {
        before += w < warp ? sums[w] : 0;
        *all += sums[w];
    }
    __syncthreads();
    return before + sum - x;
}

/* the threads of the warp whose keys have the same byte, as bits */
static __device__ unsigned peers(unsigned digit, int valid)
{
    unsigned same = __ballot_sync(LANE_BITS, valid);
    for (int b = 0; b < 8; b++) {
        const unsigned set = __ballot_sync(LANE_BITS, digit >> b & 1);
        same &= (digit >> b & 1) != 0 ? set : ~set;
    }
    return same;
}

/* how many keys have each byte, at each place */
template <typename K> static __global__ void count_digits(int n, const K *__restrict__ keys, unsigned *__restrict__ counts)
{
    __shared__ unsigned c[sizeof(K)][DIGITS];
    const int t = (int)threadIdx.x;
    for (unsigned p = 0; p < sizeof(K); p++)
        c[p][t] = 0;
    __syncthreads();
    for (int i = (int)blockIdx.x * THREADS + t; i < n; i += (int)gridDim.x * THREADS)
        for (unsigned p = 0; p < sizeof(K); p++)
            atomicAdd(&c[p][keys[i] >> 8 * p & 255], 1u);
    __syncthreads();
    for (unsigned p = 0; p < sizeof(K); p++)
        if (c[p][t] > 0)
            atomicAdd(&counts[p * DIGITS + (unsigned)t], c[p][t]);
}

/* moves every key, and its value if there are values, to its place by one byte */
template <typename K, bool PAIRS>
static __global__ void move_keys(int n, int shift, const K *__restrict__ keys, const int *__restrict__ values, K *__restrict__ out, int *__restrict__ out_values,
                                 const unsigned *__restrict__ counts, unsigned *look, unsigned *ticket)
{
    const int items = 64 / (int)sizeof(K), tile = THREADS * items;
    __shared__ K sorted[tile];
    __shared__ int moved[PAIRS ? tile : 1];
    __shared__ unsigned in_warp[WARPS][DIGITS], starts[DIGITS], base[DIGITS];
    const int t = (int)threadIdx.x, warp = t / 32, lane = t % 32;
    const int block = next_block(ticket), lo = block * tile, here = n - lo < tile ? n - lo : tile;
    K key[items];
    unsigned rank[items], all, sum = 0;
    for (int w = 0; w < WARPS; w++)
        in_warp[w][t] = 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < items; k++) {
        const int at = (warp * items + k) * 32 + lane, valid = at < here;
        key[k] = valid ? keys[lo + at] : 0;
        const unsigned digit = (unsigned)(key[k] >> shift & 255), same = peers(digit, valid), before = (unsigned)__popc(same & ((1u << lane) - 1));
        rank[k] = in_warp[warp][digit] + before;
        __syncwarp(LANE_BITS);
        if (valid && before == 0)
            in_warp[warp][digit] += (unsigned)__popc(same);
        __syncwarp(LANE_BITS);
    }
    __syncthreads();
    /* the thread of a byte: how many there are, and where those of each warp go */
    for (int w = 0; w < WARPS; w++) {
        const unsigned c = in_warp[w][t];
        in_warp[w][t] = sum;
        sum += c;
    }
    unsigned *mine = &look[block * DIGITS + t];
    if (block > 0)
        *(volatile unsigned *)mine = OWN | sum;
    starts[t] = sum_before(sum, &all);
    base[t] = sum_before(counts[t], &all) - starts[t];
    base[t] += look_back(mine, block, DIGITS, sum);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < items; k++) {
        const int at = (warp * items + k) * 32 + lane;
        const unsigned digit = (unsigned)(key[k] >> shift & 255), to = starts[digit] + in_warp[warp][digit] + rank[k];
        if (at < here) {
            sorted[to] = key[k];
            if (PAIRS)
                moved[to] = values[lo + at];
        }
    }
    __syncthreads();
    for (int at = t; at < here; at += THREADS) {
        const unsigned to = base[sorted[at] >> shift & 255] + (unsigned)at;
        out[to] = sorted[at];
        if (PAIRS)
            out_values[to] = moved[at];
    }
}

/* the memory of a sort; keys[0], and values[0] of PAIRS, are sorted in place */
template <typename K, bool PAIRS> struct radix {
    K *keys[2];
    int *values[2];
    unsigned *state; /* for each byte: counts, look-back, ticket */
    size_t look;     /* words of a look-back */

    void make(int n)
    {
        look = (size_t)BLOCKS(n * (int64_t)sizeof(K) / 64 + 1) * DIGITS;
        for (int k = 0; k < 2; k++) {
            keys[k] = on_device<K>(n);
            values[k] = on_device<int>(PAIRS ? n : 0);
        }
        state = on_device<unsigned>((int64_t)bytes() / 4);
    }

    size_t bytes() const { return sizeof(K) * (DIGITS + look + 1) * sizeof *state; }

    void sort(int n)
    {
        void (*count)(int, const K *, unsigned *) = count_digits<K>;
        void (*move)(int, int, const K *, const int *, K *, int *, const unsigned *, unsigned *, unsigned *) = move_keys<K, PAIRS>;
        unsigned *counts = state, *words = state + sizeof(K) * DIGITS, *tickets = words + sizeof(K) * look;
        const int64_t tile = THREADS * (64 / (int64_t)sizeof(K));
        good(cudaMemsetAsync(state, 0, bytes(), 0));
        LAUNCH(count, BLOCKS(n) < 512 ? BLOCKS(n) : 512, THREADS, (n, keys[0], counts));
        for (int p = 0; p < (int)sizeof(K); p++)
            LAUNCH(move, (n + tile - 1) / tile, THREADS,
                   (n, 8 * p, keys[p % 2], values[p % 2], keys[1 - p % 2], values[1 - p % 2], counts + p * DIGITS, words + (size_t)p * look, tickets + p));
    }
};
