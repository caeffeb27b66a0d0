package body

// Small loops do several elements a round: there is a check of bounds for all of
// them, and one branch. A loop in another goes over a row, whose end is hard to foretell: it may
// leave a round behind any element, which is one wrong guess, where whole rounds and a loop over
// what they leave are two. Wazero keeps where memory is and what it has checked only as long as
// ways do not come together, so an element that fails leaves the rounds for good, and what
// is stored under a condition is stored elsewhere if it does not hold.

import (
	"nessiec/backends/wasm/emit/loops"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// How many elements a round has. Behind the last element of an array is room for those of a
// round of a row that are not there (module/layout.go).
const (
	atOnce     = 4
	ofSmallRow = 8 // if the body is half as large as the largest
)

// rounds is how many elements a round of a loop has: some if it is over scalars, small, has
// no other in it, and accesses an array at its index. row says that it may end behind any.
func (g *writer) rounds(s *kir.For) (n int, row bool) {
	forms, ok := loops.Straight(s)
	if !ok || forms > g.MostCopied || loops.Short(s) || len(loops.NearOf(s)) == 0 {
		return 0, false
	}
	row = g.depth > 0
	if row && forms <= g.MostCopied/2 {
		return ofSmallRow, row
	}
	return atOnce, row
}

// unrolled does rounds of n elements, as long as none fails and there are so many, or, of a
// row, there is one: an element that fails leaves the rounds, and the loop behind them begins
// with it.
func (g *writer) unrolled(s *kir.For, c counter, n int, row bool) {
	open := 0
	more := func() {
		g.Get(c.i)
		g.Get(c.hi)
		g.Op(g.i(prim.Lt))
		g.If(w.NoResult)
		open++
	}
	enough := more
	more()
	if !row { // hi - i is negative if there are very many
		enough = func() {
			g.Get(c.hi)
			g.Get(c.i)
			g.Op(g.i(prim.Sub))
			g.int(int64(n))
			g.Op(g.i(prim.Ge))
			g.If(w.NoResult)
			open++
		}
		enough()
	}
	again := g.Loop()
	g.aside(func() {
		near := loops.NearOf(s)
		first := make([]address, len(near))
		for i, x := range near {
			first[i] = address{local: g.firstOf(x, n), joins: g.Joins()}
		}
		for k := range n {
			g.aside(func() {
				for i, x := range near {
					g.addresses[element{x.Buf, x.Idx}] = first[i]
					first[i].off += 1 << g.Shift(x.Buf.Type.Elem())
				}
				checks, _ := g.succeeding(s.Body, true)
				open += checks
			})
			g.Get(c.i)
			g.int(1)
			g.Op(g.i(prim.Add))
			g.Set(c.i)
			if row || k == n-1 {
				enough()
			}
		}
	})
	g.Br(again)
	for range open + 1 { // and the loop
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

// firstOf is the address of an element of the first element of a round of n. That of the last
// one is checked, by a load of which engines leave nothing else, so the others need not be.
func (g *writer) firstOf(a *loops.Near, n int) w.Local {
	t := a.Buf.Type.Elem()
	l := g.Local("", w.I32)
	g.Get(g.vars[a.Buf][0])
	g.expr(a.At)
	g.scale(g.Shift(t))
	g.Op(w.I32Add)
	g.Set(l)
	if a.Always {
		g.Get(l)
		g.access(g.loadOp(t), t, (uint32(n)-1+a.Off)<<g.Shift(t))
		g.Op(w.Drop)
	}
	return l
}
