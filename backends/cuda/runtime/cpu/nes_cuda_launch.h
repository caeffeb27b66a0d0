/* nes_cuda_launch.h: launches and graphs of CUDA, on a processor. The nodes of a
 * graph run in an order that is drawn, which their edges allow. */
#ifndef NES_CUDA_LAUNCH_H
#define NES_CUDA_LAUNCH_H

#include <map>
#include <utility>

/* ---- kernels ---- */

/* a kernel whose parameters have types that are known no more */
struct nes_cpu_kernel {
    const char *name;
    std::vector<size_t> sizes;
    std::function<void(void **)> call;
};

NES_CPU_DATA std::map<const void *, nes_cpu_kernel> nes_cpu_kernels;

template <typename... P, size_t... I> static void nes_cpu_apply(void (*k)(P...), void **params, std::index_sequence<I...>) { k(*(P *)params[I]...); }

/* makes a kernel known, which comes before its launches */
template <typename... P> static void nes_cpu_know(const char *name, void (*k)(P...))
{
    nes_cpu_kernels[(const void *)k] = {name, {sizeof(P)...}, [=](void **params) { nes_cpu_apply(k, params, std::index_sequence_for<P...>()); }};
}
#define NES_KNOW(name, k) nes_cpu_know(name, k)

/* a launch, with its own copies of the parameters */
struct nes_cpu_call {
    const nes_cpu_kernel *kernel;
    unsigned blocks, threads;
    std::vector<uint64_t> values;
    nes_notes notes;
};

NES_CPU nes_cpu_call nes_cpu_call_of(const void *k, dim3 blocks, dim3 threads, void **params)
{
    auto known = nes_cpu_kernels.find(k);
    if (known == nes_cpu_kernels.end()) {
        fputs("CUDA: a kernel is launched that is not known\n", stderr);
        exit(4);
    }
    nes_cpu_call c = {&known->second, blocks.x, threads.x, {}, nullptr};
    for (size_t i = 0; i < c.kernel->sizes.size(); i++) {
        const size_t at = c.values.size(), size = c.kernel->sizes[i];
        c.values.resize(at + (size + 7) / 8);
        memcpy(&c.values[at], params[i], size);
    }
    return c;
}

struct nes_cpu_body {
    const nes_cpu_kernel *kernel;
    void **params;
};

NES_CPU void nes_cpu_thread(void *body) { ((nes_cpu_body *)body)->kernel->call(((nes_cpu_body *)body)->params); }

NES_CPU void nes_cpu_run(nes_cpu_call &c)
{
    std::vector<void *> params;
    size_t at = 0;
    for (size_t size : c.kernel->sizes) {
        params.push_back(&c.values[at]);
        at += (size + 7) / 8;
    }
    nes_cpu_body body = {c.kernel, params.data()};
    nes_cpu_allow(c.notes);
    nes_cpu_device_.launches++;
    nes_cpu_launch(c.kernel->name, c.blocks, c.threads, nes_cpu_thread, &body);
}

NES_CPU cudaError_t cudaLaunchKernel(const void *k, dim3 blocks, dim3 threads, void **params, size_t, cudaStream_t s)
{
    auto c = std::make_shared<nes_cpu_call>(nes_cpu_call_of(k, blocks, threads, params));
    c->notes = nes_cpu_take();
    nes_cpu_enqueue(s, [=] { nes_cpu_run(*c); });
    return cudaSuccess;
}

/* what stands for k<<<blocks, threads, 0, stream>>> args */
template <typename... P> struct nes_cpu_grid {
    void (*k)(P...);
    unsigned blocks, threads;
    cudaStream_t stream;

    void operator()(P... args) const
    {
        void *params[] = {(void *)&args..., NULL};
        (void)cudaLaunchKernel((const void *)k, dim3(blocks), dim3(threads), params, 0, stream);
    }
};

template <typename... P> static nes_cpu_grid<P...> nes_cpu_grid_of(const char *name, cudaStream_t s, unsigned blocks, unsigned threads, void (*k)(P...))
{
    nes_cpu_know(name, k);
    return nes_cpu_grid<P...>{k, blocks, threads, s};
}

#define NES_LAUNCH_ON(stream, k, blocks, threads, args) nes_cpu_grid_of(#k, stream, blocks, threads, k) args

/* ---- graphs ---- */

struct nes_cpu_node {
    nes_cpu_call call;
    std::vector<size_t> after;
};

typedef struct nes_cpu_graph {
    std::vector<nes_cpu_node> nodes;
} *cudaGraph_t;
typedef struct nes_cpu_graph *cudaGraphExec_t;
typedef size_t cudaGraphNode_t;

typedef struct {
    void *func;
    dim3 gridDim, blockDim;
    unsigned sharedMemBytes;
    void **kernelParams, **extra;
} cudaKernelNodeParams;

NES_CPU nes_cpu_call nes_cpu_node_call(const cudaKernelNodeParams *p)
{
    (void)nes_cpu_take();
    return nes_cpu_call_of(p->func, p->gridDim, p->blockDim, p->kernelParams);
}

NES_CPU cudaError_t cudaGraphCreate(cudaGraph_t *g, unsigned)
{
    *g = new nes_cpu_graph();
    return cudaSuccess;
}
NES_CPU cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *after, size_t n, const cudaKernelNodeParams *p)
{
    *node = g->nodes.size();
    g->nodes.push_back({nes_cpu_node_call(p), std::vector<size_t>(after, after + n)});
    return cudaSuccess;
}
NES_CPU cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t g, unsigned long long)
{
    *exec = new nes_cpu_graph(*g);
    nes_cpu_device_.graphs++;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaKernelNodeParams *p)
{
    nes_cpu_call c = nes_cpu_node_call(p);
    if (c.kernel != exec->nodes[node].call.kernel)
        return cudaErrorInvalidValue;
    exec->nodes[node].call = c;
    nes_cpu_device_.updates++;
    return cudaSuccess;
}

/* runs the nodes of a graph in an order that its edges allow */
NES_CPU void nes_cpu_run_graph(nes_cpu_graph &g)
{
    std::vector<char> done(g.nodes.size(), 0);
    for (size_t left = g.nodes.size(); left > 0; left--) {
        std::vector<size_t> ready;
        for (size_t i = 0; i < g.nodes.size(); i++) {
            bool may = !done[i];
            for (size_t j : g.nodes[i].after)
                may = may && done[j];
            if (may)
                ready.push_back(i);
        }
        const size_t i = ready[nes_cpu_draw() % ready.size()];
        nes_cpu_run(g.nodes[i].call);
        done[i] = 1;
    }
}

NES_CPU cudaError_t cudaGraphDestroy(cudaGraph_t g)
{
    delete g;
    return cudaSuccess;
}
NES_CPU cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) { return cudaGraphDestroy(exec); }

/* later changes of the graph are not for this launch */
NES_CPU cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t s)
{
    auto g = std::make_shared<nes_cpu_graph>(*exec);
    for (size_t i = 0; i < g->nodes.size() && i < nes_cpu_nodes.size(); i++)
        g->nodes[i].call.notes = nes_cpu_nodes[i];
    nes_cpu_nodes.clear();
    nes_cpu_device_.replays++;
    nes_cpu_enqueue(s, [=] { nes_cpu_run_graph(*g); });
    return cudaSuccess;
}

#endif
