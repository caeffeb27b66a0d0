/* chain.cpp: sums handed on between blocks that really run side by side: each is
 * a thread of the system, of one work-item, that takes groups until there are
 * none left. The sums are affine maps, whose composition does not commute, in
 * two words. Arguments: blocks, groups. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thread>
#include <vector>

typedef int32_t nes_int;
#define NES_INT_BITS 32
#define __device__
#define __shared__ static thread_local
#define __syncthreads() ((void)0)
#define __shfl_down_sync(mask, x, d, width) (x)
#define __ballot_sync(mask, x) ((x) ? 1u : 0u)
#define __ffs(x) __builtin_ffs((int)(x))

struct place {
    unsigned x;
};
static thread_local place threadIdx = {0};
static const place blockDim = {1};

template <typename T> static T atomicAdd(T *p, T x) { return __atomic_fetch_add(p, x, __ATOMIC_SEQ_CST); }
template <typename T> static T atomicMax(T *p, T) { return *p; }
template <typename T> static T atomicMin(T *p, T) { return *p; }

struct alignas(4) sum {
    nes_int v0, v1;
};

/* x, then y */
static inline sum nes_join(const sum &x, sum y)
{
    y.v1 = (nes_int)((uint32_t)y.v0 * (uint32_t)x.v1 + (uint32_t)y.v1);
    y.v0 = (nes_int)((uint32_t)y.v0 * (uint32_t)x.v0);
    return y;
}

#include "nes_cuda_group.h"

static sum of(nes_int group) { return {group * 7919 + 3, group * 104729 + 1}; }

int main(int argc, char **argv)
{
    const nes_int blocks = atoi(argv[argc - 2]), groups = atoi(argv[argc - 1]);
    std::vector<unsigned long long> state((size_t)groups * 2 + 1, 0);
    std::vector<sum> before((size_t)groups);
    std::vector<std::thread> threads;
    const sum none = {1, 0};
    for (nes_int b = 0; b < blocks; b++) {
        threads.emplace_back([&] {
            nes_int *s = (nes_int *)state.data();
            for (nes_int g = nes_next_group(s); g < groups; g = nes_next_group(s))
                before[(size_t)g] = nes_chain(s, g, of(g), none);
        });
    }
    for (auto &t : threads)
        t.join();
    sum all = none;
    for (nes_int g = 0; g < groups; g++) {
        if (before[(size_t)g].v0 != all.v0 || before[(size_t)g].v1 != all.v1) {
            printf("group %d got something else\n", g);
            return 1;
        }
        all = nes_join(all, of(g));
    }
    puts("right");
    return 0;
}
