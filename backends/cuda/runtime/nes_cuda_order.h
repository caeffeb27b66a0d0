/* nes_cuda_order.h: in which order the device does what it is told.
 *
 * Commands of a lane, that is, of a stream, run in order and have numbers. Every
 * block of memory knows the commands that used it last; one that uses it after
 * them on another lane waits for an event. So which lane a command is on does
 * not matter but for speed, also where memory that was given back is used again.
 * Launches may be recorded as a batch (nes_cuda_batch.h) before they become one
 * command of lane 0. */
#ifndef NES_CUDA_ORDER_H
#define NES_CUDA_ORDER_H

/* an element on its way to the host */
typedef struct {
    void *to;
    size_t bytes;
} nes_letter;

#define NES_LETTERS 1024
#define NES_LETTER_BYTES 8

/* a point of a lane that others can wait for */
typedef struct {
    cudaEvent_t event;
    uint64_t at;                  /* the command that it follows */
    uint64_t seen[NES_ALL_STREAMS]; /* those of other lanes that it follows, too */
} nes_mark;

#define NES_MARKS 4

typedef struct {
    cudaStream_t stream;
    uint64_t now, done;           /* the last command; the last one that the host has waited for */
    uint64_t seen[NES_ALL_STREAMS]; /* commands of other lanes that the next one follows */
    nes_mark mark[NES_MARKS];     /* the last ones */
    unsigned marks;               /* made so far */
} nes_lane;

struct nes_place;

#define NES_CHAINS (NES_STREAMS < 4 ? 4 : NES_STREAMS)

/* the state of chains (nes_cuda_chain.h) */
typedef struct {
    nes_block *block; /* NULL at first */
    uint32_t launches; /* since it was zero */
} nes_chain_memory;

typedef struct {
    nes_lane lane[NES_ALL_STREAMS];
    nes_chain_memory chain[NES_CHAINS];
    int pooled;  /* whether the driver has a pool */
    int processors;
    char *box;   /* pinned: NES_LETTERS letters */
    int letters; /* waiting in the box */
    nes_letter letter[NES_LETTERS];
    const char *last;          /* kernel launched last */
    struct nes_place *place; /* whose launches are recorded, NULL for none */
    struct nes_place *places; /* all there are */
} nes_cuda_state;

NES_DATA nes_cuda_state nes_cuda;

/* ---- failures of the environment ---- */

NES_HOST NES_NORETURN void nes_cuda_failed(const char *what, cudaError_t code)
{
    if (nes_cuda.last == NULL)
        nes_environment("%s failed: %s", what, cudaGetErrorString(code));
    nes_environment("%s failed: %s (the last kernel launched was %s)", what, cudaGetErrorString(code), nes_cuda.last);
}

/* stops unless a call, whose text is given, has succeeded */
NES_HOST void nes_cuda_check(cudaError_t code, const char *what)
{
    if (code != cudaSuccess)
        nes_cuda_failed(what, code);
}

#define NES_CU(call) nes_cuda_check(call, #call)

/* a simulator of CUDA is told of kernels, and which memory the next command uses */
#ifndef NES_CUDA_CPU
typedef int nes_notes;
#define NES_NOTE(b) ((void)0)
#define NES_TAKE_NOTES() 0
#define NES_GIVE_NOTES(notes) ((void)(notes))
#define NES_KNOW(name, kernel) ((void)0)
#endif

/* ---- lanes ---- */

NES_HOST void nes_close_lanes(void)
{
    for (int i = 0; i < NES_ALL_STREAMS; i++) {
        for (int k = 0; k < NES_MARKS; k++)
            if (nes_cuda.lane[i].mark[k].event != NULL)
                (void)cudaEventDestroy(nes_cuda.lane[i].mark[k].event);
        if (nes_cuda.lane[i].stream != NULL)
            (void)cudaStreamDestroy(nes_cuda.lane[i].stream);
    }
}

NES_HOST void nes_open_lanes(void)
{
    for (int i = 0; i < NES_ALL_STREAMS; i++)
        NES_CU(cudaStreamCreateWithFlags(&nes_cuda.lane[i].stream, cudaStreamNonBlocking));
}

/* makes the launches recorded a command of lane 0 */
NES_HOST void nes_flush(void);

/* the mark after the last command of a lane */
NES_HOST nes_mark *nes_mark_lane(int lane)
{
    nes_lane *l = &nes_cuda.lane[lane];
    nes_mark *m = &l->mark[(l->marks + NES_MARKS - 1) % NES_MARKS];
    if (lane == 0)
        nes_flush();
    if (m->event != NULL && m->at == l->now)
        return m;
    m = &l->mark[l->marks++ % NES_MARKS];
    if (m->event == NULL)
        NES_CU(cudaEventCreateWithFlags(&m->event, cudaEventDisableTiming));
    NES_CU(cudaEventRecord(m->event, l->stream));
    m->at = l->now;
    memcpy(m->seen, l->seen, sizeof m->seen);
    return m;
}

/* the first mark of a lane that follows a command */
NES_HOST nes_mark *nes_mark_after(int lane, uint64_t command)
{
    nes_lane *l = &nes_cuda.lane[lane];
    nes_mark *found = NULL;
    for (int i = 0; i < NES_MARKS; i++)
        if (l->mark[i].event != NULL && l->mark[i].at >= command && (found == NULL || l->mark[i].at < found->at))
            found = &l->mark[i];
    return found != NULL ? found : nes_mark_lane(lane);
}

/* the next command of a lane follows a command of another */
NES_HOST void nes_follow(int lane, int other, uint64_t command)
{
    nes_lane *l = &nes_cuda.lane[lane];
    const nes_mark *m;
    if (lane == other || l->seen[other] >= command)
        return;
    m = nes_mark_after(other, command);
    NES_CU(cudaStreamWaitEvent(l->stream, m->event, 0));
    for (int i = 0; i < NES_ALL_STREAMS; i++)
        if (l->seen[i] < m->seen[i])
            l->seen[i] = m->seen[i];
    l->seen[other] = m->at;
}

/* commands of all lanes from here on may wait for those before alone */
NES_HOST void nes_fork(void)
{
    if (nes_cuda.place != NULL)
        return;
    for (int i = 0; i < NES_STREAMS; i++)
        if (nes_cuda.lane[i].now > nes_cuda.lane[i].done)
            nes_mark_lane(i);
}

/* the same for those before on one lane */
NES_HOST void nes_fork_from(int lane)
{
    if (nes_cuda.place == NULL)
        nes_mark_lane(lane);
}

/* waits for all commands */
NES_HOST void nes_wait_lanes(void)
{
    nes_flush();
    for (int i = NES_ALL_STREAMS - 1; i >= 0; i--) {
        nes_lane *l = &nes_cuda.lane[i];
        if (l->now > l->done)
            NES_CU(cudaStreamSynchronize(l->stream));
        l->done = l->now;
        for (int j = 0; j < NES_ALL_STREAMS; j++)
            nes_cuda.lane[j].seen[i] = l->now;
    }
}

/* ---- memory that commands use ---- */

/* the next command of a lane reads a block */
NES_HOST void nes_reads(nes_block *b, int lane)
{
    nes_follow(lane, b->writer, b->written);
    b->read[lane] = nes_cuda.lane[lane].now + 1;
    NES_NOTE(b);
}

/* it may write the block */
NES_HOST void nes_writes(nes_block *b, int lane)
{
    nes_follow(lane, b->writer, b->written);
    for (int i = 0; i < NES_ALL_STREAMS; i++) {
        nes_follow(lane, i, b->read[i]);
        b->read[i] = 0;
    }
    b->writer = lane;
    b->written = nes_cuda.lane[lane].now + 1;
    NES_NOTE(b);
}

/* what remains of a block is read once all that use it are done */
NES_HOST void nes_collects(nes_block *b, int lane)
{
    for (int i = 0; i < NES_ALL_STREAMS; i++)
        nes_follow(lane, i, b->read[i]);
    nes_reads(b, lane);
}

/* the command has been given */
NES_HOST void nes_given(int lane) { nes_cuda.lane[lane].now++; }

/* ---- profiles: commands whose times are not known yet ---- */

#ifdef NES_PROFILE

#define NES_MOST_TIMED 4096

typedef struct {
    cudaEvent_t base, start[NES_MOST_TIMED], end[NES_MOST_TIMED];
    int step[NES_MOST_TIMED];
    char kind[NES_MOST_TIMED];
    int n;
    double zero; /* of base, by the host's clock */
} nes_timings;

NES_DATA nes_timings nes_timed;

NES_HOST cudaEvent_t nes_timer(cudaStream_t s)
{
    cudaEvent_t e = NULL;
    NES_CU(cudaEventCreateWithFlags(&e, 0));
    NES_CU(cudaEventRecord(e, s));
    return e;
}

/* seconds from the first command to an event that is over */
NES_HOST double nes_since_base(cudaEvent_t e)
{
    float ms = 0;
    NES_CU(cudaEventElapsedTime(&ms, nes_timed.base, e));
    return nes_timed.zero + (double)ms * 1e-3;
}

/* writes the times of all commands, which are done */
NES_HOST void nes_write_times(void)
{
    for (int i = 0; i < nes_timed.n; i++) {
        nes_profile_span(nes_timed.kind[i], nes_timed.step[i], nes_since_base(nes_timed.start[i]), nes_since_base(nes_timed.end[i]));
        NES_CU(cudaEventDestroy(nes_timed.start[i]));
        NES_CU(cudaEventDestroy(nes_timed.end[i]));
    }
    nes_timed.n = 0;
}

NES_HOST void nes_wait(void);

/* a command begins on a lane */
NES_HOST void nes_time_start(char kind, int lane)
{
    cudaStream_t s = nes_cuda.lane[lane].stream;
    if (nes_timed.base == NULL) {
        nes_timed.base = nes_timer(s);
        NES_CU(cudaStreamSynchronize(s));
        nes_timed.zero = nes_now();
    }
    if (nes_timed.n == NES_MOST_TIMED)
        nes_wait();
    nes_timed.kind[nes_timed.n] = kind;
    nes_timed.step[nes_timed.n] = nes_profile.step;
    nes_timed.start[nes_timed.n] = nes_timer(s);
}

#define NES_WRITE_TIMES() nes_write_times()
#define NES_TIME(kind, on, command) \
    do { \
        nes_time_start(kind, on); \
        command; \
        nes_timed.end[nes_timed.n++] = nes_timer(nes_cuda.lane[on].stream); \
    } while (0)

#else
#define NES_WRITE_TIMES() ((void)0)
#define NES_TIME(kind, on, command) command
#endif

#endif
