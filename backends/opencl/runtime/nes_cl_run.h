/* nes_cl_run.h: opening the device, its memory, launches: the device of
 * nes_device.h. */
#ifndef NES_CL_RUN_H
#define NES_CL_RUN_H

/* opens a device of the type that the program is tuned for, or else any */
NES_HOST void nes_open_device(const char *name)
{
    const nes_code *p = &nes_device_code;
    cl_int code;
    nes_find_device(name, p->device);
    nes_check_limits(p);
    nes_cl.context = clCreateContext(NULL, 1, &nes_cl.id, NULL, NULL, &code);
    NES_CL(code);
    nes_cl.queue = clCreateCommandQueue(nes_cl.context, nes_cl.id, 0, &code);
    NES_CL(code);
    nes_dev.most_array = nes_device_number(CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong));
    nes_dev.most_bytes = nes_device_number(CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong));
    nes_cl.kernels = (cl_kernel *)nes_keep(nes_alloc((size_t)p->nkernels, sizeof *nes_cl.kernels));
    memset(nes_cl.kernels, 0, (size_t)p->nkernels * sizeof *nes_cl.kernels);
    nes_cl.programs = (cl_program *)nes_keep(nes_alloc((size_t)p->nkernels, sizeof *nes_cl.programs));
    memset(nes_cl.programs, 0, (size_t)p->nkernels * sizeof *nes_cl.programs);
    nes_open_cache();
}

NES_HOST void nes_close_device(void)
{
    const int n = nes_cl.kernels == NULL || nes_cl.programs == NULL ? 0 : nes_device_code.nkernels;
    for (int i = 0; i < n; i++) {
        const cl_program p = nes_cl.programs[i];
        if (nes_cl.kernels[i] != NULL)
            clReleaseKernel(nes_cl.kernels[i]);
        for (int j = i; p != NULL && j < n; j++) /* several kernels have one */
            if (nes_cl.programs[j] == p)
                nes_cl.programs[j] = NULL;
        if (p != NULL)
            clReleaseProgram(p);
    }
    for (nes_unit *u = nes_cl.units; u != NULL; u = u->next)
        if (u->program != NULL)
            clReleaseProgram(u->program);
    if (nes_cl.queue != NULL)
        clReleaseCommandQueue(nes_cl.queue);
    if (nes_cl.context != NULL)
        clReleaseContext(nes_cl.context);
}

/* ---- memory and transfers (nes_device.h) ---- */

NES_HOST void nes_wait(void)
{
    if (nes_cl.queue != NULL)
        NES_CL(clFinish(nes_cl.queue));
}

/* the queue has them all */
NES_HOST void nes_drop_commands(void) {}

NES_HOST nes_mem nes_mem_new(size_t bytes)
{
    cl_int code;
    cl_mem m = clCreateBuffer(nes_cl.context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    return code == CL_SUCCESS ? m : NULL;
}

NES_HOST void nes_mem_free(nes_mem m) { clReleaseMemObject((cl_mem)m); }

#if !NES_EXACT

NES_HOST void nes_mem_copy(nes_mem from, nes_mem to, size_t bytes)
{
    NES_CL(clEnqueueCopyBuffer(nes_cl.queue, (cl_mem)from, (cl_mem)to, 0, 0, bytes, 0, NULL, NULL));
}

#else /* oclgrind takes what is copied on the device for uninitialised */

NES_HOST void nes_mem_copy(nes_mem from, nes_mem to, size_t bytes)
{
    void *all = malloc(bytes);
    NES_CL(clEnqueueReadBuffer(nes_cl.queue, (cl_mem)from, CL_TRUE, 0, bytes, all, 0, NULL, NULL));
    NES_CL(clEnqueueWriteBuffer(nes_cl.queue, (cl_mem)to, CL_TRUE, 0, bytes, all, 0, NULL, NULL));
    free(all);
}

#endif

NES_HOST void nes_mem_put(nes_mem m, const void *from, size_t bytes, int wait)
{
    NES_CL(clEnqueueWriteBuffer(nes_cl.queue, (cl_mem)m, wait ? CL_TRUE : CL_FALSE, 0, bytes, from, 0, NULL, NULL));
}

NES_HOST void nes_mem_get(nes_mem m, size_t offset, void *to, size_t bytes, int wait)
{
    NES_CL(clEnqueueReadBuffer(nes_cl.queue, (cl_mem)m, wait ? CL_TRUE : CL_FALSE, offset, bytes, to, 0, NULL, NULL));
}

/* ---- launches ---- */

NES_HOST cl_kernel nes_kernel(int k)
{
    const nes_kernel_info *info = &nes_device_code.kernels[k];
    if (nes_cl.kernels[k] == NULL) {
        size_t most = 0;
        nes_cl.kernels[k] = nes_built_kernel(k);
        NES_CL(clGetKernelWorkGroupInfo(nes_cl.kernels[k], nes_cl.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
        if (info->local > most)
            nes_environment("kernel %s has groups of %zu work-items, but the device runs it with only %zu; compile with -device=cpu",
                            info->name, info->local, most);
        nes_dev.distinct++;
    }
    return nes_cl.kernels[k];
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
    NES_CL(clEnqueueNDRangeKernel(nes_cl.queue, nes_cl.kernels[k], 1, NULL, &global, &local, 0, NULL, NULL));
    nes_launched();
}

/* ---- -stats ---- */

NES_HOST void nes_device_stats(void)
{
    nes_stat("compiled", nes_cl.compiled);
    nes_stat("cached", nes_cl.cached);
}

#endif
