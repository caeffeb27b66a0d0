package device

// What is the same for all elements of a segment is computed once for it, where
// a group goes through segments in a loop: what the thunk reads at the number of
// the segment, and whatever follows from that. All of it is total, so it may be
// computed for an empty segment, too, and before a check.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// inSegment runs f, which writes element code of a thunk for segment seg, after
// what belongs to the segment; of is nil if f evaluates no thunk.
func (g *kernelGen) inSegment(of *plan, seg expr, f func()) {
	if of == nil {
		f()
		return
	}
	g.perSeg, g.hoisted = map[*lcu.Var]expr{}, map[*lcu.Var]bool{}
	for _, v := range of.seg {
		g.access[g.array(v).param] = kir.Gather
		val := g.guarded(v, seg)
		if g.seen.seg[v] {
			val = load(g.array(v).buf, seg)
		}
		g.perSeg[v] = g.Def(v.Name, val)
	}
	g.seg, g.index = seg, nil
	g.hoist(of.thunks()[0], seg)
	if of.positions() {
		g.hoist(of.then, seg)
	}
	f()
	g.perSeg, g.hoisted = nil, nil
}

// hoist computes the operations of a thunk that only depend on its segment, in
// order, arms and loops left alone.
func (g *kernelGen) hoist(t *lcu.Thunk, seg expr) {
	g.early = true
	defer func() { g.early = false }()
	g.env[t.Params[0]] = seg
	varies := map[*lcu.Var]bool{}
	for _, v := range t.Params[1:] {
		varies[v] = true
	}
	e := t.Body
	for {
		switch x := e.(type) {
		case *lcu.Let:
			if invariant(x.Rhs, varies) {
				g.let(x.Binds, x.Rhs)
				g.hoisted[x.Binds[0]] = true
			} else {
				for _, v := range x.Binds {
					varies[v] = true
				}
			}
			e = x.Body
		case *lcu.Check:
			e = x.Then
		default:
			return
		}
	}
}

// invariant reports whether e is one scalar operation or read that uses nothing
// that varies.
func invariant(e lcu.Expr, varies map[*lcu.Var]bool) bool {
	switch e := e.(type) {
	case *lcu.Prim:
		if e.Op.Class != prim.Scalar {
			return false
		}
	case *lcu.At, *lcu.Length:
	default:
		return false
	}
	for _, v := range lcu.FreeVars(e) {
		if varies[v] {
			return false
		}
	}
	return true
}
