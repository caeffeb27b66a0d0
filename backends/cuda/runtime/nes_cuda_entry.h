/* nes_cuda_entry.h: the entry as a function that other programs call with
 * arrays of the device, which are not copied. */
#ifndef NES_CUDA_ENTRY_H
#define NES_CUDA_ENTRY_H

/* an array of the device; as in nesl_entry.h */
typedef struct {
    void *data;
    int64_t length;
    void *owner;
} nesl_array;

#define NES_BORROWED (-1) /* the size class of memory of the caller */

/* makes everything ready, once */
NES_HOST void nes_open_entry(const nes_program *p)
{
    if (nes_dev.program != NULL)
        return;
    nes_choice choice = {NULL, 0, p->seed};
    nes_begin_program(p, &choice);
}

/* an array of the caller, with an owner for the function that is called and one
 * for nes_give_back, so that nobody changes or frees it */
NES_HOST nes_array *nes_borrow(nesl_array from, size_t size)
{
    nes_array *a = nes_new_record();
    nes_block *b = (nes_block *)nes_keep(nes_alloc(1, sizeof *b));
    memset(b, 0, sizeof *b);
    b->data = from.data;
    a->mem = b;
    a->n = from.length;
    a->size = size;
    a->bytes = (size_t)from.length * size;
    a->class_ = NES_BORROWED;
    a->refs = 2;
    a->position = NULL;
    return a;
}

/* sets bad unless the offsets of n segments start at 0, never fall and end at total */
static __global__ void nes_check_offsets(nes_int groups, const nes_int *offsets, nes_i64 n, nes_i64 total, nes_int *bad)
{
    (void)groups;
    for (nes_i64 i = (nes_i64)blockIdx.x * 256 + threadIdx.x; i <= n; i += (nes_i64)gridDim.x * 256)
        if ((i == 0 && offsets[i] != 0) || (i < n ? offsets[i] > offsets[i + 1] : offsets[i] != total))
            *bad = 1;
}

/* an argument that divides total elements into segments, by their offsets */
typedef struct {
    int number;
    nes_array *offsets;
    nes_i64 total;
} nes_segments;

/* stops unless all such arguments are right; comes before anything uses them */
NES_HOST void nes_check_segments(const nes_segments *s, int count)
{
    NES_DATA nes_kernel kernel = {"nes_check_offsets", 256, NULL, 0};
    nes_int *bad = (nes_int *)nes_alloc((size_t)count, sizeof *bad);
    memset(bad, 0, (size_t)count * sizeof *bad);
    Sequence<nes_int> flags = nes_array_from(bad, count, sizeof *bad, NULL);
    nes_free(bad);
    for (int i = 0; i < count; i++) {
        const nes_int blocks = (nes_int)(s[i].offsets->n / 256 + 1);
        if (s[i].offsets->n < 1)
            nes_environment("argument %d has no offsets: there is one more than there are segments", s[i].number);
        nes_launch(&kernel, nes_check_offsets, 0, blocks, blocks, Sequence<nes_int>(s[i].offsets).read(0), s[i].offsets->n - 1, s[i].total,
                   flags.write(0) + i);
    }
    bad = (nes_int *)nes_fetch(flags, count, sizeof *bad);
    for (int i = 0; i < count; i++)
        if (bad[i])
            nes_environment("argument %d has wrong offsets: they start at 0, never fall, and end at the number of elements, here %lld",
                            s[i].number, (long long)s[i].total);
    nes_free(bad);
    nes_release(flags);
}

NES_HOST void nes_give_back(nes_array *a)
{
    nes_free(a->mem);
    a->refs = 0;
    a->next = nes_dev.records;
    nes_dev.records = a;
}

/* a result, for the caller; what is the caller's already is copied */
NES_HOST nesl_array nes_hand_over(nes_array *a)
{
    nesl_array out;
    if (a->class_ == NES_BORROWED) {
        nes_array *copy = nes_array_copy(a, a->size, NULL);
        nes_release(a);
        a = copy;
    }
    out.data = ((nes_block *)a->mem)->data;
    out.length = a->n;
    out.owner = a;
    return out;
}

extern "C" void nesl_free(nesl_array a);
extern "C" void nesl_free(nesl_array a) { nes_release((nes_array *)a.owner); }

#endif
