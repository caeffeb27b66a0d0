package body

// Statements of kernels and of the host.

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
)

// stmts writes a block.
func (g *writer) stmts(e kir.Expr) {
	g.aside(func() {
		for _, s := range e.(*kir.Block).Stmts {
			g.parts, g.prepared = map[kir.Expr][]w.Local{}, map[kir.Expr]w.Local{}
			g.stmt(s)
		}
	})
}

func (g *writer) stmt(s kir.Expr) {
	switch s := s.(type) {
	case *kir.Block:
		g.stmts(s)
	case *kir.Def:
		if _, _, ok := g.literal(s.Rhs); ok {
			g.constants[s.Bind] = s.Rhs
			return
		}
		g.masked[s.Bind] = g.isMasked(s.Rhs)
		g.assign(s.Bind, s.Rhs)
	case *kir.Mut:
		g.changed[s.Bind] = true
		g.assign(s.Bind, s.Init)
	case *kir.Set:
		g.together([]*kir.Var{s.Var}, []kir.Expr{s.Rhs})
	case *kir.If:
		g.branch(s.Cond, s.Then, s.Else)
	case *kir.Choose:
		g.bindAll(s.Binds)
		g.yields = append(g.yields, s.Binds)
		g.branch(s.Cond, s.Then, s.Else)
		g.yields = g.yields[:len(g.yields)-1]
	case *kir.Yield:
		g.together(g.yields[len(g.yields)-1], s.Vals)
	case *kir.Loop:
		g.loop(s)
	case *kir.Recur:
		at := g.loops[len(g.loops)-1]
		g.together(at.Vars, s.Args)
		g.Br(at.again)
	case *kir.Exit:
		g.together(g.loops[len(g.loops)-1].Binds, s.Vals)
	case *kir.For:
		g.counted(s)
	case *kir.While:
		g.while(s)
	default:
		if g.host {
			g.profiled(s)
		} else {
			g.kernelStmt(s)
		}
	}
}

func (g *writer) kernelStmt(s kir.Expr) {
	switch s := s.(type) {
	case *kir.Store:
		g.store(s)
	case *kir.Arbitrary:
		g.store(&kir.Store{Node: s.Node, Buf: s.Buf, Idx: s.Idx, Val: s.Val})
	case *kir.CopyRange:
		g.copyRange(s)
	case *kir.Limit:
		g.limit(s)
	case *kir.Share, *kir.Window: // facts
	case *kir.Merge: // one device has all groups
		g.assign(s.Binds[0], kir.N(0))
		g.assign(s.Binds[1], s.Count)
	case *kir.LocalArray:
		g.localArray(s)
	case *kir.Atomic:
		g.atomic(s)
	case *kir.Barrier: // of one work-item
	default:
		panic("wasm: no statement of kernels: " + kir.Show(s))
	}
}

// assign computes e into a variable that e does not mention.
func (g *writer) assign(v *kir.Var, e kir.Expr) {
	ls := g.bind(v)
	if kir.LanesOf(v.Type) > 0 {
		g.lanesInto(ls, e)
		return
	}
	g.expr(e)
	g.Set(ls[0])
}

// together assigns all at once: a value may mention the variables.
func (g *writer) together(vs []*kir.Var, es []kir.Expr) {
	var to []w.Local
	for i, v := range vs {
		if kir.VarOf(es[i]) == v {
			continue
		}
		ls := g.bind(v)
		if kir.LanesOf(v.Type) > 0 {
			g.pushLanes(es[i])
		} else {
			g.expr(es[i])
		}
		to = append(to, ls...)
	}
	g.setAll(to)
}

// branch writes a conditional; the arms of a negation are swapped.
func (g *writer) branch(cond, then, els kir.Expr) {
	if p, ok := cond.(*kir.Prim); ok && p.Op.Name == "not" && len(els.(*kir.Block).Stmts) > 0 {
		cond, then, els = p.Args[0], els, then
	}
	g.expr(cond)
	g.If(w.NoResult)
	g.stmts(then)
	if len(els.(*kir.Block).Stmts) > 0 {
		g.Else()
		g.stmts(els)
	}
	g.End()
}
