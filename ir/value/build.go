package value

// Building sequences: one by one, from parts, and by replacing elements.

import "nessiec/ir/types"

// Builder collects the elements of a new sequence.
type Builder struct{ s Seq }

// NewBuilder starts a sequence with elements of type elem and room for
// capacity of them.
func NewBuilder(elem *types.Type, capacity int) *Builder {
	return &Builder{empty(elem, capacity)}
}

// Append adds one element.
func (b *Builder) Append(v Value) { b.s = b.s.push(v) }

// AppendSeq adds all elements of s.
func (b *Builder) AppendSeq(s Seq) { b.s = b.s.pushAll(s) }

// Len is the number of elements so far.
func (b *Builder) Len() int { return b.s.Len() }

// Seq is the sequence; the builder must not be used afterwards.
func (b *Builder) Seq() Seq { return b.s }

// Of is the sequence of vs with elements of type elem.
func Of(elem *types.Type, vs ...Value) Seq {
	b := NewBuilder(elem, len(vs))
	for _, v := range vs {
		b.Append(v)
	}
	return b.Seq()
}

// Concat is the parts one after another; there must be at least one, and all
// have the same element type.
func Concat(parts ...Seq) Seq {
	n := 0
	for _, p := range parts {
		n += p.Len()
	}
	out := parts[0].builder(n)
	for _, p := range parts {
		out = out.pushAll(p)
	}
	return out
}

func (s Ints) builder(n int) Seq   { return make(Ints, 0, n) }
func (s Floats) builder(n int) Seq { return make(Floats, 0, n) }
func (s Bools) builder(n int) Seq  { return make(Bools, 0, n) }
func (s Chars) builder(n int) Seq  { return make(Chars, 0, n) }
func (s Values) builder(n int) Seq { return make(Values, 0, n) }
func (s *Rows) builder(n int) Seq {
	return &Rows{0, each(s.Cols, func(c Seq) Seq { return c.builder(n) })}
}

func (s Ints) push(v Value) Seq   { return append(s, int64(v.(Int))) }
func (s Floats) push(v Value) Seq { return append(s, float64(v.(Float))) }
func (s Bools) push(v Value) Seq  { return append(s, bool(v.(Bool))) }
func (s Chars) push(v Value) Seq  { return append(s, byte(v.(Char))) }
func (s Values) push(v Value) Seq { return append(s, v) }
func (s *Rows) push(v Value) Seq {
	for k, x := range v.(Tuple) {
		s.Cols[k] = s.Cols[k].push(x)
	}
	s.N++
	return s
}

func (s Ints) pushAll(t Seq) Seq   { return append(s, t.(Ints)...) }
func (s Floats) pushAll(t Seq) Seq { return append(s, t.(Floats)...) }
func (s Bools) pushAll(t Seq) Seq  { return append(s, t.(Bools)...) }
func (s Chars) pushAll(t Seq) Seq  { return append(s, t.(Chars)...) }
func (s Values) pushAll(t Seq) Seq { return append(s, t.(Values)...) }
func (s *Rows) pushAll(t Seq) Seq {
	r := t.(*Rows)
	for k, c := range r.Cols {
		s.Cols[k] = s.Cols[k].pushAll(c)
	}
	s.N += r.N
	return s
}
