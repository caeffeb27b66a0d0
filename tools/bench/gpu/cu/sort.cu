/* sort.cu: radix sort by bytes, least significant first. A block counts and moves
 * its own part of the keys, a row of THREADS at a time; equal bytes of a warp
 * find each other by votes, so that their order is kept. */
#include "device.h"

#include "keys.h"

#define PARTS 512
#define WARPS (THREADS / 32)
#define DIGITS 256

static unsigned *from, *to, *source;
static int *counts; /* of each byte, for each part */

#define PART_LO(n) ((int)((int64_t)(n) * blockIdx.x / PARTS))
#define PART_HI(n) ((int)((int64_t)(n) * (blockIdx.x + 1) / PARTS))

static __global__ void count(int n, int shift, const unsigned *__restrict__ keys, int *__restrict__ out)
{
    __shared__ int c[DIGITS];
    c[threadIdx.x] = 0;
    __syncthreads();
    for (int i = PART_LO(n) + (int)threadIdx.x; i < PART_HI(n); i += THREADS)
        atomicAdd(&c[keys[i] >> shift & 255], 1);
    __syncthreads();
    out[threadIdx.x * PARTS + blockIdx.x] = c[threadIdx.x];
}

/* exclusive sums of the counts, by one block: each thread has those of a byte */
static __global__ void scan(int *c)
{
    __shared__ int sums[DIGITS];
    const int d = (int)threadIdx.x;
    int sum = 0;
    for (int p = 0; p < PARTS; p++)
        sum += c[d * PARTS + p];
    sums[d] = sum;
    __syncthreads();
    int before = 0;
    for (int e = 0; e < d; e++)
        before += sums[e];
    for (int p = 0; p < PARTS; p++) {
        const int n = c[d * PARTS + p];
        c[d * PARTS + p] = before;
        before += n;
    }
}

/* the threads of the warp whose keys have the same byte, as bits */
static __device__ unsigned peers(unsigned digit, int valid)
{
    unsigned same = __ballot_sync(0xFFFFFFFFu, valid);
    for (int b = 0; b < 8; b++) {
        const unsigned set = __ballot_sync(0xFFFFFFFFu, digit >> b & 1);
        same &= (digit >> b & 1) != 0 ? set : ~set;
    }
    return same;
}

static __device__ int bits(unsigned x)
{
    int n = 0;
    for (; x != 0; x &= x - 1)
        n++;
    return n;
}

static __global__ void move(int n, int shift, const unsigned *__restrict__ keys, unsigned *__restrict__ out, const int *__restrict__ starts)
{
    __shared__ int next[DIGITS], in_warp[WARPS][DIGITS];
    const int hi = PART_HI(n), warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    next[threadIdx.x] = starts[threadIdx.x * PARTS + blockIdx.x];
    for (int row = PART_LO(n); row < hi; row += THREADS) {
        const int i = row + (int)threadIdx.x, valid = i < hi;
        const unsigned key = valid ? keys[i] : 0, digit = key >> shift & 255;
        for (int w = 0; w < WARPS; w++)
            in_warp[w][threadIdx.x] = 0;
        __syncthreads();
        const unsigned same = peers(digit, valid);
        const int rank = bits(same & ((1u << lane) - 1));
        if (valid && rank == 0)
            in_warp[warp][digit] = bits(same);
        __syncthreads();
        /* the thread of a byte: where each warp puts it */
        int at = next[threadIdx.x];
        for (int w = 0; w < WARPS; w++) {
            const int c = in_warp[w][threadIdx.x];
            in_warp[w][threadIdx.x] = at;
            at += c;
        }
        next[threadIdx.x] = at;
        __syncthreads();
        if (valid)
            out[in_warp[warp][digit] + rank] = key;
        __syncthreads();
    }
}

static void region(void)
{
    for (int shift = 0; shift < 32; shift += 8) {
        LAUNCH(count, PARTS, THREADS, (size, shift, from, counts));
        LAUNCH(scan, 1, DIGITS, (counts));
        LAUNCH(move, PARTS, THREADS, (size, shift, from, to, counts));
        unsigned *t = from;
        from = to;
        to = t;
    }
    finish();
}

static void again(void)
{
    good(cudaMemcpy(from, source, (size_t)size * sizeof *from, cudaMemcpyDeviceToDevice));
    finish();
}

int main(int argc, char **argv)
{
    make_keys(argc, argv);
    source = to_device((const unsigned *)(const void *)original, size);
    from = on_device<unsigned>(size);
    to = on_device<unsigned>(size);
    counts = on_device<int>(DIGITS * PARTS);
    (void)copy_keys;
    measure(region, again);
    to_host((unsigned *)(void *)keys, from, size);
    return check(weight(keys));
}
