package assign

// Variables that stand for places. A vector is a reference, so (let ((row (vector-ref m i))) ..) binds row to
// the row that m has, and what is assigned of one is assigned of the other. While m keeps its row, row is
// another name of (vector-ref m i).

import (
	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// namePlaces puts places where variables stand for them, and elements of either are assigned, and procedures that
// have vectors from outside (procedures.go); all is what functions assign then.
//
//	(let row (vectorref m i) (begin (vectorset row 0 x) (print m)))
//	  =>  (begin (vectorref m i) (begin (vectorset (vectorref m i) 0 x) (print m)))
func namePlaces(m *harlan.Module) (*harlan.Module, inouts) {
	for {
		all := newInouts(m)
		funcs, changed := ir.MapSlice(m.Funcs, func(f *harlan.Func) *harlan.Func {
			if !all.assignsElements(f.Body) {
				return f
			}
			p := &places{inouts: all}
			g := *f
			g.Body = p.named(f.Body)
			if !p.changed {
				return f
			}
			return &g
		})
		if !changed {
			return m, all
		}
		out := *m
		out.Funcs = funcs
		m = &out
	}
}

type places struct {
	inouts
	changed bool
}

func (p *places) named(e harlan.Expr) harlan.Expr {
	if l, ok := e.(*harlan.Let); ok {
		switch {
		case p.isName(l):
			p.changed = true
			return p.named(p.inPlace(l))
		case p.isProcedure(l):
			p.changed = true
			return p.named(applied(l.Body, l))
		}
	}
	return e.MapChildren(p.named)
}

// isName reports whether the variable of a let is another name of a place, and elements of one are assigned.
func (p *places) isName(l *harlan.Let) bool {
	v, indices := place(l.Rhs)
	if v == nil || !p.holds(l.Bind.Type) {
		return false
	}
	assigned, kept := false, true
	p.eachAssignment(l.Body, func(e harlan.Expr, a assignment) {
		switch a.v {
		case l.Bind:
			assigned, kept = true, kept && a.level > 0
		case v:
			assigned, kept = true, kept && a.level > 0 && p.keeps(e, v, len(indices))
		}
	})
	return assigned && kept
}

// keeps reports whether e leaves v the vectors down so many levels.
func (p *places) keeps(e harlan.Expr, v *harlan.Var, levels int) bool {
	switch e := e.(type) {
	case *harlan.VectorSet:
		_, indices := place(e.Vec)
		return len(indices) >= levels
	case *harlan.Call:
		keeps := true
		p.eachPlace(e, func(_ int, w *harlan.Var, indices []harlan.Expr) {
			keeps = keeps && (w != v || len(indices) >= levels)
		})
		return keeps
	case *harlan.Match:
		_, indices, _ := p.restored(e)
		return len(indices) >= levels
	}
	return false
}

// inPlace is a let with the place instead of its variable. Indices are those of before.
func (p *places) inPlace(l *harlan.Let) harlan.Expr {
	v, indices := place(l.Rhs)
	var before block
	for i, x := range indices {
		if v, _, ok := sum(x); ok && (v == nil || p.assignmentTo(v, l.Body) == nil) {
			continue
		}
		w := types.NewVar("index", types.Int)
		before.let(w, x)
		indices[i] = &harlan.Ref{Var: w}
	}
	of := func(at ir.Node) (e harlan.Expr) {
		e = &harlan.Ref{Node: at, Var: v}
		for _, x := range indices {
			e = &harlan.VectorRef{Node: at, Vec: e, Index: anew(x)}
		}
		return e
	}
	if len(indices) > 0 {
		before.let(nil, of(ir.At(l.Rhs.Pos()))) // there is such an element
	}
	return before.in(substitute(l.Body, l.Bind, of))
}

// substitute is e with a copy of a place for each use of v.
func substitute(e harlan.Expr, v *harlan.Var, of func(at ir.Node) harlan.Expr) harlan.Expr {
	if r, ok := e.(*harlan.Ref); ok && r.Var == v {
		return of(r.Node)
	}
	return e.MapChildren(func(e harlan.Expr) harlan.Expr { return substitute(e, v, of) })
}
