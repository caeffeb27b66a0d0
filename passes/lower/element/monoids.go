package element

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/lower/group"
)

// Results is the results of a reduction or scan: those that are combined, each with
// its monoid, and those that are passed through.
type Results struct {
	Monoids          []group.Monoid
	Combined, Passed []int
}

// Results separates the results of a reduction or scan.
//
//	(join (a x b y) e)  =>  (def with e[a/x, b/y]) ...
func (s *Source) Results(ops []prim.Rop, joins []*lcu.Thunk) (r Results) {
	left := 0 // of what the first of joins combines
	var join *group.Join
	for i, o := range ops {
		if o == prim.RId {
			r.Passed = append(r.Passed, i)
			continue
		}
		m := group.Monoid{Op: o, Elem: s.Elems[i]}
		if o == prim.RRank { // flags are counted
			m.Op = prim.RAdd
		}
		if o == prim.RJoin {
			if left == 0 {
				join = joined(joins[0])
				joins, left = joins[1:], join.Width
			}
			m.Join = join
			left--
		}
		r.Monoids = append(r.Monoids, m)
		r.Combined = append(r.Combined, i)
	}
	return r
}

// joined combines tuples by a thunk, which captures nothing.
func joined(t *lcu.Thunk) *group.Join {
	return &group.Join{Width: len(t.Params) / 2, Text: lcu.Show(t), Combine: func(k *build.Kernel, xs, ys []kir.Expr) []kir.Expr {
		s := (&Kernel{Kernel: k}).Scope(Place{})
		for i, x := range slices.Concat(xs, ys) {
			s.Env[t.Params[i]] = k.Atom("x", x)
		}
		return k.Defs("with", s.Values(t.Body, lcu.Sigs{}.ResultTypes(t.Body), nil))
	}}
}

// Rest is the types of the results that are passed through.
func (r Results) Rest(elems []*types.Type) []*types.Type { return Pick(elems, r.Passed) }

// Pick is the elements of xs at these places.
func Pick[T any](xs []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = xs[k]
	}
	return out
}
