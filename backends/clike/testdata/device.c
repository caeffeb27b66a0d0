/* Host side of device_test.go: runs the kernel whose text is KERNEL on the lines
 * of standard input, each a number and three words, and prints a word each.
 * Status 4: there is no device. The runtime precedes this text. */

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

static void check(cl_int e, const char *what, int status)
{
    if (e != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, (int)e);
        exit(status);
    }
}

static cl_mem buffer(cl_context c, cl_kernel k, cl_uint i, cl_mem_flags flags, size_t bytes, void *data)
{
    cl_int e;
    cl_mem b = clCreateBuffer(c, flags, bytes, data, &e);
    check(e, "buffer", 3);
    check(clSetKernelArg(k, i, sizeof b, &b), "argument", 3);
    return b;
}

int main(void)
{
    nes_vec number = nes_vec_of(sizeof(cl_int)), words = nes_vec_of(3 * sizeof(uint64_t));
    unsigned long long w[3];
    int k;
    cl_platform_id platform;
    cl_device_id id;
    cl_int e;
    const char *text = KERNEL;
    char log[4096] = "";
    while (scanf("%d %llx %llx %llx", &k, &w[0], &w[1], &w[2]) == 4) {
        uint64_t *to = (uint64_t *)nes_vec_room(&words, 1);
        *(cl_int *)nes_vec_room(&number, 1) = k;
        for (int i = 0; i < 3; i++)
            to[i] = w[i];
        words.n++;
        number.n++;
    }
    check(clGetPlatformIDs(1, &platform, NULL), "no platform", 4);
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, NULL), "no device", 4);
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, &e);
    check(e, "no context", 4);
    cl_command_queue queue = clCreateCommandQueue(context, id, 0, &e);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &e);
    e = clBuildProgram(program, 1, &id, "-cl-std=CL1.2 -Werror" OPTIONS, NULL, NULL);
    clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fprintf(stderr, "%s", log);
    check(e, "build", 3);
    cl_kernel kernel = clCreateKernel(program, "ops", &e);
    check(e, "kernel", 3);
    buffer(context, kernel, 0, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, number.n * sizeof(cl_int), number.p);
    buffer(context, kernel, 1, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, words.n * 3 * sizeof(uint64_t), words.p);
    cl_mem out = buffer(context, kernel, 2, CL_MEM_WRITE_ONLY, words.n * sizeof(uint64_t), NULL);
    uint64_t *result = (uint64_t *)nes_alloc(words.n, sizeof *result);
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &words.n, NULL, 0, NULL, NULL), "launch", 3);
    check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, words.n * sizeof(uint64_t), result, 0, NULL, NULL), "read", 3);
    for (size_t i = 0; i < words.n; i++)
        printf("%llx\n", (unsigned long long)result[i]);
    return 0;
}
