/* nes_cuda_batch.h: launches, and batches of them, which graphs may replay
 * (nes_cuda_graph.h).
 *
 * Between nes_begin and nes_end of a region, launches are recorded; they are
 * given to the device when the region ends, or when the host waits or transfers
 * something before. What comes the second time at a place becomes a graph; from
 * then on it is one call, after the parameters that differ were set. Two graphs
 * are kept of each shape, since arrays that loops make anew take turns. Nodes
 * wait for those whose memory they use, so they need no streams. */
#ifndef NES_CUDA_BATCH_H
#define NES_CUDA_BATCH_H

#include <new>

/* a kernel as it is launched */
typedef struct {
    const char *name;
    int local; /* threads of a block */
    const void *function;
    unsigned resident; /* blocks that the device runs at once; 0 at first */
} nes_kernel;

#define NES_BATCH 64 /* launches at most */

typedef struct {
    nes_kernel *kernel;
    unsigned blocks;
    uint64_t after;    /* nodes that it waits for, as bits */
    size_t first, end; /* its parameters among the bytes of the batch */
    int nparams;
    nes_notes notes;
} nes_step;

typedef struct {
    uint64_t number;
    int n;
    nes_step node[NES_BATCH];
    char *bytes; /* the parameters, each after its size, both at multiples of 8 */
    size_t used, room;
    uint64_t after, all_before[NES_BATCH]; /* of the node to come; what nodes wait for, at once or not */
} nes_batch;

NES_DATA nes_batch nes_recorded;

/* ---- graphs ---- */

#define NES_GRAPHS 4

#if CUDART_VERSION >= 11040
typedef struct {
    cudaGraphExec_t exec;
    cudaGraph_t graph; /* kept, since its nodes name those of exec */
    cudaGraphNode_t handle[NES_BATCH];
    nes_step node[NES_BATCH];
    int n;
    char *bytes;
    size_t used;
    uint64_t last; /* batch that it was replayed for */
} nes_graph;
#else
typedef int nes_graph;
#endif

/* a place of the program where launches are a batch */
typedef struct nes_place {
    nes_graph graph[NES_GRAPHS];
    int graphs;
    uint64_t shape[NES_GRAPHS]; /* of batches that were not made graphs */
    unsigned shapes;
    struct nes_place *next; /* place */
} nes_place;

/* replays the batch at a place as a graph, and reports whether it has */
NES_HOST int nes_replay(nes_place *r);

/* the parameters of a node where they are recorded */
NES_HOST void nes_params_of(const nes_step *node, char *bytes, void **params)
{
    size_t at = node->first;
    for (int i = 0; i < node->nparams; i++) {
        uint64_t size;
        memcpy(&size, bytes + at, sizeof size);
        params[i] = bytes + at + 8;
        at += 8 + (size_t)(size + 7) / 8 * 8;
    }
}

#define NES_MOST_PARAMS 1024

NES_HOST void nes_launch_plainly(void)
{
    void *params[NES_MOST_PARAMS];
    for (int i = 0; i < nes_recorded.n; i++) {
        const nes_step *node = &nes_recorded.node[i];
        nes_params_of(node, nes_recorded.bytes, params);
        NES_GIVE_NOTES(node->notes);
        nes_cuda_check(cudaLaunchKernel(node->kernel->function, dim3(node->blocks), dim3((unsigned)node->kernel->local), params, 0, nes_cuda.lane[0].stream),
                       node->kernel->name);
    }
}

/* ---- recording ---- */

NES_HOST void nes_flush(void)
{
    if (nes_recorded.n == 0)
        return;
    if (!nes_replay(nes_cuda.place))
        nes_launch_plainly();
    nes_given(0);
    nes_recorded.n = 0;
    nes_recorded.used = 0;
    nes_recorded.number++;
}

/* the place, which is NULL before it is first met */
NES_HOST void nes_begin(nes_place **r)
{
    nes_flush();
    if (*r == NULL) {
        *r = new (std::nothrow) nes_place();
        if (*r == NULL)
            nes_runtime_error("Out of memory.", NULL);
        (*r)->next = nes_cuda.places;
        nes_cuda.places = *r;
    }
    nes_recorded.number += nes_recorded.number == 0; /* blocks that were in no batch say 0 */
    nes_cuda.place = *r;
}

NES_HOST void nes_drop_commands(void)
{
    nes_recorded.n = 0;
    nes_recorded.used = 0;
    nes_recorded.after = 0;
    nes_recorded.number++;
    nes_cuda.place = NULL;
    nes_cuda.letters = 0;
}

NES_HOST void nes_end(void)
{
    nes_flush();
    nes_cuda.place = NULL;
}

/* the launch to come uses a block */
NES_HOST void nes_uses(nes_block *b, int writes)
{
    const uint64_t self = (uint64_t)1 << nes_recorded.n;
    if (b->batch != nes_recorded.number) {
        b->batch = nes_recorded.number;
        b->batch_wrote = b->batch_read = 0;
    }
    nes_recorded.after |= (b->batch_wrote | (writes ? b->batch_read : 0)) & ~self;
    if (writes) {
        b->batch_wrote = self;
        b->batch_read = 0;
    } else {
        b->batch_read |= self;
    }
}

/* what a node waits for, less what it waits for anyway */
NES_HOST uint64_t nes_direct(int n, uint64_t after)
{
    uint64_t before = 0;
    for (int j = 0; j < n; j++)
        if ((after >> j & 1) != 0)
            before |= nes_recorded.all_before[j];
    nes_recorded.all_before[n] = before | after;
    return after & ~before;
}

NES_HOST void nes_record(nes_kernel *k, unsigned blocks, void **params, const size_t *sizes, int n)
{
    nes_step *node = &nes_recorded.node[nes_recorded.n];
    node->kernel = k;
    node->blocks = blocks;
    node->after = nes_direct(nes_recorded.n, nes_recorded.after);
    node->first = nes_recorded.used;
    node->nparams = n;
    node->notes = NES_TAKE_NOTES();
    nes_recorded.after = 0;
    for (int i = 0; i < n; i++) {
        const uint64_t size = sizes[i], whole = 8 + (size + 7) / 8 * 8;
        if (nes_recorded.used + whole > nes_recorded.room) {
            nes_recorded.room = 2 * (nes_recorded.used + whole);
            nes_recorded.bytes = (char *)nes_keep(nes_realloc(nes_recorded.bytes, nes_recorded.room, 1));
        }
        memset(nes_recorded.bytes + nes_recorded.used, 0, whole);
        memcpy(nes_recorded.bytes + nes_recorded.used, &size, sizeof size);
        memcpy(nes_recorded.bytes + nes_recorded.used + 8, params[i], size);
        nes_recorded.used += whole;
    }
    node->end = nes_recorded.used;
    if (++nes_recorded.n == NES_BATCH)
        nes_flush();
}

/* ---- launches ---- */

/* as many blocks of local threads of a kernel as the device runs at once */
template <typename K> static unsigned nes_resident(K *kernel, int local)
{
    int blocks = 0;
    NES_CU(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, local, 0));
    if (blocks <= 0)
        nes_environment("the device has no room for a block of %d threads", local);
    return (unsigned)blocks * (unsigned)nes_cuda.processors;
}

template <typename T> struct nes_same {
    typedef T type;
};

/* Launches of fewer work-items stay on lane 0: waiting for each other would take
 * longer than they do. The simulator, whose inputs are small, lets all go. */
#ifdef NES_CUDA_CPU
#define NES_LARGE_LAUNCH 0
#else
#define NES_LARGE_LAUNCH 16384
#endif

/* the lane for a launch that may be on the given one */
NES_HOST int nes_lane_for(int lane, nes_int blocks, int local)
{
    return nes_cuda.place != NULL || (int64_t)blocks * local < NES_LARGE_LAUNCH ? 0 : lane;
}

/* runs a kernel on a lane, for some groups, with arguments of which its number
 * of groups is the first; blocks are those that have a group each, and take
 * more in turn if they are more than the device runs at once */
template <typename... P> static void nes_launch(nes_kernel *k, void (*function)(P...), int lane, nes_int blocks, typename nes_same<P>::type... args)
{
    void *params[] = {(void *)&args...};
    const size_t sizes[] = {sizeof(args)...};
    unsigned number;
    static_assert(sizeof...(P) <= NES_MOST_PARAMS, "a kernel has too many parameters");
    if (k->resident == 0) {
        k->function = (const void *)function;
        k->resident = nes_resident(function, k->local);
        nes_dev.distinct++;
        NES_KNOW(k->name, function);
    }
    nes_cuda.last = k->name;
    number = (uint64_t)blocks < k->resident ? (unsigned)blocks : k->resident;
    if (nes_cuda.place != NULL) {
        nes_record(k, number, params, sizes, (int)sizeof...(P));
    } else {
        NES_TIME('K', lane, nes_cuda_check(cudaLaunchKernel(k->function, dim3(number), dim3((unsigned)k->local), params, 0, nes_cuda.lane[lane].stream), k->name));
        nes_given(lane);
    }
    nes_launched();
}

#endif
