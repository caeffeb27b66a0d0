// Package appends is what maps append: filters and rows that are made in their places.
package appends

// What a map appends: the arrays that it reads, each from its start to its end.

import (
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// A concatTree is an array vec, a single element val, or the elements of then below
// index at and those of els from there on.
type concatTree struct {
	vec       *lcu.Var
	val       lcu.Expr
	at        lcu.Expr
	then, els *concatTree
}

// concatOf is what the results of a thunk append, nil unless all do.
func concatOf(t *lcu.Thunk) []*concatTree {
	a := &concatFinder{index: t.Params[0], defs: map[*lcu.Var]definition{}}
	vals := a.results(t.Body)
	out := make([]*concatTree, len(vals))
	for k, v := range vals {
		if out[k] = a.tree(v, nil); out[k] == nil || out[k].then == nil {
			return nil
		}
	}
	return out
}

// A concatFinder knows the definitions in a thunk.
type concatFinder struct {
	index *lcu.Var
	defs  map[*lcu.Var]definition
}

// A definition is result k of e.
type definition struct {
	e lcu.Expr
	k int
}

// results notes the lets of a body and returns what it yields, nil if it ends
// in anything but a Ret.
func (a *concatFinder) results(e lcu.Expr) []lcu.Expr {
	for let, ok := e.(*lcu.Let); ok; let, ok = e.(*lcu.Let) {
		for k, v := range let.Binds {
			a.defs[v] = definition{let.Rhs, k}
		}
		e = let.Body
	}
	if ret, ok := e.(*lcu.Ret); ok {
		return ret.Vals
	}
	return nil
}

func (a *concatFinder) def(e lcu.Expr) definition {
	if r, ok := e.(*lcu.Ref); ok {
		return a.defs[r.Var]
	}
	return definition{}
}

// tree is what the atom e appends, read at the index less all of offs.
func (a *concatFinder) tree(e lcu.Expr, offs []lcu.Expr) *concatTree {
	if a.def(e).e == nil && !lcu.SameAtom(e, lcu.Use(a.index)) {
		return &concatTree{val: e}
	}
	switch d := a.def(e); x := d.e.(type) {
	case *lcu.At:
		if vec := x.Vec.(*lcu.Ref).Var; a.isIndex(x.Idx, offs) {
			return &concatTree{vec: vec}
		}
	case *lcu.If:
		lt, ok := a.def(x.Cond).e.(*lcu.Prim)
		if !ok || lt.Op.Code != prim.Lt || !a.isIndex(lt.Args[0], offs) || a.def(lt.Args[1]).e != nil {
			return nil
		}
		then, els := a.results(x.Then), a.results(x.Else)
		if then == nil || els == nil {
			return nil
		}
		t := &concatTree{at: lt.Args[1], then: a.tree(then[d.k], offs)}
		t.els = a.tree(els[d.k], append(offs[:len(offs):len(offs)], t.at))
		if t.then != nil && t.els != nil {
			return t
		}
	}
	return nil
}

// isIndex reports whether e is the index less all of offs.
func (a *concatFinder) isIndex(e lcu.Expr, offs []lcu.Expr) bool {
	if len(offs) == 0 {
		return lcu.SameAtom(e, lcu.Use(a.index))
	}
	p, ok := a.def(e).e.(*lcu.Prim)
	last := len(offs) - 1
	return ok && p.Op.Code == prim.Sub && lcu.SameAtom(p.Args[1], offs[last]) && a.isIndex(p.Args[0], offs[:last])
}
