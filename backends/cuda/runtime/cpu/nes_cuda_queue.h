/* nes_cuda_queue.h: streams and events of CUDA, on a processor.
 *
 * Nothing runs before the host waits for it. Then commands run one at a time, in
 * an order that only streams and events restrict: which stream goes on is drawn,
 * by the seed NES_CUDA_CPU_ORDER of the environment (1), mostly the same one for
 * a while. With NES_CUDA_CPU_COUNTS set, what was asked for is counted and printed
 * at the end; with NES_CUDA_CPU_FAIL kernels are said to have failed. */
#ifndef NES_CUDA_QUEUE_H
#define NES_CUDA_QUEUE_H

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#define CUDART_VERSION 12000

typedef enum { cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorIllegalAddress } cudaError_t;
typedef struct nes_cpu_event *cudaEvent_t;
typedef struct nes_cpu_stream *cudaStream_t;
#define cudaStreamNonBlocking 1u
#define cudaEventDisableTiming 2u

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

/* ---- what commands may touch ---- */

/* memory of the program that a command uses: the first bytes, of all */
struct nes_cpu_note {
    char *data;
    size_t used, bytes;
};
typedef std::shared_ptr<std::vector<nes_cpu_note>> nes_notes;

NES_CPU_DATA nes_notes nes_cpu_noted;              /* for the next command */
NES_CPU_DATA std::vector<nes_notes> nes_cpu_nodes; /* for those of the next graph, or the next command alone */

#define NES_NOTE(b) nes_cpu_note_use((char *)(b)->data, (b)->used, (b)->bytes)
#define NES_TAKE_NOTES() nes_cpu_take()
#define NES_GIVE_NOTES(notes) nes_cpu_nodes.push_back(notes)

NES_CPU void nes_cpu_note_use(char *data, size_t used, size_t bytes)
{
    if (nes_cpu_noted == nullptr)
        nes_cpu_noted = std::make_shared<std::vector<nes_cpu_note>>();
    nes_cpu_noted->push_back({data, used, bytes});
}

NES_CPU nes_notes nes_cpu_take(void)
{
    nes_notes notes = nes_cpu_noted;
    nes_cpu_noted = nullptr;
    if (!nes_cpu_nodes.empty())
        notes = nes_cpu_nodes.front();
    nes_cpu_nodes.clear();
    return notes;
}

/* tells AddressSanitizer what the command that runs now may touch */
NES_CPU void nes_cpu_allow(const nes_notes &notes)
{
#ifdef NES_ASAN
    if (notes != nullptr)
        for (const nes_cpu_note &n : *notes)
            if (n.bytes > 0)
                nes_cpu_mark(n.data, n.used, n.bytes);
#else
    (void)notes;
#endif
}

/* ---- streams and events ---- */

struct nes_cpu_event {
    uint64_t recorded, done; /* times */
    double at;               /* seconds, when it was done last */
};

struct nes_cpu_command {
    std::function<void()> run;
    nes_cpu_event *event; /* that it waits for, or NULL */
    uint64_t after;       /* the record of it that must be done */
};

struct nes_cpu_stream {
    std::deque<nes_cpu_command> commands;
    uint64_t rank; /* in the draw */
};

struct nes_cpu_device {
    std::vector<cudaStream_t> streams;
    nes_cpu_stream first; /* the default one */
    uint64_t random;
    uint64_t launches, copies, records, waits, graphs, replays, updates;

    ~nes_cpu_device();
};

NES_CPU_DATA nes_cpu_device nes_cpu_device_;
static nes_cpu_device *nes_cpu_counted; /* the one whose counts are printed */

NES_CPU void nes_cpu_count(void)
{
    const nes_cpu_device *d = nes_cpu_counted;
    if (d != NULL)
        fprintf(stderr, "cuda streams %zu launches %llu copies %llu records %llu waits %llu graphs %llu replays %llu updates %llu\n", d->streams.size() - 1,
                (unsigned long long)d->launches, (unsigned long long)d->copies, (unsigned long long)d->records, (unsigned long long)d->waits,
                (unsigned long long)d->graphs, (unsigned long long)d->replays, (unsigned long long)d->updates);
}

nes_cpu_device::~nes_cpu_device()
{
    if (nes_cpu_counted == this) {
        nes_cpu_count();
        nes_cpu_counted = NULL;
    }
}

NES_CPU nes_cpu_device &nes_cpu_open(void)
{
    nes_cpu_device &d = nes_cpu_device_;
    if (d.streams.empty()) {
        const char *order = getenv("NES_CUDA_CPU_ORDER");
        d.random = order == NULL ? 1 : strtoull(order, NULL, 10);
        d.streams.push_back(&d.first);
        if (getenv("NES_CUDA_CPU_COUNTS") != NULL && nes_cpu_counted == NULL) {
            nes_cpu_counted = &d;
            atexit(nes_cpu_count);
        }
    }
    return d;
}

NES_CPU uint64_t nes_cpu_draw(void)
{
    uint64_t z = nes_cpu_device_.random += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

NES_CPU void nes_cpu_enqueue(cudaStream_t s, std::function<void()> run, nes_cpu_event *event = NULL, uint64_t after = 0)
{
    nes_cpu_device &d = nes_cpu_open();
    (s == NULL ? &d.first : s)->commands.push_back({std::move(run), event, after});
}

/* runs a command of some stream that may go on */
NES_CPU void nes_cpu_go_on(void)
{
    nes_cpu_device &d = nes_cpu_device_;
    cudaStream_t best = NULL;
    if (nes_cpu_draw() % 4 == 0)
        for (cudaStream_t s : d.streams)
            s->rank = nes_cpu_draw();
    for (cudaStream_t s : d.streams) {
        if (s->commands.empty() || (best != NULL && best->rank >= s->rank))
            continue;
        const nes_cpu_command &c = s->commands.front();
        if (c.event == NULL || c.event->done >= c.after)
            best = s;
    }
    if (best == NULL) {
        fputs("CUDA: streams wait for each other\n", stderr);
        exit(4);
    }
    const nes_cpu_command c = std::move(best->commands.front());
    best->commands.pop_front();
    if (c.run)
        c.run();
}

NES_CPU cudaError_t cudaStreamSynchronize(cudaStream_t s)
{
    nes_cpu_device &d = nes_cpu_open();
    s = s == NULL ? &d.first : s;
    while (!s->commands.empty())
        nes_cpu_go_on();
    return getenv("NES_CUDA_CPU_FAIL") != NULL && d.launches > 0 ? cudaErrorIllegalAddress : cudaSuccess;
}
NES_CPU cudaError_t cudaDeviceSynchronize(void)
{
    for (cudaStream_t s : nes_cpu_open().streams)
        cudaStreamSynchronize(s);
    return cudaSuccess;
}
NES_CPU cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned)
{
    *s = new nes_cpu_stream();
    nes_cpu_open().streams.push_back(*s);
    return cudaSuccess;
}
NES_CPU cudaError_t cudaStreamDestroy(cudaStream_t s)
{
    cudaStreamSynchronize(s);
    delete s; /* its number stays among those that were asked for */
    for (cudaStream_t &t : nes_cpu_open().streams)
        t = t == s ? &nes_cpu_open().first : t;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned)
{
    *e = new nes_cpu_event();
    return cudaSuccess;
}
NES_CPU cudaError_t cudaEventDestroy(cudaEvent_t e)
{
    delete e;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s)
{
    const uint64_t n = ++e->recorded;
    nes_cpu_device_.records++;
    nes_cpu_enqueue(s, [=] {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        e->at = (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
        e->done = n;
    });
    return cudaSuccess;
}
NES_CPU cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
    *ms = (float)((to->at - from->at) * 1e3);
    return cudaSuccess;
}
NES_CPU cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned)
{
    nes_cpu_device_.waits++;
    nes_cpu_enqueue(s, nullptr, e, e->recorded);
    return cudaSuccess;
}

#endif
