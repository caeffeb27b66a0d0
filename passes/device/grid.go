package device

// Grids: reductions of rows of one length whose rows are numbered by two
// numbers, as every entry of a matrix product is by its row and column. What
// the thunk computes is sorted by the numbers it depends on; what does not
// depend on both is the same for many entries, and is computed once for a tile
// of them (tiles.go).

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
)

// An axis is a number that values of a thunk depend on; axes is a set of them.
type axes byte

const (
	alongRow axes = 1 << iota // the index in the row that is summed
	ofRow                     // the entry's row
	ofCol                     // the entry's column
)

const (
	ofEntry = ofRow | ofCol
	allAxes = alongRow | ofEntry
)

// A grid is a thunk of s and i taken apart, for entries s = row * cols + col. A
// lone grid has one column: rows whose elements are computed from what belongs to
// the row and what belongs to the index, as forces between bodies are.
type grid struct {
	thunk  *lcu.Thunk
	length lcu.Expr // nil if the host has to see whether all are the same
	offs   *lcu.Var // of the segments then
	cols   lcu.Expr
	asCols []*lcu.Var // parameters that an epilogue takes for cols, as the host has to see
	lone   bool
	facets map[*lcu.Var]facet
	deps   map[*lcu.Var]axes
	lets   []*lcu.Let
	ret    *lcu.Ret
	stored map[axes][]*lcu.Var // what tiles hold, by what it depends on
	inner  lcu.Expr            // what is computed for every entry and index
	ops    int                 // in inner
}

// gridOf takes a segmented reduction apart; nil if it is no grid, or if tiles
// of it would not save any reads.
func gridOf(soac lcu.Expr) *grid {
	s, ok := soac.(*lcu.SegReduce)
	if !ok {
		return nil
	}
	g := &grid{thunk: s.T}
	if _, length, ok := lcu.Equal(s.Segs); ok {
		g.length = length
	} else {
		g.offs = s.Segs[0].(*lcu.Ref).Var
	}
	if !g.straight() {
		return nil
	}
	for _, c := range g.divisors() {
		g.cols = c
		if g.classify(); g.worthwhile() {
			return g
		}
	}
	if g.offs != nil {
		return nil
	}
	g.cols, g.lone = &lcu.Int{Val: 1}, true
	if g.classify(); g.worthwhile() {
		return g
	}
	return nil
}

// whole is what everything that is computed for every entry and index depends on.
func (g *grid) whole() axes {
	if g.lone {
		return ofRow | alongRow
	}
	return ofEntry
}

// straight finds the operations and checks of the thunk; false if it ends in
// anything but its results.
func (g *grid) straight() bool {
	e := g.thunk.Body
	for {
		switch x := e.(type) {
		case *lcu.Let:
			g.lets = append(g.lets, x)
			e = x.Body
		case *lcu.Check:
			e = x.Then
		case *lcu.Ret:
			g.ret = x
			return true
		default:
			return false
		}
	}
}

// divisors is the numbers that the number of the segment is divided by.
func (g *grid) divisors() (cs []lcu.Expr) {
	g.classify()
	for _, let := range g.lets {
		p, ok := let.Rhs.(*lcu.Prim)
		if !ok || p.Op.Name != "div" && p.Op.Name != "rem" || g.facetOf(p.Args[0]) != theSegment || g.axesOf(p.Args[1]) != 0 {
			continue
		}
		if r, ok := p.Args[1].(*lcu.Ref); ok && g.defined(r.Var) {
			continue // made in the thunk: the host does not know it
		}
		if !slices.ContainsFunc(cs, func(c lcu.Expr) bool { return lcu.SameAtom(c, p.Args[1]) }) {
			cs = append(cs, p.Args[1])
		}
	}
	return cs
}

func (g *grid) defined(v *lcu.Var) bool {
	_, ok := g.deps[v]
	return ok
}

func (g *grid) facetOf(e lcu.Expr) facet {
	if r, ok := e.(*lcu.Ref); ok {
		return g.facets[r.Var]
	}
	return noFacet
}

// axesOf is what e depends on.
func (g *grid) axesOf(e lcu.Expr) (d axes) {
	for _, v := range lcu.FreeVars(e) {
		d |= g.deps[v]
	}
	return d
}

// classify finds what every variable is and depends on.
func (g *grid) classify() {
	s, i := g.thunk.Params[0], g.thunk.Params[1]
	g.facets = map[*lcu.Var]facet{s: theSegment, i: thePosition}
	g.deps = map[*lcu.Var]axes{s: g.axesOfFacet(theSegment), i: g.axesOfFacet(thePosition)}
	for _, let := range g.lets {
		d := g.axesOf(let.Rhs)
		if fallible(let.Rhs) {
			d |= g.whole()
		}
		if p := g.known(let.Rhs); p != noFacet {
			d = g.axesOfFacet(p)
			g.facets[let.Binds[0]] = p
		}
		for _, v := range let.Binds {
			g.deps[v] = d
		}
	}
	g.separate()
}

// separate finds what is computed for every entry, checks included, and what that
// uses of the rest.
func (g *grid) separate() {
	g.stored, g.ops = map[axes][]*lcu.Var{}, 0
	need := map[*lcu.Var]bool{}
	use := func(e lcu.Expr) {
		for _, v := range lcu.FreeVars(e) {
			if !g.defined(v) || need[v] {
				continue
			}
			need[v] = true
			if d := g.deps[v]; g.facets[v] == noFacet && d&g.whole() != g.whole() {
				g.stored[d] = append(g.stored[d], v)
			}
		}
	}
	var visit func(e lcu.Expr) lcu.Expr
	visit = func(e lcu.Expr) lcu.Expr {
		switch x := e.(type) {
		case *lcu.Let:
			body := visit(x.Body)
			if v := x.Binds[0]; g.facets[v] != noFacet || g.deps[v]&g.whole() != g.whole() ||
				!fallible(x.Rhs) && !slices.ContainsFunc(x.Binds, func(v *lcu.Var) bool { return need[v] }) {
				return body
			}
			use(x.Rhs)
			g.ops += opsIn(x.Rhs)
			return &lcu.Let{Node: x.Node, Binds: x.Binds, Rhs: x.Rhs, Body: body}
		case *lcu.Check:
			then := visit(x.Then)
			use(x.Cond)
			g.ops++
			return &lcu.Check{Node: x.Node, Cond: x.Cond, Error: x.Error, Then: then}
		}
		use(e)
		return e
	}
	g.inner = visit(g.thunk.Body)
	for _, vs := range g.stored {
		slices.Reverse(vs)
	}
}

// fallible reports whether e has a check.
func fallible(e lcu.Expr) bool {
	return ir.Any(e, func(e lcu.Expr) bool { return e.Form() == lcu.FormCheck })
}

// opsIn is the number of operations in e.
func opsIn(e lcu.Expr) (n int) {
	ir.Walk(e, func(e lcu.Expr) bool {
		switch e.(type) {
		case *lcu.Prim, *lcu.If, *lcu.Loop:
			n++
		}
		return true
	})
	return n
}

// worthwhile reports whether tiles hold what is read from arrays, all of it.
func (g *grid) worthwhile() bool {
	if readsArrays(g.inner) {
		return false
	}
	row, col, read := false, g.lone, false
	for d, vs := range g.stored {
		row, col = row || d&ofRow != 0, col || d&ofCol != 0
		if d == alongRow|ofRow || d == alongRow|ofCol || d == alongRow && g.lone {
			for _, let := range g.slice(vs, d) {
				read = read || readsArrays(let.Rhs)
			}
		}
	}
	return row && col && read
}

func readsArrays(e lcu.Expr) bool {
	return ir.Any(e, func(e lcu.Expr) bool { return e.Form() == lcu.FormAt })
}

// slice is the operations that vs need, of those that depend on d and no more,
// in order. What has a facet in the grid is not computed, nor what depends on
// nothing, unless d is nothing.
func (g *grid) slice(vs []*lcu.Var, d axes) []*lcu.Let {
	need := map[*lcu.Var]bool{}
	for _, v := range vs {
		need[v] = true
	}
	var out []*lcu.Let
	for i := len(g.lets) - 1; i >= 0; i-- {
		let := g.lets[i]
		if v := let.Binds[0]; g.facets[v] != noFacet || g.deps[v] == 0 && d != 0 ||
			!slices.ContainsFunc(let.Binds, func(v *lcu.Var) bool { return need[v] }) {
			continue
		}
		for _, v := range lcu.FreeVars(let.Rhs) {
			need[v] = true
		}
		out = append(out, let)
	}
	slices.Reverse(out)
	return out
}

// invariants is the operations that depend on nothing.
func (g *grid) invariants() (out []*lcu.Let) {
	for _, let := range g.lets {
		if g.deps[let.Binds[0]] == 0 {
			out = append(out, let)
		}
	}
	return out
}

// inOrder reports whether what tiles hold of those that depend on d is read at
// successive places for successive values of an axis.
func (g *grid) inOrder(of, d axes) (found bool) {
	step := map[*lcu.Var]bool{}
	for _, let := range g.lets {
		p, ok := let.Rhs.(*lcu.Prim)
		if !ok {
			continue
		}
		steps := func(e lcu.Expr) bool { r, ok := e.(*lcu.Ref); return ok && (step[r.Var] || g.isAxis(r.Var, d)) }
		still := func(e lcu.Expr) bool { return g.axesOf(e)&d == 0 }
		switch {
		case p.Op.Name == "add" && steps(p.Args[0]) && still(p.Args[1]), p.Op.Name == "add" && still(p.Args[0]) && steps(p.Args[1]),
			p.Op.Name == "sub" && steps(p.Args[0]) && still(p.Args[1]):
			step[let.Binds[0]] = true
		}
	}
	for _, let := range g.slice(g.stored[of], of) {
		if at, ok := let.Rhs.(*lcu.At); ok {
			r, ok := at.Idx.(*lcu.Ref)
			found = found || ok && (step[r.Var] || g.isAxis(r.Var, d))
		}
	}
	return found
}

// isAxis reports whether v is the number of an axis.
func (g *grid) isAxis(v *lcu.Var, d axes) bool {
	p := g.facets[v]
	return p == theIndex && d == alongRow || p == theRow && d == ofRow || p == theCol && d == ofCol
}
