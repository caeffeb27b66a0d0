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
	var flat []rep.Value
	types, from, totals := rep.Components(ty), t.aliases[fn], t.sizeParams.Results[fn]
	node := 0
	for i, c := range rep.Parts(rep.Lift(b, r, sp)) {
		n := rep.Nodes(types[i])
		boundary.Own(b, c, types[i], from[node:node+n], params, &flat, func(k int) { t.setOwnData(fn, node+k) })
		node += n
		if totals[i].Open() {
			flat = append(flat, rep.Scalar{Atom: rep.PassTotal(b, totals[i], c, sp)})
		}
	}
	return rep.Values(b, flat)
}

// setOwnData notes that a sequence in the result of fn has data of its own; another
// translation follows.
func (t *translator) setOwnData(fn string, node int) {
	if t.own[fn] == nil {
		t.own[fn] = map[int]bool{}
	}
	t.own[fn][node] = true
	t.sizeParams.Changed = true
}

func (t *translator) newRecursion(fn string, body nkl.Expr) boundary.Recursion {
	r := boundary.Recursion{Fn: fn, Cycle: t.recursive[fn], TailIfs: map[*nkl.If]bool{}, FromCalls: map[*fkl.Var]bool{}}
	if r.Cycle != 0 {
		r.Results(body)
	}
	return r
}
