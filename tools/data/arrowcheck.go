package data

// What the library of Arrow does not check: it makes as many fields as a schema says
// that it has, and as many bytes as a compressed buffer says that it holds.

import (
	"encoding/binary"
	"errors"

	"github.com/apache/arrow-go/v18/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"
)

var errSchema = errors.New("the schema of the file is damaged")

// Slots of the tables of Arrow (format/File.fbs, format/Schema.fbs).
const (
	footerSchema    = 6
	footerDicts     = 8
	schemaFields    = 6
	schemaMetadata  = 8
	fieldChildren   = 14
	fieldMetadata   = 16
	maxSchemaDepth  = 64
	arrowTrailerLen = 10 // the length of the footer, "ARROW1"
)

// checkSchema reports a schema with more fields than the footer of the file has room
// for, and tells whether the file has dictionaries. It panics where an offset is beyond the footer.
func checkSchema(b []byte) (dictionaries bool, err error) {
	end := len(b) - arrowTrailerLen
	if end < 0 {
		return false, nil // which the library sees
	}
	size := int(int32(binary.LittleEndian.Uint32(b[end:])))
	if size < 4 || size > end {
		return false, errSchema
	}
	s := schemaChecker{bytes: b[end-size : end]}
	s.left = len(s.bytes)
	root := flatbuffers.Table{Bytes: s.bytes, Pos: flatbuffers.GetUOffsetT(s.bytes)}
	at := flatbuffers.UOffsetT(root.Offset(footerSchema))
	if at == 0 {
		return false, errSchema
	}
	schema := flatbuffers.Table{Bytes: s.bytes, Pos: root.Indirect(root.Pos + at)}
	s.vector(schema, schemaMetadata)
	s.fields(schema, schemaFields, 0)
	if s.left < 0 {
		return false, errSchema
	}
	at = flatbuffers.UOffsetT(root.Offset(footerDicts))
	return at != 0 && root.VectorLen(at) > 0, nil
}

// A schemaChecker counts what a schema has against the bytes that are left for it.
type schemaChecker struct {
	bytes []byte
	left  int // negative: there is more than fits
}

// vector takes the elements of a vector, of four bytes at least, off what is left.
func (s *schemaChecker) vector(t flatbuffers.Table, slot flatbuffers.VOffsetT) (start flatbuffers.UOffsetT, n int) {
	at := flatbuffers.UOffsetT(t.Offset(slot))
	if at == 0 {
		return 0, 0
	}
	n = t.VectorLen(at)
	if n < 0 || n > s.left {
		s.left = -1
		return 0, 0
	}
	s.left -= n
	return t.Vector(at), n
}

// fields checks the fields in a vector of a table.
func (s *schemaChecker) fields(t flatbuffers.Table, slot flatbuffers.VOffsetT, depth int) {
	if depth > maxSchemaDepth {
		s.left = -1
	}
	start, n := s.vector(t, slot)
	for i := range n {
		field := flatbuffers.Table{Bytes: s.bytes, Pos: t.Indirect(start + flatbuffers.UOffsetT(4*i))}
		s.vector(field, fieldMetadata)
		s.fields(field, fieldChildren, depth+1)
		if s.left < 0 {
			return
		}
	}
}

// A bounded allocator panics when there is more than it may give.
type bounded struct {
	memory.Allocator
	left int
}

// arrowMemory is room for what is compressed in a file of n bytes.
func arrowMemory(n int) memory.Allocator {
	return &bounded{memory.NewGoAllocator(), max(1<<28, 256*n)}
}

func (m *bounded) take(n int) {
	if m.left -= n; n < 0 || m.left < 0 {
		panic(errSchema)
	}
}

func (m *bounded) Allocate(n int) []byte {
	m.take(n)
	return m.Allocator.Allocate(n)
}

func (m *bounded) Reallocate(n int, b []byte) []byte {
	m.take(n - len(b))
	return m.Allocator.Reallocate(n, b)
}
