package early

import (
	"runtime"
	"syscall"
	"unsafe"
)

const (
	chunk = 4 << 20 // in what the heap of Go grows
	page  = 2 << 20

	populateWrite = 23 // MADV_POPULATE_WRITE, which package syscall lacks
)

var (
	reserved  uintptr // where Room bytes are; no pointer, or the heap could not use them
	untouched []byte  // nobody touches it, but collections start at a multiple of what is alive
)

// init comes before that of packages that need package os, as this one needs little. They
// allocate much, in pages that are there by then; and garbage is collected while there is little.
func init() {
	start := uintptr(unsafe.Pointer(new([64]byte))) &^ (chunk - 1)
	advise(start, chunk, syscall.MADV_HUGEPAGE)
	advise(start, chunk, populateWrite)
	pages := make([]byte, Room)
	untouched = make([]byte, Room/Share)
	reserved = uintptr(unsafe.Pointer(unsafe.SliceData(pages)))
	advise(reserved, Room, syscall.MADV_HUGEPAGE)
	runtime.KeepAlive(pages) // so that nothing before has a part of it,
	runtime.GC()             // and everything after
}

// Populate gets pages that the heap will use, from number first up to number end, as far as there
// is Room. A page that is there is not touched, so it makes no difference what the heap does meanwhile.
func Populate(first, end int64) {
	for i := first; i < min(end, Room/page); i++ {
		advise(reserved+uintptr(i)*page, page, populateWrite)
	}
}

// Used is how many of these pages the heap uses at most, if all its objects have so many bytes.
func Used(objects uint64) int64 { return (int64(objects) - int64(len(untouched))) / page }

// advise is a wish: any pages will do.
func advise(start, length, advice uintptr) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, start, length, advice)
}
