/* barneshut.cu: one step of Barnes and Hut in the plane. Bodies are sorted by the
 * quadrants that they are in, all 31 levels of them (their Morton codes), so every
 * square of the tree is a run of bodies. The tree is an array of nodes in preorder
 * that is made at once for all bodies: a body makes the squares that begin with
 * it. Squares that hold the bodies of a single son are left out, which changes no
 * force: the smallest of such squares decides. Sons of a square are summed up by
 * the thread that comes to it last. A warp walks the tree for 32 bodies that are
 * close together, and enters what one of them must see; the others wait, each with
 * its own decision, until the warp has passed what they have taken as a whole. */
#include "device.h"

#include "radix.h"

typedef unsigned long long word;

#define LEVELS 31 /* below the root; squares of the last hold bodies at one point */

typedef struct alignas(32) {
    double x, y, m; /* sum over the bodies: m * x, m * y until it is complete, then the centre */
    float far;      /* 4 times the square of the width, 0 for what has none: it is taken as a whole where this is below the square of the distance */
    int skip;       /* the node behind its sons */
} node;

typedef struct {
    double x, y, m;
} body;

static radix<word, true> sorter;
static body *bodies, *sorted;
static node *tree;
static int *first;         /* node of each body */
static unsigned *squares;  /* the levels of the squares that begin with it, as bits */
static unsigned *state;    /* ticket and look-back of their number */
static int *parents;       /* of nodes */
static int *members, *summed; /* bodies of a square, and those that its sum has so far */
static double *ax, *ay;

/* ---- the codes of bodies ---- */

/* the bits of x, each followed by a zero */
static __device__ word spread(word x)
{
    x = (x | x << 16) & 0x0000FFFF0000FFFFull;
    x = (x | x << 8) & 0x00FF00FF00FF00FFull;
    x = (x | x << 4) & 0x0F0F0F0F0F0F0F0Full;
    x = (x | x << 2) & 0x3333333333333333ull;
    return (x | x << 1) & 0x5555555555555555ull;
}

/* the squares of the last level are numbered; those outside belong to the border */
static __device__ word place(double x)
{
    const double p = x * 2147483648.0;
    return p <= 0 ? 0 : p >= 2147483647.0 ? 2147483647u : (word)p;
}

static __global__ void encode(int n, const body *__restrict__ b, word *__restrict__ codes, int *__restrict__ id)
{
    EACH(i, n);
    codes[i] = spread(place(b[i].x)) | spread(place(b[i].y)) << 1;
    id[i] = i;
}

/* ---- the tree ---- */

/* the level of the smallest square that two neighbours share, -1 at the ends */
static __device__ int shared_level(int n, const word *__restrict__ codes, int i)
{
    return i <= 0 || i >= n ? -1 : (__clzll((long long)(codes[i - 1] ^ codes[i])) - 2) / 2;
}

/* how many bodies from i on, in steps of 1 or -1, are in the square of i of a
 * level; at least `inside` */
static __device__ int extent(int n, const word *__restrict__ codes, int i, int step, int level, int inside)
{
    const int shift = 2 * (LEVELS - level), room = step > 0 ? n - i : i + 1;
    const word prefix = codes[i] >> shift;
    int width = 1;
    while (inside + width <= room && codes[i + step * (inside + width - 1)] >> shift == prefix) {
        inside += width;
        width *= 2;
    }
    for (width /= 2; width > 0; width /= 2)
        if (inside + width <= room && codes[i + step * (inside + width - 1)] >> shift == prefix)
            inside += width;
    return inside;
}

/* puts the bodies in order; decides which squares begin with each, and where the
 * nodes of these are: the squares, the widest first, then the body */
static __global__ void plan(int n, const word *__restrict__ codes, const int *__restrict__ id, const body *__restrict__ from, body *__restrict__ to,
                            unsigned *__restrict__ levels, int *__restrict__ at, unsigned *count)
{
    __shared__ unsigned before;
    const int block = next_block(count), i = block * THREADS + (int)threadIdx.x;
    unsigned kept = 0, all;
    if (i < n) {
        to[i] = from[id[i]];
        const int above = shared_level(n, codes, i);
        for (int level = shared_level(n, codes, i + 1), inside = 1; level > above; level--) {
            const int e = extent(n, codes, i, 1, level, inside);
            kept |= e > inside ? 1u << level : 0;
            inside = e;
        }
        levels[i] = kept;
    }
    const unsigned own = sum_before(i < n ? (unsigned)__popc(kept) + 1 : 0, &all);
    if (threadIdx.x == 0) {
        volatile unsigned *mine = count + 1 + block;
        if (block > 0)
            *mine = OWN | all;
        before = look_back(mine, block, 1, all);
    }
    __syncthreads();
    if (i < n)
        at[i] = (int)(before + own);
    if (i == n - 1)
        at[n] = (int)(before + own) + __popc(kept) + 1;
}

/* makes the nodes of each body, and links them to their parents */
static __global__ void build(int n, const word *__restrict__ codes, const body *__restrict__ b, const unsigned *__restrict__ levels, const int *__restrict__ at,
                             node *__restrict__ t, int *__restrict__ parent, int *__restrict__ members, int *__restrict__ summed)
{
    EACH(i, n);
    const int above = shared_level(n, codes, i);
    int k = at[i + 1] - 1, inside = 1;
    /* rounded like any centre of mass: that is what a body does to itself */
    const double m = b[i].m;
    const node single = {m * b[i].x / m, m * b[i].y / m, m, 0, k + 1};
    t[k] = single;
    for (int level = shared_level(n, codes, i + 1); level > above; level--) {
        if ((levels[i] >> level & 1) == 0)
            continue;
        const float width = level < LEVELS ? ldexpf(1, -level) : 0;
        inside = extent(n, codes, i, 1, level, inside);
        parent[k] = k - 1;
        k--;
        const node square = {0, 0, 0, 4 * width * width, at[i + inside]};
        t[k] = square;
        members[k] = inside;
        summed[k] = 0;
    }
    parent[k] = -1;
    if (above >= 0) {
        const int left = i - extent(n, codes, i - 1, -1, above, 1);
        parent[k] = at[left] + __popc(levels[left] & ((1u << above) - 1));
    }
}

/* sums squares up, from the bodies to the root */
static __global__ void summarise(int n, const int *__restrict__ at, const int *__restrict__ parent, const int *__restrict__ members, int *summed, node *t)
{
    EACH(i, n);
    int done = 1;
    for (int p = parent[at[i + 1] - 1]; p >= 0; p = parent[p]) {
        __threadfence();
        if (atomicAdd(&summed[p], done) + done < members[p])
            break;
        __threadfence();
        double x = 0, y = 0, m = 0;
        for (int k = p + 1; k < t[p].skip; k = t[k].skip) {
            m += t[k].m;
            x += t[k].m * t[k].x;
            y += t[k].m * t[k].y;
        }
        t[p].x = x / m;
        t[p].y = y / m;
        t[p].m = m;
        done = members[p];
    }
}

/* ---- the forces ---- */

static __global__ void walk(int n, const node *__restrict__ t, const body *__restrict__ b, const int *__restrict__ id, double *__restrict__ fx, double *__restrict__ fy)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), me = i < n ? i : n - 1, nodes = t[0].skip;
    const double x = b[me].x, y = b[me].y;
    double sx = 0, sy = 0;
    for (int k = 0, mine = 0; k < nodes;) {
        const node s = t[k];
        const double dx = s.x - x, dy = s.y - y, d2 = dx * dx + dy * dy + 0.000001;
        const int whole = (double)s.far < d2, enter = k >= mine && !whole;
        if (k >= mine && whole) {
            const double r = rsqrt(d2), f = s.m * r * r * r;
            sx += f * dx;
            sy += f * dy;
            mine = s.skip;
        }
        k = __ballot_sync(LANE_BITS, enter) != 0 ? k + 1 : s.skip;
    }
    if (i < n) {
        fx[id[i]] = sx;
        fy[id[i]] = sy;
    }
}

static void region(void)
{
    const int blocks = (int)BLOCKS(size);
    LAUNCH(encode, blocks, THREADS, (size, bodies, sorter.keys[0], sorter.values[0]));
    sorter.sort(size);
    good(cudaMemsetAsync(state, 0, (size_t)(blocks + 1) * sizeof *state, 0));
    LAUNCH(plan, blocks, THREADS, (size, sorter.keys[0], sorter.values[0], bodies, sorted, squares, first, state));
    LAUNCH(build, blocks, THREADS, (size, sorter.keys[0], sorted, squares, first, tree, parents, members, summed));
    LAUNCH(summarise, blocks, THREADS, (size, first, parents, members, summed, tree));
    LAUNCH(walk, blocks, THREADS, (size, tree, sorted, sorter.values[0], ax, ay));
    finish();
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    body *b = NEW(body, size);
    for (int i = 0; i < size; i++) {
        const body one = {unit(3 * i), unit(3 * i + 1), 0.5 + unit(3 * i + 2)};
        b[i] = one;
    }
    sorter.make(size);
    bodies = to_device(b, size);
    sorted = on_device<body>(size);
    squares = on_device<unsigned>(size);
    first = on_device<int>(size + 1);
    state = on_device<unsigned>(BLOCKS(size) + 1);
    tree = on_device<node>(2 * (int64_t)size);
    parents = on_device<int>(2 * (int64_t)size);
    members = on_device<int>(2 * (int64_t)size);
    summed = on_device<int>(2 * (int64_t)size);
    ax = on_device<double>(size);
    ay = on_device<double>(size);
    measure(region, NULL);
    double *hx = NEW(double, size), *hy = NEW(double, size);
    to_host(hx, ax, size);
    to_host(hy, ay, size);
    for (int i = 0; i < size; i++)
        c += fabs(hx[i]) + fabs(hy[i]);
    return check(c);
}
