package group

import (
	"nessiec/ir/kir"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// A Scan is what a scan of a range does. Elements have segment ids if ID is not nil:
// then only neighbours with equal ids are combined.
type Scan struct {
	Monoids []Monoid
	Init    []kir.Expr // what precedes the range
	ID      kir.Expr   // the segment id of that
	// Prepare, if not nil, is called for every tile of a parallel group.
	Prepare func(size int, start kir.Expr)
	// Elem is the segment id and the values of element i, at a place in its tile (nil in
	// serial groups).
	Elem func(at kir.Expr, i Index) (id kir.Expr, vals []kir.Expr)
	// Emit receives what precedes element i, without and with its own value. It may be
	// nil in parallel groups.
	Emit func(i Index, id kir.Expr, before func() []kir.Expr, with []kir.Expr)
}

// initial is what precedes the range, with its id in front.
func (s Scan) initial() []kir.Expr {
	if s.ID == nil {
		return s.Init
	}
	return append([]kir.Expr{s.ID}, s.Init...)
}

// element is Elem, with the id in front.
func (s Scan) element(at, i kir.Expr) []kir.Expr {
	id, vals := s.Elem(at, Index{I: i})
	if s.ID == nil {
		return vals
	}
	return append([]kir.Expr{id}, vals...)
}

// parts takes the id off.
func (s Scan) parts(vals []kir.Expr) (id kir.Expr, rest []kir.Expr) {
	if s.ID == nil {
		return nil, vals
	}
	return vals[0], vals[1:]
}

// Preceding is the sum of all chunks before this one, of which part has the inclusive
// scan.
func Preceding(k *build.Kernel, ms []Monoid, part []*kir.Var) []kir.Expr {
	before := op.Sub(op.GroupID(), op.N(1))
	return k.Defs("start", op.SelectAll(op.Gt(op.GroupID(), op.N(0)), op.Loads(part, before), Units(ms)))
}
