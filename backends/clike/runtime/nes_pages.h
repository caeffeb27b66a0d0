/* nes_pages.h: large blocks of memory of the host.
 *
 * They ask for huge pages: to touch memory for the first time, page by page of 4 kB,
 * takes longer than most kernels do. */
#ifndef NES_PAGES_H
#define NES_PAGES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

/* bytes of a huge page */
#define NES_HUGE_PAGE ((size_t)1 << 21)

/* a block of the system */
typedef struct {
    char *start;
    size_t bytes;
} nes_mapping;

#ifdef MADV_HUGEPAGE

/* maps so many bytes or a few more, from the start of a huge page on; start is NULL if there
 * is no memory, or if the system has no huge pages */
NES_HOST nes_mapping nes_map(size_t bytes)
{
    const size_t page = 4096, used = (bytes + page - 1) / page * page;
    nes_mapping m = {NULL, used};
    size_t skip;
    char *p = (char *)mmap(NULL, used + NES_HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == (char *)MAP_FAILED)
        return m;
    skip = (NES_HUGE_PAGE - (uintptr_t)p % NES_HUGE_PAGE) % NES_HUGE_PAGE;
    if (skip > 0)
        munmap(p, skip);
    munmap(p + skip + used, NES_HUGE_PAGE - skip);
    m.start = p + skip;
    madvise(m.start, used, MADV_HUGEPAGE); /* a wish: pages of any size will do */
    return m;
}

#else

NES_HOST nes_mapping nes_map(size_t bytes)
{
    const nes_mapping m = {NULL, bytes};
    return m;
}

#endif

NES_HOST void nes_unmap(nes_mapping m) { munmap(m.start, m.bytes); }

#ifdef MREMAP_FIXED
#define NES_MOVES_PAGES 1

/* moves pages of a mapping to the start of another one, whose pages are fresh, and unmaps the others.
 * Yields how many bytes were moved: all that there is room for, or whole huge pages */
NES_HOST size_t nes_move_pages(nes_mapping from, nes_mapping to)
{
    const size_t most = from.bytes < to.bytes ? from.bytes - from.bytes % NES_HUGE_PAGE : to.bytes;
    size_t at = 0;
    while (at < most) { /* one by one, as those of a mapping may have come from several */
        const size_t n = most - at < NES_HUGE_PAGE ? most - at : NES_HUGE_PAGE;
        if (mremap(from.start + at, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, to.start + at) == MAP_FAILED) {
            if (mmap(to.start + at, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
                abort(); /* a hole is left in it */
            break;
        }
        at += n;
    }
    if (at < from.bytes)
        munmap(from.start + at, from.bytes - at);
    return at;
}

#else
#define NES_MOVES_PAGES 0

NES_HOST size_t nes_move_pages(nes_mapping from, nes_mapping to)
{
    (void)to;
    nes_unmap(from);
    return 0;
}

#endif

#endif
