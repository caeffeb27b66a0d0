//go:build unix

package engine

// Memory of modules: addresses for all that it may become are reserved at once, so
// that it grows without being copied. The system gives a page when it is touched.

import (
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// A linear is the memory of a module.
type linear struct{ bytes []byte }

func allocate(_, most uint64) experimental.LinearMemory {
	b, err := syscall.Mmap(-1, 0, int(most), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON|noReserve)
	if err != nil {
		return &linear{}
	}
	return &linear{b[:0]}
}

// Reallocate returns nil if there are not so many addresses.
func (l *linear) Reallocate(size uint64) []byte {
	if size > uint64(cap(l.bytes)) {
		return nil
	}
	l.bytes = l.bytes[:size]
	return l.bytes
}

func (l *linear) Free() {
	if cap(l.bytes) > 0 {
		_ = syscall.Munmap(l.bytes[:cap(l.bytes)])
	}
	l.bytes = nil
}
