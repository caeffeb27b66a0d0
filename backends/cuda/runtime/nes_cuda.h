/* nes_cuda.h: the CUDA device of a generated program (nes_device.h).
 *
 * Transfers are commands of lane 0, so they run in order. Memory is taken from
 * the driver's pool where there is one; the pool of nes_array.h stands before it.
 * Single elements come to the host through pinned memory, any number of them
 * with one wait. */
#ifndef NES_CUDA_H
#define NES_CUDA_H

/* ---- the device ---- */

/* asks the driver to keep memory that is given back, if it has a pool */
NES_HOST void nes_open_pool(int device)
{
#if CUDART_VERSION >= 11020
    NES_CU(cudaDeviceGetAttribute(&nes_cuda.pooled, cudaDevAttrMemoryPoolsSupported, device));
    if (nes_cuda.pooled) {
        cudaMemPool_t pool;
        uint64_t all = UINT64_MAX;
        NES_CU(cudaDeviceGetDefaultMemPool(&pool, device));
        NES_CU(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
    }
#else
    (void)device;
#endif
}

NES_HOST int nes_count_devices(void)
{
    int n = 0;
    const cudaError_t code = cudaGetDeviceCount(&n);
    if (code != cudaSuccess || n == 0)
        nes_environment("there is no device: %s", code == cudaSuccess ? "the driver lists none" : cudaGetErrorString(code));
    return n;
}

/* whether a name is the number of a device, its kind, or a part of its name */
NES_HOST int nes_is_device(int i, const char *name)
{
    char number[16];
    cudaDeviceProp p;
    snprintf(number, sizeof number, "%d", i);
    NES_CU(cudaGetDeviceProperties(&p, i));
    return strcmp(name, number) == 0 || strcmp(name, "gpu") == 0 || (strspn(name, "0123456789") < strlen(name) && strstr(p.name, name) != NULL);
}

/* takes the first device with a name; without one that of this thread, or of the ranks of a
 * machine each another */
NES_HOST int nes_find_device(const char *name)
{
    const int n = nes_count_devices();
    int device = 0;
    if (name == NULL) {
#ifdef NES_RANKS
        NES_CU(cudaSetDevice(nes_rank_of_node() % n));
#endif
        NES_CU(cudaGetDevice(&device));
        return device;
    }
    while (device < n && !nes_is_device(device, name))
        device++;
    if (device == n)
        nes_environment("there is no device %s; -devices lists the %d there are", name, n);
    NES_CU(cudaSetDevice(device));
    return device;
}

NES_HOST void nes_print_devices(void)
{
    const int n = nes_count_devices();
    for (int i = 0; i < n; i++) {
        cudaDeviceProp p;
        NES_CU(cudaGetDeviceProperties(&p, i));
        printf("%d  gpu    %.1f GB  %s\n", i, (double)p.totalGlobalMem / 1e9, p.name);
    }
}

NES_HOST void nes_open_device(const char *name)
{
    const int device = nes_find_device(name);
    size_t left = 0, total = 0;
    void *box = NULL;
    nes_open_lanes();
    NES_CU(cudaMemGetInfo(&left, &total));
    nes_dev.most_bytes = nes_dev.most_array = total;
    NES_CU(cudaDeviceGetAttribute(&nes_cuda.processors, cudaDevAttrMultiProcessorCount, device));
    nes_open_pool(device);
    NES_CU(cudaMallocHost(&box, NES_LETTERS * NES_LETTER_BYTES));
    nes_cuda.box = (char *)box;
}

NES_HOST void nes_free_chains(void);

NES_HOST void nes_close_device(void)
{
    nes_wait();
    nes_close_graphs();
    nes_free_chains();
    nes_close_lanes();
    if (nes_cuda.box != NULL)
        (void)cudaFreeHost(nes_cuda.box);
}

/* ---- memory and transfers ---- */

NES_HOST nes_mem nes_mem_new(size_t bytes)
{
    nes_block *b;
    void *p = NULL;
    cudaError_t code;
#if CUDART_VERSION >= 11020
    if (nes_cuda.pooled)
        code = cudaMallocAsync(&p, bytes, nes_cuda.lane[NES_MEMORY_STREAM].stream);
    else
#endif
        code = cudaMalloc(&p, bytes);
    if (code == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError(); /* which forgets it */
        return NULL;
    }
    nes_cuda_check(code, "allocation");
    b = (nes_block *)nes_keep(nes_alloc(1, sizeof *b));
    memset(b, 0, sizeof *b);
    b->data = p;
    b->bytes = bytes;
    b->writer = NES_MEMORY_STREAM;
    if (nes_cuda.pooled) {
        nes_given(NES_MEMORY_STREAM);
        b->written = nes_cuda.lane[NES_MEMORY_STREAM].now;
    }
    return b;
}

/* memory is given back behind all commands that use it */
NES_HOST void nes_mem_free(nes_mem m)
{
    nes_block *b = (nes_block *)m;
    nes_flush();
#if CUDART_VERSION >= 11020
    if (nes_cuda.pooled) {
        nes_writes(b, NES_MEMORY_STREAM);
        NES_CU(cudaFreeAsync(b->data, nes_cuda.lane[NES_MEMORY_STREAM].stream));
        nes_given(NES_MEMORY_STREAM);
        nes_free(b);
        return;
    }
#endif
    NES_CU(cudaFree(b->data));
    nes_free(b);
}

/* the most launches that take a state for chains before it is made zero again: marks have
 * the number of the launch in 30 bits */
#define NES_CHAIN_LAUNCHES (1u << 29)

/* the state for a launch whose groups hand on sums of some bytes. A lane has its own, the launches of a batch
 * share them in turn: those that use one wait for each other. It comes before the arrays that the launch uses, as
 * it may give a command of its own. */
NES_HOST unsigned long long *nes_chain_for(int lane, nes_int groups, size_t sum)
{
    nes_chain_memory *c = &nes_cuda.chain[nes_cuda.place != NULL ? nes_recorded.n % NES_CHAINS : lane];
    const size_t bytes = 8 * (1 + (size_t)groups * (sum / 4));
    if (c->block != NULL && c->block->bytes < bytes) {
        nes_mem_free((nes_mem)c->block);
        c->block = NULL;
    }
    if (c->block == NULL) {
        c->block = (nes_block *)nes_mem_new(2 * bytes);
        if (c->block == NULL)
            nes_runtime_error("Out of memory.", NULL);
        c->block->used = c->block->bytes;
        c->launches = 0;
    }
    if (c->launches++ % NES_CHAIN_LAUNCHES == 0) {
        nes_flush();
        nes_writes(c->block, 0);
        NES_CU(cudaMemsetAsync(c->block->data, 0, c->block->bytes, nes_cuda.lane[0].stream));
        nes_given(0);
    }
    if (nes_cuda.place != NULL)
        nes_uses(c->block, 1);
    nes_writes(c->block, lane);
    return (unsigned long long *)c->block->data;
}

NES_HOST void nes_free_chains(void)
{
    for (int i = 0; i < NES_CHAINS; i++)
        if (nes_cuda.chain[i].block != NULL)
            nes_mem_free((nes_mem)nes_cuda.chain[i].block);
}

NES_HOST void nes_mem_copy(nes_mem from, nes_mem to, size_t bytes)
{
    nes_block *x = (nes_block *)from, *y = (nes_block *)to;
    nes_flush();
    nes_reads(x, 0);
    nes_writes(y, 0);
    NES_TIME('C', 0, NES_CU(cudaMemcpyAsync(y->data, x->data, bytes, cudaMemcpyDeviceToDevice, nes_cuda.lane[0].stream)));
    nes_given(0);
}

NES_HOST void nes_mem_put(nes_mem m, const void *from, size_t bytes, int wait)
{
    nes_block *b = (nes_block *)m;
    nes_flush();
    nes_writes(b, 0);
    NES_CU(cudaMemcpyAsync(b->data, from, bytes, cudaMemcpyHostToDevice, nes_cuda.lane[0].stream));
    nes_given(0);
    if (wait)
        nes_wait();
}

#ifdef NES_RANKS
NES_HOST void nes_mem_put_at(nes_mem m, size_t offset, const void *from, size_t bytes)
{
    nes_block *b = (nes_block *)m;
    nes_flush();
    nes_writes(b, 0);
    NES_CU(cudaMemcpyAsync((char *)b->data + offset, from, bytes, cudaMemcpyHostToDevice, nes_cuda.lane[0].stream));
    nes_given(0);
    nes_wait();
}

NES_HOST uint64_t nes_device_identity(char text[4096])
{
    cudaDeviceProp p;
    int device = 0, driver = 0;
    NES_CU(cudaGetDevice(&device));
    NES_CU(cudaGetDeviceProperties(&p, device));
    NES_CU(cudaDriverGetVersion(&driver));
    snprintf(text, 4096, "%.1000s (driver %d)", p.name, driver);
    return NES_KERNELS;
}
#endif

NES_HOST void nes_wait(void)
{
    nes_wait_lanes();
    NES_WRITE_TIMES();
    for (int i = 0; i < nes_cuda.letters; i++)
        memcpy(nes_cuda.letter[i].to, nes_cuda.box + i * NES_LETTER_BYTES, nes_cuda.letter[i].bytes);
    nes_cuda.letters = 0;
}

NES_HOST void nes_mem_get(nes_mem m, size_t offset, void *to, size_t bytes, int wait)
{
    nes_block *b = (nes_block *)m;
    void *at = to;
    nes_flush();
    if (!wait && bytes <= NES_LETTER_BYTES) {
        if (nes_cuda.letters == NES_LETTERS)
            nes_wait();
        at = nes_cuda.box + nes_cuda.letters * NES_LETTER_BYTES;
        nes_cuda.letter[nes_cuda.letters].to = to;
        nes_cuda.letter[nes_cuda.letters++].bytes = bytes;
    }
    nes_collects(b, 0);
    NES_CU(cudaMemcpyAsync(at, (const char *)b->data + offset, bytes, cudaMemcpyDeviceToHost, nes_cuda.lane[0].stream));
    nes_given(0);
    if (wait)
        nes_wait();
}

NES_HOST void nes_device_stats(void) {}

#endif
