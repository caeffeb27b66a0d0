/* nes_run.h: launching kernels, failing, and bringing results to the host.
 *
 * Element 0 of the error buffer is the word of the first failure, or the
 * largest int: the number of the launch since the device was last waited for,
 * times the number of sites, plus the site. Element 1+s is the lowest element
 * that failed at site s. Whoever waits for the device tests the word. */
#ifndef NES_RUN_H
#define NES_RUN_H

#include "nes_array.h"

/* ---- the error protocol ---- */

/* the error buffer while nothing has failed; the caller frees */
NES_HOST nes_int *nes_no_failure(void)
{
    const int n = nes_dev.program->nsites + 1;
    nes_int *none = (nes_int *)nes_alloc((size_t)n, sizeof *none);
    for (int i = 0; i < n; i++)
        none[i] = NES_MAX_INT;
    return none;
}

/* makes the error buffer, if any kernel can fail */
NES_HOST void nes_make_error(void)
{
    const int n = nes_dev.program->nsites + 1;
    nes_int *none;
    if (n == 1)
        return;
    none = nes_no_failure();
    nes_dev.error = nes_array_from(none, n, sizeof *none, NULL);
    nes_free(none);
}

NES_HOST nes_array *nes_error_word(void) { return nes_dev.error; }

/* waits for the device and stops if a check failed */
NES_HOST void nes_sync(void)
{
    nes_int word = NES_MAX_INT;
    nes_poll(NULL);
    if (!nes_dev.busy)
        return;
    if (nes_dev.launches > 0 && nes_dev.error != NULL)
        nes_mem_get(nes_dev.error->mem, 0, &word, sizeof word, 0);
    NES_PROFILE_WAIT(nes_wait());
#ifdef NES_RANKS
    const nes_int own = word;
    if (nes_dev.launches > 0 && nes_dev.error != NULL)
        nes_agree_word(&word);
#endif
    nes_dev.reads++;
    nes_dev.busy = 0;
    nes_dev.launches = 0;
    nes_clear_stage();
    if (word != NES_MAX_INT) {
        nes_int elem;
        nes_mem_get(nes_dev.error->mem, (size_t)(1 + word % nes_dev.program->nsites) * sizeof elem, &elem, sizeof elem, 1);
#ifdef NES_RANKS
        elem = nes_agree_element(own, word, elem);
#endif
        nes_trace_back_to(word / nes_dev.program->nsites, elem);
        const nes_site *s = &nes_dev.program->sites[word % nes_dev.program->nsites];
        nes_runtime_error(s->message, s->position);
    }
#ifdef NES_RANKS
    nes_tell_cells();
#endif
    nes_trace_forget();
}

/* the base of the error words of the next launch, whose first site is given */
NES_HOST nes_int nes_launch_base(nes_int site)
{
    if (nes_dev.launches >= NES_MAX_INT / nes_dev.program->nsites - 2)
        nes_sync();
    nes_trace_launch(nes_dev.launches);
    return nes_dev.launches * (nes_int)nes_dev.program->nsites + site;
}

/* a check of the host; failures of the device come first */
NES_HOST void nes_check(nes_bool good, const char *message, const char *position)
{
    if (good)
        return;
    nes_sync();
    nes_runtime_error(message, position);
}

/* ---- launches ---- */

/* counts a launch, which the target has just made */
NES_HOST void nes_launched(void)
{
    nes_dev.busy = 1;
    nes_dev.launches++;
    nes_dev.total_launches++;
    nes_poll(NULL);
}

/* ---- after a failure ---- */

/* Makes everything as it was before the work that failed: the device waits for
 * nothing, what was in use then is, and no failure is recorded. */
NES_HOST void nes_recover(void)
{
    nes_drop_commands();
    nes_wait();
    nes_dev.staged = NULL; /* pieces of the work */
    nes_dev.staged_bytes = 0;
    nes_dev.busy = 0;
    nes_dev.launches = 0;
    for (nes_array *a = nes_dev.every; a != NULL; a = a->every)
        if (a->refs > a->lasting) {
            a->refs = a->lasting + 1;
            nes_release(a);
        }
    if (nes_dev.error != NULL) {
        nes_int *none = nes_no_failure();
        nes_mem_put(nes_dev.error->mem, none, (size_t)nes_dev.error->n * sizeof *none, 1);
        nes_free(none);
    }
    nes_trace_reset();
}

/* what is in use now is not part of later work */
NES_HOST void nes_outlast(void)
{
    for (nes_array *a = nes_dev.every; a != NULL; a = a->every)
        a->lasting = a->refs;
}

/* ---- to the host ---- */

/* brings element i to the host by the next nes_sync; zero if there is none */
NES_HOST void nes_read(const nes_array *a, nes_i64 i, size_t size, void *to)
{
    memset(to, 0, size);
    if (i < 0 || i >= a->n)
        return;
    nes_dev.busy = 1;
#ifdef NES_RANKS
    if (nes_read_block(a, i, size, to))
        return;
#endif
    nes_mem_get(a->mem, (size_t)i * size, to, size, 0);
    NES_PROFILE_BYTES('R', nes_profile.step, size);
    nes_dev.read_bytes += size;
}

/* the first n elements, which the caller frees; nes_sync comes before it */
NES_HOST void *nes_fetch(const nes_array *a, nes_i64 n, size_t size)
{
    void *p = nes_alloc((size_t)n, size);
#ifdef NES_RANKS
    if (n < a->n && !nes_is_everywhere(a->where)) {
        nes_tell_first(a, n, p);
        return p;
    }
    nes_everywhere((nes_array *)a);
#endif
    if (n > 0)
        NES_PROFILE_WAIT(nes_mem_get(a->mem, 0, p, (size_t)n * size, 1));
    NES_PROFILE_BYTES('R', nes_profile.step, (uint64_t)n * size);
    nes_dev.read_bytes += (uint64_t)n * size;
    return p;
}

NES_HOST nes_str nes_fetch_str(const nes_array *a)
{
    nes_str s;
    s.n = a->n;
    s.p = (nes_char *)nes_fetch(a, a->n, sizeof(nes_char));
    return s;
}

#endif
