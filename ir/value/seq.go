package value

// Sequences. The representation is a function of the element type: Ints,
// Floats, Bools, Chars for base types, Rows (one sequence per component) for
// tuples, Values for everything else. Datatypes count as their contents. So
// code that knows the type may assert the representation and loop over it.

import "nessiec/ir/types"

// Seq is a sequence value.
type Seq interface {
	Value
	Len() int
	At(i int) Value           // 0 <= i < Len
	Slice(i, j int) Seq       // elements i..j-1; shares memory
	Gather(idx []int64) Seq   // element k of the result is element idx[k]
	builder(capacity int) Seq // an empty sequence of the same representation
	push(v Value) Seq
	pushAll(s Seq) Seq
}

// Ints is a sequence of ints (or streams).
type Ints []int64

// Floats is a sequence of floats.
type Floats []float64

// Bools is a sequence of bools.
type Bools []bool

// Chars is a string: a sequence of bytes.
type Chars []byte

// Values is a sequence of sequences or functions.
type Values []Value

// Rows is a sequence of N tuples, kept as one sequence per component.
type Rows struct {
	N    int
	Cols []Seq
}

// Empty is the empty sequence with elements of type elem.
func Empty(elem *types.Type) Seq { return empty(elem, 0) }

func empty(elem *types.Type, capacity int) Seq {
	switch elem.Kind {
	case types.KInt, types.KStream:
		return make(Ints, 0, capacity)
	case types.KFloat:
		return make(Floats, 0, capacity)
	case types.KBool:
		return make(Bools, 0, capacity)
	case types.KChar:
		return make(Chars, 0, capacity)
	case types.KData:
		return empty(elem.Elems[0], capacity)
	case types.KSum:
		return empty(elem.Tagged(), capacity)
	case types.KTuple:
		r := &Rows{Cols: make([]Seq, len(elem.Elems))}
		for i, t := range elem.Elems {
			r.Cols[i] = empty(t, capacity)
		}
		return r
	}
	return make(Values, 0, capacity)
}

func (Ints) isValue()   {}
func (Floats) isValue() {}
func (Bools) isValue()  {}
func (Chars) isValue()  {}
func (Values) isValue() {}
func (*Rows) isValue()  {}

// Len is the number of elements.
func (s Ints) Len() int { return len(s) }

// Len is the number of elements.
func (s Floats) Len() int { return len(s) }

// Len is the number of elements.
func (s Bools) Len() int { return len(s) }

// Len is the number of elements.
func (s Chars) Len() int { return len(s) }

// Len is the number of elements.
func (s Values) Len() int { return len(s) }

// Len is the number of elements.
func (s *Rows) Len() int { return s.N }

// At is element i.
func (s Ints) At(i int) Value { return Int(s[i]) }

// At is element i.
func (s Floats) At(i int) Value { return Float(s[i]) }

// At is element i.
func (s Bools) At(i int) Value { return Bool(s[i]) }

// At is element i.
func (s Chars) At(i int) Value { return Char(s[i]) }

// At is element i.
func (s Values) At(i int) Value { return s[i] }

// At is element i, a Tuple.
func (s *Rows) At(i int) Value {
	if i >= s.N {
		panic("value: index out of range")
	}
	t := make(Tuple, len(s.Cols))
	for k, c := range s.Cols {
		t[k] = c.At(i)
	}
	return t
}

// Slice is elements i..j-1.
func (s Ints) Slice(i, j int) Seq { return s[i:j:j] }

// Slice is elements i..j-1.
func (s Floats) Slice(i, j int) Seq { return s[i:j:j] }

// Slice is elements i..j-1.
func (s Bools) Slice(i, j int) Seq { return s[i:j:j] }

// Slice is elements i..j-1.
func (s Chars) Slice(i, j int) Seq { return s[i:j:j] }

// Slice is elements i..j-1.
func (s Values) Slice(i, j int) Seq { return s[i:j:j] }

// Slice is elements i..j-1.
func (s *Rows) Slice(i, j int) Seq {
	return &Rows{j - i, each(s.Cols, func(c Seq) Seq { return c.Slice(i, j) })}
}

// Gather is s[idx[0]], s[idx[1]], ...
func (s Ints) Gather(idx []int64) Seq { return gather(s, idx) }

// Gather is s[idx[0]], s[idx[1]], ...
func (s Floats) Gather(idx []int64) Seq { return gather(s, idx) }

// Gather is s[idx[0]], s[idx[1]], ...
func (s Bools) Gather(idx []int64) Seq { return gather(s, idx) }

// Gather is s[idx[0]], s[idx[1]], ...
func (s Chars) Gather(idx []int64) Seq { return gather(s, idx) }

// Gather is s[idx[0]], s[idx[1]], ...
func (s Values) Gather(idx []int64) Seq { return gather(s, idx) }

// Gather is s[idx[0]], s[idx[1]], ...
func (s *Rows) Gather(idx []int64) Seq {
	return &Rows{len(idx), each(s.Cols, func(c Seq) Seq { return c.Gather(idx) })}
}

func gather[S ~[]T, T any](s S, idx []int64) S {
	out := make(S, len(idx))
	for k, i := range idx {
		out[k] = s[i]
	}
	return out
}

func each(cols []Seq, f func(Seq) Seq) []Seq {
	out := make([]Seq, len(cols))
	for k, c := range cols {
		out[k] = f(c)
	}
	return out
}
