/* nes_cuda_cpu.h: as much of CUDA as generated programs use, on a processor:
 * a program built with -DNES_CUDA_CPU by any C++ compiler runs without a GPU.
 *
 * The blocks of a launch run in order. Every thread of a block is a fibre that
 * runs until it ends or waits at a barrier; threads that never wait follow one
 * another in one fibre. A barrier that not all threads of the block reach, all
 * at the same place, stops the program; so does a shuffle or vote that not all
 * threads of a warp reach. Memory of the device is that of the
 * host, filled with junk; AddressSanitizer is told about fibres and about the
 * parts of memory that are in use. */
#ifndef NES_CUDA_CPU_H
#define NES_CUDA_CPU_H

#undef _FORTIFY_SOURCE /* its longjmp knows one stack only */

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#define NES_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NES_ASAN 1
#endif
#endif
#ifdef NES_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#define NES_CPU static __attribute__((unused))
#define NES_CPU_DATA static thread_local /* every thread of the host has a device of its own */

/* ---- the language ---- */

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(threads)
#define __shared__ static thread_local
#define __syncthreads() nes_cpu_barrier(__LINE__)
#define __syncwarp(mask) nes_cpu_meet(__LINE__, mask, 0)
#define __shfl_sync(mask, x, lane) nes_cpu_shuffle(__LINE__, mask, x, lane, 0, 32)
#define __shfl_up_sync(mask, x, delta, width) nes_cpu_shuffle(__LINE__, mask, x, -1, -(int)(delta), width)
#define __shfl_down_sync(mask, x, delta, width) nes_cpu_shuffle(__LINE__, mask, x, -1, (int)(delta), width)
#define __ballot_sync(mask, x) nes_cpu_ballot(__LINE__, mask, x)
#define __match_any_sync(mask, x) nes_cpu_match(__LINE__, mask, (uint64_t)(x))
#define __popc(x) __builtin_popcount(x)
#define __ffs(x) __builtin_ffs((int)(x))

typedef struct {
    unsigned x, y, z;
} nes_cpu_index;

NES_CPU_DATA nes_cpu_index threadIdx, blockIdx, blockDim, gridDim;

/* p may point to an int of another name */
template <typename T> static inline void nes_cpu_store(T *p, T next)
{
    memcpy(p, &next, sizeof next);
}

template <typename T> static inline T nes_cpu_load(const T *p)
{
    T x;
    memcpy(&x, p, sizeof x);
    return x;
}

template <typename T> static inline T atomicAdd(T *p, T x)
{
    const T old = nes_cpu_load(p);
    nes_cpu_store(p, (T)((unsigned long long)old + (unsigned long long)x));
    return old;
}

template <typename T> static inline T atomicMax(T *p, T x)
{
    const T old = nes_cpu_load(p);
    nes_cpu_store(p, old > x ? old : x);
    return old;
}

template <typename T> static inline T atomicMin(T *p, T x)
{
    const T old = nes_cpu_load(p);
    nes_cpu_store(p, old < x ? old : x);
    return old;
}

template <typename T> static inline T atomicCAS(T *p, T from, T to)
{
    const T old = nes_cpu_load(p);
    if (old == from)
        nes_cpu_store(p, to);
    return old;
}

/* ---- fibres ---- */

#if defined(NES_ASAN) && !defined(__clang__)
/* AddressSanitizer asks the system for the stack of signals at each longjmp, and before each call
 * that is known not to return; clang has these for some processors only */
typedef void *nes_cpu_place[5];
#define nes_cpu_here(place) __builtin_setjmp(place)
NES_CPU __attribute__((noipa, no_sanitize("address", "undefined"))) void nes_cpu_jump(void **place)
{
    __builtin_longjmp(place, 1);
}
#else
typedef jmp_buf nes_cpu_place;
#define nes_cpu_here(place) _setjmp(place)
#define nes_cpu_jump(place) _longjmp(place, 1)
#endif

typedef struct nes_fibre {
    ucontext_t context;
    nes_cpu_place at;
    char *stack;
    void *fake; /* of AddressSanitizer */
    struct nes_fibre *next;
    unsigned thread;
    int started, waits_at; /* the line of the barrier, 0 when all is done */
    int in_warp;           /* whether it waits for its warp only */
    unsigned met;          /* times it has met its warp */
} nes_fibre;

#define NES_CPU_WARP 32u
#define NES_CPU_WARPS 32u

#define NES_FIBRE_STACK ((size_t)1 << 18)

struct nes_scheduler {
    void (*body)(void *);
    void *context;
    unsigned next; /* thread to start */
    nes_fibre *current, *spare;
    uint64_t mail[NES_CPU_WARPS][2][NES_CPU_WARP]; /* what the threads of a warp send, at even and at odd meetings */
    nes_cpu_place at;
    void *fake; /* these are of AddressSanitizer */
    const void *main_stack;
    size_t main_size;

    ~nes_scheduler()
    {
        while (spare != NULL) {
            nes_fibre *f = spare;
            spare = f->next;
            munmap(f->stack, NES_FIBRE_STACK);
            free(f);
        }
    }
};

NES_CPU_DATA nes_scheduler nes_cpu;

#ifdef NES_ASAN
NES_CPU void nes_cpu_mark(char *m, size_t used, size_t bytes)
{
    ASAN_UNPOISON_MEMORY_REGION(m, used);
    ASAN_POISON_MEMORY_REGION(m + used, bytes - used);
}
#define nes_cpu_switch(fake, stack, size) __sanitizer_start_switch_fiber(fake, stack, size)
#define nes_cpu_switched(fake) __sanitizer_finish_switch_fiber(fake, NULL, NULL)
#define nes_cpu_entered() __sanitizer_finish_switch_fiber(NULL, &nes_cpu.main_stack, &nes_cpu.main_size)
#else
#define nes_cpu_switch(fake, stack, size) ((void)0)
#define nes_cpu_switched(fake) ((void)0)
#define nes_cpu_entered() ((void)0)
#endif

/* from a fibre to the scheduler */
NES_CPU __attribute__((noinline)) void nes_cpu_leave(nes_fibre *f)
{
    nes_cpu_switch(&f->fake, nes_cpu.main_stack, nes_cpu.main_size);
    if (nes_cpu_here(f->at) == 0)
        nes_cpu_jump(nes_cpu.at);
    nes_cpu_switched(f->fake);
}

/* from the scheduler to a fibre, until that leaves */
NES_CPU __attribute__((noinline)) void nes_cpu_resume(nes_fibre *f)
{
    nes_cpu.current = f;
    threadIdx.x = f->thread;
    nes_cpu_switch(&nes_cpu.fake, f->stack, NES_FIBRE_STACK);
    if (nes_cpu_here(nes_cpu.at) == 0) {
        if (f->started)
            nes_cpu_jump(f->at);
        f->started = 1;
        setcontext(&f->context);
    }
    nes_cpu_switched(nes_cpu.fake);
}

/* what a fibre does all its life: threads, one after another */
NES_CPU void nes_cpu_fibre(void)
{
    nes_cpu_entered();
    for (;;) {
        nes_fibre *f = nes_cpu.current;
        while (nes_cpu.next < blockDim.x) {
            f->thread = threadIdx.x = nes_cpu.next++;
            f->met = 0;
            nes_cpu.body(nes_cpu.context);
        }
        f->waits_at = 0;
        nes_cpu_leave(f);
    }
}

NES_CPU __attribute__((noinline)) void nes_cpu_prepare(nes_fibre *f)
{
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack;
    f->context.uc_stack.ss_size = NES_FIBRE_STACK;
    makecontext(&f->context, nes_cpu_fibre, 0);
}

NES_CPU nes_fibre *nes_cpu_new_fibre(void)
{
    nes_fibre *f = nes_cpu.spare;
    if (f != NULL) {
        nes_cpu.spare = f->next;
        return f;
    }
    f = (nes_fibre *)calloc(1, sizeof *f);
    f->stack = (char *)mmap(NULL, NES_FIBRE_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (f->stack == MAP_FAILED || mprotect(f->stack, 4096, PROT_NONE) != 0) {
        fputs("CUDA: there is no memory for the stacks of threads\n", stderr);
        exit(4);
    }
    nes_cpu_prepare(f);
    return f;
}

NES_CPU void nes_cpu_barrier(int line)
{
    nes_fibre *f = nes_cpu.current;
    f->waits_at = line;
    f->in_warp = 0;
    nes_cpu_leave(f);
}

/* ---- warps ---- */

/* the threads of a warp, as a mask */
NES_CPU unsigned nes_cpu_lanes(unsigned warp)
{
    const unsigned left = blockDim.x - warp * NES_CPU_WARP;
    return left >= NES_CPU_WARP ? ~0u : (1u << left) - 1u;
}

/* waits for the warp, to which mail is sent; returns what all of it has sent */
NES_CPU const uint64_t *nes_cpu_meet(int line, unsigned mask, uint64_t mail)
{
    nes_fibre *f = nes_cpu.current;
    const unsigned warp = f->thread / NES_CPU_WARP;
    uint64_t *box = nes_cpu.mail[warp][f->met++ % 2];
    if (mask != nes_cpu_lanes(warp)) {
        fprintf(stderr, "CUDA: line %d: the mask of a warp is %x, not %x\n", line, mask, nes_cpu_lanes(warp));
        exit(4);
    }
    box[f->thread % NES_CPU_WARP] = mail;
    f->waits_at = line;
    f->in_warp = 1;
    nes_cpu_leave(f);
    return box;
}

/* x of another thread of the part of width threads of the warp: of the given
 * lane if that is not negative, else of the one that is off away; of the thread
 * itself if there is none */
template <typename T> static T nes_cpu_shuffle(int line, unsigned mask, T x, int lane, int off, int width)
{
    uint64_t mail = 0;
    T out;
    const int me = (int)(nes_cpu.current->thread % NES_CPU_WARP);
    const int from = lane >= 0 ? lane : me % width + off >= 0 && me % width + off < width ? me + off : me;
    memcpy(&mail, &x, sizeof x);
    mail = nes_cpu_meet(line, mask, mail)[from];
    memcpy(&out, &mail, sizeof out);
    return out;
}

NES_CPU unsigned nes_cpu_ballot(int line, unsigned mask, int x)
{
    const uint64_t *mail = nes_cpu_meet(line, mask, x != 0);
    unsigned votes = 0;
    for (unsigned i = 0; i < NES_CPU_WARP; i++)
        votes |= (mask >> i & 1) != 0 && mail[i] != 0 ? 1u << i : 0;
    return votes;
}

/* the threads of the warp that send the same */
NES_CPU unsigned nes_cpu_match(int line, unsigned mask, uint64_t x)
{
    const uint64_t *mail = nes_cpu_meet(line, mask, x);
    unsigned same = 0;
    for (unsigned i = 0; i < NES_CPU_WARP; i++)
        same |= (mask >> i & 1) != 0 && mail[i] == x ? 1u << i : 0;
    return same;
}

/* ---- launches ---- */

/* stops because threads wait for others that do not come */
NES_CPU void nes_cpu_diverged(const char *kernel, const nes_fibre *waiting)
{
    unsigned n = 0;
    for (const nes_fibre *f = waiting; f != NULL; f = f->next)
        n += f->waits_at == waiting->waits_at;
    fflush(stdout);
    fprintf(stderr, "CUDA: divergent barrier in kernel %s, line %d: %u of %u threads of block %u wait there\n", kernel, waiting->waits_at,
            n, blockDim.x, blockIdx.x);
    exit(4);
}

/* whether all threads of the warp of f, or of the block, wait where f waits;
 * the list is in the order of threads */
NES_CPU int nes_cpu_complete(const nes_fibre *waiting, const nes_fibre *f)
{
    const unsigned warp = f->thread / NES_CPU_WARP;
    unsigned n = 0;
    for (const nes_fibre *g = waiting; g != NULL; g = g->next)
        n += g->waits_at == f->waits_at && (!f->in_warp || g->thread / NES_CPU_WARP == warp);
    return n == (f->in_warp ? (unsigned)__builtin_popcount(nes_cpu_lanes(warp)) : blockDim.x);
}

/* runs f until it leaves; it then waits (at the end of the list) or is spare */
NES_CPU nes_fibre **nes_cpu_step(nes_fibre *f, nes_fibre **end)
{
    nes_cpu_resume(f);
    if (f->waits_at == 0) {
        f->next = nes_cpu.spare;
        nes_cpu.spare = f;
        return end;
    }
    f->next = NULL;
    *end = f;
    return &f->next;
}

/* lets every warp, or the block, whose threads have all come go on; the others
 * keep waiting */
NES_CPU nes_fibre *nes_cpu_round(const char *kernel, nes_fibre *waiting)
{
    nes_fibre *list = waiting, *kept = NULL, **end = &kept;
    int went = 0;
    while (list != NULL) {
        const unsigned warp = list->thread / NES_CPU_WARP;
        const int whole = nes_cpu_complete(list, list), block = !list->in_warp;
        went |= whole;
        do {
            nes_fibre *next = list->next;
            list->next = NULL;
            if (whole) {
                end = nes_cpu_step(list, end);
            } else {
                *end = list;
                end = &list->next;
            }
            list = next;
        } while (list != NULL && (block && whole ? 1 : list->thread / NES_CPU_WARP == warp));
    }
    if (!went)
        nes_cpu_diverged(kernel, kept);
    return kept;
}

NES_CPU void nes_cpu_block(const char *kernel)
{
    nes_fibre *waiting = NULL, **end = &waiting;
    nes_cpu.next = 0;
    while (nes_cpu.next < blockDim.x)
        end = nes_cpu_step(nes_cpu_new_fibre(), end);
    while (waiting != NULL)
        waiting = nes_cpu_round(kernel, waiting);
}

/* runs body with its argument in every thread of a grid */
NES_CPU void nes_cpu_launch(const char *kernel, unsigned groups, unsigned local, void (*body)(void *), void *argument)
{
    nes_cpu.body = body;
    nes_cpu.context = argument;
    gridDim.x = groups;
    blockDim.x = local;
    for (blockIdx.x = 0; blockIdx.x < groups; blockIdx.x++)
        nes_cpu_block(kernel);
}

#endif
