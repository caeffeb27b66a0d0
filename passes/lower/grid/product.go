// Package grid is the templates of tiled products: reductions of rows of one length
// whose rows are numbered by two numbers, as every entry of a matrix product is by its
// row and column.
//
//	product   the thunk, sorted by the numbers that its parts depend on
//	roles     which numbers of the product variables are
//	tiling    how big tiles are, and when they pay
//	tiler     the kernel: what tiles hold, and the steps of an entry
//	numbers   the numbers of the product at a place
//	serial    columns of tiles in a serial group
//	parallel  tiles in a parallel group
//
// What does not depend on both numbers is the same for many entries, and is computed
// once for a tile of them. Every entry is summed in the order of its indices, as where
// nothing is shared.
package grid

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/passes/lower/control"
	"nessiec/passes/lower/element"
)

// A deps is the numbers that a value of a thunk depends on.
type deps byte

const (
	alongRow deps = 1 << iota // the index in the row that is summed
	ofRow                     // the entry's row
	ofCol                     // the entry's column
)

const (
	ofEntry = ofRow | ofCol
	onAll   = alongRow | ofEntry
)

// A Product is a thunk of s and i taken apart, for entries s = row * cols + col. All
// pairs have one column: rows whose elements are computed from what belongs to
// the row and what belongs to the index, as forces between bodies are.
type Product struct {
	Length   lcu.Expr   // nil if the host has to see whether all are the same
	Cols     lcu.Expr   // how many columns
	AsCols   []*lcu.Var // parameters that an epilogue takes for Cols, as the host has to see
	thunk    *lcu.Thunk
	offs     *lcu.Var // of the segments, if Length is nil
	allPairs bool
	roles    map[*lcu.Var]role
	depends  map[*lcu.Var]deps
	lets     []*lcu.Let
	ret      *lcu.Ret
	staged   map[deps][]*lcu.Var // what tiles hold, by what it depends on
	inner    lcu.Expr            // what is computed for every entry and index
	ops      int                 // in inner
}

// Of takes a kernel apart; nil if it is no product that tiles may pay for.
func Of(s *element.Source) *Product {
	soac, ok := s.SOAC.(*lcu.SegReduce)
	if !ok {
		return nil
	}
	g := productOf(soac)
	if g != nil && s.Out != nil && !g.allPairs {
		g.findColumns(s)
	}
	return g
}

// findColumns finds by what other parameters than the columns the epilogue divides the
// number of the row.
func (g *Product) findColumns(s *element.Source) {
	ir.Walk(lcu.Expr(s.Out), func(e lcu.Expr) bool {
		if x, ok := e.(*lcu.Prim); ok && (x.Op.Name == "div" || x.Op.Name == "rem") && lcu.IsRef(x.Args[0], s.Out.Params[0]) {
			by, ok := x.Args[1].(*lcu.Ref)
			if !ok || lcu.IsRef(g.Cols, by.Var) || slices.Contains(g.AsCols, by.Var) {
				return true
			}
			if _, param := s.Number(by.Var); param {
				g.AsCols = append(g.AsCols, by.Var)
			}
		}
		return true
	})
}

// productOf takes a segmented reduction apart; nil if it is no product, or if tiles
// of it would not save any reads.
func productOf(s *lcu.SegReduce) *Product {
	g := &Product{thunk: s.T}
	if _, length, ok := lcu.Equal(s.Segs); ok {
		g.Length = length
	} else {
		g.offs = s.Segs[0].(*lcu.Ref).Var
	}
	if !g.straight() {
		return nil
	}
	for _, c := range g.divisors() {
		g.Cols = c
		if g.classify(); g.worthwhile() {
			return g
		}
	}
	if g.offs != nil {
		return nil
	}
	g.Cols, g.allPairs = &lcu.Int{Val: 1}, true
	if g.classify(); g.worthwhile() {
		return g
	}
	return nil
}

// whole is what everything that is computed for every entry and index depends on.
func (g *Product) whole() deps {
	if g.allPairs {
		return ofRow | alongRow
	}
	return ofEntry
}

// straight finds the operations and checks of the thunk; false if it ends in
// anything but its results.
func (g *Product) straight() bool {
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
func (g *Product) divisors() (cs []lcu.Expr) {
	g.classify()
	for _, let := range g.lets {
		p, ok := let.Rhs.(*lcu.Prim)
		if !ok || p.Op.Name != "div" && p.Op.Name != "rem" || g.roleOf(p.Args[0]) != theSegment || g.depsOf(p.Args[1]) != 0 {
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

func (g *Product) defined(v *lcu.Var) bool {
	_, ok := g.depends[v]
	return ok
}

func (g *Product) roleOf(e lcu.Expr) role {
	if r, ok := e.(*lcu.Ref); ok {
		return g.roles[r.Var]
	}
	return noRole
}

// depsOf is what e depends on.
func (g *Product) depsOf(e lcu.Expr) (d deps) {
	for _, v := range lcu.FreeVars(e) {
		d |= g.depends[v]
	}
	return d
}

// classify finds what every variable is and depends on.
func (g *Product) classify() {
	s, i := g.thunk.Params[0], g.thunk.Params[1]
	g.roles = map[*lcu.Var]role{s: theSegment, i: thePosition}
	g.depends = map[*lcu.Var]deps{s: g.depsOfRole(theSegment), i: g.depsOfRole(thePosition)}
	for _, let := range g.lets {
		d := g.depsOf(let.Rhs)
		if control.Fallible(let.Rhs) {
			d |= g.whole()
		}
		if p := g.known(let.Rhs); p != noRole {
			d = g.depsOfRole(p)
			g.roles[let.Binds[0]] = p
		}
		for _, v := range let.Binds {
			g.depends[v] = d
		}
	}
	g.separate()
}

// separate finds what is computed for every entry, checks included, and what that
// uses of the rest.
func (g *Product) separate() {
	g.staged, g.ops = map[deps][]*lcu.Var{}, 0
	need := map[*lcu.Var]bool{}
	use := func(e lcu.Expr) {
		for _, v := range lcu.FreeVars(e) {
			if !g.defined(v) || need[v] {
				continue
			}
			need[v] = true
			if d := g.depends[v]; g.roles[v] == noRole && d&g.whole() != g.whole() {
				g.staged[d] = append(g.staged[d], v)
			}
		}
	}
	var visit func(e lcu.Expr) lcu.Expr
	visit = func(e lcu.Expr) lcu.Expr {
		switch x := e.(type) {
		case *lcu.Let:
			body := visit(x.Body)
			if v := x.Binds[0]; g.roles[v] != noRole || g.depends[v]&g.whole() != g.whole() ||
				!control.Fallible(x.Rhs) && !slices.ContainsFunc(x.Binds, func(v *lcu.Var) bool { return need[v] }) {
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
	for _, vs := range g.staged {
		slices.Reverse(vs)
	}
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
func (g *Product) worthwhile() bool {
	if readsArrays(g.inner) {
		return false
	}
	row, col, read := false, g.allPairs, false
	for d, vs := range g.staged {
		row, col = row || d&ofRow != 0, col || d&ofCol != 0
		if d == alongRow|ofRow || d == alongRow|ofCol || d == alongRow && g.allPairs {
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
// in order. What has a role in the product is not computed, nor what depends on
// nothing, unless d is nothing.
func (g *Product) slice(vs []*lcu.Var, d deps) []*lcu.Let {
	need := map[*lcu.Var]bool{}
	for _, v := range vs {
		need[v] = true
	}
	var out []*lcu.Let
	for i := len(g.lets) - 1; i >= 0; i-- {
		let := g.lets[i]
		if v := let.Binds[0]; g.roles[v] != noRole || g.depends[v] == 0 && d != 0 ||
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
func (g *Product) invariants() (out []*lcu.Let) {
	for _, let := range g.lets {
		if g.depends[let.Binds[0]] == 0 {
			out = append(out, let)
		}
	}
	return out
}

// inOrder reports whether what tiles hold of those that depend on d is read at
// successive places for successive values of an axis.
func (g *Product) inOrder(of, d deps) (found bool) {
	step := map[*lcu.Var]bool{}
	for _, let := range g.lets {
		p, ok := let.Rhs.(*lcu.Prim)
		if !ok {
			continue
		}
		steps := func(e lcu.Expr) bool { r, ok := e.(*lcu.Ref); return ok && (step[r.Var] || g.isAxis(r.Var, d)) }
		still := func(e lcu.Expr) bool { return g.depsOf(e)&d == 0 }
		switch {
		case p.Op.Name == "add" && steps(p.Args[0]) && still(p.Args[1]), p.Op.Name == "add" && still(p.Args[0]) && steps(p.Args[1]),
			p.Op.Name == "sub" && steps(p.Args[0]) && still(p.Args[1]):
			step[let.Binds[0]] = true
		}
	}
	for _, let := range g.slice(g.staged[of], of) {
		if at, ok := let.Rhs.(*lcu.At); ok {
			r, ok := at.Idx.(*lcu.Ref)
			found = found || ok && (step[r.Var] || g.isAxis(r.Var, d))
		}
	}
	return found
}

// isAxis reports whether v is the number of an axis.
func (g *Product) isAxis(v *lcu.Var, d deps) bool {
	p := g.roles[v]
	return p == theIndex && d == alongRow || p == theRow && d == ofRow || p == theCol && d == ofCol
}
