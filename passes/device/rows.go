package device

// Rows: segments of one length. Where they lie follows from their numbers, so
// there are no offsets to load or to search, and what a thunk reads at an index
// that starts anew in every row is in range for the whole row at once.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
)

// A row is the segment that element code is in: its length, where it starts,
// and the index there of the element at position at.
type row struct {
	length, start, at, local expr
}

// inRowOf runs f, which writes element code for positions of row s.
func (g *kernelGen) inRowOf(sp space, s expr, f func()) {
	if sp.offs != nil {
		f()
		return
	}
	up := g.row
	g.row = &row{length: sp.length, start: g.Def("start", sp.start(s))}
	f()
	g.row = up
}

// enterElement names the index in the row of the element that results is at.
func (g *kernelGen) enterElement() {
	if r := g.row; r != nil && g.inRows && !build.Same(r.at, g.index) {
		r.at, r.local = g.index, g.Def("j", sub(g.index, r.start))
	}
}

// inRow is the value of a primitive that only finds the start of the row, or
// the index in it; nil for any other.
func (g *kernelGen) inRow(op string, args []expr) expr {
	switch {
	case g.row == nil:
	case op == "mul" && build.Same(args[0], g.seg) && g.isLength(args[1]):
		return g.row.start
	case op == "sub" && build.Same(args[0], g.index) && build.Same(args[1], g.row.start):
		return g.row.local
	}
	return nil
}

// isLength reports whether e is the length of the row.
func (g *kernelGen) isLength(e expr) bool { return sameNumber(e, g.row.length) }

// sameNumber reports whether two atoms are the same variable or literal.
func sameNumber(a, b expr) bool {
	n, ok := build.Literal(a)
	return build.Same(a, b) || ok && build.IsInt(b, n)
}

// rowsOf is how many rows a sequential group takes where each has all of them
// to itself: whole blocks, in case rows are taken in lanes.
func (t Target) rowsOf(count, length expr) expr {
	lanes := num(max(t.Lanes, 1))
	rows := maximum(ceilDiv(num(t.Grain), add(length, num(1))), ceilDiv(count, num(t.Chunks)))
	return mul(ceilDiv(rows, lanes), lanes)
}

// enoughRows is whether there are so many that no group is left with much less
// to do if none of them is divided.
func (t Target) enoughRows(count expr) expr { return ge(count, num(2*t.Chunks)) }

// launchRows launches a kernel whose groups have whole rows, if there are
// enough, unless done holds (nil: never); it returns how many groups are left
// for the one that divides rows.
func (r *run) launchRows(segments, groups, done expr, write func(g *kernelGen, sp space), args ...expr) expr {
	if done != nil {
		groups = r.Atom("groups", r.choice(done, num(0), groups))
	}
	if r.rowLength == nil || !r.target.sequential() {
		return groups
	}
	parts, _ := lcu.PartsOf(r.plan.soac)
	mine := r.target.enoughRows(segments)
	if val, known := r.decide(mine); r.long && !(known && val) {
		mine = kir.Apply("or", mine, gt(r.n, num(r.target.most())))
	}
	if done != nil {
		mine = both(mine, kir.Apply("not", done))
	}
	enough := r.Atom("enough", mine)
	if val, known := r.decide(enough); known && !val {
		return groups
	}
	k := r.kernel("rows", r.target.Local, func(g *kernelGen) { write(g, g.space(parts.Segs)) })
	rows := r.Atom("rows", r.target.rowsOf(segments, r.rowLength))
	r.launch(k, r.choice(enough, ceilDiv(segments, rows), num(0)), args...)
	return r.Atom("groups", r.choice(enough, num(0), groups))
}

// wholeRows writes what a sequential group does with its rows: before and after
// the elements of each.
func (g *kernelGen) wholeRows(sp space, of *plan, before func(), elem func(s, p expr), after func(s expr)) {
	rows := g.Def("rows", g.target.rowsOf(sp.count, sp.length))
	lo := g.Def("lo", minimum(sp.count, mul(groupId(), rows)))
	g.Count("s", lo, minimum(sp.count, add(lo, rows)), num(1), func(s expr) {
		g.inRowOf(sp, s, func() {
			before()
			g.inSegment(of, s, func() {
				g.Count("j", num(0), sp.length, num(1), func(j expr) {
					p := g.Def("p", add(g.row.start, j))
					g.row.at, g.row.local = p, j
					elem(s, p)
				})
			})
		})
		after(s)
	})
}

// rowOf is the row of position p.
func (g *kernelGen) rowOf(sp space, p expr) expr {
	return g.Def("s", maximum(num(0), minimum(sub(sp.count, num(1)), div(p, maximum(sp.length, num(1))))))
}

// walkRows is walkFrom for rows.
func (g *kernelGen) walkRows(sp space, w walker, s0, p0, s1, p1 expr) expr {
	g.Count("s", s0, minimum(add(s1, num(1)), sp.count), num(1), func(s expr) {
		g.inRowOf(sp, s, func() {
			to := add(g.row.start, sp.length)
			g.inSegment(w.plan, s, func() {
				g.Count("p", maximum(p0, g.row.start), minimum(p1, to), num(1), func(p expr) { w.elem(s, p) })
			})
		})
		if w.close != nil {
			g.When(lt(s, s1), func() { w.close(s, eq(s, s0)) })
		}
	})
	return s1
}

// findRows finds the arrays that every iteration reads at i - s * length.
func (p *plan) findRows() {
	parts, _ := lcu.PartsOf(p.soac)
	_, length, ok := lcu.Equal(parts.Segs)
	if !ok {
		return
	}
	s, i := parts.T.Params[0], parts.T.Params[1]
	start, local, seen := map[*lcu.Var]bool{}, map[*lcu.Var]bool{}, map[*lcu.Var]bool{}
	ir.Walk(parts.T.Body, func(e lcu.Expr) bool {
		let, ok := e.(*lcu.Let)
		if !ok {
			return true
		}
		if x, ok := let.Rhs.(*lcu.Prim); ok && len(x.Args) == 2 {
			switch a, b := x.Args[0], x.Args[1]; {
			case x.Op.Name == "mul" && lcu.IsRef(a, s) && lcu.SameAtom(b, length):
				start[let.Binds[0]] = true
			case x.Op.Name == "sub" && lcu.IsRef(a, i):
				if r, ok := b.(*lcu.Ref); ok && start[r.Var] {
					local[let.Binds[0]], p.inRows = true, true
				}
			}
		}
		return true
	})
	always(parts.T.Body, func(e lcu.Expr) {
		at, ok := e.(*lcu.At)
		if !ok {
			return
		}
		v := at.Vec.(*lcu.Ref).Var
		if r, ok := at.Idx.(*lcu.Ref); ok && local[r.Var] && !seen[v] {
			seen[v] = true
			p.inRow = append(p.inRow, v)
		}
	})
}
