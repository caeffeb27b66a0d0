package rows

// Sequences that a step makes for the next one, and copies of what lies where a step writes.

import (
	"maps"
	"slices"

	"nessiec/ir"
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
	around, latest := r.around, r.latest
	r.around, r.latest = l, maps.Clone(latest)
	for _, v := range l.Binds {
		if of := r.root(nkl.Use(v)); of != nil {
			r.latest[of] = v
		}
	}
	body := r.apart(l.Body)
	r.around, r.latest = around, latest
	return &nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: body}
}

// inner is withCopies for a loop in the loop, with variables for the parts of tuples that it carries.
func (r *rows) inner(b *anf.Block, l *nkl.Loop) *nkl.Loop {
	var parts anf.Block
	if out := anf.LoopParts(&parts, l); out != nil {
		l = out
	}
	for _, s := range parts.Steps {
		r.let(b, s.Bind, s.Expr)
	}
	for i, v := range l.Binds {
		r.begins[v] = l.Inits[i]
	}
	return r.withCopies(l)
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
		if init := r.begins[end.Var]; init != nil {
			return r.root(init)
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
	case *nkl.Proj:
		if t := r.tuple(e.Of); t != nil {
			return r.root(t.Elems[e.Index])
		}
	case *nkl.If:
		if v := r.root(e.Then); v == r.root(e.Else) {
			return v
		}
	case *nkl.Loop:
		return r.root(result(e.Body))
	}
	return nil
}

// result is what code of a loop yields at the first place where it ends the loop, or nil.
func result(e nkl.Expr) nkl.Expr {
	_, end := steps.Of(e)
	switch e := end.(type) {
	case *nkl.Recur:
		return nil
	case *nkl.If:
		if out := result(e.Then); out != nil {
			return out
		}
		return result(e.Else)
	}
	return end
}

// tuple is the tuple that e is, or nil.
func (r *rows) tuple(e nkl.Expr) *nkl.Tuple {
	switch def := r.defs[nkl.VarOf(e)].(type) {
	case *nkl.Tuple:
		return def
	case *nkl.Loop:
		t, _ := result(def.Body).(*nkl.Tuple)
		if t == nil {
			t = r.tuple(result(def.Body))
		}
		return t
	case *nkl.Proj:
		if t := r.tuple(def.Of); t != nil {
			return r.tuple(t.Elems[def.Index])
		}
	}
	return nil
}

// isKept reports whether e is a version or a part of what a filter keeps, or of a map of another length than v, and none of v.
func (r *rows) isKept(e nkl.Expr, v *nkl.Var) bool {
	of, place := r.root(e), r.root(nkl.Use(v))
	if of == nil || of == place {
		return false
	}
	if _, isMap := r.made(of).(*nkl.Each); isMap && r.filter(of) == nil {
		n, _ := r.count(&anf.Block{}, of)
		return nkl.VarOf(n) == nil || r.root(n) != place
	}
	return r.filter(of) != nil
}

// isRow reports whether e is a row of another sequence, and the loop adds elements to v elsewhere.
func (r *rows) isRow(e nkl.Expr, v *nkl.Var) bool {
	of := r.root(nkl.Use(v))
	if of == nil || !anf.IsOp(r.defs[nkl.VarOf(e)], prim.Elt) || v.Type.Kind != types.KSeq || !v.Type.Elem().IsScalar() {
		return false
	}
	return ir.Any(r.around.Body, func(e nkl.Expr) bool {
		return anf.IsOp(e, prim.Append) && r.root(e.(*nkl.Prim).Args[0]) == of && !r.isNone(e.(*nkl.Prim).Args[0])
	})
}

// isNone reports whether e is none of the elements of a sequence.
func (r *rows) isNone(e nkl.Expr) bool {
	get, ok := r.defs[nkl.VarOf(e)].(*nkl.Prim)
	if !ok || get.Op.Code != prim.Get {
		return false
	}
	_, n := anf.RunOf(r.defs, nkl.VarOf(get.Args[1]))
	return n != nil && anf.IsInt(n, 0)
}

// moved is x, which is appended to none of the elements of v, as it is by now, if it is what a filter keeps of another sequence, or a row of one.
func (r *rows) moved(b *anf.Block, v *nkl.Var, x nkl.Expr) nkl.Expr {
	switch {
	case r.isKept(x, v):
		r.moves[nkl.VarOf(x)], r.moves[r.root(x)] = true, true
	case !r.isRow(x, v):
		return x
	}
	places := r.name(b, "places", types.Seq(types.Int), anf.Op(prim.Index, anf.Integer(0)))
	if of := r.root(nkl.Use(v)); of != nil && r.latest[of] != nil {
		v = r.latest[of]
	}
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
	if of := r.root(nkl.Use(v)); of != nil {
		r.latest[of] = v
	}
}

// apart is e, which is code of an iteration, with copies in conditionals and appends.
func (r *rows) apart(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each:
		return e
	case *nkl.Loop:
		var b anf.Block
		l := r.inner(&b, e)
		return b.In(l)
	case *nkl.Let:
		var b anf.Block
		if r.isPart(e) {
			r.let(&b, e.Bind, r.viewed(e))
		} else {
			r.let(&b, e.Bind, r.operation(&b, e.Rhs))
		}
		return b.In(r.apart(e.Body))
	case *nkl.Check:
		return e.MapBodies(r.apart)
	case *nkl.If:
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: r.branch(e.Then), Else: r.branch(e.Else)}
	case *nkl.Prim:
		if e.Op.Code == prim.Get && !r.successive(e.Args[1]) {
			var b anf.Block
			return b.In(r.name(&b, "part", anf.TypeOfAtom(e.Args[0]), r.gathered(e)))
		}
	case *nkl.Recur:
		var b anf.Block
		out := &nkl.Recur{Node: e.Node}
		for i, x := range e.Args {
			out.Args = append(out.Args, r.moved(&b, r.around.Binds[i], x))
		}
		return b.In(out)
	}
	return e
}

// branch is apart for a branch.
func (r *rows) branch(e nkl.Expr) nkl.Expr {
	latest := maps.Clone(r.latest)
	out := r.apart(e)
	r.latest = latest
	return out
}

// operation is the value of a step, behind steps of b that make copies for it.
func (r *rows) operation(b *anf.Block, e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Loop:
		return r.inner(b, e)
	case *nkl.If:
		then, els := r.branch(e.Then), r.branch(e.Else)
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: r.movedTo(els, then), Else: r.movedTo(then, els)}
	case *nkl.Prim:
		switch {
		case e.Op.Code == prim.Get && !r.successive(e.Args[1]):
			return r.gathered(e)
		case e.Op.Code == prim.Elt:
			return r.read(b, e, e.Args[1])
		}
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
	v := r.latest[r.root(other)]
	if v == nil || v.Type.Kind != types.KSeq || !r.isKept(branch, v) {
		return branch
	}
	return anf.AtEnds(branch, func(e nkl.Expr) nkl.Expr {
		latest := maps.Clone(r.latest)
		defer func() { r.latest = latest }()
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
