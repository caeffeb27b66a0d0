/* nes_device.h: what generated programs need of a device. The target defines
 * the functions declared here, on whatever it has: OpenCL, CUDA.
 *
 * Commands run in order, possibly later; those after which the host may go on
 * before they are done set nes_dev.busy. What is wrong with the device or its
 * driver ends the program with status 4 and a sentence. */
#ifndef NES_DEVICE_H
#define NES_DEVICE_H

#include "nes_context.h"
#include "nes_profile.h"

/* a place where a kernel may fail */
typedef struct {
    const char *message, *position;
} nes_site;

struct nes_value;

/* what the generated part of a program consists of (nes_top.h) */
typedef struct {
    const char *target; /* its name */
    const nes_site *sites;
    int nsites;
    const struct nes_action *actions;
    int nactions;
    const char *inputs; /* descriptor of the tuple that is read, NULL if none */
    struct nes_value (*read)(const char *inputs, int nfiles, char *const *files); /* how */
    int nslots;
    int64_t seed;
    int print_length; /* elements shown of a sequence */
    int words;        /* whether it reads its command line */
} nes_program;

struct nes_array;
struct nes_staged;
#define NES_CLASSES 512

typedef struct {
    const nes_program *program;
    uint64_t most_bytes, most_array; /* of all memory, of one array */
    int moves_pages; /* to free one block for another costs little */
    size_t heap_end; /* arrays of so many bytes or more are never the heap's */
    struct nes_array *pool[NES_CLASSES], *newest, *oldest, *records, *every;
    struct nes_array *error; /* the error buffer, NULL if no kernel can fail */
    struct nes_staged *staged;
    size_t staged_bytes;
    int busy;         /* commands may be waiting */
    nes_int launches; /* since the device was last waited for */
    uint64_t total_launches, distinct, arrays, allocations, reads, read_bytes, given_bytes, live, peak, most_live, total, held;
} nes_state;

NES_DATA nes_state nes_dev;

/* ---- what the target defines ---- */

typedef void *nes_mem;

/* opens a device and sets most_bytes and most_array, moves_pages and heap_end */
NES_HOST void nes_open_device(const char *name);

/* prints the devices there are, a line each: number, kind, name */
NES_HOST void nes_print_devices(void);

/* gives back all but arrays, of which none is in use */
NES_HOST void nes_close_device(void);

/* waits until all commands are done and what was got has arrived */
NES_HOST void nes_wait(void);

/* forgets commands that the device has not been given yet */
NES_HOST void nes_drop_commands(void);

/* memory of the device; NULL if there is not so much left */
NES_HOST nes_mem nes_mem_new(size_t bytes);
NES_HOST void nes_mem_free(nes_mem m);

/* of the first bytes, which are some: copy, copy from the host (the
 * source stays until the device was waited for unless wait is set) */
NES_HOST void nes_mem_copy(nes_mem from, nes_mem to, size_t bytes);
NES_HOST void nes_mem_put(nes_mem m, const void *from, size_t bytes, int wait);

#ifdef NES_RANKS
/* some bytes of the host to those that begin at an offset; they have arrived */
NES_HOST void nes_mem_put_at(nes_mem m, size_t offset, const void *from, size_t bytes);

/* what devices that compute the same bits have in common, as text, and the kernels as a number */
NES_HOST uint64_t nes_device_identity(char text[4096]);
#endif

/* brings bytes that begin at an offset to the host: now, or by the next wait */
NES_HOST void nes_mem_get(nes_mem m, size_t offset, void *to, size_t bytes, int wait);

/* prints what -stats says of this target alone */
NES_HOST void nes_device_stats(void);

/* tells a checker of memory which bytes of m are in use */
#ifndef NES_MEM_USED
#define NES_MEM_USED(m, used, bytes) ((void)0)
#endif

/* whether every array has memory of its own for good, of just its bytes: for
 * checkers that mix up what used the same memory in turn */
#ifndef NES_EXACT
#define NES_EXACT 0
#endif

/* ---- failures of the environment ---- */

NES_HOST NES_NORETURN void nes_environment(const char *format, ...) __attribute__((format(printf, 1, 2)));
NES_HOST NES_NORETURN void nes_environment(const char *format, ...)
{
    char target[32];
    va_list args;
    snprintf(target, sizeof target, "%s: ", nes_dev.program->target);
    va_start(args, format);
    nes_fail_with(NES_ENVIRONMENT, target, format, args);
}

#endif
