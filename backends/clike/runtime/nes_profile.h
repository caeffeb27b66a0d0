/* nes_profile.h: what a program that is compiled for a profile records: one line
 * for every launch, transfer, wait and array, to the file that the environment
 * variable NES_PROFILE_FILE names.
 *
 *     K step start end   a kernel has run; times are seconds
 *     W step start end   the host has waited
 *     C step start end   a copy within the device
 *     T step time bytes  to the device; R from it
 *     A step time bytes  an array is made; F it is freed, of the step that made it
 *
 * Steps are numbers of statements of the host (kir.Steps); -1 is none of them.
 * Other programs have macros that do nothing. */
#ifndef NES_PROFILE_H
#define NES_PROFILE_H

#include "nes_base.h"

#ifdef NES_PROFILE

typedef struct {
    FILE *out;
    int step; /* the statement in progress */
} nes_profiling;

NES_DATA nes_profiling nes_profile = {NULL, -1};

NES_HOST void nes_profile_open(void)
{
    const char *name = getenv("NES_PROFILE_FILE");
    if (name != NULL && (nes_profile.out = fopen(name, "w")) == NULL)
        nes_reject("%s: the profile cannot be written", name);
}

NES_HOST void nes_profile_close(void)
{
    if (nes_profile.out != NULL)
        fclose(nes_profile.out);
    nes_profile.out = NULL;
}

NES_HOST void nes_at_step(int step) { nes_profile.step = step; }

NES_HOST void nes_profile_span(char kind, int step, double start, double end)
{
    if (nes_profile.out != NULL)
        fprintf(nes_profile.out, "%c %d %.9f %.9f\n", kind, step, start, end);
}

NES_HOST void nes_profile_bytes(char kind, int step, uint64_t bytes)
{
    if (nes_profile.out != NULL)
        fprintf(nes_profile.out, "%c %d %.9f %llu\n", kind, step, nes_now(), (unsigned long long)bytes);
}

#define NES_PROFILE_BYTES(kind, step, bytes) nes_profile_bytes(kind, step, bytes)
#define NES_PROFILE_MADE(a) (nes_profile_bytes('A', nes_profile.step, (a)->used), (void)((a)->step = nes_profile.step))
#define NES_PROFILE_FREED(a) nes_profile_bytes('F', (a)->step, (a)->used)
#define NES_PROFILE_WAIT(wait) \
    do { \
        const double nes_wait_start = nes_now(); \
        wait; \
        nes_profile_span('W', nes_profile.step, nes_wait_start, nes_now()); \
    } while (0)

#else

#define NES_PROFILE_BYTES(kind, step, bytes) ((void)0)
#define NES_PROFILE_MADE(a) ((void)0)
#define NES_PROFILE_FREED(a) ((void)0)
#define NES_PROFILE_WAIT(wait) wait

#endif
#endif
