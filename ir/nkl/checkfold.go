package nkl

// Check of folds.

import (
	"nessiec/ir"
	"nessiec/ir/types"
)

func (c *checker) foldBy(e *FoldBy) *types.Type {
	f, s, then, t := c.value(e.Fun), c.value(e.Seq), c.value(e.Then), c.value(e.Else)
	if f == nil || s == nil || then == nil || t == nil || c.err != nil {
		return t
	}
	switch {
	case s.Kind != types.KSeq:
		c.errorf(e, "a fold of type %v", s)
	case f.Kind != types.KFun || !Same(f.Elems[1], types.Tuple(s.Elem(), s.Elem())) || !Same(f.Elems[2], s.Elem()):
		c.errorf(e, "elements of type %v are folded with a value of type %v", s.Elem(), f)
	case then.Kind != types.KFun || !Same(then.Elems[1], FoldType(e.Scan, s.Elem())) || !Same(then.Elems[2], t):
		c.errorf(e, "what a fold of elements of type %v makes, and then yields type %v, is given to a value of type %v", s.Elem(), t, then)
	}
	return t
}

// FoldType is the type of what a FoldBy hands on for elements of type t.
func FoldType(scan bool, t *types.Type) *types.Type {
	t = types.Tuple(types.Bool, t)
	if scan {
		return types.Seq(t)
	}
	return t
}

// fold checks the code that combines elements: closed, and sure not to fail.
func (c *checker) fold(e *Fold) *types.Type {
	t := e.X.Type
	c.want(e.Seq, types.Seq(t), "what is folded")
	if !Same(t, e.Y.Type) || t.Has(types.KSeq) || t.Has(types.KFun) {
		c.errorf(e, "a fold of elements of type %v and %v", t, e.Y.Type)
	}
	if u := c.body(e, []*Var{e.X, e.Y}, e.Body, false); u != nil && !Same(u, t) {
		c.errorf(e, "elements of type %v are combined to type %v", t, u)
	}
	if ir.Any(e.Body, func(e Expr) bool { return e.Form() == FormCheck }) {
		c.errorf(e, "the code of a fold may fail")
	}
	if e.Scan {
		return types.Seq(t)
	}
	return t
}
