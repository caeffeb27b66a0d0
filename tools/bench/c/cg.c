/* cg.c: conjugate gradients with a sparse matrix in rows. */
#include "common.h"

static int *off, *col;
static double *val, *b, *x, *r, *p, *q;

static double dot(const double *u, const double *v)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < size; i++)
        s += u[i] * v[i];
    return s;
}

static void region(void)
{
#pragma omp parallel for
    for (int i = 0; i < size; i++) {
        x[i] = 0;
        r[i] = p[i] = b[i];
    }
    double rr = dot(b, b);
    for (int n = 50; n > 0 && rr >= 1e-20; n--) {
#pragma omp parallel for
        for (int i = 0; i < size; i++) {
            double s = 0;
            for (int k = off[i]; k < off[i + 1]; k++)
                s += val[k] * p[col[k]];
            q[i] = s;
        }
        double alpha = rr / dot(p, q);
#pragma omp parallel for
        for (int i = 0; i < size; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double new = dot(r, r);
#pragma omp parallel for
        for (int i = 0; i < size; i++)
            p[i] = r[i] + new / rr * p[i];
        rr = new;
    }
}

int main(int argc, char **argv)
{
    double s = 0;
    arguments(argc, argv);
    int side = (int)sqrt(size);
    off = NEW(int, size + 1);
    col = NEW(int, (int64_t)size * 5);
    val = NEW(double, (int64_t)size * 5);
    b = NEW(double, size);
    x = NEW(double, size);
    r = NEW(double, size);
    p = NEW(double, size);
    q = NEW(double, size);
    for (int i = 0, n = 0; i < size; i++) {
        int near[] = {i - side, i - 1, i + 1, i + side};
        b[i] = unit(i);
        col[n] = i;
        val[n++] = 4.5;
        for (int k = 0; k < 4; k++)
            if (near[k] >= 0 && near[k] < size) {
                col[n] = near[k];
                val[n++] = -1;
            }
        off[i + 1] = n;
    }
    measure(region, NULL);
    for (int i = 0; i < size; i++)
        s += x[i] * (1 + i % 7);
    return check(s);
}
