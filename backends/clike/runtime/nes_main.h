/* nes_main.h: how a generated program starts: its own options, the thread with
 * the large stack, the clock, and what -stats and -bench print.
 *
 *     PROGRAM [-arg FILE]... [-output FILE] [-seed N] [-stats] [-bench=N[:NAME]]
 *
 * A flag may have one or two dashes and its value after = or a blank. */
#ifndef NES_MAIN_H
#define NES_MAIN_H

#include "nes_base.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int nargs; /* -arg, in the order given */
    char **args;
    const char *output; /* file for the last value, as data; NULL: it is printed */
    int64_t seed; /* -seed, else the seed the program was compiled with */
    int stats;
    int bench; /* runs, 0 without -bench */
    const char *bench_name; /* the only action to measure, NULL for all */
} nes_options;

/* the value of flag name if argv[*i] is that flag, else NULL */
NES_HOST char *nes_option_value(char **argv, int argc, int *i, const char *name)
{
    char *a = argv[*i] + 1;
    size_t n = strlen(name);
    a += *a == '-';
    if (strncmp(a, name, n) != 0)
        return NULL;
    if (a[n] == '=')
        return a + n + 1;
    if (a[n] != '\0')
        return NULL;
    if (*i + 1 >= argc)
        nes_reject("error[E0051]: flag -%s needs a value", name);
    return argv[++*i];
}

NES_HOST int64_t nes_option_number(const char *name, const char *text)
{
    char *end;
    long long x;
    errno = 0;
    x = strtoll(text, &end, 10);
    if (*text == '\0' || *end != '\0' || errno != 0)
        nes_reject("error[E0051]: flag -%s needs a number, found `%s`", name, text);
    return x;
}

/* N or N:NAME */
NES_HOST void nes_option_bench(nes_options *o, char *text)
{
    char *name = strchr(text, ':');
    if (name != NULL) {
        *name = '\0';
        o->bench_name = name + 1;
    }
    o->bench = (int)nes_option_number("bench", text);
}

/* the options of the command line; anything else is rejected */
NES_HOST nes_options nes_parse_options(int argc, char **argv, int64_t seed)
{
    nes_options o = {0, NULL, NULL, 0, 0, 0, NULL};
    o.args = (char **)nes_alloc((size_t)argc, sizeof *o.args);
    o.seed = seed;
    for (int i = 1; i < argc; i++) {
        char *v = NULL;
        if (argv[i][0] != '-')
            nes_reject("error[E0051]: unexpected argument `%s`", argv[i]);
        if ((v = nes_option_value(argv, argc, &i, "arg")) != NULL)
            o.args[o.nargs++] = v;
        else if ((v = nes_option_value(argv, argc, &i, "output")) != NULL)
            o.output = v;
        else if ((v = nes_option_value(argv, argc, &i, "seed")) != NULL)
            o.seed = nes_option_number("seed", v);
        else if ((v = nes_option_value(argv, argc, &i, "bench")) != NULL)
            nes_option_bench(&o, v);
        else if (strcmp(argv[i] + 1 + (argv[i][1] == '-'), "stats") == 0)
            o.stats = 1;
        else
            nes_reject("error[E0051]: unknown flag `%s`; known are -arg FILE, -output FILE, -seed N, -stats, -bench=N", argv[i]);
    }
    return o;
}

/* ---- the stack ---- */

/* A deep recursion ends at the guard page below the stack; this handler, which
 * has a stack of its own, turns that into a message. */
typedef struct {
    char *base; /* the guard page */
    size_t page;
} nes_guard;

NES_HOST nes_guard *nes_guard_page(void)
{
    static nes_guard guard = {NULL, 0};
    return &guard;
}

NES_HOST void nes_on_fault(int signal, siginfo_t *info, void *context)
{
    static const char text[] = "RUNTIME ERROR: stack overflow: the recursion is too deep\n";
    char *at = (char *)info->si_addr;
    const nes_guard *g = nes_guard_page();
    (void)context;
    if (at >= g->base && at < g->base + g->page) {
        ssize_t done = write(2, text, sizeof text - 1);
        (void)done;
        _exit(1);
    }
    (void)signal; /* SA_RESETHAND: the fault happens again and ends the program */
}

typedef struct {
    int (*body)(void *);
    void *context;
    int result;
} nes_thread;

NES_HOST void *nes_thread_main(void *p)
{
    nes_thread *t = (nes_thread *)p;
    stack_t own, before;
    struct sigaction action;
    memset(&own, 0, sizeof own);
    own.ss_size = 65536;
    own.ss_sp = nes_alloc(own.ss_size, 1);
    sigaltstack(&own, &before);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = nes_on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    t->result = t->body(t->context);
    sigaltstack(&before, NULL);
    free(own.ss_sp);
    return NULL;
}

/* address space for a stack of half the memory of the machine, between 1 and
 * 64 GiB; less if the system will not give so much. NULL if none. */
NES_HOST char *nes_reserve_stack(size_t *size)
{
    const size_t least = (size_t)1 << 26;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    size_t want = pages > 0 && page > 0 ? (size_t)pages / 2 * (size_t)page : (size_t)1 << 30;
    want = want < (size_t)1 << 30 ? (size_t)1 << 30 : want > (size_t)1 << 36 ? (size_t)1 << 36 : want;
    want &= ~((size_t)65536 - 1);
    for (*size = want; *size >= least; *size = *size / 2 & ~((size_t)65536 - 1)) {
        void *p = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p != MAP_FAILED)
            return (char *)p;
    }
    return NULL;
}

/* runs body(context) on a thread with a large stack and returns its result */
NES_HOST int nes_run(int (*body)(void *), void *context)
{
    nes_thread t = {NULL, NULL, 0};
    pthread_attr_t attr;
    pthread_t thread;
    size_t size;
    char *stack = nes_reserve_stack(&size);
    nes_guard *g = nes_guard_page();
    t.body = body;
    t.context = context;
    if (stack == NULL)
        return body(context);
    g->base = stack;
    g->page = 65536;
    mprotect(stack, g->page, PROT_NONE);
    pthread_attr_init(&attr);
    pthread_attr_setstack(&attr, stack + g->page, size - g->page);
    if (pthread_create(&thread, &attr, nes_thread_main, &t) != 0)
        return body(context);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attr);
    munmap(stack, size);
    return t.result;
}

/* ---- time, -stats, -bench ---- */

/* seconds on a clock that never goes back */
NES_HOST double nes_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* one line of -stats, on standard error */
NES_HOST void nes_stat(const char *name, uint64_t value) { fprintf(stderr, "stat %s %llu\n", name, (unsigned long long)value); }

NES_HOST int nes_compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Runs region the given number of times, after one cold run, and prints, on
 * standard error, "bench NAME runs N min S median S max S cold S" in seconds.
 * Region must leave the device finished. */
NES_HOST void nes_bench(const char *name, int runs, void (*region)(void *), void *context)
{
    double *times, start = nes_now(), cold;
    region(context);
    cold = nes_now() - start;
    times = (double *)nes_alloc((size_t)runs, sizeof *times);
    for (int i = 0; i < runs; i++) {
        start = nes_now();
        region(context);
        times[i] = nes_now() - start;
    }
    qsort(times, (size_t)runs, sizeof *times, nes_compare_times);
    fprintf(stderr, "bench %s runs %d min %.9f median %.9f max %.9f cold %.9f\n", name, runs, times[0], times[runs / 2],
            times[runs - 1], cold);
    free(times);
}

#endif
