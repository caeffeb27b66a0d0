/* nes_cuda_cpu.h: as much of CUDA as generated programs use, on a processor:
 * a program built with -DNES_CUDA_CPU by any C++ compiler runs without a GPU.
 *
 * The blocks of a launch run in order. Every thread of a block is a fibre that
 * runs until it ends or waits at a barrier; threads that never wait follow one
 * another in one fibre. A barrier that not all threads of the block reach, all
 * at the same place, stops the program. Memory of the device is that of the
 * host, filled with junk; AddressSanitizer is told about fibres and about the
 * parts of memory that are in use.
 *
 * NES_CUDA_CPU_MEMORY in the environment is the bytes of the device (8 GiB). */
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
#define NES_MEM_USED(m, used, bytes) nes_cpu_mark((char *)(m), used, bytes)
#endif

#define NES_CPU static __attribute__((unused))

/* ---- the language ---- */

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(threads)
#define __shared__ static
#define __syncthreads() nes_cpu_barrier(__LINE__)

typedef struct {
    unsigned x, y, z;
} nes_cpu_index;

static nes_cpu_index threadIdx, blockIdx, blockDim, gridDim;

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

/* ---- fibres ---- */

typedef struct nes_fibre {
    ucontext_t context;
    jmp_buf at;
    char *stack;
    void *fake; /* of AddressSanitizer */
    struct nes_fibre *next;
    unsigned thread;
    int started, waits_at; /* the line of the barrier, 0 when all is done */
} nes_fibre;

typedef struct {
    void (*body)(void *);
    void *context;
    unsigned next; /* thread to start */
    nes_fibre *current, *spare;
    jmp_buf at;
    void *fake; /* these are of AddressSanitizer */
    const void *main_stack;
    size_t main_size;
} nes_scheduler;

#define NES_FIBRE_STACK ((size_t)1 << 18)
static nes_scheduler nes_cpu;

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
    if (_setjmp(f->at) == 0)
        _longjmp(nes_cpu.at, 1);
    nes_cpu_switched(f->fake);
}

/* from the scheduler to a fibre, until that leaves */
NES_CPU __attribute__((noinline)) void nes_cpu_resume(nes_fibre *f)
{
    nes_cpu.current = f;
    threadIdx.x = f->thread;
    nes_cpu_switch(&nes_cpu.fake, f->stack, NES_FIBRE_STACK);
    if (_setjmp(nes_cpu.at) == 0) {
        if (f->started)
            _longjmp(f->at, 1);
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
    nes_cpu_leave(f);
}

/* ---- launches ---- */

/* stops unless all threads of the block wait at one barrier */
NES_CPU void nes_cpu_check_barrier(const char *kernel, const nes_fibre *waiting)
{
    unsigned n = 0;
    for (const nes_fibre *f = waiting; f != NULL; f = f->next)
        n += f->waits_at == waiting->waits_at;
    if (n == blockDim.x)
        return;
    fflush(stdout);
    fprintf(stderr, "CUDA: divergent barrier in kernel %s, line %d: %u of %u threads of block %u wait there\n", kernel, waiting->waits_at,
            n, blockDim.x, blockIdx.x);
    exit(4);
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

NES_CPU void nes_cpu_block(const char *kernel)
{
    nes_fibre *waiting = NULL, **end = &waiting;
    nes_cpu.next = 0;
    while (nes_cpu.next < blockDim.x)
        end = nes_cpu_step(nes_cpu_new_fibre(), end);
    while (waiting != NULL) {
        nes_fibre *f = waiting;
        nes_cpu_check_barrier(kernel, waiting);
        waiting = NULL;
        end = &waiting;
        while (f != NULL) {
            nes_fibre *next = f->next;
            end = nes_cpu_step(f, end);
            f = next;
        }
    }
}

template <typename F> static void nes_cpu_call(void *f) { (*(F *)f)(); }

/* runs body in every thread of a grid */
template <typename F> static void nes_cpu_launch(const char *kernel, unsigned groups, unsigned local, F body)
{
    nes_cpu.body = nes_cpu_call<F>;
    nes_cpu.context = &body;
    gridDim.x = groups;
    blockDim.x = local;
    for (blockIdx.x = 0; blockIdx.x < groups; blockIdx.x++)
        nes_cpu_block(kernel);
}

/* a kernel with the shape of its grid; calling it with arguments launches it */
template <typename K> struct nes_cpu_grid {
    const char *name;
    unsigned groups, local;
    K *kernel;

    template <typename... A> void operator()(A... args) const
    {
        K *const k = kernel;
        nes_cpu_launch(name, groups, local, [=] { k(args...); });
    }
};

template <typename K> static nes_cpu_grid<K> nes_cpu_grid_of(const char *name, unsigned groups, unsigned local, K *kernel)
{
    return nes_cpu_grid<K>{name, groups, local, kernel};
}

#define NES_LAUNCH_ON(stream, k, groups, local, args) nes_cpu_grid_of(#k, groups, local, k) args

#endif
