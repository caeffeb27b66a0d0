package heap

import (
	"runtime"
	"syscall"
	"unsafe"
)

const (
	room  = 128 << 20 // as many bytes as the heap has when large programs are compiled
	ahead = 32 << 20  // what most programs use of it
	page  = 2 << 20

	populateWrite = 23 // MADV_POPULATE_WRITE, which package syscall lacks
)

// Reserve asks for the first memory of the heap in pages of 2 MB. Passes touch most of it
// once, and to get that page by page of 4 kB takes a tenth of their time. While the result is
// alive, no garbage is collected before this memory is in use: nobody touches the result, but
// collections start at a multiple of what is alive.
func Reserve() (untouched []byte) {
	untouched = make([]byte, room/(1+Rarely/100))
	pages := make([]byte, room)
	_ = syscall.Madvise(pages, syscall.MADV_HUGEPAGE) // a wish: any pages will do
	go populate(uintptr(unsafe.Pointer(&pages[0])))   // no pointer, or the heap could not use them
	runtime.GC()                                      // so that it may
	return untouched
}

// populate gets the first pages while the program is read: one processor is idle then. A
// page that is there is not touched, so it makes no difference what the heap does meanwhile.
func populate(start uintptr) {
	for at := start; at < start+ahead; at += page {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, at, page, populateWrite)
	}
}
