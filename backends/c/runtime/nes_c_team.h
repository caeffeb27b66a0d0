/* nes_c_team.h: threads that share the groups of a launch with the thread that asks for
 * it. Each takes the next few groups until there are none left.
 *
 * Threads that have nothing to do look for work for a moment and then sleep. So launches
 * that follow one another are shared within a microsecond, and a program that computes
 * alone, or waits, leaves the processor to others. */
#ifndef NES_C_TEAM_H
#define NES_C_TEAM_H

#include <pthread.h>
#include <sched.h>

/* a kernel: runs some groups */
typedef void (*nes_kernel_run)(const void *args, nes_int from, nes_int to);

/* some groups of a kernel */
typedef struct {
    nes_kernel_run run;
    const void *args;
    nes_int from, to;
} nes_job;

#define NES_MOST_THREADS 64

typedef struct {
    int n;       /* threads beside the one that asks */
    int started; /* whether there has been reason to start them */
    pthread_t thread[NES_MOST_THREADS];
    pthread_mutex_t lock;
    pthread_cond_t wake;
    nes_job job;
    nes_int step;    /* groups that are taken at a time */
    int64_t next;    /* the first group that nobody has taken */
    int64_t jobs;    /* so far */
    int64_t open;    /* the number of the job; 0 if there is none */
    int busy;        /* threads that may look at it */
    int sleepers, stop;
} nes_team;

/* seconds of work that are not worth sharing: with threads that look for work, and with those
 * that sleep */
#define NES_ALONE_AWAKE 4e-6
#define NES_ALONE_ASLEEP 30e-6

/* how often a thread looks for work before it sleeps, some 50 microseconds */
#define NES_LOOKS 2000

#define NES_GET(x) __atomic_load_n(&(x), __ATOMIC_SEQ_CST)
#define NES_PUT(x, y) __atomic_store_n(&(x), y, __ATOMIC_SEQ_CST)
#define NES_ADD(x, y) __atomic_fetch_add(&(x), y, __ATOMIC_SEQ_CST)

#if defined(__x86_64__) || defined(__i386__)
#define NES_PAUSE() __builtin_ia32_pause()
#else
#define NES_PAUSE() sched_yield()
#endif

/* the threads that this process may use: NES_THREADS says how many, or else the system */
NES_HOST int nes_most_threads(void)
{
    const char *text = getenv("NES_THREADS");
    long n = text != NULL ? strtol(text, NULL, 10) : 0;
#ifdef CPU_COUNT
    cpu_set_t own;
    if (n <= 0 && sched_getaffinity(0, sizeof own, &own) == 0)
        n = CPU_COUNT(&own);
#endif
    if (n <= 0)
        n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > NES_MOST_THREADS ? NES_MOST_THREADS : (int)n;
}

/* runs groups of the job until none are left, and returns how many */
NES_HOST nes_int nes_take_groups(nes_team *t)
{
    nes_int done = 0;
    for (;;) {
        const int64_t from = NES_ADD(t->next, (int64_t)t->step);
        int64_t to = from + t->step;
        if (from >= t->job.to)
            return done;
        if (to > t->job.to)
            to = t->job.to;
        t->job.run(t->job.args, (nes_int)from, (nes_int)to);
        done += (nes_int)(to - from);
    }
}

/* whether a thread that has worked on job last has nothing to do */
NES_HOST int nes_is_idle(nes_team *t, int64_t last)
{
    const int64_t open = NES_GET(t->open);
    return (open == 0 || open == last) && !NES_GET(t->stop);
}

/* what the other threads do: one that says it is busy before it sees a job can rely on it
 * until it says that it is not */
NES_HOST void *nes_team_member(void *team)
{
    nes_team *t = (nes_team *)team;
    int64_t last = 0;
    while (!NES_GET(t->stop)) {
        int64_t open;
        for (int i = 0; i < NES_LOOKS && nes_is_idle(t, last); i++)
            NES_PAUSE();
        if (nes_is_idle(t, last)) {
            pthread_mutex_lock(&t->lock);
            NES_ADD(t->sleepers, 1);
            while (nes_is_idle(t, last))
                pthread_cond_wait(&t->wake, &t->lock);
            NES_ADD(t->sleepers, -1);
            pthread_mutex_unlock(&t->lock);
        }
        NES_ADD(t->busy, 1);
        open = NES_GET(t->open);
        if (open != 0 && open != last)
            nes_take_groups(t);
        last = open;
        NES_ADD(t->busy, -1);
    }
    return NULL;
}

/* starts the other threads; fewer, or none, if the system has no more */
NES_HOST void nes_team_start(nes_team *t)
{
    const int n = nes_most_threads() - 1;
    t->started = 1;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->wake, NULL);
    while (t->n < n && pthread_create(&t->thread[t->n], NULL, nes_team_member, t) == 0)
        t->n++;
}

NES_HOST void nes_team_end(nes_team *t)
{
    if (!t->started)
        return;
    pthread_mutex_lock(&t->lock);
    NES_PUT(t->stop, 1);
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < t->n; i++)
        pthread_join(t->thread[i], NULL);
    pthread_cond_destroy(&t->wake);
    pthread_mutex_destroy(&t->lock);
    memset(t, 0, sizeof *t);
}

/* Runs a job, by this thread alone or by all, and returns whether all were asked. cost is what
 * a group takes, in seconds, as far as that is known: it is measured each time. */
NES_HOST int nes_team_run(nes_team *t, const nes_job *job, double *cost)
{
    const nes_int groups = job->to - job->from;
    const double start = nes_now();
    nes_int done = groups;
    int shared;
    if (!t->started)
        nes_team_start(t);
    shared = t->n > 0 && (*cost == 0 || *cost * (double)groups > (NES_GET(t->sleepers) > 0 ? NES_ALONE_ASLEEP : NES_ALONE_AWAKE));
    if (!shared) {
        job->run(job->args, job->from, job->to);
    } else {
        t->job = *job;
        t->step = groups / (8 * (t->n + 1)) + 1;
        NES_PUT(t->next, (int64_t)job->from);
        NES_PUT(t->open, ++t->jobs);
        if (NES_GET(t->sleepers) > 0) {
            pthread_mutex_lock(&t->lock);
            pthread_cond_broadcast(&t->wake);
            pthread_mutex_unlock(&t->lock);
        }
        done = nes_take_groups(t);
    }
    const double now = nes_now();
    if (done > 0) {
        const double each = (now - start) / (double)done;
        *cost = *cost == 0 ? each : (*cost + each) / 2;
    }
    if (shared) {
        NES_PUT(t->open, (int64_t)0);
        for (int i = 0; NES_GET(t->busy) > 0; i++)
            if (i % 1024 < 1023)
                NES_PAUSE();
            else
                sched_yield();
    }
    return shared;
}

#endif
