package nkl

// Columns: a sequence with elements of type t is one sequence for each leaf of
// t. Loops read and write columns, so that elements need not be boxed.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// split puts the columns of s into the value registers cols.
func split(m *machine, s value.Seq, cols []int) []int {
	if r, ok := s.(*value.Rows); ok {
		for _, c := range r.Cols {
			cols = split(m, c, cols)
		}
		return cols
	}
	m.v[cols[0]] = s
	return cols[1:]
}

// join is the sequence of n elements of type t whose columns are in cols.
func join(m *machine, t *types.Type, n int, cols []int) value.Seq {
	j := joiner{m, n, cols}
	return j.seq(t)
}

type joiner struct {
	m    *machine
	n    int
	cols []int // not yet used
}

func (j *joiner) seq(t *types.Type) value.Seq {
	switch t.Kind {
	case types.KData:
		return j.seq(t.Elems[0])
	case types.KSum:
		return j.seq(t.Tagged())
	case types.KTuple:
		r := &value.Rows{N: j.n, Cols: make([]value.Seq, len(t.Elems))}
		for i, u := range t.Elems {
			r.Cols[i] = j.seq(u)
		}
		return r
	}
	s := j.m.v[j.cols[0]].(value.Seq)
	j.cols = j.cols[1:]
	return s
}

// newColumn makes a column of n elements of kind k, to be filled.
func newColumn(m *machine, p ir.Pos, k types.Kind, n int) value.Seq {
	m.mem.seq(p, n, elemBytes(k))
	switch k {
	case types.KInt, types.KStream:
		return make(value.Ints, n)
	case types.KFloat:
		return make(value.Floats, n)
	case types.KBool:
		return make(value.Bools, n)
	case types.KChar:
		return make(value.Chars, n)
	}
	return make(value.Values, n)
}

// elemBytes is the size of one element of a column of kind k.
func elemBytes(k types.Kind) int {
	switch k {
	case types.KBool:
		return 1
	case types.KChar:
		return 4
	case types.KInt, types.KStream, types.KFloat:
		return wordBytes
	}
	return valueBytes
}

// rowBytes is the size of one element of a sequence.
func rowBytes(s value.Seq) int {
	switch s := s.(type) {
	case value.Bools:
		return 1
	case value.Chars:
		return 4
	case value.Values:
		return valueBytes
	case *value.Rows:
		n := 0
		for _, c := range s.Cols {
			n += rowBytes(c)
		}
		return n
	}
	return wordBytes
}

// load makes the instruction that puts the element of column col at the index
// in word register i into dst.
func load(dst reg, col, i int) instr {
	d := dst.at
	switch dst.kind {
	case types.KInt, types.KStream:
		return func(m *machine) { m.w[d] = m.v[col].(value.Ints)[m.w[i]] }
	case types.KFloat:
		return func(m *machine) { m.w[d] = prim.FloatWord(m.v[col].(value.Floats)[m.w[i]]) }
	case types.KBool:
		return func(m *machine) { m.w[d] = prim.BoolWord(m.v[col].(value.Bools)[m.w[i]]) }
	case types.KChar:
		return func(m *machine) { m.w[d] = int64(m.v[col].(value.Chars)[m.w[i]]) }
	}
	return func(m *machine) { m.v[d] = m.v[col].(value.Values)[m.w[i]] }
}

// store makes the instruction that puts src into column col at the index in
// word register i.
func store(src reg, col, i int) instr {
	s := src.at
	switch src.kind {
	case types.KInt, types.KStream:
		return func(m *machine) { m.v[col].(value.Ints)[m.w[i]] = m.w[s] }
	case types.KFloat:
		return func(m *machine) { m.v[col].(value.Floats)[m.w[i]] = prim.WordFloat(m.w[s]) }
	case types.KBool:
		return func(m *machine) { m.v[col].(value.Bools)[m.w[i]] = m.w[s] != 0 }
	case types.KChar:
		return func(m *machine) { m.v[col].(value.Chars)[m.w[i]] = byte(m.w[s]) }
	}
	return func(m *machine) { m.v[col].(value.Values)[m.w[i]] = m.v[s] }
}

// setLeaf stores into a column at a fixed index.
func setLeaf(m *machine, col value.Seq, i int, src reg) {
	switch col := col.(type) {
	case value.Ints:
		col[i] = m.w[src.at]
	case value.Floats:
		col[i] = prim.WordFloat(m.w[src.at])
	case value.Bools:
		col[i] = m.w[src.at] != 0
	case value.Chars:
		col[i] = byte(m.w[src.at])
	case value.Values:
		col[i] = m.v[src.at]
	}
}

// getElem puts element i of s into dst and returns the registers it did not
// need.
func getElem(m *machine, s value.Seq, i int, dst []reg) []reg {
	switch s := s.(type) {
	case value.Ints:
		m.w[dst[0].at] = s[i]
	case value.Floats:
		m.w[dst[0].at] = prim.FloatWord(s[i])
	case value.Bools:
		m.w[dst[0].at] = prim.BoolWord(s[i])
	case value.Chars:
		m.w[dst[0].at] = int64(s[i])
	case value.Values:
		m.v[dst[0].at] = s[i]
	case *value.Rows:
		for _, c := range s.Cols {
			dst = getElem(m, c, i, dst)
		}
		return dst
	}
	return dst[1:]
}
