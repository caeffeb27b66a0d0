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
    nes_dev.program = p;
    nes_rand_seed(p->seed);
    nes_open_device();
    nes_make_error();
}

/* an array of the caller, with an owner for the function that is called and one
 * for nes_give_back, so that nobody changes or frees it */
NES_HOST nes_array *nes_borrow(nesl_array from, size_t size)
{
    nes_array *a = nes_new_record();
    nes_block *b = (nes_block *)nes_alloc(1, sizeof *b);
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

NES_HOST void nes_give_back(nes_array *a)
{
    free(a->mem);
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
