package flatten

// Elements that have ended, and wait for others before they leave a lockstep.

import (
	"maps"
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// waits is end as one at which elements wait for others, nil if they do not: those whose
// state is scalars do where launches cost more than work, until half of all have ended.
func (k *lockstep) waits(binds []*nkl.Var, body, end nkl.Expr) *boundary.WaitingEnd {
	if !k.t.launchesCost || slices.ContainsFunc(k.args, func(a *loopParam) bool { return !a.same && (a.t.Kind == types.KSeq || a.n != nil) }) {
		return nil
	}
	return boundary.WaitingEndOf(k.of.Of, body, end, func(i int) bool { return k.kept.first(binds[i+1]) == nil })
}

// wait is an iteration that ends as e says; elements leave if half of them have ended.
func (k *lockstep) wait(b *emit.Block, s *scope, binds []*nkl.Var, e *boundary.WaitingEnd, dense fkl.Expr) fkl.Expr {
	flags := rep.Lift(b, k.t.expr(b, s, e.Cond, types.Bool), s.sp)
	ended := func(eb *emit.Block, seg, idx, yes, no fkl.Expr) fkl.Expr {
		if e.Then == e.Again {
			yes, no = no, yes
		}
		return eb.Prim(prim.Select, rep.AtomType(yes), rep.ReadOwn(eb, flags, seg, idx), yes, no)
	}
	before := before(b, s.sp, func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr { return ended(eb, seg, idx, emit.Num(1), emit.Num(0)) })
	var all []rep.Value
	next := map[*nkl.Var]rep.Value{}
	for _, i := range e.Args {
		var vals []rep.Value
		was := rep.Parts(s.lookup(b, binds[i+1]))
		for c, r := range rep.Parts(rep.Lift(b, k.t.expr(b, s, e.Again.Args[i], nil), s.sp)) {
			vals = append(vals, &rep.Delayed{Type: types.Leaves(binds[i+1].Type)[c], Pos: b.Pos, Space: s.sp, Reads: true, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
				return ended(eb, seg, idx, rep.ReadOwn(eb, was[c], seg, idx), rep.ReadOwn(eb, r, seg, idx))
			}})
		}
		all, next[e.Again.Args[i].(*nkl.Ref).Var] = append(all, vals...), boundary.Assemble(binds[i+1].Type, vals)
	}
	stays := append([]fkl.Expr{s.sp.N, rep.Vec(b, k.idx), dense}, rep.Vecs(b, all...)...)
	maps.Copy(s.vars, next)
	for _, o := range k.outs {
		stays = append(stays, fkl.Uses(o.vars)...)
	}
	n := b.At(types.Int, before, s.sp.N)
	few := b.Prim(prim.Lt, types.Bool, b.Add(n, n), s.sp.N)
	return b.In(&fkl.If{Cond: few, Then: b.Nested().In(&fkl.Recur{Args: stays}), Else: k.leaving(b.Nested(), s, e.If, dense)})
}
