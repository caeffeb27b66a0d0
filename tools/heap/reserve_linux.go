package heap

import (
	"runtime"
	"syscall"
)

// room is as many bytes as the heap has when large programs are compiled.
const room = 128 << 20

// Reserve asks for the first memory of the heap in pages of 2 MB. Passes touch most of it
// once, and to get that page by page of 4 kB takes a tenth of their time. While the result is
// alive, no garbage is collected before this memory is in use: nobody touches the result, but
// collections start at a multiple of what is alive.
func Reserve() (untouched []byte) {
	untouched = make([]byte, room/(1+Rarely/100))
	_ = syscall.Madvise(make([]byte, room), syscall.MADV_HUGEPAGE) // a wish: any pages will do
	runtime.GC()                                                   // so that the heap may use them
	return untouched
}
