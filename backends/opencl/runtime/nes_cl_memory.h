/* nes_cl_memory.h: memory of arrays (nes_device.h).
 *
 * A device that is the processor of the host computes in memory of the host. There large
 * arrays get huge pages: to touch memory for the first time, page by page of 4
 * kB, takes longer than most kernels do. */
#ifndef NES_CL_MEMORY_H
#define NES_CL_MEMORY_H

/* bytes of a huge page: blocks of fewer are left to OpenCL */
#define NES_HUGE_PAGE ((size_t)1 << 21)

/* decides whether memory is asked from the system, as an OpenCL device need not
 * use it where it is */
NES_HOST void nes_open_memory(void)
{
    nes_cl.shares = nes_device_number(CL_DEVICE_TYPE, sizeof(cl_device_type)) == CL_DEVICE_TYPE_CPU &&
                    nes_device_number(CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(cl_bool)) != 0 && !NES_EXACT;
}

#ifdef MADV_HUGEPAGE

/* a block of the system */
typedef struct {
    char *start;
    size_t bytes;
} nes_mapping;

/* maps so many bytes from the start of a huge page on; start is NULL if there is no memory */
NES_HOST nes_mapping nes_map(size_t bytes)
{
    const size_t all = bytes + NES_HUGE_PAGE;
    nes_mapping m = {NULL, bytes};
    size_t skip;
    char *p = (char *)mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == (char *)MAP_FAILED)
        return m;
    skip = (NES_HUGE_PAGE - (uintptr_t)p % NES_HUGE_PAGE) % NES_HUGE_PAGE;
    if (skip > 0)
        munmap(p, skip);
    munmap(p + skip + bytes, NES_HUGE_PAGE - skip);
    m.start = p + skip;
    madvise(m.start, bytes, MADV_HUGEPAGE); /* a wish: pages of any size will do */
    return m;
}

NES_HOST void nes_unmap(nes_mapping m) { munmap(m.start, m.bytes); }

/* called when the last command that uses a buffer is done */
NES_HOST void CL_CALLBACK nes_buffer_gone(cl_mem buffer, void *mapping)
{
    (void)buffer;
    nes_unmap(*(nes_mapping *)mapping);
    free(mapping);
}

/* a buffer in memory of the system, NULL if there is none */
NES_HOST cl_mem nes_mapped_buffer(size_t bytes)
{
    const size_t page = 4096;
    cl_int code;
    cl_mem buffer;
    nes_mapping *m = (nes_mapping *)malloc(sizeof *m);
    if (m == NULL)
        return NULL;
    *m = nes_map((bytes + page - 1) / page * page);
    if (m->start == NULL) {
        free(m);
        return NULL;
    }
    buffer = clCreateBuffer(nes_cl.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, m->start, &code);
    if (code != CL_SUCCESS) {
        nes_unmap(*m);
        free(m);
        return NULL;
    }
    NES_CL(clSetMemObjectDestructorCallback(buffer, nes_buffer_gone, m));
    return buffer;
}

#else
NES_HOST cl_mem nes_mapped_buffer(size_t bytes) { return (void)bytes, (cl_mem)NULL; }
#endif

NES_HOST nes_mem nes_mem_new(size_t bytes)
{
    cl_int code;
    cl_mem m = nes_cl.shares && bytes >= NES_HUGE_PAGE ? nes_mapped_buffer(bytes) : NULL;
    if (m != NULL)
        return m;
    m = clCreateBuffer(nes_cl.context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    return code == CL_SUCCESS ? m : NULL;
}

NES_HOST void nes_mem_free(nes_mem m) { clReleaseMemObject((cl_mem)m); }

#endif
