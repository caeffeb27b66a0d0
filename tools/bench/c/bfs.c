/* bfs.c: breadth-first search, level by level. With OpenMP the threads claim
 * vertices by compare and exchange and gather their part of the next level. */
#include "common.h"

static int *off, *e, *far, *queue;

#ifdef _OPENMP
/* the next level from queue[lo, hi); the end of the queue is returned */
static int level(int lo, int hi, int d)
{
    int tail = hi;
#pragma omp parallel
    {
        int buffer[1024], k = 0;
#pragma omp for schedule(dynamic, 256)
        for (int i = lo; i < hi; i++) {
            for (int j = off[queue[i]]; j < off[queue[i] + 1]; j++) {
                int w = e[j], none = -1;
                if (__atomic_load_n(&far[w], __ATOMIC_RELAXED) >= 0 ||
                    !__atomic_compare_exchange_n(&far[w], &none, d, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                    continue;
                buffer[k++] = w;
                if (k == 1024) {
                    memcpy(queue + __atomic_fetch_add(&tail, k, __ATOMIC_RELAXED), buffer, sizeof buffer);
                    k = 0;
                }
            }
        }
        memcpy(queue + __atomic_fetch_add(&tail, k, __ATOMIC_RELAXED), buffer, (size_t)k * sizeof *buffer);
    }
    return tail;
}
#else
static int level(int lo, int hi, int d)
{
    int tail = hi;
    for (int i = lo; i < hi; i++) {
        for (int j = off[queue[i]]; j < off[queue[i] + 1]; j++) {
            if (far[e[j]] < 0) {
                far[e[j]] = d;
                queue[tail++] = e[j];
            }
        }
    }
    return tail;
}
#endif

static void region(void)
{
    int lo = 0, hi = 1;
#pragma omp parallel for
    for (int i = 0; i < size; i++)
        far[i] = -1;
    far[0] = 0;
    queue[0] = 0;
    for (int d = 1; lo < hi; d++) {
        int tail = level(lo, hi, d);
        lo = hi;
        hi = tail;
    }
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    off = NEW(int, size + 1);
    for (int v = 0; v < size; v++)
        off[v + 1] = off[v] + 1 + noise(v) % 19;
    e = NEW(int, off[size]);
    for (int v = 0; v < size; v++)
        for (int k = 0; k < off[v + 1] - off[v]; k++)
            e[off[v] + k] = noise(20 * v + k) % size;
    far = NEW(int, size);
    queue = NEW(int, size);
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        c += far[i] > 0 ? far[i] + 1 : far[i] == 0;
    return check(c);
}
