package grid

// Taking a thunk apart.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/lower/control"
	"nessiec/passes/lower/element"
)

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
		if x, ok := e.(*lcu.Prim); ok && (x.Op.Code == prim.Div || x.Op.Code == prim.Rem) && lcu.IsRef(x.Args[0], s.Out.Params[0]) {
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
		if !ok || p.Op.Code != prim.Div && p.Op.Code != prim.Rem || g.roleOf(p.Args[0]) != roleSegment || g.depsOf(p.Args[1]) != 0 {
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

// classify finds what every variable is and depends on.
func (g *Product) classify() {
	s, i := g.thunk.Params[0], g.thunk.Params[1]
	g.roles = map[*lcu.Var]role{s: roleSegment, i: rolePosition}
	g.depends = map[*lcu.Var]deps{s: g.depsOfRole(roleSegment), i: g.depsOfRole(rolePosition)}
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

// separate finds what is computed for every output, checks included, and what that
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
		row, col = row || d&onRow != 0, col || d&onCol != 0
		if d == onIndex|onRow || d == onIndex|onCol || d == onIndex && g.allPairs {
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
