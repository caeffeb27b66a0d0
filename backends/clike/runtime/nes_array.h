/* nes_array.h: arrays in the memory of the device.
 *
 * An array counts its owners; one that nobody owns goes back to a pool, since
 * fresh memory is many times slower than used memory. The pool has classes of
 * sizes that grow by eighths of powers of two, and gives larger blocks to smaller arrays, as
 * recursions make arrays that shrink. No more is held than a quarter above what was in use
 * at once: then still larger blocks are taken, or what was released first is given back.
 * Where blocks cost little to free, a sixty-fourth is enough, and arrays of medium size never
 * wait in the pool. The queue runs commands in order, so an array may be
 * used again while commands that read it wait.
 *
 * What the host writes is copied to a stage and freed when the device was next
 * waited for. */
#ifndef NES_ARRAY_H
#define NES_ARRAY_H

#include "nes_device.h"

typedef struct nes_array {
    nes_mem mem;
    int64_t n;
    size_t size;          /* of an element */
    size_t bytes;         /* of mem */
    size_t used;          /* of these, those of the size class it was made for */
    int class_;           /* of size */
    int refs;
    int lasting;          /* of these, those of earlier work */
    const char *position; /* where it was made, NULL if not known */
    struct nes_array *next, *last;   /* in its class of the pool; next also among records without memory */
    struct nes_array *older, *newer; /* in the pool, by when they were released */
    struct nes_array *every; /* the record made before */
#ifdef NES_PROFILE
    int step; /* that made it */
#endif
#ifdef NES_RANKS
    nes_where where; /* which rank has which elements */
    int fresh;       /* whether nothing was written yet */
    struct nes_array *marks; /* of elements that the next launch writes anywhere (nes_fetch.h) */
    uint64_t asked;  /* bytes that were sent to fetch elements, since it was written */
#endif
} nes_array;

/* ---- memory ---- */

/* classes of sizes from one power of two to the next */
#define NES_STEPS 8

/* bytes of the smallest arrays that may be the heap's: it takes longer than the pool */
#define NES_HEAP_LEAST ((size_t)1 << 13)

/* bytes that the pool may hold in any case, where blocks cost much to free */
#ifndef NES_POOL_LEAST
#define NES_POOL_LEAST ((uint64_t)1 << 23)
#endif

/* whether arrays of so many bytes are the heap's, which fits them best and joins what is free */
NES_HOST int nes_in_heap(size_t bytes) { return bytes >= NES_HEAP_LEAST && bytes < nes_dev.heap_end; }

/* the size class of a request, and its bytes */
NES_HOST int nes_size_class(size_t want, size_t *bytes)
{
    size_t base = 128;
    int k = 0;
    for (; want > 2 * base; base *= 2)
        k += NES_STEPS;
    for (*bytes = base; want > *bytes; *bytes += base / NES_STEPS)
        k++;
    if (*bytes > nes_dev.most_array || nes_in_heap(want) || NES_EXACT)
        *bytes = want;
    return k;
}

/* puts an array that nobody owns into the pool */
NES_HOST void nes_pool(nes_array *a)
{
    nes_array **first = &nes_dev.pool[a->class_];
    a->last = NULL;
    a->next = *first;
    if (*first != NULL)
        (*first)->last = a;
    *first = a;
    a->newer = NULL;
    a->older = nes_dev.newest;
    *(a->older == NULL ? &nes_dev.oldest : &a->older->newer) = a;
    nes_dev.newest = a;
}

NES_HOST void nes_unpool(nes_array *a)
{
    *(a->last == NULL ? &nes_dev.pool[a->class_] : &a->last->next) = a->next;
    if (a->next != NULL)
        a->next->last = a->last;
    *(a->newer == NULL ? &nes_dev.newest : &a->newer->older) = a->older;
    *(a->older == NULL ? &nes_dev.oldest : &a->older->newer) = a->newer;
}

/* gives back the memory of an array that nobody owns; its record waits for other memory */
NES_HOST void nes_free_array(nes_array *a)
{
    nes_dev.total -= a->bytes;
    nes_mem_free(a->mem);
    a->next = nes_dev.records;
    nes_dev.records = a;
}

/* gives memory of the pool back, what was released first, until all blocks have
 * so many bytes at most */
NES_HOST void nes_trim_pool(uint64_t most)
{
    while (nes_dev.total > most && nes_dev.oldest != NULL) {
        nes_array *a = nes_dev.oldest;
        nes_unpool(a);
        nes_free_array(a);
    }
}

/* how many bytes all blocks may have, once more of them are in use */
NES_HOST uint64_t nes_most_held(uint64_t more)
{
    const uint64_t live = nes_dev.live + more, most = live > nes_dev.most_live ? live : nes_dev.most_live;
    return most + (nes_dev.moves_pages ? most / 64 + ((uint64_t)1 << 20) : most / 4 + NES_POOL_LEAST);
}

/* an array of the pool for so many bytes of class k, NULL if there is none; up to a quarter
 * larger where pages of larger ones can be moved, else twice as large, or four times if no
 * more may be held */
NES_HOST nes_array *nes_pooled(int k, size_t bytes)
{
    const int full = nes_dev.total + bytes > nes_most_held(bytes);
    const int last = k + (nes_dev.moves_pages ? 1 : full ? 2 * NES_STEPS : NES_STEPS);
    for (; k <= last && k < NES_CLASSES; k++)
        if (nes_dev.pool[k] != NULL && nes_dev.pool[k]->bytes >= bytes)
            return nes_dev.pool[k];
    return NULL;
}

NES_HOST void nes_sync(void);

/* the largest array in use that is smaller than one of the given bytes */
NES_HOST const nes_array *nes_next_largest(size_t below)
{
    const nes_array *found = NULL;
    for (const nes_array *a = nes_dev.every; a != NULL; a = a->every)
        if (a->refs > 0 && a->bytes < below && (found == NULL || a->bytes > found->bytes))
            found = a;
    return found;
}

/* lists arrays in use, the largest first, each size once */
NES_HOST void nes_put_live(nes_buf *out)
{
    const nes_array *a = nes_next_largest((size_t)-1);
    for (int i = 0; i < 8 && a != NULL; i++, a = nes_next_largest(a->bytes)) {
        int count = 0;
        for (const nes_array *b = nes_dev.every; b != NULL; b = b->every)
            count += b->refs > 0 && b->bytes == a->bytes;
        nes_putf(out, "  in use: %d of %llu bytes, the last at %.*s\n", count, (unsigned long long)a->bytes,
                 a->position == NULL ? 1 : (int)strcspn(a->position, "\n"), a->position == NULL ? "?" : a->position);
    }
}

NES_HOST NES_NORETURN void nes_out_of_memory(uint64_t bytes, const char *position)
{
    nes_buf b = {NULL, 0, 0};
    nes_sync(); /* a check that failed before is the error to report */
    nes_fail(NES_FAILED, "RUNTIME ERROR: ", "Out of memory.");
    nes_fail_at(position);
    nes_putf(&b, "  for an array of %llu bytes; the device has %llu bytes, %llu of them in use, and allows arrays of %llu\n",
             (unsigned long long)bytes, (unsigned long long)nes_dev.most_bytes, (unsigned long long)nes_dev.live,
             (unsigned long long)nes_dev.most_array);
    nes_put_live(&b);
    nes_fail_more(&b);
    nes_stop();
}

/* a record without memory */
NES_HOST nes_array *nes_new_record(void)
{
    nes_array *a = nes_dev.records;
    if (a == NULL) {
        a = (nes_array *)nes_keep(nes_alloc(1, sizeof *a));
        a->refs = a->lasting = 0;
        a->every = nes_dev.every;
        nes_dev.every = a;
        return a;
    }
    nes_dev.records = a->next;
    return a;
}

/* fresh memory, taken only when the pool has none */
NES_HOST nes_mem nes_new_memory(size_t bytes, const char *position)
{
    nes_mem mem = NULL;
    const uint64_t most = nes_most_held(bytes);
    nes_trim_pool(most < bytes ? 0 : most - bytes);
    if (nes_dev.total + bytes <= nes_dev.most_bytes)
        mem = nes_mem_new(bytes);
    if (mem == NULL) {
        nes_trim_pool(0);
        nes_wait();
        if (nes_dev.total + bytes <= nes_dev.most_bytes)
            mem = nes_mem_new(bytes);
    }
#ifdef NES_RANKS
    if (mem == NULL && nes_ranks.n > 1 && nes_dev.total + bytes <= nes_dev.most_bytes) /* others go on */
        nes_environment("there is no memory for an array of %llu bytes (%.*s), though %llu bytes of %llu are in use", (unsigned long long)bytes,
                        position == NULL ? 1 : (int)strcspn(position, "\n"), position == NULL ? "?" : position,
                        (unsigned long long)nes_dev.total, (unsigned long long)nes_dev.most_bytes);
#endif
    if (mem == NULL)
        nes_out_of_memory(bytes, position);
    nes_dev.allocations++;
    nes_dev.total += bytes;
    if (nes_dev.total > nes_dev.held)
        nes_dev.held = nes_dev.total;
    return mem;
}

/* ---- owners ---- */

/* an array of n elements of size bytes each, contents undefined */
NES_HOST nes_array *nes_array_new(nes_i64 n, size_t size, const char *position)
{
    size_t bytes;
    int k;
    nes_array *a;
    n = n < 0 ? 0 : n;
    if (n > NES_MOST_ELEMENTS || (uint64_t)n > nes_dev.most_array / size)
        nes_out_of_memory((uint64_t)n * size, position);
    k = nes_size_class((size_t)(n == 0 ? 1 : n) * size, &bytes);
    a = nes_pooled(k, bytes);
    if (a != NULL) {
        nes_unpool(a);
    } else {
        nes_mem mem = nes_new_memory(bytes, position);
        a = nes_new_record();
        a->mem = mem;
        a->bytes = bytes;
        a->class_ = k;
    }
    a->refs = 1;
    a->n = n;
    a->size = size;
    a->position = position;
    NES_MEM_USED(a->mem, (size_t)n * size, a->bytes);
    nes_dev.arrays++;
    a->used = bytes;
    nes_dev.live += bytes;
    NES_PROFILE_MADE(a);
#ifdef NES_RANKS
    a->where.parts = a->where.scale = 0;
    a->where.extents = NULL;
    a->fresh = 1;
    a->asked = 0;
    a->marks = NULL;
#endif
    if (nes_dev.live > nes_dev.peak)
        nes_dev.peak = nes_dev.live;
    if (nes_dev.live > nes_dev.most_live)
        nes_dev.most_live = nes_dev.live;
    return a;
}

NES_HOST void nes_retain(nes_array *a) { a->refs++; }

NES_HOST void nes_release(nes_array *a)
{
    if (--a->refs > 0)
        return;
    NES_MEM_USED(a->mem, 0, a->bytes);
#ifdef NES_RANKS
    nes_forget_where(&a->where);
#endif
    nes_dev.live -= a->used;
    NES_PROFILE_FREED(a);
    if (NES_EXACT)
        nes_dev.total -= a->bytes;
    else if (nes_in_heap(a->bytes))
        nes_free_array(a);
    else
        nes_pool(a);
}

NES_HOST nes_int nes_length(const nes_array *a) { return (nes_int)a->n; }

/* from itself if it has one owner and n elements, else a new array */
NES_HOST nes_array *nes_array_over(nes_array *from, nes_i64 n, size_t size, const char *position)
{
    if (from->refs != 1 || from->n != n)
        return nes_array_new(n, size, position);
    from->refs++;
    return from;
}

NES_HOST nes_array *nes_array_copy(nes_array *from, size_t size, const char *position)
{
    nes_array *a = nes_array_new(from->n, size, position);
    if (a->n > 0) {
        nes_mem_copy(from->mem, a->mem, (size_t)a->n * size);
        nes_dev.busy = 1;
#ifdef NES_RANKS
        nes_set_where(&a->where, from->where);
        a->fresh = from->fresh;
#endif
    }
    return a;
}

/* from itself if it has one owner, else a copy */
NES_HOST nes_array *nes_array_copy_over(nes_array *from, size_t size, const char *position)
{
    if (from->refs != 1)
        return nes_array_copy(from, size, position);
    from->refs++;
    return from;
}

/* ---- from the host ---- */

typedef struct nes_staged {
    struct nes_staged *next;
    double align; /* the data follow, aligned for any element */
} nes_staged;

#define NES_MOST_STAGED ((size_t)1 << 24)

NES_HOST void nes_clear_stage(void)
{
    while (nes_dev.staged != NULL) {
        nes_staged *s = nes_dev.staged;
        nes_dev.staged = s->next;
        nes_free(s);
    }
    nes_dev.staged_bytes = 0;
}

/* the first bytes of an array */
NES_HOST void nes_write(nes_array *a, const void *p, size_t bytes)
{
    nes_staged *s;
    if (bytes == 0)
        return;
    NES_PROFILE_BYTES('T', nes_profile.step, bytes);
#ifdef NES_RANKS
    a->fresh = 0;
#endif
    if (nes_dev.staged_bytes + bytes > NES_MOST_STAGED) {
        nes_mem_put(a->mem, p, bytes, 1);
        nes_clear_stage(); /* commands are in order: those before are done, too */
        return;
    }
    s = (nes_staged *)nes_alloc(1, sizeof *s + bytes);
    memcpy(s + 1, p, bytes);
    s->next = nes_dev.staged;
    nes_dev.staged = s;
    nes_dev.staged_bytes += bytes;
    nes_dev.busy = 1;
    nes_mem_put(a->mem, s + 1, bytes, 0);
}

/* an array of which elements may be read that nobody wrote; checkers see ones */
NES_HOST nes_array *nes_array_loose(nes_i64 n, size_t size, const char *position)
{
    nes_array *a = nes_array_new(n, size, position);
    if (NES_EXACT && a->n > 0) {
        void *ones = nes_alloc((size_t)a->n, size);
        memset(ones, 1, (size_t)a->n * size);
        nes_write(a, ones, (size_t)a->n * size);
        nes_free(ones);
    }
    return a;
}

/* n elements of the host */
NES_HOST nes_array *nes_array_from(const void *p, nes_i64 n, size_t size, const char *position)
{
    nes_array *a = nes_array_new(n, size, position);
    nes_write(a, p, (size_t)a->n * size);
    return a;
}

/* characters, which are freed */
NES_HOST nes_array *nes_array_of_str(nes_str s, const char *position)
{
    nes_array *a = nes_array_from(s.p, s.n, sizeof(nes_char), position);
    nes_free(s.p);
    return a;
}

/* the chars of a text of n bytes */
NES_HOST nes_array *nes_array_of_text(const char *text, size_t n, const char *position)
{
    return nes_array_of_str(nes_str_of(text, n), position);
}

#endif
