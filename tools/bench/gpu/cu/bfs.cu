/* bfs.cu: breadth-first search, level by level; a thread takes a vertex of the
 * level and claims its neighbours. */
#include "device.h"

static int *off, *e, *far, *queue, *tail;

static __global__ void clear(int n, int *__restrict__ f, int *__restrict__ q)
{
    EACH(i, n);
    f[i] = i == 0 ? 0 : -1;
    if (i == 0)
        q[0] = 0;
}

static __global__ void level(int lo, int hi, int d, const int *__restrict__ o, const int *__restrict__ edge, int *f, int *q, int *end)
{
    EACH(i, hi - lo);
    const int v = q[lo + i];
    for (int j = o[v]; j < o[v + 1]; j++)
        if (f[edge[j]] < 0 && atomicCAS(&f[edge[j]], -1, d) == -1)
            q[atomicAdd(end, 1)] = edge[j];
}

static void region(void)
{
    int lo = 0, hi = 1;
    LAUNCH(clear, BLOCKS(size), THREADS, (size, far, queue));
    good(cudaMemcpy(tail, &hi, sizeof hi, cudaMemcpyHostToDevice));
    for (int d = 1; lo < hi; d++) {
        LAUNCH(level, BLOCKS(hi - lo), THREADS, (lo, hi, d, off, e, far, queue, tail));
        lo = hi;
        to_host(&hi, tail, 1);
    }
    finish();
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    int *o = NEW(int, size + 1);
    for (int v = 0; v < size; v++)
        o[v + 1] = o[v] + 1 + noise(v) % 19;
    int *k = NEW(int, o[size]), *f = NEW(int, size);
    for (int v = 0; v < size; v++)
        for (int j = 0; j < o[v + 1] - o[v]; j++)
            k[o[v] + j] = noise(20 * v + j) % size;
    off = to_device(o, size + 1);
    e = to_device(k, o[size]);
    far = on_device<int>(size);
    queue = on_device<int>(size);
    tail = on_device<int>(1);
    measure(region, NULL);
    to_host(f, far, size);
    for (int i = 0; i < size; i++)
        c += f[i] > 0 ? f[i] + 1 : f[i] == 0;
    return check(c);
}
