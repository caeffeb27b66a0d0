package vcode

// Entries of the stack.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/ir/vcode"
)

// An entry is a vector of elements of type elem, a descriptor (sd) of segments of these lengths, or,
// without either, a pair. Entries are never changed.
type entry struct {
	elem  *types.Type
	words []prim.Word
	sd    bool
	lens  []int64
	pair  [2]*entry
}

func ints(words []int64) *entry { return &entry{elem: types.Int, words: words} }

func scalar(t *types.Type, w prim.Word) *entry { return &entry{elem: t, words: []prim.Word{w}} }

func descriptor(lens []int64) *entry { return &entry{sd: true, lens: lens} }

// total is how many elements a descriptor describes.
func (e *entry) total() int64 {
	n := int64(0)
	for _, l := range e.lens {
		n += l
	}
	return n
}

// segment is where segment s begins, for all s, and the end of the last.
func (e *entry) starts() []int64 {
	out := make([]int64, len(e.lens)+1)
	for i, l := range e.lens {
		out[i+1] = out[i] + l
	}
	return out
}

func (e *entry) len() int { return len(e.words) }

// seq is a vector as a sequence of elements of type t: of codes as characters, for one.
func (e *entry) seq(t *types.Type) value.Seq {
	b := value.NewBuilder(t, len(e.words))
	for _, w := range e.words {
		if t == types.Char {
			w &= 0xFF
		}
		b.Append(prim.FromWord(t.Kind, w))
	}
	return b.Seq()
}

// vectorOf is the vector of the elements of s; characters are codes.
func vectorOf(s value.Seq, t *types.Type) *entry {
	if t == types.Char {
		t = types.Int
	}
	out := &entry{elem: t, words: make([]prim.Word, s.Len())}
	for i := range out.words {
		out.words[i] = prim.ToWord(s.At(i))
	}
	return out
}

// one is the only element of a vector.
func (x *machine) one(at ir.Pos, e *entry) prim.Word {
	x.need(e.len() == 1, at, vcode.ErrOne)
	return e.words[0]
}

// literal is the word of a literal.
func (x *machine) literal(e vcode.Expr) prim.Word {
	switch e := e.(type) {
	case *vcode.Int:
		return x.num.Wrap(e.Val)
	case *vcode.Float:
		return prim.FloatWord(x.num.Round(e.Val))
	case *vcode.Bool:
		return prim.BoolWord(e.Val)
	}
	panic(interp.Bug(e.Pos(), "%s is no literal", vcode.Schema[e.Form()].Name))
}
