/* rows.h: sums over ragged rows, eight threads a row. */
#define LANES 8

static __device__ double row_sum(double s)
{
    for (int d = LANES / 2; d > 0; d /= 2)
        s += __shfl_down_sync(0xFFFFFFFFu, s, (unsigned)d, LANES);
    return s;
}

#define ROW ((int)((blockIdx.x * (int64_t)THREADS + threadIdx.x) / LANES))
#define LANE ((int)(threadIdx.x % LANES))
#define ROW_BLOCKS(rows) BLOCKS((int64_t)(rows) * LANES)
