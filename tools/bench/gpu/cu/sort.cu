/* sort.cu: the radix sort of radix.h. */
#include "device.h"

#include "keys.h"

#include "radix.h"

static radix<unsigned, false> sorter;
static unsigned *source;

static void region(void)
{
    sorter.sort(size);
    finish();
}

static void again(void)
{
    good(cudaMemcpy(sorter.keys[0], source, (size_t)size * sizeof *source, cudaMemcpyDeviceToDevice));
    finish();
}

int main(int argc, char **argv)
{
    make_keys(argc, argv);
    source = to_device((const unsigned *)(const void *)original, size);
    sorter.make(size);
    (void)copy_keys;
    measure(region, again);
    to_host((unsigned *)(void *)keys, sorter.keys[0], size);
    return check(weight(keys));
}
