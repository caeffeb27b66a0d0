package flatten

// Results of lifted functions: as few vectors as their aliases allow.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// resultLeaves lists the vectors of a result of type t over sp; sequences with
// an alias must share the data it names.
func (t *translator) resultLeaves(b *emit.Block, r rep.Value, fn string, ty *types.Type, sp *emit.Space, params []rep.Value) []fkl.Expr {
	return rep.Values(b, t.result(fn).Leaves(b, rep.Lift(b, r, sp), ty, sp, params, func(node int) { t.setOwnData(fn, node) }))
}

// setOwnData notes that a sequence in the result of fn has data of its own; another
// translation follows.
func (t *translator) setOwnData(fn string, node int) {
	if t.own[fn] == nil {
		t.own[fn] = map[int]bool{}
	}
	t.own[fn][node] = true
	t.Learn(fn)
}

func (t *translator) newRecursion(fn string, body nkl.Expr) boundary.Recursion {
	r := boundary.Recursion{Fn: fn, Cycle: t.recursive[fn], TailIfs: map[*nkl.If]bool{}, FromCalls: map[*fkl.Var]bool{}}
	if r.Cycle != 0 {
		r.Results(body)
		r.Chained = boundary.Chains(body, t.onCycle(r.Cycle))
	}
	return r
}

// parameter is the crossing of parameter i of the lifted version of fn, whose components have
// these totals.
func (t *translator) parameter(fn string, i int, totals []*rep.SizeParam) *boundary.Crossing {
	l := t.lifteds[fn]
	ty := l.Params[i+1].Type.Elem()
	return &boundary.Crossing{Regular: boundary.OneLength(l, ty), From: boundary.OwnData(ty), Totals: totals[:len(types.Leaves(ty))]}
}

// result is the crossing of what the lifted version of fn yields.
func (t *translator) result(fn string) *boundary.Crossing {
	l := t.lifteds[fn]
	return &boundary.Crossing{Regular: boundary.OneLength(l, l.Result.Elem()), From: t.aliases[fn], Totals: t.sizeParams.Results[fn]}
}
