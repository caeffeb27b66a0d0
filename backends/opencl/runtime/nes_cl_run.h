/* nes_cl_run.h: opening the device, transfers, launches: the device of
 * nes_device.h. */
#ifndef NES_CL_RUN_H
#define NES_CL_RUN_H

#ifdef NES_PROFILE

/* ---- profiles: commands whose times are not known yet ---- */

#define NES_QUEUE_PROPERTIES CL_QUEUE_PROFILING_ENABLE
#define NES_MOST_TIMED 4096

typedef struct {
    cl_event event[NES_MOST_TIMED];
    int step[NES_MOST_TIMED];
    char kind[NES_MOST_TIMED];
    int n;
    double offset; /* of the host's clock, the least that was seen; 0: none */
} nes_timings;

NES_DATA nes_timings nes_timed;

/* writes the times of all commands, which are done */
NES_HOST void nes_write_times(void)
{
    const double now = nes_now();
    cl_ulong start, end, last = 0;
    for (int i = 0; i < nes_timed.n; i++) {
        NES_CL(clGetEventProfilingInfo(nes_timed.event[i], CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
        last = end > last ? end : last;
    }
    if (nes_timed.n > 0 && (nes_timed.offset == 0 || now - (double)last * 1e-9 < nes_timed.offset))
        nes_timed.offset = now - (double)last * 1e-9;
    for (int i = 0; i < nes_timed.n; i++) {
        NES_CL(clGetEventProfilingInfo(nes_timed.event[i], CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
        NES_CL(clGetEventProfilingInfo(nes_timed.event[i], CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
        nes_profile_span(nes_timed.kind[i], nes_timed.step[i], (double)start * 1e-9 + nes_timed.offset, (double)end * 1e-9 + nes_timed.offset);
        NES_CL(clReleaseEvent(nes_timed.event[i]));
    }
    nes_timed.n = 0;
}

NES_HOST void nes_wait(void);

/* where the event of the next command goes, of a kind */
NES_HOST cl_event *nes_timing(char kind)
{
    if (nes_timed.n == NES_MOST_TIMED)
        nes_wait();
    nes_timed.kind[nes_timed.n] = kind;
    nes_timed.step[nes_timed.n] = nes_profile.step;
    return &nes_timed.event[nes_timed.n++];
}

#define NES_WRITE_TIMES() nes_write_times()

#else
#define NES_QUEUE_PROPERTIES 0
#define NES_WRITE_TIMES() ((void)0)
#define nes_timing(kind) NULL
#endif

/* ---- opening and closing ---- */

NES_HOST void nes_open_place(nes_place *d)
{
    const size_t n = (size_t)nes_device_code.nkernels;
    cl_int code;
    d->queue = clCreateCommandQueue(nes_cl.context, d->id, NES_QUEUE_PROPERTIES, &code);
    NES_CL(code);
    d->kernels = (cl_kernel *)nes_keep(nes_alloc(n, sizeof *d->kernels));
    memset(d->kernels, 0, n * sizeof *d->kernels);
    d->programs = (cl_program *)nes_keep(nes_alloc(n, sizeof *d->programs));
    memset(d->programs, 0, n * sizeof *d->programs);
}

/* opens a device of the type that the program is tuned for, or else any */
NES_HOST void nes_open_device(const char *name)
{
    const nes_code *p = &nes_device_code;
    cl_int code;
    nes_find_device(name, p->device);
    nes_check_limits(p);
    if (nes_find_thread()) {
        const cl_device_id both[2] = {nes_cl.device.id, nes_cl.thread.id};
        nes_cl.context = clCreateContext(NULL, 2, both, NULL, NULL, &code);
    } else {
        nes_cl.context = clCreateContext(NULL, 1, &nes_cl.device.id, NULL, NULL, &code);
    }
    NES_CL(code);
    nes_open_place(&nes_cl.device);
    if (nes_cl.thread.id != NULL)
        nes_open_place(&nes_cl.thread);
    nes_cl.of = (nes_place_stat *)nes_keep(nes_alloc((size_t)p->nkernels, sizeof *nes_cl.of));
    memset(nes_cl.of, 0, (size_t)p->nkernels * sizeof *nes_cl.of);
    nes_dev.most_array = nes_device_number(CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong));
    nes_dev.most_bytes = nes_device_number(CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong));
    nes_open_memory();
    nes_open_code();
    nes_open_cache();
}

NES_HOST void nes_close_place(nes_place *d)
{
    const int n = d->kernels == NULL || d->programs == NULL ? 0 : nes_device_code.nkernels;
    for (int i = 0; i < n; i++) {
        const cl_program p = d->programs[i];
        if (d->kernels[i] != NULL)
            clReleaseKernel(d->kernels[i]);
        for (int j = i; p != NULL && j < n; j++) /* several kernels have one */
            if (d->programs[j] == p)
                d->programs[j] = NULL;
        if (p != NULL)
            clReleaseProgram(p);
    }
    for (nes_unit *u = d->units; u != NULL; u = u->next)
        if (u->program != NULL)
            clReleaseProgram(u->program);
    if (d->queue != NULL)
        clReleaseCommandQueue(d->queue);
}

NES_HOST void nes_close_device(void)
{
    nes_close_place(&nes_cl.thread);
    nes_close_place(&nes_cl.device);
    if (nes_cl.context != NULL)
        clReleaseContext(nes_cl.context);
    nes_release_code();
}

/* ---- order: of two queues, one at most has commands that may be waiting ---- */

NES_HOST void nes_finish(const nes_place *d)
{
    if (d->queue != NULL)
        NES_CL(clFinish(d->queue));
}

NES_HOST void nes_wait(void)
{
    nes_finish(&nes_cl.thread);
    nes_finish(&nes_cl.device);
    nes_cl.away = 0;
    NES_WRITE_TIMES();
}

/* whether this thread may take the next command: nothing has to be waited for */
NES_HOST int nes_is_near(void) { return nes_cl.thread.queue != NULL && !nes_cl.away; }

/* the queue of the next command of the device */
NES_HOST cl_command_queue nes_far_queue(int wait)
{
    if (nes_is_near())
        nes_finish(&nes_cl.thread);
    nes_cl.away = !wait;
    return nes_cl.device.queue;
}

/* the queue of the next transfer, after which the host waits or does not */
NES_HOST cl_command_queue nes_transfer_queue(int wait) { return nes_is_near() ? nes_cl.thread.queue : nes_far_queue(wait); }

/* ---- transfers (nes_device.h) ---- */

/* the queue has them all */
NES_HOST void nes_drop_commands(void) {}

#if !NES_EXACT

NES_HOST void nes_mem_copy(nes_mem from, nes_mem to, size_t bytes)
{
    NES_CL(clEnqueueCopyBuffer(nes_transfer_queue(0), (cl_mem)from, (cl_mem)to, 0, 0, bytes, 0, NULL, nes_timing('C')));
}

#else /* oclgrind takes what is copied on the device for uninitialised */

NES_HOST void nes_mem_copy(nes_mem from, nes_mem to, size_t bytes)
{
    void *all = malloc(bytes);
    NES_CL(clEnqueueReadBuffer(nes_transfer_queue(1), (cl_mem)from, CL_TRUE, 0, bytes, all, 0, NULL, NULL));
    NES_CL(clEnqueueWriteBuffer(nes_transfer_queue(1), (cl_mem)to, CL_TRUE, 0, bytes, all, 0, NULL, NULL));
    free(all);
}

#endif

NES_HOST void nes_mem_put(nes_mem m, const void *from, size_t bytes, int wait)
{
    NES_CL(clEnqueueWriteBuffer(nes_transfer_queue(wait), (cl_mem)m, wait ? CL_TRUE : CL_FALSE, 0, bytes, from, 0, NULL, NULL));
}

#ifdef NES_RANKS
NES_HOST void nes_mem_put_at(nes_mem m, size_t offset, const void *from, size_t bytes)
{
    NES_CL(clEnqueueWriteBuffer(nes_transfer_queue(1), (cl_mem)m, CL_TRUE, offset, bytes, from, 0, NULL, nes_timing('T')));
}

NES_HOST uint64_t nes_device_identity(char text[4096])
{
    const nes_code *p = &nes_device_code;
    uint64_t h = NES_CACHE_START;
    char name[4096], version[4096], driver[4096];
    nes_device_text(CL_DEVICE_NAME, name);
    nes_device_text(CL_DEVICE_VERSION, version);
    nes_device_text(CL_DRIVER_VERSION, driver);
    snprintf(text, 4096, "%.1000s (%.1000s, driver %.1000s)", name, version, driver);
    for (int i = 0; i < p->nkernels; i++)
        h = nes_fnv(h, p->kernels[i].key, strlen(p->kernels[i].key));
    return h;
}
#endif

NES_HOST void nes_mem_get(nes_mem m, size_t offset, void *to, size_t bytes, int wait)
{
    NES_CL(clEnqueueReadBuffer(nes_transfer_queue(wait), (cl_mem)m, wait ? CL_TRUE : CL_FALSE, offset, bytes, to, 0, NULL, NULL));
}

/* ---- launches ---- */

/* launches of a kernel that this thread could have run, after which it may */
#define NES_AGAIN 16

/* what a launch that this thread could have run costs more elsewhere, and how much
 * of that is lost before kernels are built for this thread, in seconds. Building
 * them is paid for by what was lost, so a short run does not wait for much of it. */
#define NES_LOSS 30e-6
#define NES_STAKE 30e-3

/* what waking other threads costs, in seconds: a launch that takes no longer runs here */
#define NES_WAKE 40e-6

/* how fast it is forgotten what a group has cost, by launches elsewhere */
#define NES_FORGET 0.98

/* launches of one group, one after another, after which this thread waits for the device
 * and runs those that follow: it does not wake others for each of them */
#define NES_ALONE 256

/* seconds that this thread has computed: what others do meanwhile costs nothing */
NES_HOST double nes_computed(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* decides where kernel k runs for so many groups. What one group does takes as
 * long anywhere, and other threads need not be woken for it. Several groups run
 * here if they have been found to be short, or to find out. */
NES_HOST nes_place *nes_place_of(int k, nes_int groups)
{
    nes_place_stat *of = &nes_cl.of[k];
    nes_cl.started = 0;
    if (groups > 1)
        nes_cl.alone = 0;
    else if (nes_cl.alone < NES_ALONE)
        nes_cl.alone++;
    else if (nes_cl.away && nes_cl.thread.queue != NULL)
        nes_wait();
    if (!nes_is_near())
        return &nes_cl.device;
    if (groups > 1 && of->cost * (double)groups > NES_WAKE) {
        of->cost *= NES_FORGET;
        return &nes_cl.device;
    }
    if (nes_cl.thread.kernels[k] == NULL) {
        nes_cl.lost += NES_LOSS;
        if (of->small < NES_AGAIN)
            of->small++;
        if (nes_cl.lost < NES_STAKE || of->small < NES_AGAIN)
            return &nes_cl.device;
    }
    if (groups > 1)
        nes_cl.started = nes_computed();
    return &nes_cl.thread;
}

/* notes what so many groups of kernel k have cost here, half of it at once; the first
 * launch loads code, too, and is taken for a short one */
NES_HOST void nes_weigh(int k, nes_int groups)
{
    nes_place_stat *of = &nes_cl.of[k];
    double cost;
    nes_finish(&nes_cl.thread);
    cost = (nes_computed() - nes_cl.started) / (double)groups;
    of->cost = of->cost == 0 ? NES_WAKE / 2 / (double)groups : (of->cost + cost) / 2;
}

/* kernel k for its next launch, with so many groups */
NES_HOST cl_kernel nes_kernel(int k, nes_int groups)
{
    const nes_kernel_info *info = &nes_device_code.kernels[k];
    nes_place *d = nes_place_of(k, groups);
    nes_cl.at = d;
    nes_cl.since = 0;
    if (d->kernels[k] == NULL) {
        size_t most = 0;
        nes_cl.since = d == &nes_cl.thread ? nes_computed() : 0;
        d->kernels[k] = nes_built_kernel(d, k);
        NES_CL(clGetKernelWorkGroupInfo(d->kernels[k], d->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
        if (info->local > most)
            nes_environment("kernel %s has groups of %zu work-items, but the device runs it with only %zu; compile with -device=cpu",
                            info->name, info->local, most);
        if (d == &nes_cl.device)
            nes_dev.distinct++;
    }
    return d->kernels[k];
}

NES_HOST void nes_arg_array(cl_kernel k, cl_uint i, const nes_array *a)
{
    NES_CL(clSetKernelArg(k, i, sizeof(cl_mem), &a->mem));
    nes_dev.given_bytes += (uint64_t)a->n * a->size;
}

NES_HOST void nes_arg_i(cl_kernel k, cl_uint i, nes_int x) { NES_CL(clSetKernelArg(k, i, sizeof x, &x)); }
NES_HOST void nes_arg_d(cl_kernel k, cl_uint i, nes_float x) { NES_CL(clSetKernelArg(k, i, sizeof x, &x)); }
NES_HOST void nes_arg_b(cl_kernel k, cl_uint i, nes_bool x) { NES_CL(clSetKernelArg(k, i, sizeof x, &x)); }
NES_HOST void nes_arg_c(cl_kernel k, cl_uint i, nes_char x) { NES_CL(clSetKernelArg(k, i, sizeof x, &x)); }

/* runs kernel k with the arguments that were set; groups is positive */
NES_HOST void nes_launch(int k, nes_int groups)
{
    const size_t local = nes_device_code.kernels[k].local, global = (size_t)groups * local;
    const cl_command_queue queue = nes_cl.at == &nes_cl.device ? nes_far_queue(0) : nes_cl.at->queue;
    nes_cl.inlined += nes_cl.at == &nes_cl.thread;
    NES_CL(clEnqueueNDRangeKernel(queue, nes_cl.at->kernels[k], 1, NULL, &global, &local, 0, NULL, nes_timing('K')));
    if (nes_cl.started != 0)
        nes_weigh(k, groups);
    if (nes_cl.since != 0) { /* the driver compiles for the first launch */
        nes_finish(&nes_cl.thread);
        nes_cl.lost -= nes_computed() - nes_cl.since;
    }
    nes_launched();
    nes_hold_code();
}

/* ---- -stats ---- */

NES_HOST void nes_device_stats(void)
{
    nes_stat("compiled", nes_cl.compiled);
    nes_stat("cached", nes_cl.cached);
    nes_stat("inline", nes_cl.inlined);
    nes_stat("loaded", (uint64_t)nes_cl.nloaded);
}

#endif
