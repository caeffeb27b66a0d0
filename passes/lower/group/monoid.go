package group

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// A Monoid combines one result of a reduction or scan: by the operator of a primitive,
// or, together with the monoids next to it, by a function.
type Monoid struct {
	Op   prim.Rop
	Elem *types.Type
	Join *Join
}

// A Join combines tuples by a function, whose code is written wherever two of them
// become one. Zeros are its identity.
type Join struct {
	Width   int
	Text    string // tells joins apart
	Combine func(k *build.Kernel, xs, ys []kir.Expr) []kir.Expr
}

// Ordered reports whether functions combine some of the values. Then there is no
// primitive that a template could rely on, and what is combined must stay in order.
func Ordered(ms []Monoid) bool {
	return slices.ContainsFunc(ms, func(m Monoid) bool { return m.Join != nil })
}

// Unit is the identity.
func (m Monoid) Unit() kir.Expr {
	if m.Join != nil {
		return kir.Zero(m.Elem)
	}
	return op.Unit(m.Op, m.Elem)
}

// Units is the identity of every monoid.
func Units(ms []Monoid) []kir.Expr {
	es := make([]kir.Expr, len(ms))
	for i, m := range ms {
		es[i] = m.Unit()
	}
	return es
}

// Elems is the types of what is combined.
func Elems(ms []Monoid) []*types.Type {
	ts := make([]*types.Type, len(ms))
	for i, m := range ms {
		ts[i] = m.Elem
	}
	return ts
}

// CombineAll combines two lists of values. What functions make of them is named, so
// that sums can be set one after another.
func CombineAll(k *build.Kernel, ms []Monoid, xs, ys []kir.Expr) []kir.Expr {
	es := make([]kir.Expr, 0, len(ms))
	for i := 0; i < len(ms); i = len(es) {
		if j := ms[i].Join; j != nil {
			end := i + j.Width
			es = append(es, j.Combine(k, xs[i:end], ys[i:end])...)
		} else {
			es = append(es, op.Combine(ms[i].Op, xs[i], ys[i]))
		}
	}
	return es
}

// Describe tells lists of monoids apart.
func Describe(ms []Monoid) (out []any) {
	for _, m := range ms {
		out = append(out, m.Op, m.Elem.String())
		if m.Join != nil {
			out = append(out, m.Join.Text)
		}
	}
	return out
}
