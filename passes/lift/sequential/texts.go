package sequential

// What is done with every character of a short text.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// maxSpelt is the most characters of a text that code spells out.
const maxSpelt = 16

// spelt reports whether e goes through a short text, with little code for each character.
func (s *sequentialiser) spelt(e *nkl.Each) bool {
	n, size := s.few(e), s.Size(e.Body, true)
	if n > maxSpelt || size < 0 || int64(size)*n > maxInlineElement {
		return false
	}
	texts := 0
	for _, seq := range e.Seqs {
		if _, ok := s.defs[nkl.VarOf(seq)].(*nkl.Str); ok {
			texts++
		}
		if other := s.length(seq); other != 0 && other != n {
			return false // a check fails before
		}
	}
	return texts > 0
}

// straight is the reduction of the elements of e, of type t, one after another.
func (s *sequentialiser) straight(e *nkl.Each, pos ir.Pos, fold prim.Code, t *types.Type) nkl.Expr {
	var b anf.Block
	var acc nkl.Expr
	for k := range s.few(e) {
		here := nkl.Freshen(e).(*nkl.Each)
		x := b.Name("x", t, b.Take(s.at(here, k, here.Body)))
		if k == 0 {
			acc = x
		} else {
			acc = b.Name("acc", t, nkl.Op(pos, anf.Combining[fold], acc, x))
		}
	}
	return b.In(acc)
}
