// Package conditional holds the passes that leave scalar code in the branches of
// conditionals under maps, so that elements need not be split by a condition.
package conditional

// Conditionals under maps whose branches go over the same sequence.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// DistributeConditionals makes one map of a conditional under a map if its branches
// are a sequence and a map over it, or two maps over it: the condition is asked for
// every element. So the sequences of a map need not be split by the condition and
// put together again, which copies all of them.
//
//	(if c r (let m (div a b) (each (x y) (r ys) (sub x (mul m y)))))
//	=> (let m (if c 0 (div a b))
//	   (let is (index (length r))
//	   (each (x i) (r is) (if c x (let y (elt ys i) (sub x (mul m y)))))))
//
// Branches may begin with scalar code, which stays in a conditional of its own. If all
// branches are short literals, a scalar conditional yields their lengths and elements.
func DistributeConditionals(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	d := &distributor{c: c}
	return m.MapBodies(func(e nkl.Expr) nkl.Expr { return d.walk(e, nil) })
}

type distributor struct{ c *pass.Ctx }

// walk distributes in e; varying holds the variables that differ by element of the
// innermost map, nil if there is none.
func (d *distributor) walk(e nkl.Expr, varying map[*nkl.Var]bool) nkl.Expr {
	switch x := e.(type) {
	case *nkl.Each:
		in := map[*nkl.Var]bool{}
		for v := range varying {
			in[v] = true
		}
		for _, v := range x.Binds {
			in[v] = true
		}
		return x.MapBodies(func(b nkl.Expr) nkl.Expr { return d.walk(b, in) })
	case *nkl.Let:
		if varying != nil && slices.ContainsFunc(nkl.FreeVars(x.Rhs), func(v *nkl.Var) bool { return varying[v] }) {
			varying[x.Bind] = true
		}
		out := x.MapChildren(func(c nkl.Expr) nkl.Expr { return d.walk(c, varying) })
		return anf.Splice(out.(*nkl.Let))
	}
	x, isIf := e.(*nkl.If)
	if !isIf || !varies(x.Cond, varying) {
		return e.MapChildren(func(c nkl.Expr) nkl.Expr { return d.walk(c, varying) })
	}
	if s := d.short(x); s != nil {
		return s
	}
	return d.conditional(x.MapChildren(func(c nkl.Expr) nkl.Expr { return d.walk(c, varying) }).(*nkl.If))
}

func varies(cond nkl.Expr, varying map[*nkl.Var]bool) bool {
	r, ok := cond.(*nkl.Ref)
	return ok && varying[r.Var]
}

// A branch is scalar code and then an element for each element of a sequence.
type branch struct {
	steps []nkl.Expr // lets and checks, outermost first
	binds []*nkl.Var
	seqs  []nkl.Expr
	body  nkl.Expr
	pos   ir.Pos
	whole bool // it is a sequence as it is
}

// branchOf takes a branch apart; ok is false if it has another form.
func branchOf(e nkl.Expr) (out branch, ok bool) {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			out.steps, e = append(out.steps, x), x.Body
			continue
		case *nkl.Check:
			out.steps, e = append(out.steps, x), x.Then
			continue
		case *nkl.Ref:
			if x.Var.Type.Kind != types.KSeq || len(out.steps) > 0 {
				return out, false
			}
			v := types.NewVar("x", x.Var.Type.Elem())
			out.binds, out.seqs, out.body, out.whole = []*nkl.Var{v}, []nkl.Expr{x}, nkl.Use(v), true
			return out, true
		case *nkl.Each:
			out.binds, out.seqs, out.body, out.pos = x.Binds, x.Seqs, x.Body, x.P
			return out, true
		}
		return out, false
	}
}

// conditional distributes e if its branches permit it.
func (d *distributor) conditional(e *nkl.If) nkl.Expr {
	then, ok := branchOf(e.Then)
	els, also := branchOf(e.Else)
	if !ok || !also || then.whole && els.whole {
		return e
	}
	over := common(then.seqs, els.seqs)
	if over == nil || !then.moves() || !els.moves() || !d.c.Rewrite("distribute a conditional over "+over.Name) {
		return e
	}
	d.c.Count("conditionals distributed", 1)
	var b anf.Block
	x, i := types.NewVar("x", over.Type.Elem()), types.NewVar("i", types.Int)
	n := b.Name("n", types.Int, anf.Op(prim.Length, nkl.Use(over)))
	is := b.Name("is", types.Seq(types.Int), anf.Op(prim.Index, n))
	pos := then.pos
	if !pos.IsValid() {
		pos = els.pos
	}
	out := &nkl.Each{Node: ir.At(pos), Binds: []*nkl.Var{x, i}, Seqs: []nkl.Expr{nkl.Use(over), is}}
	one := d.element(&b, e.Cond, true, then, over, x, i)
	two := d.element(&b, e.Cond, false, els, over, x, i)
	inner := &nkl.If{Node: e.Node, Cond: e.Cond, Then: one, Else: two}
	if out.Body = inner; over.Type.Elem().Kind == types.KSeq {
		out.Body = d.conditional(inner)
	}
	return b.In(out)
}

// common is a sequence that both lists have, or nil.
func common(as, bs []nkl.Expr) *nkl.Var {
	for _, a := range as {
		for _, b := range bs {
			if anf.SameAtom(a, b) {
				return a.(*nkl.Ref).Var
			}
		}
	}
	return nil
}

// moves reports whether what the elements of a branch need of its steps is scalars,
// or positions.
func (a branch) moves() bool {
	bound := a.bound()
	for i, s := range a.seqs {
		if rhs := bound[s.(*nkl.Ref).Var]; rhs != nil && !anf.IsOp(rhs, prim.Index) {
			return false
		}
		if a.binds[i].Type.Has(types.KSeq) && bound[s.(*nkl.Ref).Var] != nil {
			return false
		}
	}
	for _, v := range nkl.FreeVars(a.body) {
		if bound[v] != nil && !v.Type.IsBase() {
			return false
		}
	}
	return true
}

// bound is what the steps bind variables to.
func (a branch) bound() map[*nkl.Var]nkl.Expr {
	out := map[*nkl.Var]nkl.Expr{}
	for _, s := range a.steps {
		if l, ok := s.(*nkl.Let); ok {
			out[l.Bind] = l.Rhs
		}
	}
	return out
}

// element is the body of a branch for the element x of over, at position i; what it needs
// of the steps comes from a conditional, which goes to b.
func (d *distributor) element(b *anf.Block, cond nkl.Expr, so bool, a branch, over, x, i *nkl.Var) nkl.Expr {
	bound := a.bound()
	d.scalars(b, cond, so, a, bound)
	body, same := a.body, map[*nkl.Var]nkl.Expr{}
	for k := len(a.binds) - 1; k >= 0; k-- {
		switch seq := a.seqs[k].(*nkl.Ref); {
		case seq.Var == over:
			same[a.binds[k]] = nkl.Use(x)
		case bound[seq.Var] != nil: // the lengths agree
			same[a.binds[k]] = nkl.Use(i)
		default:
			body = &nkl.Let{Node: ir.At(a.pos), Bind: a.binds[k], Rhs: anf.OpAt(a.pos, prim.Elt, seq, nkl.Use(i)), Body: body}
		}
	}
	return nkl.Replace(body, same)
}

// scalars evaluates the steps of a branch if it is taken, and binds what its
// elements need; where it is not taken that is zero.
func (d *distributor) scalars(b *anf.Block, cond nkl.Expr, so bool, a branch, bound map[*nkl.Var]nkl.Expr) {
	var needed []*nkl.Var
	for _, v := range nkl.FreeVars(a.body) {
		if bound[v] != nil {
			needed = append(needed, v)
		}
	}
	must := slices.ContainsFunc(a.steps, func(s nkl.Expr) bool {
		l, ok := s.(*nkl.Let)
		return !ok || ir.Any(l.Rhs, anf.Acts)
	})
	if len(needed) == 0 && !must {
		return
	}
	ts, zeros, vals := make([]*types.Type, len(needed)), make([]nkl.Expr, len(needed)), make([]nkl.Expr, len(needed))
	for k, v := range needed {
		ts[k], zeros[k], vals[k] = v.Type, nkl.Zero(v.Type), nkl.Use(v)
	}
	value := func(es []nkl.Expr) nkl.Expr {
		switch len(es) {
		case 0:
			return anf.Boolean(true)
		case 1:
			return es[0]
		}
		return &nkl.Tuple{Elems: es}
	}
	taken := value(vals)
	for k := len(a.steps) - 1; k >= 0; k-- {
		switch s := a.steps[k].(type) {
		case *nkl.Let:
			if ir.Any(s.Rhs, anf.Acts) || slices.Contains(nkl.FreeVars(taken), s.Bind) {
				taken = &nkl.Let{Node: s.Node, Bind: s.Bind, Rhs: s.Rhs, Body: taken}
			}
		case *nkl.Check:
			taken = &nkl.Check{Node: s.Node, Cond: s.Cond, Error: s.Error, Then: taken}
		}
	}
	out := &nkl.If{Cond: cond, Then: nkl.Freshen(taken), Else: value(zeros)}
	if !so {
		out.Then, out.Else = out.Else, out.Then
	}
	switch len(needed) {
	case 0:
		b.Name("ok", types.Bool, out)
	case 1:
		b.Let(needed[0], out)
	default:
		all := b.Name("scalars", types.Tuple(ts...), out)
		for k, v := range needed {
			b.Let(v, &nkl.Proj{Index: k, Of: all})
		}
	}
}
