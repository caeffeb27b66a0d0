/* nes_main.h: how a generated program starts: its own options, the context in
 * which it runs, and what -stats and -bench print.
 *
 *     PROGRAM [-arg FILE]... [-output FILE] [-bare] [-seed N] [-memory N] [-device D] [-devices] [-stats] [-bench=N[:NAME]]
 *
 * A flag may have one or two dashes and its value after = or a blank. A program
 * that reads its command line also takes words, all that follow the first one or --. */
#ifndef NES_MAIN_H
#define NES_MAIN_H

#include "nes_context.h"

#include <signal.h>

typedef struct {
    int nargs; /* -arg, in the order given */
    char **args;
    const char *output; /* file for the last value, as data; NULL: it is printed */
    int bare; /* values of expressions are printed alone and whole */
    nes_choice choice; /* -device, -memory, and -seed, else the seed the program was compiled with */
    int devices;
    int stats;
    int words; /* where the words for the program begin */
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

NES_HOST int nes_is_flag(const char *arg, const char *name) { return strcmp(arg + 1 + (arg[1] == '-'), name) == 0; }

/* the number at the start of a text, and what follows it */
NES_HOST int64_t nes_option_start(const char *name, const char *text, char **end)
{
    long long x;
    errno = 0;
    x = strtoll(text, end, 10);
    if (*end == text || errno != 0)
        nes_reject("error[E0051]: flag -%s needs a number, found `%s`", name, text);
    return x;
}

NES_HOST int64_t nes_option_number(const char *name, const char *text)
{
    char *end;
    const int64_t x = nes_option_start(name, text, &end);
    if (*end != '\0')
        nes_reject("error[E0051]: flag -%s needs a number, found `%s`", name, text);
    return x;
}

/* a number of bytes: with K, M or G at its end, times 2 to the 10, 20 or 30 */
NES_HOST int64_t nes_option_bytes(const char *name, const char *text)
{
    static const char units[] = "KMG";
    char *end;
    const int64_t x = nes_option_start(name, text, &end);
    const char *unit = *end == '\0' ? NULL : strchr(units, *end);
    const int shift = unit == NULL ? 0 : 10 * (int)(unit - units + 1);
    if (end[unit != NULL] != '\0' || x <= 0 || x > INT64_MAX >> shift)
        nes_reject("error[E0051]: flag -%s needs a number of bytes, as 512M or 2G, found `%s`", name, text);
    return x << shift;
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

/* the options of the command line, and after them, if the program takes words, these;
 * anything else is rejected */
NES_HOST nes_options nes_parse_options(int argc, char **argv, int64_t seed, int words)
{
    nes_options o;
    memset(&o, 0, sizeof o);
    o.args = (char **)nes_alloc((size_t)argc, sizeof *o.args);
    o.choice.seed = seed;
    o.words = argc;
    for (int i = 1; i < argc; i++) {
        char *v = NULL;
        if (words && (argv[i][0] != '-' || strcmp(argv[i], "--") == 0)) {
            o.words = i + (argv[i][0] == '-');
            break;
        }
        if (argv[i][0] != '-')
            nes_reject("error[E0051]: unexpected argument `%s`", argv[i]);
        if ((v = nes_option_value(argv, argc, &i, "arg")) != NULL)
            o.args[o.nargs++] = v;
        else if ((v = nes_option_value(argv, argc, &i, "output")) != NULL)
            o.output = v;
        else if ((v = nes_option_value(argv, argc, &i, "seed")) != NULL)
            o.choice.seed = nes_option_number("seed", v);
        else if ((v = nes_option_value(argv, argc, &i, "memory")) != NULL)
            o.choice.memory = nes_option_bytes("memory", v);
        else if (nes_is_flag(argv[i], "devices"))
            o.devices = 1;
        else if ((v = nes_option_value(argv, argc, &i, "device")) != NULL)
            o.choice.name = v;
        else if ((v = nes_option_value(argv, argc, &i, "bench")) != NULL)
            nes_option_bench(&o, v);
        else if (nes_is_flag(argv[i], "bare"))
            o.bare = 1;
        else if (nes_is_flag(argv[i], "stats"))
            o.stats = 1;
        else
            nes_reject("error[E0051]: unknown flag `%s`; known are -arg FILE, -output FILE, -bare, -seed N, -memory N, -device D, -devices, -stats, -bench=N", argv[i]);
    }
    return o;
}

/* ---- -stats, -bench ---- */

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
    nes_free(times);
}

/* ---- running ---- */

/* the context that the first interrupt cancels; the second one ends the process */
NES_HOST nes_context **nes_main_context(void)
{
    static nes_context *context;
    return &context;
}

NES_HOST void nes_on_interrupt(int signal)
{
    (void)signal;
    (*nes_main_context())->cancelled = 1;
}

/* does the work of an executable and returns its exit status; a failure is told
 * on standard error */
NES_HOST int nes_run(void (*work)(void *), void *argument)
{
    nes_context *c = nes_context_new((size_t)1 << 36);
    struct sigaction action;
    int status;
    if (c == NULL) {
        fputs("RUNTIME ERROR: Out of memory.\n", stderr);
        return NES_FAILED;
    }
    *nes_main_context() = c;
    memset(&action, 0, sizeof action);
    action.sa_handler = nes_on_interrupt;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    status = nes_context_do(c, work, argument);
    fflush(stdout);
#ifdef NES_RANKS
    if (status != NES_CANCELLED) {
        const int own = status;
        status = nes_agree(status, c->failure->text);
        if (own == NES_GOOD && status != NES_GOOD)
            return status; /* another rank has said why */
    }
#endif
    if (status != NES_GOOD)
        fputs(c->failure->text, stderr);
    if (status == NES_CANCELLED)
        raise(SIGINT); /* which ends the process: nobody handles it any more */
    return status; /* the process ends, and with it the context */
}

#endif
