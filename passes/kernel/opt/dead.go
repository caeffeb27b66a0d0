// Package opt has the analyses and rewrites that passes over kernels share: dead
// code, common subexpressions, costs, outlining of kernels, properties of SOACs.
package opt

// Dead code in host code and thunks, and small things.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Dead removes lets of total operations that nothing uses, and results of maps
// and conditionals that nothing uses.
func Dead(e lcu.Expr) lcu.Expr { return (&remover{map[*lcu.Var]bool{}}).body(e) }

// A remover goes from the bottom up, so that it meets uses before binders.
type remover struct{ live map[*lcu.Var]bool }

func (d *remover) body(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		e = e.MapBodies(d.body)
		return e.MapOperands(d.operand)
	}
	binds, rhs, body := let.Binds, let.Rhs, d.body(let.Body)
	some := slices.ContainsFunc(binds, d.used)
	if !some && Removable(rhs) {
		return body
	}
	if slices.ContainsFunc(binds, d.unused) && (some || isMap(rhs)) {
		keep := make([]bool, len(binds))
		for i, v := range binds {
			keep[i] = d.used(v)
		}
		binds, rhs = prune(binds, rhs, keep)
	}
	rhs = d.body(rhs)
	if body == let.Body && rhs == let.Rhs {
		return let
	}
	return &lcu.Let{Node: let.Node, Binds: binds, Rhs: rhs, Body: body}
}

func (d *remover) used(v *lcu.Var) bool   { return d.live[v] }
func (d *remover) unused(v *lcu.Var) bool { return !d.live[v] }

func (d *remover) operand(e lcu.Expr) lcu.Expr {
	if t, ok := e.(*lcu.Thunk); ok {
		return d.body(t)
	}
	if r, ok := e.(*lcu.Ref); ok {
		d.live[r.Var] = true
	}
	return e
}

// Removable reports whether e neither fails nor has an effect.
func Removable(e lcu.Expr) bool {
	total := true
	ir.Walk(e, func(e lcu.Expr) bool {
		switch e := e.(type) {
		case *lcu.Check, *lcu.Time, *lcu.Call:
			total = false
		case *lcu.Prim:
			total = total && e.Op.Class == prim.Scalar
		}
		return total
	})
	return total
}

// prune drops results of an operation where that is possible.
func prune(vs []*lcu.Var, e lcu.Expr, keep []bool) ([]*lcu.Var, lcu.Expr) {
	switch e := e.(type) {
	case *lcu.Map:
		return ir.Kept(vs, keep), &lcu.Map{Node: e.Node, N: e.N, T: KeepResults(e.T, keep).(*lcu.Thunk)}
	case *lcu.SegMap:
		return ir.Kept(vs, keep), &lcu.SegMap{Node: e.Node, N: e.N, Segs: e.Segs, T: KeepResults(e.T, keep).(*lcu.Thunk)}
	case *lcu.Scatter:
		out := &lcu.Scatter{Node: e.Node, Op: e.Op, N: e.N, Into: ir.Kept(e.Into, keep), T: KeepResults(e.T, keep).(*lcu.Thunk), Dest: e.Dest}
		if e.Places() > 1 {
			out.Dest = KeepResults(e.Dest, keep).(*lcu.Thunk)
		}
		return ir.Kept(vs, keep), out
	case *lcu.Update:
		return ir.Kept(vs, keep), &lcu.Update{Node: e.Node, N: e.N, Segs: e.Segs, Into: e.Into, Sizes: e.Sizes, T: KeepResults(e.T, keep).(*lcu.Thunk)}
	case *lcu.If, *lcu.Loop:
		return ir.Kept(vs, keep), KeepResults(e, keep)
	}
	return vs, e
}

// isMap reports whether e is a map, of which only checks may be left.
func isMap(e lcu.Expr) bool {
	f := e.Form()
	return f == lcu.FormMap || f == lcu.FormSegMap
}

// KeepResults is a tail that yields only the results to keep.
func KeepResults(e lcu.Expr, keep []bool) lcu.Expr {
	switch e := e.(type) {
	case *lcu.Let:
		out := *e
		out.Body = KeepResults(e.Body, keep)
		return &out
	case *lcu.Ret:
		return &lcu.Ret{Node: e.Node, Vals: ir.Kept(e.Vals, keep)}
	case *lcu.Recur:
		return e
	}
	return e.MapBodies(func(b lcu.Expr) lcu.Expr { return KeepResults(b, keep) })
}

// Splice puts a body, whose results have these types, into l and returns its
// results as atoms.
func Splice(l *lcu.Lets, e lcu.Expr, ts []*types.Type) []lcu.Expr {
	switch e := e.(type) {
	case *lcu.Let:
		l.Set(e.Binds, e.Rhs)
		return Splice(l, e.Body, ts)
	case *lcu.Check:
		l.Wrap(func(then lcu.Expr) lcu.Expr {
			return &lcu.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: then}
		})
		return Splice(l, e.Then, ts)
	case *lcu.Ret:
		return e.Vals
	}
	vs := make([]*lcu.Var, len(ts))
	for i, t := range ts {
		vs[i] = lcu.NewVar("x", t)
	}
	l.Set(vs, e)
	return lcu.Uses(vs)
}

// SameAtoms reports whether two lists are the same atoms.
func SameAtoms(as, bs []lcu.Expr) bool { return slices.EqualFunc(as, bs, lcu.SameAtom) }
