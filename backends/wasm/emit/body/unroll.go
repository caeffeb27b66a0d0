package body

// Small loops do several elements a round: there is a check of bounds for all of
// them, and one branch. Wazero keeps where memory is and what it has checked only as long as
// ways do not come together, so an element that fails leaves the rounds for good, and what
// is stored under a condition is stored elsewhere if it does not hold.

import (
	"nessiec/backends/wasm/emit/loops"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

const atOnce = 4 // elements of a round

// unrollable reports whether a loop over scalars is small, has no other in it, and
// accesses an array at its index.
func (g *writer) unrollable(s *kir.For) bool {
	n, ok := loops.Straight(s)
	return ok && n <= g.MostCopied && !loops.Short(s) && len(loops.NearOf(s)) > 0
}

// unrolled does rounds of atOnce elements, as long as there are so many and none fails:
// an element that does leaves the rounds, and the loop behind them begins with it.
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
	open := 0
	g.aside(func() {
		near := loops.NearOf(s)
		first := make([]address, len(near))
		for i, x := range near {
			first[i] = address{local: g.firstOf(x), joins: g.Joins()}
		}
		for range atOnce {
			g.aside(func() {
				for i, x := range near {
					g.addresses[element{x.Buf, x.Idx}] = first[i]
					first[i].off += 1 << g.Shift(x.Buf.Type.Elem())
				}
				n, _ := g.succeeding(s.Body, true)
				open += n
			})
			g.Get(c.i)
			g.int(1)
			g.Op(g.i(prim.Add))
			g.Set(c.i)
		}
	})
	enough()
	g.Br(again)
	for range open + 4 { // and enough, the loop, enough, and whether there is an element
		g.End()
	}
}

// succeeding writes the statements of a block for an element that does not fail. Behind a
// check that holds an If stays open, out of which comes what fails; it returns how many. What
// is done before such a check is done again by the loop behind the rounds, so a check behind
// what must be done once, that is, if again is false, is written as it is.
func (g *writer) succeeding(block kir.Expr, again bool) (open int, _ bool) {
	for _, s := range block.(*kir.Block).Stmts {
		g.parts, g.prepared = map[kir.Expr][]w.Local{}, map[kir.Expr]w.Local{}
		cond, then, els := loops.Arms(s)
		if stores := onlyStores(s); stores != nil {
			g.storeIf(cond, stores)
			again = false
			continue
		}
		if !again || cond == nil || !loops.Fails(then) && !loops.Fails(els) {
			g.stmt(s)
			again = again && !loops.Changes(s)
			continue
		}
		if loops.Fails(then) {
			g.negation(cond)
			then = els
		} else {
			g.expr(cond)
		}
		g.If(w.NoResult)
		if c, ok := s.(*kir.Choose); ok {
			g.bindAll(c.Binds)
			g.yields = append(g.yields, c.Binds)
		}
		n := 0
		n, again = g.succeeding(then, again)
		open += n + 1
		if s.Form() == kir.FormChoose {
			g.yields = g.yields[:len(g.yields)-1]
		}
	}
	return open, again
}

// onlyStores is the stores that a conditional statement consists of, if each is of a variable
// or a literal, to an index that is quickly computed; or nil.
func onlyStores(s kir.Expr) (stores []*kir.Store) {
	c, ok := s.(*kir.If)
	if !ok || len(c.Else.(*kir.Block).Stmts) > 0 {
		return nil
	}
	for _, s := range c.Then.(*kir.Block).Stmts {
		x, ok := s.(*kir.Store)
		if !ok || !kir.IsAtom(x.Val) || !cheap(x.Idx) {
			return nil
		}
		stores = append(stores, x)
	}
	return stores
}

// firstOf is the address of an element of the first element of a round. That of the last
// one is checked, by a load of which engines leave nothing else, so the others need not be.
func (g *writer) firstOf(a *loops.Near) w.Local {
	t := a.Buf.Type.Elem()
	l := g.Local("", w.I32)
	g.Get(g.vars[a.Buf][0])
	g.expr(a.At)
	g.scale(g.Shift(t))
	g.Op(w.I32Add)
	g.Set(l)
	if a.Always {
		g.Get(l)
		g.access(g.loadOp(t), t, (atOnce-1+a.Off)<<g.Shift(t))
		g.Op(w.Drop)
	}
	return l
}
