package engine

// Scalars and arrays of the module as values, and back.

import (
	"encoding/binary"
	"math"

	"nessiec/backends/wasm/emit/module"
	"nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A val is a scalar, or an array, of the module: of 32 bits, only the lower half
// of raw means something.
type val struct {
	t   *types.Type
	raw uint64
}

// word is a scalar of the module.
func (m *Machine) word(raw uint64, t *types.Type) prim.Word {
	switch m.program.TypeOf(t) {
	case encode.I64, encode.F64:
		return prim.Word(raw)
	case encode.F32:
		return prim.FloatWord(float64(math.Float32frombits(uint32(raw))))
	}
	return prim.Word(int32(raw))
}

// raw is a scalar for the module.
func (m *Machine) raw(w prim.Word, t *types.Type) uint64 {
	switch m.program.TypeOf(t) {
	case encode.I64, encode.F64:
		return uint64(w)
	case encode.F32:
		return uint64(math.Float32bits(float32(prim.WordFloat(w))))
	}
	return uint64(uint32(w))
}

// Before the first element of an array is the number of its elements.
const countBefore = 16

// length is the elements of an array.
func (m *Machine) length(v val) int {
	return int(binary.LittleEndian.Uint32(m.read(uint32(v.raw)-countBefore, 4)))
}

// download is the value of v; of an array, the first elements up to limit.
func (m *Machine) download(v val, limit int) value.Value {
	if !kir.IsBuf(v.t) {
		return prim.FromWord(v.t.Kind, m.word(v.raw, v.t))
	}
	t, n := v.t.Elem(), min(m.length(v), limit)
	b := m.read(uint32(v.raw), uint32(n)<<m.program.Shift(t))
	switch t.Kind {
	case types.KFloat:
		out := make(value.Floats, n)
		for i := range out {
			if m.program.Num.Float32 {
				out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
			} else {
				out[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
			}
		}
		return out
	case types.KBool:
		out := make(value.Bools, n)
		for i := range out {
			out[i] = b[i] != 0
		}
		return out
	case types.KChar:
		return append(value.Chars{}, b...)
	}
	out := make(value.Ints, n)
	for i := range out {
		if m.program.Num.Int64 {
			out[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
		} else {
			out[i] = int64(int32(binary.LittleEndian.Uint32(b[4*i:])))
		}
	}
	return out
}

// upload gives the module a scalar or a vector.
func (m *Machine) upload(v value.Value) val {
	s, ok := v.(value.Seq)
	if !ok {
		t := prim.TypeOf(v)
		return val{t, m.raw(prim.ToWord(v), t)}
	}
	t := prim.ElemOf(s)
	res, err := m.call(m.ctx, "alloc", uint64(s.Len()), uint64(m.program.Shift(t)), api32(module.NoPlace))
	if failed := m.caught(err); failed != nil {
		panic(stopped{failed})
	}
	at := uint32(res[0])
	m.write(at, uint32(s.Len())<<m.program.Shift(t), func(b []byte) { m.put(b, s) })
	return val{kir.Global(t), uint64(at)}
}

// put stores the elements of a vector.
func (m *Machine) put(b []byte, s value.Seq) {
	switch s := s.(type) {
	case value.Floats:
		for i, x := range s {
			if m.program.Num.Float32 {
				binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(float32(x)))
			} else {
				binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(x))
			}
		}
	case value.Bools:
		for i, x := range s {
			b[i] = byte(prim.BoolWord(x))
		}
	case value.Chars:
		copy(b, s)
	case value.Ints:
		for i, x := range s {
			if m.program.Num.Int64 {
				binary.LittleEndian.PutUint64(b[8*i:], uint64(x))
			} else {
				binary.LittleEndian.PutUint32(b[4*i:], uint32(x))
			}
		}
	}
}

func api32(x int32) uint64 { return uint64(uint32(x)) }
