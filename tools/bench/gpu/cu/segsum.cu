/* segsum.cu: sums of ragged rows; the layouts are those of segsum.nesl. */
#include "device.h"
#include "rows.h"

static int rows, *off;
static double *v, *out;

static int length(int i)
{
    switch (layout) {
    case 0:
        return 1 + noise(i) % 20;
    case 1:
        return size / 15 / (1 + noise(i) % (size / 15));
    case 2:
        return noise(i) % 10 < 3 ? 0 : 1 + noise(i + size) % 20;
    }
    return i == size / 42 ? size / 2 : 1 + noise(i) % 20;
}

static __global__ void sums(int n, const int *__restrict__ o, const double *__restrict__ a, double *__restrict__ r)
{
    const int row = ROW;
    double s = 0;
    if (row < n)
        for (int j = o[row] + LANE; j < o[row + 1]; j += LANES)
            s += a[j];
    s = row_sum(s);
    if (row < n && LANE == 0)
        r[row] = s;
}

static void region(void)
{
    LAUNCH(sums, ROW_BLOCKS(rows), THREADS, (rows, off, v, out));
    finish();
}

int main(int argc, char **argv)
{
    double c = 0;
    arguments(argc, argv);
    rows = layout == 0 ? size / 21 * 2 : layout == 1 ? size / 15 : layout == 2 ? size / 147 * 20 : size / 21;
    int *o = NEW(int, rows + 1);
    for (int i = 0; i < rows; i++)
        o[i + 1] = o[i] + length(i);
    double *a = NEW(double, o[rows]), *r = NEW(double, rows);
    for (int k = 0; k < o[rows]; k++)
        a[k] = unit(k);
    off = to_device(o, rows + 1);
    v = to_device(a, o[rows]);
    out = on_device<double>(rows);
    measure(region, NULL);
    to_host(r, out, rows);
    for (int i = 0; i < rows; i++)
        c += r[i] * (1 + i % 7);
    return check(c);
}
