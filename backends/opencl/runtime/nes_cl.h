/* nes_cl.h: the OpenCL device of a generated program: finding it, what it
 * cannot do, and building the kernels, with a cache of built code on disk. It
 * defines the device of nes_device.h, and launches. */
#ifndef NES_CL_H
#define NES_CL_H

#define CL_TARGET_OPENCL_VERSION 120
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    const char *name;
    size_t local;  /* work-items of a group */
    size_t args;   /* bytes of arguments */
    size_t shared; /* bytes of local memory */
} nes_kernel_info;

/* what the generated part of a program gives */
typedef struct {
    const char *source; /* of the kernels, in OpenCL C */
    cl_device_type device;
    const nes_kernel_info *kernels;
    int nkernels;
} nes_code;

typedef struct {
    cl_platform_id platform;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_program code;
    cl_kernel *kernels;
} nes_opencl;

static nes_opencl nes_cl;
static const nes_code nes_device_code;

#define NES_CL(call) \
    do { \
        cl_int code_ = (call); \
        if (code_ != CL_SUCCESS) \
            nes_environment("%s failed with error %d", #call, (int)code_); \
    } while (0)

/* ---- the device ---- */

/* takes the first device of a type; 0 if there is none */
NES_HOST int nes_find_device(cl_device_type type)
{
    cl_platform_id platforms[16];
    cl_uint n = 0;
    if (clGetPlatformIDs(16, platforms, &n) != CL_SUCCESS)
        return 0;
    for (cl_uint i = 0; i < n && i < 16; i++) {
        if (clGetDeviceIDs(platforms[i], type, 1, &nes_cl.id, NULL) == CL_SUCCESS) {
            nes_cl.platform = platforms[i];
            return 1;
        }
    }
    return 0;
}

NES_HOST cl_ulong nes_device_number(cl_device_info what, size_t size)
{
    cl_ulong x = 0; /* little endian, as OpenCL devices and their hosts are */
    NES_CL(clGetDeviceInfo(nes_cl.id, what, size, &x, NULL));
    return x;
}

/* text of the device, at most 4095 bytes of it */
NES_HOST void nes_device_text(cl_device_info what, char text[4096])
{
    memset(text, 0, 4096);
    clGetDeviceInfo(nes_cl.id, what, 4095, text, NULL);
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
    if (strstr(p->source, "atom_") != NULL && strstr(extensions, "cl_khr_int64_extended_atomics") == NULL)
        nes_environment("the device has no atomic operations on 64-bit ints; compile with -int=32");
    for (int i = 0; i < p->nkernels; i++) {
        const nes_kernel_info *k = &p->kernels[i];
        if (k->local > most_items)
            nes_environment("kernel %s has groups of %zu work-items, but the device allows only %zu; compile with -device=cpu", k->name,
                            k->local, most_items);
        if (k->args > most_args)
            nes_environment("kernel %s has %zu bytes of arguments, but the device allows only %zu; compile with -fusion=none", k->name,
                            k->args, most_args);
        if (k->shared > most_shared)
            nes_environment("kernel %s needs %zu bytes of local memory, but the device has only %llu; compile with -device=cpu", k->name,
                            k->shared, (unsigned long long)most_shared);
    }
}

/* ---- the cache: a file per source, options, device and driver ---- */

NES_HOST uint64_t nes_fnv(uint64_t h, const char *s)
{
    for (; *s != '\0'; s++)
        h = (h ^ (unsigned char)*s) * 0x100000001B3u;
    return h * 0x100000001B3u; /* the end counts */
}

NES_HOST uint64_t nes_code_hash(const char *source, const char *options)
{
    static const cl_device_info parts[] = {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION, CL_DRIVER_VERSION};
    uint64_t h = nes_fnv(nes_fnv(0xCBF29CE484222325u, source), options);
    char text[4096];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        nes_device_text(parts[i], text);
        h = nes_fnv(h, text);
    }
    return h;
}

/* adds a directory to a path and makes it */
NES_HOST void nes_add_directory(nes_buf *path, const char *name)
{
    nes_puts(path, name);
    nes_putc(path, '\0');
    mkdir(path->p, 0777);
    path->n--;
}

/* the file for this source; NULL if there is no place for a cache */
NES_HOST char *nes_cache_path(const char *source, const char *options)
{
    const char *root = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    nes_buf b = {NULL, 0, 0};
    char name[32];
    if (root != NULL && *root != '\0') {
        nes_add_directory(&b, root);
    } else if (home != NULL && *home != '\0') {
        nes_puts(&b, home);
        nes_add_directory(&b, "/.cache");
    } else {
        return NULL;
    }
    nes_add_directory(&b, "/nessiec");
    snprintf(name, sizeof name, "/%016llx.bin", (unsigned long long)nes_code_hash(source, options));
    nes_puts(&b, name);
    nes_putc(&b, '\0');
    return b.p;
}

/* builds from the file; 0 if there is none, or none that the driver accepts */
NES_HOST int nes_load_code(const char *path, const char *options)
{
    FILE *f = path == NULL ? NULL : fopen(path, "rb");
    nes_buf b = {NULL, 0, 0};
    char chunk[65536];
    size_t n;
    cl_int status = CL_SUCCESS, code = CL_SUCCESS;
    const unsigned char *p;
    if (f == NULL)
        return 0;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0)
        nes_put(&b, chunk, n);
    fclose(f);
    p = (const unsigned char *)b.p;
    if (b.n > 0)
        nes_cl.code = clCreateProgramWithBinary(nes_cl.context, 1, &nes_cl.id, &b.n, &p, &status, &code);
    free(b.p);
    if (p == NULL || code != CL_SUCCESS)
        return 0;
    if (status == CL_SUCCESS && clBuildProgram(nes_cl.code, 1, &nes_cl.id, options, NULL, NULL) == CL_SUCCESS)
        return 1;
    clReleaseProgram(nes_cl.code);
    return 0;
}

/* writes the file, if that is possible, by renaming a finished one */
NES_HOST void nes_save_code(const char *path)
{
    size_t n = 0, done;
    unsigned char *p;
    char temporary[4096];
    FILE *f;
    if (path == NULL || clGetProgramInfo(nes_cl.code, CL_PROGRAM_BINARY_SIZES, sizeof n, &n, NULL) != CL_SUCCESS || n == 0)
        return;
    p = (unsigned char *)nes_alloc(n, 1);
    snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid());
    if (clGetProgramInfo(nes_cl.code, CL_PROGRAM_BINARIES, sizeof p, &p, NULL) == CL_SUCCESS && (f = fopen(temporary, "wb")) != NULL) {
        done = fwrite(p, 1, n, f);
        if (fclose(f) != 0 || done != n || rename(temporary, path) != 0)
            remove(temporary);
    }
    free(p);
}

/* whether the platform has a cache itself, and one of code compiled further */
NES_HOST int nes_platform_caches(void)
{
    char name[256] = "";
    clGetPlatformInfo(nes_cl.platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    return strstr(name, "Portable Computing Language") != NULL;
}

/* ---- building ---- */

NES_HOST NES_NORETURN void nes_build_failed(cl_int code)
{
    size_t n = 0;
    char *log;
    clGetProgramBuildInfo(nes_cl.code, nes_cl.id, CL_PROGRAM_BUILD_LOG, 0, NULL, &n);
    log = (char *)nes_alloc(n + 1, 1);
    clGetProgramBuildInfo(nes_cl.code, nes_cl.id, CL_PROGRAM_BUILD_LOG, n, log, NULL);
    log[n] = '\0';
    nes_environment("the kernels do not build, error %d\n%s", (int)code, log);
}

NES_HOST const char *nes_build_options(void)
{
    if (NES_FLOAT_BITS == 32 && (nes_device_number(CL_DEVICE_SINGLE_FP_CONFIG, sizeof(cl_device_fp_config)) &
                                 CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0)
        return "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt";
    return "-cl-std=CL1.2";
}

NES_HOST void nes_build(const char *source)
{
    const char *options = nes_build_options();
    char *path = nes_platform_caches() ? NULL : nes_cache_path(source, options);
    if (!nes_load_code(path, options)) {
        cl_int code;
        nes_cl.code = clCreateProgramWithSource(nes_cl.context, 1, &source, NULL, &code);
        NES_CL(code);
        code = clBuildProgram(nes_cl.code, 1, &nes_cl.id, options, NULL, NULL);
        if (code != CL_SUCCESS)
            nes_build_failed(code);
        nes_save_code(path);
    }
    free(path);
}

/* opens a device of the type that the program is tuned for, or else any */
NES_HOST void nes_open_device(void)
{
    const nes_code *p = &nes_device_code;
    cl_int code;
    if (!nes_find_device(p->device) && !nes_find_device(CL_DEVICE_TYPE_ALL))
        nes_environment("there is no device: no driver is installed (pocl-opencl-icd has one for any processor)");
    nes_check_limits(p);
    nes_cl.context = clCreateContext(NULL, 1, &nes_cl.id, NULL, NULL, &code);
    NES_CL(code);
    nes_cl.queue = clCreateCommandQueue(nes_cl.context, nes_cl.id, 0, &code);
    NES_CL(code);
    nes_dev.most_array = nes_device_number(CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong));
    nes_dev.most_bytes = nes_device_number(CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong));
    nes_cl.kernels = (cl_kernel *)nes_alloc((size_t)p->nkernels, sizeof *nes_cl.kernels);
    memset(nes_cl.kernels, 0, (size_t)p->nkernels * sizeof *nes_cl.kernels);
    if (p->nkernels > 0)
        nes_build(p->source);
}

/* ---- memory and transfers (nes_device.h) ---- */

NES_HOST void nes_wait(void) { NES_CL(clFinish(nes_cl.queue)); }

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
        cl_int code;
        size_t most = 0;
        nes_cl.kernels[k] = clCreateKernel(nes_cl.code, info->name, &code);
        NES_CL(code);
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

#endif
