/* nes_cl_unit.h: built kernels. A unit is a program object: the kernels that
 * one run found missing, compiled together, as a compiler's start costs more
 * than a kernel. The cache has a file for every kernel, KEY.k, which names the
 * unit that has it and its name there, and one for every unit, ID.u: its
 * binary, or its source where the platform caches what it compiles itself. So
 * a kernel is compiled once, whatever program it is in. Nothing is looked for
 * before a kernel is launched. */
#ifndef NES_CL_UNIT_H
#define NES_CL_UNIT_H

typedef struct nes_unit {
    char id[40];
    cl_program program; /* NULL if it cannot be loaded */
    struct nes_unit *next;
} nes_unit;

/* whether the platform has a cache itself, and one of code compiled further */
NES_HOST int nes_platform_caches(void)
{
    char name[256] = "";
    clGetPlatformInfo(nes_cl.platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    return strstr(name, "Portable Computing Language") != NULL;
}

NES_HOST const char *nes_build_options(void)
{
    if (NES_FLOAT_BITS == 32 && (nes_device_number(CL_DEVICE_SINGLE_FP_CONFIG, sizeof(cl_device_fp_config)) &
                                 CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0)
        return "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt";
    return "-cl-std=CL1.2";
}

/* files of one device, driver and set of options begin with their hash */
NES_HOST void nes_open_cache(void)
{
    static const cl_device_info parts[] = {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION, CL_DRIVER_VERSION};
    const char *options = nes_build_options();
    uint64_t h = nes_fnv(NES_CACHE_START, options, strlen(options));
    char text[4096];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        nes_device_text(parts[i], text);
        h = nes_fnv(h, text, strlen(text));
    }
    snprintf(text, sizeof text, "%016llx-", (unsigned long long)h);
    nes_find_cache(text);
}

/* ---- from the cache ---- */

/* a program object of what a file of a unit holds; NULL if it is not accepted */
NES_HOST cl_program nes_load_unit(const nes_place *d, const char *id)
{
    char name[48];
    cl_int status = CL_SUCCESS, code = CL_SUCCESS;
    cl_program p = NULL;
    nes_buf b;
    snprintf(name, sizeof name, "%s.u", id);
    b = nes_cache_get(name);
    if (b.p == NULL || b.n < 2) {
        nes_free(b.p);
        return NULL;
    }
    const char *content = b.p + 1;
    const unsigned char *binary = (const unsigned char *)content;
    const size_t n = b.n - 1;
    if (b.p[0] == 'S')
        p = clCreateProgramWithSource(nes_cl.context, 1, &content, &n, &code);
    else
        p = clCreateProgramWithBinary(nes_cl.context, 1, &d->id, &n, &binary, &status, &code);
    nes_free(b.p);
    if (code == CL_SUCCESS && status == CL_SUCCESS && clBuildProgram(p, 1, &d->id, nes_build_options(), NULL, NULL) == CL_SUCCESS)
        return p;
    if (p != NULL)
        clReleaseProgram(p);
    nes_cache_remove(name);
    return NULL;
}

/* the program object of a unit, loaded once */
NES_HOST cl_program nes_unit_program(nes_place *d, const char *id)
{
    nes_unit *u = d->units;
    while (u != NULL && strcmp(u->id, id) != 0)
        u = u->next;
    if (u == NULL) {
        u = (nes_unit *)nes_keep(nes_alloc(1, sizeof *u));
        snprintf(u->id, sizeof u->id, "%s", id);
        u->program = nes_load_unit(d, id);
        u->next = d->units;
        d->units = u;
    }
    return u->program;
}

/* the file of a kernel: its unit, and its name there after a blank; NULL if
 * there is no such file or unit. The caller frees. */
NES_HOST char *nes_find_kernel(int k)
{
    char name[48];
    nes_buf b;
    size_t n;
    snprintf(name, sizeof name, "%s.k", nes_device_code.kernels[k].key);
    b = nes_cache_get(name);
    if (b.p == NULL)
        return NULL;
    n = strcspn(b.p, " ");
    if (b.p[n] == ' ' && n < sizeof((nes_unit *)NULL)->id) {
        snprintf(name, sizeof name, "%.*s.u", (int)n, b.p);
        if (nes_cache_has(name))
            return b.p;
    }
    nes_free(b.p);
    return NULL;
}

/* kernel k from the cache; NULL if it is not there */
NES_HOST cl_kernel nes_cached_kernel(nes_place *d, int k)
{
    char *found = nes_find_kernel(k), *name;
    cl_kernel kernel = NULL;
    cl_program p;
    cl_int code;
    if (found == NULL)
        return NULL;
    name = strchr(found, ' ');
    *name++ = '\0';
    p = nes_unit_program(d, found);
    if (p != NULL)
        kernel = clCreateKernel(p, name, &code);
    nes_free(found);
    return kernel;
}

/* ---- from source ---- */

NES_HOST NES_NORETURN void nes_build_failed(const nes_place *d, cl_program p, cl_int code)
{
    size_t n = 0;
    char *log;
    clGetProgramBuildInfo(p, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &n);
    log = (char *)nes_alloc(n + 1, 1);
    clGetProgramBuildInfo(p, d->id, CL_PROGRAM_BUILD_LOG, n, log, NULL);
    log[n] = '\0';
    nes_environment("the kernels do not build, error %d\n%s", (int)code, log);
}

/* what the file of a unit is to hold */
NES_HOST nes_buf nes_unit_content(cl_program p, const nes_buf *source)
{
    nes_buf b = {NULL, 0, 0};
    size_t n = 0;
    if (nes_platform_caches()) {
        nes_putc(&b, 'S');
        nes_put(&b, source->p, source->n);
    } else if (clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof n, &n, NULL) == CL_SUCCESS && n > 0) {
        char *to = (char *)nes_alloc(n + 1, 1), *binary = to + 1;
        to[0] = 'B';
        if (clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL) == CL_SUCCESS)
            nes_put(&b, to, n + 1);
        nes_free(to);
    }
    return b;
}

/* writes the files of a unit and of its kernels: those whose program is p */
NES_HOST void nes_save_unit(const nes_place *d, cl_program p, const nes_buf *source)
{
    nes_buf content = nes_unit_content(p, source);
    char id[40], name[48];
    snprintf(id, sizeof id, "%016llx%016llx", (unsigned long long)nes_fnv(NES_CACHE_START, source->p, source->n),
             (unsigned long long)nes_fnv(NES_CACHE_START + 1, source->p, source->n));
    snprintf(name, sizeof name, "%s.u", id);
    if (content.n > 0 && nes_cache_put(name, content.p, content.n)) {
        for (int k = 0; k < nes_device_code.nkernels; k++) {
            const nes_kernel_info *info = &nes_device_code.kernels[k];
            nes_buf b = {NULL, 0, 0};
            if (d->programs[k] != p)
                continue;
            nes_puts(&b, id);
            nes_putc(&b, ' ');
            nes_puts(&b, info->name);
            snprintf(name, sizeof name, "%s.k", info->key);
            nes_cache_put(name, b.p, b.n);
            nes_free(b.p);
        }
        nes_bound_cache();
    }
    nes_free(content.p);
}

/* whether a kernel has to be built, now that number k has */
NES_HOST int nes_is_missing(const nes_place *d, int j, int k)
{
    char *found;
    int none;
    if (d->kernels[j] != NULL || d->programs[j] != NULL)
        return 0;
    found = j == k ? NULL : nes_find_kernel(j);
    none = found == NULL;
    nes_free(found);
    return none;
}

/* compiles kernel k, and with it all others that are nowhere */
NES_HOST void nes_build_missing(nes_place *d, int k)
{
    const nes_code *c = &nes_device_code;
    nes_buf source = {NULL, 0, 0};
    char *missing = (char *)nes_alloc((size_t)c->nkernels, 1);
    const char *text;
    cl_program p;
    cl_int code;
    nes_puts(&source, c->prelude);
    for (int j = 0; j < c->nkernels; j++) {
        missing[j] = (char)nes_is_missing(d, j, k);
        if (missing[j])
            nes_puts(&source, c->kernels[j].source);
    }
    nes_putc(&source, '\0');
    source.n--;
    text = source.p;
    p = clCreateProgramWithSource(nes_cl.context, 1, &text, NULL, &code);
    NES_CL(code);
    code = clBuildProgram(p, 1, &d->id, nes_build_options(), NULL, NULL);
    if (code != CL_SUCCESS)
        nes_build_failed(d, p, code);
    for (int j = 0; j < c->nkernels; j++) {
        if (missing[j]) {
            d->programs[j] = p;
            nes_cl.compiled++;
        }
    }
    nes_save_unit(d, p, &source);
    nes_free(missing);
    nes_free(source.p);
}

/* kernel k, from the cache or built now */
NES_HOST cl_kernel nes_built_kernel(nes_place *d, int k)
{
    cl_kernel kernel = d->programs[k] == NULL ? nes_cached_kernel(d, k) : NULL;
    cl_int code;
    if (kernel != NULL) {
        nes_cl.cached++;
        return kernel;
    }
    if (d->programs[k] == NULL)
        nes_build_missing(d, k);
    kernel = clCreateKernel(d->programs[k], nes_device_code.kernels[k].name, &code);
    NES_CL(code);
    return kernel;
}

#endif
