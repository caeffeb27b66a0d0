package rows

// Sequences that a step makes for the next one, and copies of what lies where a step writes.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/steps"
	"nessiec/passes/nested/anf"
)

// withCopies is loop l with appends in place of versions of sequences that are stored elsewhere: what filters keep comes to the place of
// the sequence that the loop carries, and of that which the other branch of a conditional has. A part of a sequence that is appended to
// another part of it is copied before.
//
//	(recur (pack xs flags)) => (let kept (pack xs flags) (let none (get xs (index 0)) (let next (append none kept) (recur next))))
//	(append (get xs is) (get xs js)) => (let copy (each (x) ((get xs js)) x) (append (get xs is) copy))
func (r *rows) withCopies(l *nkl.Loop) *nkl.Loop {
	r.define(l.Body)
	body := anf.AtRecurs(r.apart(l.Body), func(e *nkl.Recur) nkl.Expr {
		var b anf.Block
		out := &nkl.Recur{Node: e.Node}
		for i, x := range e.Args {
			out.Args = append(out.Args, r.moved(&b, l.Binds[i], x))
		}
		return b.In(out)
	})
	return &nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: body}
}

// define notes the definitions in e.
func (r *rows) define(e nkl.Expr) {
	if let, ok := e.(*nkl.Let); ok {
		r.defs[let.Bind] = let.Rhs
	}
	e.Children(func(_ int, c nkl.Expr) { r.define(c) })
}

// root is the sequence that e yields a version or a part of, nil if there may be several.
func (r *rows) root(e nkl.Expr) *nkl.Var {
	switch _, end := steps.Of(e); end := end.(type) {
	case *nkl.Ref:
		if v := r.rootOf(r.defs[end.Var]); v != nil {
			return v
		}
		if _, several := r.defs[end.Var].(*nkl.If); !several {
			return end.Var
		}
	default:
		return r.rootOf(end)
	}
	return nil
}

// rootOf is the root of the value of e if that is a version or a part of another sequence.
func (r *rows) rootOf(e nkl.Expr) *nkl.Var {
	switch e := e.(type) {
	case *nkl.Ref, *nkl.Let, *nkl.Check:
		return r.root(e)
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Append:
			if r.isLiteral(e.Args[0]) {
				return r.root(e.Args[1])
			}
			return r.root(e.Args[0])
		case prim.Write, prim.Get:
			return r.root(e.Args[0])
		}
	case *nkl.If:
		if v := r.root(e.Then); v == r.root(e.Else) {
			return v
		}
	}
	return nil
}

// isKept reports whether e is a version or a part of what a filter keeps, and none of v.
func (r *rows) isKept(e nkl.Expr, v *nkl.Var) bool {
	of := r.root(e)
	return of != nil && r.filter(of) != nil && of != r.root(nkl.Use(v))
}

// moved is x, which is appended to none of the elements of v if it is what a filter keeps of another sequence.
func (r *rows) moved(b *anf.Block, v *nkl.Var, x nkl.Expr) nkl.Expr {
	if !r.isKept(x, v) {
		return x
	}
	r.moves[nkl.VarOf(x)] = true
	places := r.name(b, "places", types.Seq(types.Int), anf.Op(prim.Index, anf.Integer(0)))
	none := r.name(b, "none", v.Type, anf.Op(prim.Get, nkl.Use(v), places))
	return r.name(b, "next", v.Type, anf.Op(prim.Append, none, x))
}

// name is a variable that is e, behind steps of b.
func (r *rows) name(b *anf.Block, hint string, t *types.Type, e nkl.Expr) nkl.Expr {
	v := types.NewVar(hint, t)
	r.let(b, v, e)
	return nkl.Use(v)
}

func (r *rows) let(b *anf.Block, v *nkl.Var, e nkl.Expr) {
	r.defs[v] = e
	b.Let(v, e)
}

// apart is e, which is code of an iteration, with copies in conditionals and appends.
func (r *rows) apart(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each, *nkl.Loop:
		return e
	case *nkl.Let:
		var b anf.Block
		r.let(&b, e.Bind, r.operation(&b, e.Rhs))
		return b.In(r.apart(e.Body))
	case *nkl.Check, *nkl.If:
		return e.MapBodies(r.apart)
	}
	return e
}

// operation is the value of a step, behind steps of b that make copies for it.
func (r *rows) operation(b *anf.Block, e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.If:
		then, els := r.apart(e.Then), r.apart(e.Else)
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: r.movedTo(els, then), Else: r.movedTo(then, els)}
	case *nkl.Prim:
		if e.Op.Code != prim.Append || r.isLiteral(e.Args[1]) {
			break
		}
		if either, ok := r.defs[nkl.VarOf(e.Args[1])].(*nkl.If); ok && r.yieldsLiterals(either) {
			return nkl.Freshen(&nkl.If{Node: either.Node, Cond: either.Cond, Then: r.appendedTo(e, either.Then), Else: r.appendedTo(e, either.Else)})
		}
		if r.isLiteral(e.Args[0]) {
			break
		}
		from, to := r.root(e.Args[1]), r.root(e.Args[0])
		if from != nil && from == to && r.filter(from) == nil {
			x := types.NewVar("x", from.Type.Elem())
			copied := &nkl.Each{Node: e.Node, Binds: []*nkl.Var{x}, Seqs: e.Args[1:], Body: nkl.Use(x)}
			return anf.OpAt(e.P, prim.Append, e.Args[0], r.name(b, "copy", from.Type, copied))
		}
	}
	return e
}

// movedTo is a branch of a conditional, with what a filter keeps in the place of a sequence that the other branch yields and has not made.
func (r *rows) movedTo(other, branch nkl.Expr) nkl.Expr {
	made, end := steps.Of(other)
	v := nkl.VarOf(end)
	if v == nil || v.Type.Kind != types.KSeq || slices.ContainsFunc(made, func(s steps.Step) bool { return s.Bind == v }) || !r.isKept(branch, v) {
		return branch
	}
	return anf.AtEnds(branch, func(e nkl.Expr) nkl.Expr {
		var b anf.Block
		if nkl.VarOf(e) == nil {
			e = r.name(&b, "kept", v.Type, e)
		}
		return b.In(r.moved(&b, v, e))
	})
}

// yieldsLiterals reports whether e is code that yields one of some literals.
func (r *rows) yieldsLiterals(e nkl.Expr) bool {
	all, end := steps.Of(e)
	if slices.ContainsFunc(all, func(s steps.Step) bool { return !r.isLiteral(nkl.Use(s.Bind)) && !r.code.OK(s.Expr) }) {
		return false
	}
	if c, ok := end.(*nkl.If); ok {
		return r.yieldsLiterals(c.Then) && r.yieldsLiterals(c.Else)
	}
	return end.Form() == nkl.FormSeq || r.isLiteral(end)
}

// appendedTo is the append e of what code, which yields literals, yields.
func (r *rows) appendedTo(e *nkl.Prim, code nkl.Expr) nkl.Expr {
	return anf.AtEnds(code, func(end nkl.Expr) nkl.Expr {
		var b anf.Block
		if nkl.VarOf(end) == nil {
			end = b.Name("more", anf.TypeOfAtom(e.Args[1]), end)
		}
		return b.In(anf.OpAt(e.P, prim.Append, e.Args[0], end))
	})
}
