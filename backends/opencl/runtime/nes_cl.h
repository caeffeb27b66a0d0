/* nes_cl.h: the OpenCL device of a generated program: finding it, and what it
 * cannot do. Arrays are in nes_cl_memory.h; kernels are built in nes_cl_unit.h,
 * launched in nes_cl_run.h. */
#ifndef NES_CL_H
#define NES_CL_H

#define CL_TARGET_OPENCL_VERSION 120
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif

typedef struct {
    const char *name;
    const char *key;    /* stands for its text, whatever its names */
    const char *source; /* in OpenCL C */
    size_t local;  /* work-items of a group */
    size_t args;   /* bytes of arguments */
    size_t shared; /* bytes of local memory */
} nes_kernel_info;

/* what the generated part of a program gives */
typedef struct {
    const char *prelude; /* what all kernels need, in OpenCL C */
    cl_device_type device;
    const nes_kernel_info *kernels;
    int nkernels;
} nes_code;

/* what runs kernels */
typedef struct {
    cl_device_id id;
    cl_command_queue queue;
    cl_kernel *kernels;   /* NULL before its first launch */
    cl_program *programs; /* of each kernel, NULL before it is built */
    struct nes_unit *units;
} nes_place;

/* what decides where a kernel runs */
typedef struct {
    unsigned char small; /* its launches that this thread could have run, the first ones */
    double cost;         /* seconds of a group in this thread; 0 if that is not known */
} nes_place_stat;

typedef struct {
    cl_platform_id platform;
    cl_context context;
    nes_place device;
    nes_place thread;       /* this thread, which needs no other to run a kernel; no queue if it cannot */
    nes_place *at;          /* where the next launch goes */
    double lost;            /* by launches elsewhere that this thread could have run, less what building for it took; seconds */
    double since;           /* what this thread had computed when it began to build the kernel of the next launch; 0 if it did not */
    nes_place_stat *of;     /* of each kernel */
    int alone;              /* launches of one group, since one of several */
    double started;         /* when this thread began a launch that it times; 0 if it does not */
    int away;               /* commands of the device may be waiting */
    int shares;             /* the device computes in memory of the host */
    uint64_t compiled, cached; /* kernels built from source here; taken from the cache */
    uint64_t inlined;          /* launches that this thread has run */
    void **loaded;             /* handles of the code that is kept loaded (nes_cl_loaded.h) */
    int nloaded, loaded_room;
    unsigned long long adds;   /* objects that had been loaded when it was last looked for */
} nes_opencl;

NES_DATA nes_opencl nes_cl;
NES_GIVEN const nes_code nes_device_code;

#define NES_CL(call) \
    do { \
        cl_int code_ = (call); \
        if (code_ != CL_SUCCESS) \
            nes_environment("%s failed with error %d", #call, (int)code_); \
    } while (0)

/* ---- the device ---- */

NES_HOST cl_ulong nes_device_number(cl_device_info what, size_t size)
{
    cl_ulong x = 0; /* little endian, as OpenCL devices and their hosts are */
    NES_CL(clGetDeviceInfo(nes_cl.device.id, what, size, &x, NULL));
    return x;
}

/* text of the device, at most 4095 bytes of it */
NES_HOST void nes_device_text(cl_device_info what, char text[4096])
{
    memset(text, 0, 4096);
    clGetDeviceInfo(nes_cl.device.id, what, 4095, text, NULL);
}

/* ---- finding it ---- */

#define NES_MOST_DEVICES 64

/* whether a device runs what it is given in the thread that gives it: PoCL has one */
NES_HOST int nes_is_thread(cl_device_id id)
{
    char name[256] = "";
    clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
    return strncmp(name, "basic", 5) == 0 || strncmp(name, "cpu-minimal", 11) == 0;
}

/* finds the device that is this thread and has the memory of the device; 0 if there is none */
NES_HOST int nes_find_thread(void)
{
    cl_device_id ids[NES_MOST_DEVICES];
    cl_uint n = 0;
    if (nes_is_thread(nes_cl.device.id) || nes_device_number(CL_DEVICE_TYPE, sizeof(cl_device_type)) != CL_DEVICE_TYPE_CPU ||
        clGetDeviceIDs(nes_cl.platform, CL_DEVICE_TYPE_CPU, NES_MOST_DEVICES, ids, &n) != CL_SUCCESS)
        return 0;
    for (cl_uint i = 0; i < n && i < NES_MOST_DEVICES; i++)
        if (nes_is_thread(ids[i]))
            nes_cl.thread.id = ids[i];
    return nes_cl.thread.id != NULL;
}

/* all devices of all platforms, without threads beside what they are a part of;
 * returns how many there are */
NES_HOST int nes_list_devices(cl_platform_id *of, cl_device_id *ids)
{
    cl_platform_id platforms[16];
    cl_uint n = 0, found = 0;
    int all = 0;
#ifndef NES_LIBRARY_H /* the environment of a library belongs to others */
    if (nes_device_code.device == CL_DEVICE_TYPE_CPU)
        setenv("POCL_DEVICES", "pthread basic", 0);
#endif
    if (clGetPlatformIDs(16, platforms, &n) != CL_SUCCESS)
        return 0;
    for (cl_uint i = 0; i < n && i < 16 && all < NES_MOST_DEVICES; i++) {
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, (cl_uint)(NES_MOST_DEVICES - all), ids + all, &found) != CL_SUCCESS)
            continue;
        for (cl_uint j = 0, from = (cl_uint)all; j < found && all < NES_MOST_DEVICES; j++) {
            if (found > 1 && nes_is_thread(ids[from + j]))
                continue;
            ids[all] = ids[from + j];
            of[all++] = platforms[i];
        }
    }
    return all;
}

/* the first bytes of the kind of the device */
NES_HOST const char *nes_device_kind(void)
{
    const cl_device_type type = nes_device_number(CL_DEVICE_TYPE, sizeof(cl_device_type));
    return (type & CL_DEVICE_TYPE_CPU) != 0 ? "cpu" : (type & CL_DEVICE_TYPE_GPU) != 0 ? "gpu" : "other";
}

/* whether the device, which is number i, is what a name says: its number, its
 * kind, or a part of its name */
NES_HOST int nes_is_device(int i, const char *name)
{
    char number[16], text[4096];
    snprintf(number, sizeof number, "%d", i);
    nes_device_text(CL_DEVICE_NAME, text);
    return strcmp(name, number) == 0 || strcmp(name, nes_device_kind()) == 0 || (strspn(name, "0123456789") < strlen(name) && strstr(text, name) != NULL);
}

/* takes the first device with a name; without one the first of a type, or any */
NES_HOST void nes_find_device(const char *name, cl_device_type type)
{
    cl_platform_id of[NES_MOST_DEVICES];
    cl_device_id ids[NES_MOST_DEVICES];
    const int n = nes_list_devices(of, ids);
    int taken = -1;
    if (n == 0)
        nes_environment("there is no device: no driver is installed (pocl-opencl-icd has one for any processor)");
    for (int i = 0; i < n && taken < 0; i++) {
        nes_cl.device.id = ids[i];
        if (name != NULL ? nes_is_device(i, name) : (nes_device_number(CL_DEVICE_TYPE, sizeof(cl_device_type)) & type) != 0)
            taken = i;
    }
    if (taken < 0 && name != NULL)
        nes_environment("there is no device %s; -devices lists the %d there are", name, n);
    taken = taken < 0 ? 0 : taken;
    nes_cl.platform = of[taken];
    nes_cl.device.id = ids[taken];
}

NES_HOST void nes_print_devices(void)
{
    cl_platform_id of[NES_MOST_DEVICES];
    cl_device_id ids[NES_MOST_DEVICES];
    const int n = nes_list_devices(of, ids);
    for (int i = 0; i < n; i++) {
        char name[4096];
        nes_cl.device.id = ids[i];
        nes_device_text(CL_DEVICE_NAME, name);
        printf("%d  %-5s  %.1f GB  %s\n", i, nes_device_kind(), (double)nes_device_number(CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong)) / 1e9, name);
    }
}

/* ---- what it can do ---- */

/* whether some kernel has a word in its text */
NES_HOST int nes_kernels_use(const nes_code *p, const char *word)
{
    for (int i = 0; i < p->nkernels; i++)
        if (strstr(p->kernels[i].source, word) != NULL)
            return 1;
    return 0;
}

/* stops if a kernel is too large for the device */
NES_HOST void nes_check_limits(const nes_code *p)
{
    const size_t most_items = (size_t)nes_device_number(CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t));
    const size_t most_args = (size_t)nes_device_number(CL_DEVICE_MAX_PARAMETER_SIZE, sizeof(size_t));
    const cl_ulong most_shared = nes_device_number(CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong));
    char extensions[4096];
    nes_device_text(CL_DEVICE_EXTENSIONS, extensions);
    if (NES_FLOAT_BITS == 64 && nes_device_number(CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(cl_device_fp_config)) == 0)
        nes_environment("the device has no double-precision floats; compile with -float=32");
    if (nes_kernels_use(p, "atom_") && strstr(extensions, "cl_khr_int64_extended_atomics") == NULL)
        nes_environment("the device has no atomic operations on 64-bit ints; compile with -int=32");
    for (int i = 0; i < p->nkernels; i++) {
        const nes_kernel_info *k = &p->kernels[i];
        if (k->local > most_items)
            nes_environment("kernel %s has groups of %zu work-items, but the device allows only %zu; compile with -device=cpu", k->name,
                            k->local, most_items);
        if (k->args > most_args)
            nes_environment("kernel %s has %zu bytes of arguments, but the device allows only %zu; compile with -O1 or -fusion=none", k->name,
                            k->args, most_args);
        if (k->shared > most_shared)
            nes_environment("kernel %s needs %zu bytes of local memory, but the device has only %llu; compile with -device=cpu", k->name,
                            k->shared, (unsigned long long)most_shared);
    }
}

#endif
