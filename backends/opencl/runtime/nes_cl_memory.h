/* nes_cl_memory.h: memory of arrays (nes_device.h).
 *
 * A device that is the processor of the host computes in memory of the host. There large
 * arrays get huge pages (nes_pages.h); smaller ones are left to OpenCL. */
#ifndef NES_CL_MEMORY_H
#define NES_CL_MEMORY_H

/* decides whether memory is asked from the system, as an OpenCL device need not
 * use it where it is */
NES_HOST void nes_open_memory(void)
{
    nes_cl.shares = nes_device_number(CL_DEVICE_TYPE, sizeof(cl_device_type)) == CL_DEVICE_TYPE_CPU &&
                    nes_device_number(CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(cl_bool)) != 0 && !NES_EXACT;
}

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
    cl_int code;
    cl_mem buffer;
    nes_mapping *m = (nes_mapping *)malloc(sizeof *m);
    if (m == NULL)
        return NULL;
    *m = nes_map(bytes);
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
