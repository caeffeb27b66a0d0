/* quickhull.cu: the convex hull, all sides at once, level by level. A point
 * belongs to a side of the hull so far, which it is outside of; each side finds
 * its farthest point, which becomes a corner and cuts it in two, and points go to
 * one of these or are dropped. Few points change the maximum of a side, so those
 * that do not leave it alone. */
#include "device.h"

typedef unsigned long long word;

typedef struct {
    int p1, p2;    /* corners */
    int best;      /* the point that is farthest */
    int count;     /* points */
    word most;     /* its distance, as the bits of a float, which is positive */
    int left;      /* the side from p1 to best; that from best to p2 follows */
} side;

static double *X, *Y;
static int n, *ids[2], *owner[2], *number;
static side *sides[2];
static int *extreme;
static int hull_count;
static double hull_sum;
static double *hx, *hy; /* on the host */

static __device__ double cross(const double *x, const double *y, int o, int p1, int p2)
{
    return (x[p1] - x[o]) * (y[p2] - y[o]) - (y[p1] - y[o]) * (x[p2] - x[o]);
}

static __device__ word bits_of(double d)
{
    word w;
    memcpy(&w, &d, sizeof w);
    return w;
}

/* the points with the least and the greatest x of a part of them */
static __global__ void ends(int count, const double *__restrict__ x, int *__restrict__ out)
{
    __shared__ int lo[THREADS], hi[THREADS];
    const int t = (int)threadIdx.x, all = (int)(gridDim.x * THREADS);
    int l = 0, h = 0;
    for (int i = (int)blockIdx.x * THREADS + t; i < count; i += all) {
        l = x[i] < x[l] ? i : l;
        h = x[i] > x[h] ? i : h;
    }
    lo[t] = l;
    hi[t] = h;
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d /= 2) {
        if (t < d) {
            lo[t] = x[lo[t + d]] < x[lo[t]] ? lo[t + d] : lo[t];
            hi[t] = x[hi[t + d]] > x[hi[t]] ? hi[t + d] : hi[t];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[2 * blockIdx.x] = lo[0];
        out[2 * blockIdx.x + 1] = hi[0];
    }
}

/* appends what threads of a block keep to an array whose length is at len */
static __device__ void append(int keep, int id, int to, int *len, int *out_ids, int *out_owner, side *out_sides)
{
    __shared__ int kept, base;
    int at = 0;
    if (threadIdx.x == 0)
        kept = 0;
    __syncthreads();
    if (keep)
        at = atomicAdd(&kept, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        base = kept > 0 ? atomicAdd(len, kept) : 0;
    __syncthreads();
    if (keep) {
        out_ids[base + at] = id;
        out_owner[base + at] = to;
        atomicAdd(&out_sides[to].count, 1);
    }
    __syncthreads();
}

static __global__ void begin(int count, const double *__restrict__ x, const double *__restrict__ y, int *len, int *out_ids, int *out_owner, side *out_sides)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int to = -1;
    if (i < count)
        to = cross(x, y, i, out_sides[0].p1, out_sides[0].p2) > 0 ? 0 : cross(x, y, i, out_sides[1].p1, out_sides[1].p2) > 0 ? 1 : -1;
    append(to >= 0, i, to, len, out_ids, out_owner, out_sides);
}

static __global__ void farthest(int count, const double *__restrict__ x, const double *__restrict__ y, const int *__restrict__ id, const int *__restrict__ own, side *s)
{
    EACH(i, count);
    side *mine = &s[own[i]];
    const word d = bits_of(cross(x, y, id[i], mine->p1, mine->p2));
    if (d > *(volatile word *)&mine->most)
        atomicMax(&mine->most, d);
}

static __global__ void choose(int count, const double *__restrict__ x, const double *__restrict__ y, const int *__restrict__ id, const int *__restrict__ own, side *s)
{
    EACH(i, count);
    side *mine = &s[own[i]];
    if (bits_of(cross(x, y, id[i], mine->p1, mine->p2)) == mine->most)
        atomicMin(&mine->best, id[i]);
}

/* the sides of the next level */
static __global__ void cut(int count, side *s, int *len, side *out)
{
    EACH(i, count);
    side *mine = &s[i];
    const side empty = {0, 0, 0x7FFFFFFF, 0, 0, -1};
    mine->left = -1;
    if (mine->count < 2)
        return;
    mine->left = atomicAdd(len, 2);
    side *l = &out[mine->left], *r = l + 1;
    *l = *r = empty;
    l->p1 = mine->p1;
    l->p2 = r->p1 = mine->best;
    r->p2 = mine->p2;
}

static __global__ void distribute(int count, const double *__restrict__ x, const double *__restrict__ y, const int *__restrict__ id, const int *__restrict__ own,
                                  const side *__restrict__ s, int *len, int *out_ids, int *out_owner, side *out_sides)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int to = -1;
    if (i < count && s[own[i]].left >= 0) {
        const side *mine = &s[own[i]];
        to = cross(x, y, id[i], mine->p1, mine->best) > 0 ? mine->left : cross(x, y, id[i], mine->best, mine->p2) > 0 ? mine->left + 1 : -1;
    }
    append(to >= 0, i < count ? id[i] : 0, to, len, out_ids, out_owner, out_sides);
}

static double weight(int p) { return fabs(hx[p]) + fabs(hy[p]); }

static void corner(int p)
{
    hull_count++;
    hull_sum += weight(p);
}

#define END_BLOCKS 512

static void region(void)
{
    static side level[1 << 20];
    int found[2 * END_BLOCKS], lens[2] = {0, 0}, nsides = 2;
    hull_count = 0;
    hull_sum = 0;
    LAUNCH(ends, END_BLOCKS, THREADS, (n, X, extreme));
    to_host(found, extreme, 2 * END_BLOCKS);
    for (int b = 1; b < END_BLOCKS; b++) {
        found[0] = hx[found[2 * b]] < hx[found[0]] ? found[2 * b] : found[0];
        found[1] = hx[found[2 * b + 1]] > hx[found[1]] ? found[2 * b + 1] : found[1];
    }
    const int lo = found[0], hi = found[1];
    corner(lo);
    corner(hi);
    const side first[2] = {{lo, hi, 0x7FFFFFFF, 0, 0, -1}, {hi, lo, 0x7FFFFFFF, 0, 0, -1}};
    good(cudaMemcpy(sides[0], first, sizeof first, cudaMemcpyHostToDevice));
    good(cudaMemcpy(number, lens, sizeof lens, cudaMemcpyHostToDevice));
    LAUNCH(begin, BLOCKS(n), THREADS, (n, X, Y, number, ids[0], owner[0], sides[0]));
    to_host(lens, number, 1);
    for (int now = 0; lens[0] > 0; now = 1 - now) {
        const int count = lens[0], next = 1 - now, none[2] = {0, 0};
        LAUNCH(farthest, BLOCKS(count), THREADS, (count, X, Y, ids[now], owner[now], sides[now]));
        LAUNCH(choose, BLOCKS(count), THREADS, (count, X, Y, ids[now], owner[now], sides[now]));
        good(cudaMemcpy(number, none, sizeof none, cudaMemcpyHostToDevice));
        LAUNCH(cut, BLOCKS(nsides), THREADS, (nsides, sides[now], number + 1, sides[next]));
        LAUNCH(distribute, BLOCKS(count), THREADS, (count, X, Y, ids[now], owner[now], sides[now], number, ids[next], owner[next], sides[next]));
        to_host(level, sides[now], nsides);
        for (int i = 0; i < nsides; i++)
            if (level[i].count > 0)
                corner(level[i].best);
        to_host(lens, number, 2);
        nsides = lens[1];
    }
    finish();
}

int main(int argc, char **argv)
{
    arguments(argc, argv);
    const int candidates = size / 11 * 14;
    hx = NEW(double, candidates);
    hy = NEW(double, candidates);
    for (int i = 0; i < candidates; i++) {
        const double x = 2.0 * unit(i) - 1.0, y = 2.0 * unit(i + candidates) - 1.0;
        if (x * x + y * y < 1.0) {
            hx[n] = x;
            hy[n++] = y;
        }
    }
    X = to_device(hx, n);
    Y = to_device(hy, n);
    for (int k = 0; k < 2; k++) {
        ids[k] = on_device<int>(n);
        owner[k] = on_device<int>(n);
        sides[k] = on_device<side>(1 << 20);
    }
    number = on_device<int>(2);
    extreme = on_device<int>(2 * END_BLOCKS);
    measure(region, NULL);
    return check(hull_count + hull_sum);
}
