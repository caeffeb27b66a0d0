package body

// Small loops do several elements a round: there is a check of bounds for all of
// them, and one branch.

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

const (
	atOnce     = 4    // elements of a round
	mostCopied = 90   // forms of a body that is written so many times
	mostForms  = 4096 // of all such bodies of a module
)

// unrollable reports whether a loop over scalars is small, has no other in it, and
// accesses an array at its index.
func (g *writer) unrollable(s *kir.For) bool {
	n, ok := straight(s)
	return ok && n <= g.MostCopied && len(g.indexed(s)) > 0
}

// straight is how many forms the body of a loop over scalars has; it reports whether
// they are less than MostCopied, and no loop.
func straight(s *kir.For) (forms int, ok bool) {
	large := ir.Any(s.Body, func(e kir.Expr) bool {
		forms++
		switch e.(type) {
		case *kir.For, *kir.While, *kir.Loop, *kir.Fold, *kir.Any, *kir.Splat, *kir.Ramp:
			return true
		}
		return forms >= mostCopied
	})
	return forms, !large
}

// Budget is the size of the largest bodies that are copied: where a module has so many
// loops that all copies would be most of it, only those of the smallest bodies are made,
// which gain most.
func Budget(m *kir.Module) int {
	var sizes [mostCopied]int // the forms of all bodies of a size
	for _, k := range m.Kernels {
		ir.Walk(k.Body, func(e kir.Expr) bool {
			if s, ok := e.(*kir.For); ok {
				if n, ok := straight(s); ok {
					sizes[n] += n
				}
			}
			return true
		})
	}
	room := mostForms
	for n, forms := range sizes {
		if room -= forms; room < 0 {
			return n - 1
		}
	}
	return mostCopied
}

// An indexed array is accessed at the index of a loop.
type indexed struct {
	buf    *kir.Var
	always bool // in every round
}

// indexed lists the arrays that a loop accesses at its index.
func (g *writer) indexed(s *kir.For) (out []*indexed) {
	note := func(buf, idx kir.Expr, always bool) {
		b := kir.VarOf(buf)
		if kir.VarOf(idx) != s.Var || g.vars[b] == nil {
			return
		}
		for _, x := range out {
			if x.buf == b {
				x.always = x.always || always
				return
			}
		}
		out = append(out, &indexed{b, always})
	}
	var visit func(e kir.Expr, always bool)
	visit = func(e kir.Expr, always bool) {
		switch e := e.(type) {
		case *kir.Load:
			note(e.Buf, e.Idx, always)
		case *kir.Store:
			note(e.Buf, e.Idx, always)
		case *kir.Arbitrary:
			note(e.Buf, e.Idx, always)
		}
		e.Children(func(_ int, x kir.Expr) { visit(x, always && !conditional(e, x)) })
	}
	visit(s.Body, true)
	return out
}

// conditional reports whether x, a part of e, may be left out.
func conditional(e, x kir.Expr) bool {
	switch e := e.(type) {
	case *kir.If:
		return x != e.Cond
	case *kir.Choose:
		return x != e.Cond
	case *kir.Select:
		return x != e.Cond
	}
	return false
}

// unrolled does rounds of atOnce elements, as long as there are so many.
func (g *writer) unrolled(s *kir.For, c counter) {
	enough := func() {
		g.Get(c.hi)
		g.Get(c.i)
		g.Op(g.i(prim.Sub))
		g.int(atOnce)
		g.Op(g.i(prim.Ge))
		g.If(w.NoResult)
	}
	// hi - i is negative if there are very many
	g.Get(c.i)
	g.Get(c.hi)
	g.Op(g.i(prim.Lt))
	g.If(w.NoResult)
	enough()
	again := g.Loop()
	g.aside(func() {
		arrays := g.indexed(s)
		first := make([]w.Local, len(arrays))
		for i, a := range arrays {
			first[i] = g.firstOf(a, c.i)
		}
		index := g.vars[s.Var]
		for k := range atOnce {
			for i, a := range arrays {
				g.addresses[element{a.buf, s.Var}] = address{first[i], uint32(k) << g.Shift(a.buf.Type.Elem())}
			}
			if k > 0 {
				l := g.temp(types.Int)
				g.Get(c.i)
				g.int(int64(k))
				g.Op(g.i(prim.Add))
				g.Set(l)
				g.vars[s.Var] = []w.Local{l}
			}
			g.stmts(s.Body)
		}
		g.vars[s.Var] = index
	})
	g.Get(c.i)
	g.int(atOnce)
	g.Op(g.i(prim.Add))
	g.Set(c.i)
	enough()
	g.Br(again)
	g.End()
	g.End()
	g.End()
	g.End()
}

// firstOf is the address of the first element of a round. That of the last one is
// checked, by a load of which engines leave nothing else, so the others need not be.
func (g *writer) firstOf(a *indexed, i w.Local) w.Local {
	t := a.buf.Type.Elem()
	l := g.Local("", w.I32)
	g.Get(g.vars[a.buf][0])
	g.Get(i)
	g.scale(g.Shift(t))
	g.Op(w.I32Add)
	g.Set(l)
	if a.always {
		g.Get(l)
		g.access(g.loadOp(t), t, (atOnce-1)<<g.Shift(t))
		g.Op(w.Drop)
	}
	return l
}
