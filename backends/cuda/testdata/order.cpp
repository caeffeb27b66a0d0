/* order.cpp: appended to the program of passes/lower/lowertest, in which an
 * operator that does not commute (COMPOSE) has taken the place of xor: calls its
 * functions with all lengths up to the first argument and with 40 times that, with
 * all layouts of up to as many elements as the second says in segments, without
 * empty segments and with one before each and at the end, and with rows of one
 * length of up to four times as many. Reductions of rows come from standard input:
 * a function, its shape, and what it returns. */
#include <vector>

typedef std::vector<nes_int> ints;

static long cases;

static Sequence<nes_int> to_device(const ints &v) { return nes_array_from(v.data(), (nes_i64)v.size(), sizeof(nes_int), "a test"); }

static nes_int input(size_t at)
{
    const unsigned i = (unsigned)at;
    return (nes_int)((i * i * 7919 + i * 104729 + 12345) & 0xFFFF);
}

static Sequence<nes_int> inputs(size_t n)
{
    ints v;
    while (v.size() < n)
        v.push_back(input(v.size()));
    return to_device(v);
}

static void same(const char *name, const ints &lens, Sequence<nes_int> got, const ints &want)
{
    nes_sync();
    nes_array *a = got;
    nes_int *p = (nes_int *)nes_fetch(a, a->n, sizeof *p);
    int equal = a->n == (int64_t)want.size();
    for (size_t i = 0; equal && i < want.size(); i++)
        equal = p[i] == want[i];
    cases++;
    if (!equal) {
        printf("%s is wrong; lengths:", name);
        for (size_t i = 0; i < lens.size(); i++)
            printf(" %d", (int)lens[i]);
        puts("");
        exit(1);
    }
    nes_free(p);
    nes_release(a);
}

static void check(const ints &lens, int segments)
{
    ints offs(1, 0), xs, scan, incl, segscan, segincl, sums;
    nes_int all = 0;
    for (size_t r = 0; r < lens.size(); r++) {
        nes_int sum = 0;
        for (nes_int k = 0; k < lens[r]; k++) {
            const nes_int x = input(xs.size());
            xs.push_back(x);
            scan.push_back(all);
            segscan.push_back(sum);
            all = COMPOSE(all, x);
            sum = COMPOSE(sum, x);
            incl.push_back(all);
            segincl.push_back(sum);
        }
        offs.push_back((nes_int)xs.size());
        sums.push_back(sum);
    }
    int even = lens.size() > 0;
    for (size_t r = 0; r < lens.size(); r++)
        even = even && lens[r] == lens[0];
    if (!segments) {
        same("scan", lens, f_scan(to_device(xs)), scan);
        same("incl", lens, f_incl(to_device(xs)), incl);
        same("dearscan", lens, f_dearscan(to_device(xs)), scan);
    }
    if (even) {
        const nes_int count = (nes_int)lens.size(), size = lens[0];
        same("rowscan", lens, f_rowscan(count, size, to_device(xs)), segscan);
        same("rowincl", lens, f_rowincl(count, size, to_device(xs)), segincl);
    }
    same("segscan", lens, f_segscan(to_device(offs), to_device(xs)), segscan);
    same("segincl", lens, f_segincl(to_device(offs), to_device(xs)), segincl);
    same("segreduce", lens, f_segreduce(to_device(offs), to_device(xs)), sums);
}

static void layouts(ints &lens, nes_int left)
{
    if (left == 0) {
        ints spaced(1, 0);
        for (size_t r = 0; r < lens.size(); r++) {
            spaced.push_back(lens[r]);
            spaced.push_back(0);
        }
        check(lens, 1);
        check(spaced, 1);
    }
    for (nes_int l = 1; l <= left; l++) {
        lens.push_back(l);
        layouts(lens, left - l);
        lens.pop_back();
    }
}

/* a reduction of rows: its name, two or three numbers, results and their number */
static int reduction(void)
{
    char name[16];
    int shape[3] = {0, 0, 0}, x;
    size_t n = 0;
    ints want;
    if (scanf("%15s %d %d %d %zu", name, &shape[0], &shape[1], &shape[2], &n) != 5)
        return 0;
    while (want.size() < n && scanf("%d", &x) == 1)
        want.push_back(x);
    const size_t a = (size_t)shape[0], b = (size_t)shape[1], c = (size_t)shape[2];
    const ints said(shape, shape + 3);
    if (strcmp(name, "rowreduce") == 0)
        same(name, said, f_rowreduce(shape[0], shape[1], inputs(a * b)), want);
    else if (strcmp(name, "pairreduce") == 0)
        same(name, said, f_pairreduce(shape[0], shape[1], inputs(a), inputs(b)), want);
    else if (strcmp(name, "gridthen") == 0)
        same(name, said, f_gridthen((nes_int)(a * b), shape[1], shape[2], inputs(a * c), inputs(c * b)), want);
    else
        same(name, said, f_gridreduce((nes_int)(a * b), shape[1], shape[2], inputs(a * c), inputs(c * b)), want);
    return 1;
}

int main(int argc, char **argv)
{
    const int longest = atoi(argv[argc - 2]), most = atoi(argv[argc - 1]);
    nes_dev.program = &program;
    nes_open_device(NULL);
    nes_make_error();
    for (int n = 0; n <= longest; n++)
        check(ints(1, n), 0);
    check(ints(1, 40 * longest), 0);
    for (int n = 0; n <= most; n++) {
        ints lens;
        layouts(lens, n);
    }
    for (int count = 1; count <= 4 * most; count++)
        for (int size = 0; size * count <= 4 * most; size++)
            check(ints(count, size), 1);
    while (reduction())
        ;
    printf("%ld cases\n", cases);
    return 0;
}
