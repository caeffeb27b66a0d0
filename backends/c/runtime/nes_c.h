/* nes_c.h: the processor of the host as a device (nes_device.h): memory, transfers,
 * and launches. A launch is done when its function returns, so nothing has ever to be
 * waited for. */
#ifndef NES_C_H
#define NES_C_H

#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* ---- kernels: what the generated part of a program gives ---- */

typedef struct {
    const nes_kernel_run *kernels;
    int nkernels;
    uint64_t fingerprint; /* of their text */
} nes_code;

NES_GIVEN const nes_code nes_device_code;

/* what is known of a kernel */
typedef struct {
    double cost; /* seconds of a group; 0 if that is not known */
    int launched;
} nes_kernel_stat;

typedef struct {
    nes_team team;
    nes_kernel_stat *of;
    uint64_t shared; /* launches that several threads have run */
    union nes_block *spare; /* mappings that were given back, until memory is asked for again */
} nes_processor;

NES_DATA nes_processor nes_cpu;

/* what a profile records of commands */
#ifdef NES_PROFILE
#define NES_BEGIN_SPAN() const double nes_span_start = nes_now()
#define NES_END_SPAN(kind) nes_profile_span(kind, nes_profile.step, nes_span_start, nes_now())
#else
#define NES_BEGIN_SPAN() ((void)0)
#define NES_END_SPAN(kind) ((void)0)
#endif

/* ---- the processor ---- */

/* what programs that were compiled for this processor's instructions need */
NES_HOST void nes_check_instructions(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
#if defined(__AVX512F__)
    const int good = __builtin_cpu_supports("avx512f");
    const char *what = "AVX-512";
#elif defined(__AVX2__)
    const int good = __builtin_cpu_supports("avx2");
    const char *what = "AVX2";
#else
    const int good = 1;
    const char *what = "";
#endif
    if (!good)
        nes_environment("the program was compiled for processors with %s, which this one has not; compile it here", what);
#endif
}

NES_HOST void nes_print_devices(void)
{
    printf("0  cpu    %.1f GB  %d threads\n", (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE) / 1e9, nes_most_threads());
}

/* Arrays of medium size, less than a huge page, are the heap's. The heap of a program keeps
 * 4 MB of free memory at its end; larger blocks leave no hole in it. That of a library belongs
 * to others. */
NES_HOST void nes_use_heap(void)
{
#ifdef M_TRIM_THRESHOLD
    nes_dev.heap_end = NES_HUGE_PAGE;
#ifndef NES_LIBRARY_H
    mallopt(M_MMAP_THRESHOLD, (int)NES_HUGE_PAGE + 8192);
    mallopt(M_TRIM_THRESHOLD, 1 << 22);
#endif
#endif
}

NES_HOST void nes_open_device(const char *name)
{
    const size_t n = (size_t)nes_device_code.nkernels + 1;
    if (name != NULL && strcmp(name, "0") != 0 && strcmp(name, "cpu") != 0)
        nes_environment("there is no device %s; the only one is cpu", name);
    nes_check_instructions();
    nes_cpu.of = (nes_kernel_stat *)nes_keep(nes_alloc(n, sizeof *nes_cpu.of));
    memset(nes_cpu.of, 0, n * sizeof *nes_cpu.of);
    nes_dev.most_bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGE_SIZE);
    nes_dev.most_array = nes_dev.most_bytes;
    nes_dev.moves_pages = NES_MOVES_PAGES;
    nes_use_heap();
}

NES_HOST void nes_use_spare(nes_mapping to);

NES_HOST void nes_close_device(void)
{
    nes_team_end(&nes_cpu.team);
    nes_use_spare((nes_mapping){NULL, 0});
}

NES_HOST void nes_device_stats(void)
{
    nes_stat("threads", (uint64_t)nes_cpu.team.n + 1);
    nes_stat("shared", nes_cpu.shared);
}

/* ---- order ---- */

NES_HOST void nes_wait(void) {}
NES_HOST void nes_drop_commands(void) {}

/* ---- memory ---- */

/* what stands before the bytes of an array; they begin with a line of the cache */
typedef union nes_block {
    struct {
        nes_mapping mapping; /* start is NULL if malloc gave it */
        void *given;         /* by malloc */
        union nes_block *next;
    } of;
    char line[64];
} nes_block;

/* gives spare pages to a mapping, and the others to the system, which clears pages before
 * it gives them to anybody: that takes longer than most kernels do */
NES_HOST void nes_use_spare(nes_mapping to)
{
    while (nes_cpu.spare != NULL) {
        const nes_mapping from = nes_cpu.spare->of.mapping;
        size_t moved;
        nes_cpu.spare = nes_cpu.spare->of.next;
        moved = nes_move_pages(from, to);
        to.start += moved;
        to.bytes -= moved;
    }
}

NES_HOST nes_mem nes_mem_new(size_t bytes)
{
    void *given = NULL;
    nes_block *b;
    nes_mapping m = {NULL, 0};
    if (bytes > SIZE_MAX / 2)
        return NULL;
    if (bytes >= NES_HUGE_PAGE)
        m = nes_map(bytes + sizeof *b);
    nes_use_spare(m.start != NULL ? m : (nes_mapping){NULL, 0});
    /* of malloc, as what was aligned does not fit a request for as much that is to be aligned */
    if (m.start == NULL && (given = malloc(bytes + 2 * sizeof *b)) == NULL)
        return NULL;
    b = (nes_block *)(m.start != NULL ? (uintptr_t)m.start : ((uintptr_t)given + sizeof *b - 1) / sizeof *b * sizeof *b);
    b->of.mapping = m;
    b->of.given = given;
    return b + 1;
}

NES_HOST void nes_mem_free(nes_mem m)
{
    nes_block *b = (nes_block *)m - 1;
    if (b->of.mapping.start == NULL) {
        free(b->of.given);
    } else {
        b->of.next = nes_cpu.spare;
        nes_cpu.spare = b;
    }
}

NES_HOST void nes_mem_copy(nes_mem from, nes_mem to, size_t bytes)
{
    NES_BEGIN_SPAN();
    memcpy(to, from, bytes);
    NES_END_SPAN('C');
}

NES_HOST void nes_mem_put(nes_mem m, const void *from, size_t bytes, int wait)
{
    (void)wait;
    memcpy(m, from, bytes);
}

NES_HOST void nes_mem_get(nes_mem m, size_t offset, void *to, size_t bytes, int wait)
{
    (void)wait;
    memcpy(to, (const char *)m + offset, bytes);
}

#ifdef NES_RANKS
NES_HOST void nes_mem_put_at(nes_mem m, size_t offset, const void *from, size_t bytes)
{
    memcpy((char *)m + offset, from, bytes);
}

NES_HOST uint64_t nes_device_identity(char text[4096])
{
    snprintf(text, 4096, "C, compiled by %.1000s", __VERSION__);
    return nes_device_code.fingerprint;
}
#endif

/* ---- launches ---- */

/* runs some groups of kernel k, in this thread or in several */
NES_HOST void nes_launch(int k, nes_int from, nes_int to, const void *args)
{
    const nes_kernel_run run = nes_device_code.kernels[k];
    nes_kernel_stat *of = &nes_cpu.of[k];
    const nes_int groups = to - from;
    nes_dev.distinct += (uint64_t)!of->launched;
    of->launched = 1;
    NES_BEGIN_SPAN();
    if (groups == 1) {
        run(args, from, to);
    } else {
        const nes_job job = {run, args, from, to};
        nes_cpu.shared += (uint64_t)nes_team_run(&nes_cpu.team, &job, &of->cost);
    }
    NES_END_SPAN('K');
    nes_launched();
}

/* the elements of an array, as an argument of a kernel */
NES_HOST void *nes_elements(const nes_array *a)
{
    nes_dev.given_bytes += (uint64_t)a->n * a->size;
    return a->mem;
}

#endif
