package regions

// What the host has to know from the device, and when: sizes of runs, checks,
// and what follows the region. Scalars that only kernels use stay on the device.

import (
	"maps"
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/fusion"
)

// outside stands for the beginning of a region, and for its end.
const outside = -1

// syncs adds the reads of the host to the problem.
func (r *region) syncs(p *fusion.Problem) {
	need := r.known()
	reads := map[*lcu.Var]map[int]bool{} // runs of which the host reads results to know a scalar
	before := map[*stmt]map[int]bool{}   // and for the checks before a statement
	all := func(it *stmt) map[int]bool {
		out := maps.Clone(before[it])
		for v := range it.uses {
			if need[v] {
				maps.Copy(out, reads[v])
			}
		}
		return out
	}
	add := func(from map[int]bool, to int) {
		for _, i := range slices.Sorted(maps.Keys(from)) {
			if i != to {
				p.Syncs = append(p.Syncs, fusion.Sync{From: i, To: to, Times: 1})
			}
		}
	}
	for _, it := range r.stmts {
		before[it] = map[int]bool{}
		for _, d := range it.deps {
			if maps.Copy(before[it], before[d]); d.check != nil {
				maps.Copy(before[it], all(d))
			}
		}
		switch {
		case it.check != nil:
			add(all(it), outside)
		case it.node != nil:
			add(all(it), it.node.num)
		}
		r.reads(it, reads)
	}
	last := map[int]bool{}
	for v := range r.tailUses {
		maps.Copy(last, reads[v])
	}
	add(last, outside)
	p.LimitSyncs()
}

// known is the scalars that the host has to know.
func (r *region) known() map[*lcu.Var]bool {
	need := maps.Clone(r.tailUses)
	for _, it := range slices.Backward(r.stmts) {
		mark := func(e lcu.Expr) lcu.Expr {
			if x, ok := e.(*lcu.Ref); ok && x.Var.Type.Kind != types.KVec {
				need[x.Var] = true
			}
			return e
		}
		switch {
		case it.check != nil:
			mark(it.check.Cond)
		case it.node != nil:
			lcu.Inner(it.node.soac).MapOperands(mark)
		case slices.ContainsFunc(it.let.Binds, func(v *lcu.Var) bool { return need[v] }):
			it.let.Rhs.MapOperands(mark)
		}
	}
	return need
}

// reads notes of which runs the host reads results to know what a statement defines.
func (r *region) reads(it *stmt, reads map[*lcu.Var]map[int]bool) {
	if it.let == nil {
		return
	}
	from := map[int]bool{}
	at, _ := it.let.Rhs.(*lcu.At)
	switch {
	case it.node != nil:
		from[it.node.num] = true
	case it.count != nil:
		from[it.count.num] = true
	case at != nil:
		if made, ok := r.made[at.Vec.(*lcu.Ref).Var]; ok {
			from[made.invocation.num] = true
		} else {
			from[outside] = true
		}
	}
	if it.node == nil {
		for v := range it.uses {
			maps.Copy(from, reads[v])
		}
	}
	for _, v := range it.let.Binds {
		if v.Type.Kind != types.KVec {
			reads[v] = from
		}
	}
}
