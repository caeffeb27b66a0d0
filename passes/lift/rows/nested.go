package rows

// Maps whose elements reduce a row that is the same for all of them: the colours that no neighbour of a vertex has.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/growing"
	"nessiec/passes/lift/steps"
	"nessiec/passes/nested/anf"
)

// A serialMap is a map whose elements go through sequences that are the same for all of them, as scalar code.
type serialMap struct {
	each    *nkl.Each
	through []nkl.Expr // code for their lengths
}

// findSerial notes which maps in e are scalar code but for reductions of sequences from outside of them.
func (r *rows) findSerial(e nkl.Expr) {
	ir.Walk(e, func(e nkl.Expr) bool {
		each, ok := e.(*nkl.Each)
		if !ok || r.code.OK(each.Body) {
			return !ok
		}
		m := &serialMap{}
		inside := newRows(r.code, r.num, func(v *nkl.Var) bool {
			n := lengthOutside(each, v)
			if n != nil {
				m.through = append(m.through, n)
			}
			return n != nil
		})
		inside.defs = r.defs
		inside.find(each.Body)
		if body := inside.walk(each.Body, false); inside.changed && !inside.bad && r.code.OK(body) {
			m.each = &nkl.Each{Node: each.Node, Binds: each.Binds, Seqs: each.Seqs, Body: body}
			r.serial[each] = m
		}
		return false
	})
}

// lengthOutside is code for the length of v, which is the same for all elements of a map, 0 where a check fails; nil if it may not be the same, or
// is known to the elements alone.
func lengthOutside(each *nkl.Each, v *nkl.Var) nkl.Expr {
	length := anf.Op(prim.Length, nkl.Use(v))
	if !nkl.BoundVars(each)[v] {
		return length
	}
	var before []steps.Step
	differs := slices.Clone(each.Binds)
	all, _ := steps.Of(each.Body)
	for _, s := range all {
		p, isPrim := s.Expr.(*nkl.Prim)
		simple := s.Check != nil || isPrim && (p.Op.Class == prim.Scalar || p.Op.Code == prim.Length || p.Op.Code == prim.Elt)
		if !simple || slices.ContainsFunc(nkl.FreeVars(s.Expr), func(v *nkl.Var) bool { return slices.Contains(differs, v) }) {
			differs = append(differs, s.Bind)
			continue
		}
		if before = append(before, s); s.Bind != v {
			continue
		}
		e := length
		for _, s := range slices.Backward(before) {
			if s.Check != nil {
				e = &nkl.If{Node: s.Check.Node, Cond: s.Expr, Then: e, Else: anf.Integer(0)}
			} else {
				e = &nkl.Let{Node: ir.At(s.Expr.Pos()), Bind: s.Bind, Rhs: s.Expr, Body: e}
			}
		}
		return e
	}
	return nil
}

// ok reports whether the elements of a map are scalar code, or can be.
func (r *rows) ok(e *nkl.Each) bool { return r.serial[e] != nil || r.code.OK(e.Body) }

// within is the lengths of what each element of v goes through.
func (r *rows) within(v *nkl.Var) (out []nkl.Expr) {
	switch e := r.made(v).(type) {
	case *nkl.Each:
		if m := r.serial[e]; m != nil {
			out = m.through
		}
		for _, s := range e.Seqs {
			out = append(out, r.within(nkl.VarOf(s))...)
		}
	case *nkl.Prim:
		if e.Op.Code == prim.Pack {
			out = append(r.within(nkl.VarOf(e.Args[0])), r.within(nkl.VarOf(e.Args[1]))...)
		}
	}
	return out
}

// work is n, or how much there is to do for n elements that go through sequences each; it is more than MostSerial if that is more.
func work(b *anf.Block, n nkl.Expr, through []nkl.Expr) nkl.Expr {
	if len(through) == 0 {
		return n
	}
	most := func(n nkl.Expr) nkl.Expr {
		return b.Name("most", types.Int, anf.Op(prim.Min, n, anf.Integer(growing.MostSerial+1)))
	}
	each := nkl.Expr(anf.Integer(1))
	for _, n := range through {
		each = b.Name("each", types.Int, anf.Op(prim.Add, each, most(b.Name("n", types.Int, b.Take(nkl.Freshen(n))))))
	}
	return b.Name("work", types.Int, anf.Op(prim.Mul, most(n), most(each)))
}
