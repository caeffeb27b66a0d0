/* nes_cuda_graph.h: batches of launches as graphs. */
#ifndef NES_CUDA_GRAPH_H
#define NES_CUDA_GRAPH_H

#if CUDART_VERSION >= 11040
/* a number for the kernels of the batch and what they wait for */
NES_HOST uint64_t nes_batch_shape(void)
{
    uint64_t h = 14695981039346656037u;
    for (int i = 0; i < nes_recorded.n; i++) {
        h = (h ^ (uint64_t)(uintptr_t)nes_recorded.node[i].kernel) * 1099511628211u;
        h = (h ^ nes_recorded.node[i].after) * 1099511628211u;
    }
    return h;
}

NES_HOST int nes_same_shape(const nes_graph *g)
{
    if (g->n != nes_recorded.n || g->used != nes_recorded.used)
        return 0;
    for (int i = 0; i < g->n; i++)
        if (g->node[i].kernel != nes_recorded.node[i].kernel || g->node[i].after != nes_recorded.node[i].after)
            return 0;
    return 1;
}

NES_HOST int nes_same_node(const nes_graph *g, int i)
{
    const nes_step *a = &g->node[i], *b = &nes_recorded.node[i];
    return a->blocks == b->blocks && memcmp(g->bytes + a->first, nes_recorded.bytes + b->first, a->end - a->first) == 0;
}

NES_HOST cudaKernelNodeParams nes_node_params(int i, void **params)
{
    cudaKernelNodeParams p = cudaKernelNodeParams();
    const nes_step *node = &nes_recorded.node[i];
    nes_params_of(node, nes_recorded.bytes, params);
    p.func = const_cast<void *>(node->kernel->function);
    p.gridDim = dim3(node->blocks);
    p.blockDim = dim3((unsigned)node->kernel->local);
    p.kernelParams = params;
    NES_GIVE_NOTES(node->notes);
    return p;
}

NES_HOST void nes_build_graph(nes_graph *g)
{
    void *params[NES_MOST_PARAMS];
    NES_CU(cudaGraphCreate(&g->graph, 0));
    for (int i = 0; i < nes_recorded.n; i++) {
        cudaGraphNode_t after[NES_BATCH];
        size_t n = 0;
        const cudaKernelNodeParams p = nes_node_params(i, params);
        for (int j = 0; j < i; j++)
            if ((nes_recorded.node[i].after >> j & 1) != 0)
                after[n++] = g->handle[j];
        NES_CU(cudaGraphAddKernelNode(&g->handle[i], g->graph, after, n, &p));
    }
    NES_CU(cudaGraphInstantiateWithFlags(&g->exec, g->graph, 0));
    g->n = nes_recorded.n;
    g->used = nes_recorded.used;
    g->bytes = (char *)nes_keep(nes_alloc(g->used, 1));
    memcpy(g->bytes, nes_recorded.bytes, g->used);
    for (int i = 0; i < g->n; i++)
        g->node[i] = nes_recorded.node[i];
}

/* sets the parameters that differ */
NES_HOST void nes_update_graph(nes_graph *g)
{
    void *params[NES_MOST_PARAMS];
    for (int i = 0; i < g->n; i++) {
        if (!nes_same_node(g, i)) {
            const cudaKernelNodeParams p = nes_node_params(i, params);
            NES_CU(cudaGraphExecKernelNodeSetParams(g->exec, g->handle[i], &p));
        }
    }
    memcpy(g->bytes, nes_recorded.bytes, g->used);
    for (int i = 0; i < g->n; i++)
        g->node[i] = nes_recorded.node[i];
}

/* whether a batch of this shape has come before; notes that it has */
NES_HOST int nes_has_come(nes_place *r)
{
    const uint64_t shape = nes_batch_shape();
    for (int i = 0; i < NES_GRAPHS; i++)
        if (r->shape[i] == shape)
            return 1;
    r->shape[r->shapes++ % NES_GRAPHS] = shape;
    return 0;
}

/* the graph for the batch: one with its parameters, or a new one while there are
 * less than two of its shape, or that of them which was not used for longest */
NES_HOST nes_graph *nes_graph_for(nes_place *r)
{
    nes_graph *oldest = NULL;
    int shaped = 0;
    for (int k = 0; k < r->graphs; k++) {
        nes_graph *g = &r->graph[k];
        int same = nes_same_shape(g);
        if (!same)
            continue;
        shaped++;
        if (oldest == NULL || g->last < oldest->last)
            oldest = g;
        for (int i = 0; same && i < g->n; i++)
            same = nes_same_node(g, i);
        if (same)
            return g;
    }
    if (shaped < 2 && r->graphs < NES_GRAPHS && nes_has_come(r)) {
        nes_graph *g = &r->graph[r->graphs++];
        nes_build_graph(g);
        return g;
    }
    if (oldest != NULL)
        nes_update_graph(oldest);
    return oldest;
}

NES_HOST int nes_replay(nes_place *r)
{
    nes_graph *g = nes_recorded.n < 2 ? NULL : nes_graph_for(r);
    if (g == NULL)
        return 0;
    g->last = nes_recorded.number;
    for (int i = 0; i < nes_recorded.n; i++)
        NES_GIVE_NOTES(nes_recorded.node[i].notes);
    NES_CU(cudaGraphLaunch(g->exec, nes_cuda.lane[0].stream));
    return 1;
}

NES_HOST void nes_close_graph(nes_graph *g)
{
    (void)cudaGraphExecDestroy(g->exec);
    (void)cudaGraphDestroy(g->graph);
}
#else
NES_HOST int nes_replay(nes_place *) { return 0; }
NES_HOST void nes_close_graph(nes_graph *) {}
#endif

NES_HOST void nes_close_graphs(void)
{
    while (nes_cuda.places != NULL) {
        nes_place *r = nes_cuda.places;
        nes_cuda.places = r->next;
        for (int k = 0; k < r->graphs; k++)
            nes_close_graph(&r->graph[k]);
        delete r;
    }
}

#endif
