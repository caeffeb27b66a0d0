//go:build !unix && !js

package engine

// Memory of modules where addresses cannot be reserved: it moves when it grows, by
// half at least.

// A linear is the memory of a module.
type linear struct {
	bytes []byte
	most  int64
}

// reserve makes a memory that may have most bytes.
func reserve(most, _ int64) *linear { return &linear{nil, most} }

// room is the bytes that the memory may have.
func (l *linear) room() int64 { return l.most }

// Reallocate returns nil for more than that.
func (l *linear) Reallocate(size uint64) []byte {
	if size > uint64(l.most) {
		return nil
	}
	if size > uint64(cap(l.bytes)) {
		larger := make([]byte, len(l.bytes), max(size, uint64(len(l.bytes))*3/2))
		copy(larger, l.bytes)
		l.bytes = larger
	}
	l.bytes = l.bytes[:size]
	return l.bytes
}

// Free gives the memory back.
func (l *linear) Free() { l.bytes = nil }
