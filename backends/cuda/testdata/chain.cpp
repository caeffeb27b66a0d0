/* chain.cpp: sums handed on between blocks that really run side by side: each is
 * a process of the system that takes groups until there are none left, its
 * work-items, which are one warp, are threads. The sums are affine maps, whose
 * composition does not commute, in two words, and a float, for which IN_ORDER is
 * defined. Three launches, the second with fewer groups, share a state. Arguments: work-items,
 * blocks, groups. */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

typedef int32_t nes_int;
#define NES_INT_BITS 32
#define NES_PAUSE() sched_yield()
#define __device__
#define __shared__ static
#define __syncthreads() meet()
#define __shfl_down_sync(mask, x, d, width) shuffled(mask, x, d, width)
#define __ballot_sync(mask, x) voted(mask, x)
#define __ffs(x) __builtin_ffs((int)(x))
#define __popc(x) __builtin_popcount(x)
/* what sums do not use */
#define __match_any_sync(mask, x) ((void)(x), (mask))
#define __syncwarp(mask) meet()

struct place {
    unsigned x;
};
static thread_local place threadIdx = {0}, blockIdx = {0};
static place blockDim = {1}, gridDim = {1};
static pthread_barrier_t barrier;
static unsigned mail[32];

static void meet(void)
{
    if (blockDim.x > 1)
        pthread_barrier_wait(&barrier);
}

/* the mask and the width are those of the block */
static void whole(unsigned mask, int width)
{
    if (width != (int)blockDim.x || mask != (blockDim.x == 32 ? ~0u : (1u << blockDim.x) - 1))
        abort();
}

static unsigned shuffled(unsigned mask, unsigned x, unsigned d, int width)
{
    whole(mask, width);
    mail[threadIdx.x] = x;
    meet();
    const unsigned y = threadIdx.x + d < blockDim.x ? mail[threadIdx.x + d] : x;
    meet();
    return y;
}

static unsigned voted(unsigned mask, int x)
{
    unsigned votes = 0;
    whole(mask, (int)blockDim.x);
    mail[threadIdx.x] = x != 0;
    meet();
    for (unsigned i = 0; i < blockDim.x; i++)
        votes |= mail[i] << i;
    meet();
    return votes;
}

template <typename T> static T atomicAdd(T *p, T x) { return __atomic_fetch_add(p, x, __ATOMIC_SEQ_CST); }
template <typename T> static T atomicMax(T *p, T) { return *p; }
template <typename T> static T atomicMin(T *p, T) { return *p; }

struct alignas(4) sum {
    nes_int v0, v1;
    float v2;
};

/* x, then y */
static inline sum nes_join(const sum &x, sum y)
{
    y.v1 = (nes_int)((uint32_t)y.v0 * (uint32_t)x.v1 + (uint32_t)y.v1);
    y.v0 = (nes_int)((uint32_t)y.v0 * (uint32_t)x.v0);
    y.v2 = x.v2 + y.v2;
    return y;
}

#include "nes_cuda_group.h"
#include "nes_cuda_chain.h"

#ifdef IN_ORDER
#define CHAIN nes_chain_in_order
#else
#define CHAIN nes_chain
#endif

static sum of(nes_int group) { return {group * 7919 + 3, group * 104729 + 1, 1.0f / (float)(group + 1)}; }

static void item(unsigned b, unsigned x, nes_chain_word *words, sum *before, nes_int groups)
{
    nes_chain_state state = {words, 0};
    const sum none = {1, 0, 0};
    blockIdx.x = b;
    threadIdx.x = x;
    for (nes_int g = nes_first_group(state, groups); g < groups; meet(), g = nes_next_group(state, groups)) {
        const sum s = CHAIN(state, g, of(g), none);
        if (x == 0)
            before[g] = s;
    }
}

static void block(unsigned b, nes_chain_word *state, sum *before, nes_int groups)
{
    std::vector<std::thread> items;
    pthread_barrier_init(&barrier, NULL, blockDim.x);
    for (unsigned x = 1; x < blockDim.x; x++)
        items.emplace_back(item, b, x, state, before, groups);
    item(b, 0, state, before, groups);
    for (auto &t : items)
        t.join();
}

/* whether every group has got the sum of those before it; and the bits of their floats */
static int right(const sum *before, nes_int groups, uint32_t *bits)
{
    sum all = {1, 0, 0};
    for (nes_int g = 0; g < groups; g++) {
        uint32_t b;
        if (before[g].v0 != all.v0 || before[g].v1 != all.v1 || before[g].v2 > 1.001f * all.v2 || before[g].v2 < 0.999f * all.v2) {
            printf("group %d got something else\n", g);
            return 0;
        }
        all = nes_join(all, of(g));
        memcpy(&b, &before[g].v2, sizeof b);
        *bits = *bits * 31 + b;
    }
    return 1;
}

static void launch(nes_chain_word *state, sum *before, nes_int groups)
{
    for (unsigned b = 0; b < gridDim.x; b++) {
        if (fork() == 0) {
            block(b, state, before, groups);
            _exit(0);
        }
    }
    while (wait(NULL) > 0)
        ;
}

int main(int argc, char **argv)
{
    const nes_int groups = atoi(argv[argc - 1]), of_launch[] = {groups, groups / 3, groups};
    const size_t bytes = ((size_t)groups * 3 + 1) * 8;
    char *shared = (char *)mmap(NULL, bytes + (size_t)groups * sizeof(sum), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sum *before = (sum *)(void *)(shared + bytes);
    uint32_t bits = 0;
    blockDim.x = (unsigned)atoi(argv[argc - 3]);
    gridDim.x = (unsigned)atoi(argv[argc - 2]);
    for (nes_int n : of_launch) {
        bits = 0;
        memset(before, 0, (size_t)groups * sizeof *before);
        launch((nes_chain_word *)(void *)shared, before, n);
        if (!right(before, n, &bits))
            return 1;
    }
#ifdef IN_ORDER
    printf("%08x\n", bits);
#else
    puts("right");
#endif
    return 0;
}
