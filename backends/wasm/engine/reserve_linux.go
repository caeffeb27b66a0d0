package engine

import "syscall"

// noReserve asks for addresses alone: the system need not have the memory.
const noReserve = syscall.MAP_NORESERVE

// hugePages asks for pages of 2 MB, since to touch memory for the first time page by
// page of 4 kB takes longer than most programs do. It is a wish: any pages will do.
func hugePages(b []byte) { _ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) }
