/* nes_context.h: a thread that does the work of one program, on a stack that
 * deep recursions need. All state of the runtime is that thread's, so it is
 * what other libraries call a context. Work is given to it from any thread, one
 * piece at a time. */
#ifndef NES_CONTEXT_H
#define NES_CONTEXT_H

#include "nes_base.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

/* which device, and how much of it */
typedef struct {
    const char *name; /* cpu, gpu, a number of nessiec devices, or a part of a name; NULL for the first one that fits */
    int64_t memory;   /* bytes of arrays at most, 0 for what there is */
    int64_t seed;     /* of random numbers */
} nes_choice;

typedef enum { NES_IDLE, NES_GIVEN_WORK, NES_DONE, NES_CLOSING } nes_context_state;

typedef struct {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    nes_context_state state;
    void (*work)(void *);
    void *argument;
    volatile int cancelled;
    const nes_failure *failure; /* of the last work */
    char *stack;                /* NULL: the thread has the stack that the system gives */
    size_t size;
    int64_t live, held, pieces; /* of memory: nes_library.h */
} nes_context;

/* what the stack has left when the recursion is too deep: for drivers that compile */
#define NES_STACK_LEFT ((size_t)1 << 23)

#define NES_GUARD ((size_t)65536) /* bytes below the stack that nobody may touch */

/* address space for a stack of half the memory of the machine, between 1 GiB and
 * the given bytes; less if the system will not give so much. NULL if none. */
NES_HOST char *nes_reserve_stack(size_t most, size_t *size)
{
    const size_t least = (size_t)1 << 26;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    size_t want = pages > 0 && page > 0 ? (size_t)pages / 2 * (size_t)page : (size_t)1 << 30;
    want = want < (size_t)1 << 30 ? (size_t)1 << 30 : want > most ? most : want;
    want &= ~((size_t)65536 - 1);
    for (*size = want; *size >= least; *size = *size / 2 & ~((size_t)65536 - 1)) {
        void *p = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p != MAP_FAILED)
            return (char *)p;
    }
    return NULL;
}

/* gives back the memory below the stack in use */
NES_HOST void nes_trim_stack(const nes_context *c)
{
    char *first = c->stack + NES_GUARD;
    const size_t room = (size_t)((char *)__builtin_frame_address(0) - first) & ~((size_t)65536 - 1);
    if (room > NES_STACK_LEFT)
        madvise(first, room - NES_STACK_LEFT, MADV_DONTNEED);
}

/* the thread: does what it is given until it is closed */
NES_HOST void *nes_context_thread(void *p)
{
    nes_context *c = (nes_context *)p;
    nes_call.cancelled = &c->cancelled;
    nes_call.stack = c->stack == NULL ? NULL : c->stack + NES_STACK_LEFT;
    c->failure = &nes_call.failure;
    pthread_mutex_lock(&c->mutex);
    while (c->state != NES_CLOSING) {
        if (c->state != NES_GIVEN_WORK) {
            pthread_cond_wait(&c->changed, &c->mutex);
            continue;
        }
        pthread_mutex_unlock(&c->mutex);
        if (nes_try(c->work, c->argument) != NES_GOOD && c->stack != NULL)
            nes_trim_stack(c);
        pthread_mutex_lock(&c->mutex);
        c->state = NES_DONE;
        pthread_cond_broadcast(&c->changed);
    }
    pthread_mutex_unlock(&c->mutex);
    nes_free_all(&nes_call.pieces);
    nes_free_all(&nes_call.kept);
    return NULL;
}

/* a new context with a stack of at most so many bytes; NULL if there is no memory
 * for its thread */
NES_HOST nes_context *nes_context_new(size_t most)
{
    nes_context *c = (nes_context *)calloc(1, sizeof *c);
    pthread_attr_t attr;
    int failed;
    if (c == NULL)
        return NULL;
    pthread_mutex_init(&c->mutex, NULL);
    pthread_cond_init(&c->changed, NULL);
    pthread_attr_init(&attr);
    c->stack = nes_reserve_stack(most, &c->size);
    if (c->stack != NULL) {
        mprotect(c->stack, NES_GUARD, PROT_NONE);
        pthread_attr_setstack(&attr, c->stack + NES_GUARD, c->size - NES_GUARD);
    }
    failed = pthread_create(&c->thread, &attr, nes_context_thread, c);
    pthread_attr_destroy(&attr);
    if (!failed)
        return c;
    if (c->stack != NULL)
        munmap(c->stack, c->size);
    free(c);
    return NULL;
}

/* Lets the context do work, after what other threads have given it, and returns
 * how it ended. What it says of a failure is there until the next work. */
NES_HOST int nes_context_do(nes_context *c, void (*work)(void *), void *argument)
{
    int status;
    pthread_mutex_lock(&c->mutex);
    while (c->state != NES_IDLE)
        pthread_cond_wait(&c->changed, &c->mutex);
    c->work = work;
    c->argument = argument;
    c->cancelled = 0;
    c->state = NES_GIVEN_WORK;
    pthread_cond_broadcast(&c->changed);
    while (c->state != NES_DONE)
        pthread_cond_wait(&c->changed, &c->mutex);
    status = c->failure->status;
    c->state = NES_IDLE;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->mutex);
    return status;
}

/* asks the work in progress, if there is some, to end */
NES_HOST void nes_context_cancel(nes_context *c)
{
    pthread_mutex_lock(&c->mutex);
    if (c->state == NES_GIVEN_WORK)
        c->cancelled = 1;
    pthread_mutex_unlock(&c->mutex);
}

/* ends the thread, which has no work */
NES_HOST void nes_context_free(nes_context *c)
{
    pthread_mutex_lock(&c->mutex);
    c->state = NES_CLOSING;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->mutex);
    pthread_join(c->thread, NULL);
    pthread_mutex_destroy(&c->mutex);
    pthread_cond_destroy(&c->changed);
    if (c->stack != NULL)
        munmap(c->stack, c->size);
    free(c);
}

#endif
