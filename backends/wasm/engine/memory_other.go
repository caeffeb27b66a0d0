//go:build !unix

package engine

// Memory of modules where addresses cannot be reserved: it moves when it grows, by
// half at least.

import "github.com/tetratelabs/wazero/experimental"

// A linear is the memory of a module.
type linear struct{ bytes []byte }

func allocate(capacity, _ uint64) experimental.LinearMemory {
	return &linear{make([]byte, 0, capacity)}
}

func (l *linear) Reallocate(size uint64) []byte {
	if size > uint64(cap(l.bytes)) {
		larger := make([]byte, len(l.bytes), max(size, uint64(len(l.bytes))*3/2))
		copy(larger, l.bytes)
		l.bytes = larger
	}
	l.bytes = l.bytes[:size]
	return l.bytes
}

func (l *linear) Free() { l.bytes = nil }
