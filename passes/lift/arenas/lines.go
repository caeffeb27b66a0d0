package arenas

// Sequences to which elements are added, and at which end.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/lift/leaves"
)

// findGrowing finds the sequences to which loops and functions add elements, and hand them on: each has an arena of its own, so that what is added is
// always behind the last one. Where elements are added in front, they lie there in reverse order.
func (a *arenas) findGrowing() {
	var all []*nkl.Var // that are handed on
	for _, g := range a.funcs {
		vs := append(slices.Clone(g.Params), a.results[g.Name])
		ir.Walk(g.Body, func(e nkl.Expr) bool {
			if l, ok := e.(*nkl.Loop); ok {
				vs = append(vs, l.Binds...)
			}
			return true
		})
		all = append(all, vs...)
	}
	made := map[*nkl.Var]*nkl.Prim{} // by what adds elements to a sequence, or replaces some
	for v, e := range a.defs {
		if x, ok := e.(*nkl.Prim); ok && versionOf(x) != nil {
			made[v] = x
		}
	}
	ends := map[*nkl.Var]growth{}
	join := func(v *nkl.Var, base nkl.Expr) {
		a.lines.Same(a.line(leaves.At(v, 0)), a.line(leaves.At(nkl.VarOf(base), 0)))
	}
	// More behind a sequence makes one of the same line. So does what is before one that a call has yielded, unless that is of another line.
	inClass := func(v *nkl.Var, e nkl.Expr) bool {
		return nkl.VarOf(e) != nil && a.classes.Find(leaves.At(v, 0)) == a.classes.Find(leaves.At(nkl.VarOf(e), 0))
	}
	for v, x := range made {
		if x.Op.Code == prim.Write || !inClass(v, x.Args[1]) {
			if join(v, x.Args[0]); x.Op.Code == prim.Append {
				ends[v] = behindAll
			}
		}
	}
	for v, x := range made {
		if x.Op.Code == prim.Append && inClass(v, x.Args[1]) && a.line(leaves.At(v, 0)) != a.line(leaves.At(nkl.VarOf(x.Args[0]), 0)) {
			ends[v] = inFront
		}
	}
	carried := map[leaves.Leaf]bool{}
	for _, l := range leaves.In(all...) {
		carried[a.line(l)] = true
	}
	for v, end := range ends {
		if carried[a.line(leaves.At(v, 0))] {
			a.grows[a.line(leaves.At(v, 0))] |= end
		}
	}
}

// line stands for the sequences of which leaf l becomes one, or is made, by adding elements and replacing some.
func (a *arenas) line(l leaves.Leaf) leaves.Leaf { return a.lines.Find(a.classes.Find(l)) }

// A growth is where elements are added to a sequence.
type growth int

const (
	inFront growth = 1 << iota
	behindAll
)
