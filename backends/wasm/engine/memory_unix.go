//go:build unix

package engine

// Memory of modules: addresses for all that it may become are reserved at once, so
// that it grows without being copied. The system gives a page when it is touched.

import "syscall"

// A linear is the memory of a module.
type linear struct{ bytes []byte }

// reserve takes addresses for most bytes, or as many as there are, down to least;
// nil if there are fewer.
func reserve(most, least int64) *linear {
	for n := most; n >= least; n = max(n/2, least) {
		b, err := syscall.Mmap(-1, 0, int(n), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON|noReserve)
		if err == nil {
			hugePages(b)
			return &linear{b[:0]}
		}
		if n == least {
			break
		}
	}
	return nil
}

// room is the bytes that the memory may have.
func (l *linear) room() int64 { return int64(cap(l.bytes)) }

// Reallocate returns nil if there are not so many addresses.
func (l *linear) Reallocate(size uint64) []byte {
	if size > uint64(cap(l.bytes)) {
		return nil
	}
	l.bytes = l.bytes[:size]
	return l.bytes
}

// Free gives the addresses back.
func (l *linear) Free() {
	if cap(l.bytes) > 0 {
		_ = syscall.Munmap(l.bytes[:cap(l.bytes)])
	}
	l.bytes = nil
}
