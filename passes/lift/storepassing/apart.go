package storepassing

// Sequences of tuples that are stored column by column.

import (
	"maps"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/steps"
	"nessiec/passes/nested/anf"
)

// apart is e with a sequence for each component of sequences of tuples that it makes, where it reads their elements, appends to them and replaces some: code of
// blocks has no others. Where they are handed on they are made, too.
//
//	(let s (append a (seq (t))) (let x (each (p) (s) (proj 0 p)) (let y (elt s i) ..)))
//	=> (let s0 (append a0 (seq (t.0))) (let s1 (append a1 (seq (t.1))) (let x s0 (let y (tuple (elt s0 i) (elt s1 i)) ..))))
func apart(e nkl.Expr) nkl.Expr {
	c := columns{defs: map[*nkl.Var]nkl.Expr{}, made: map[*nkl.Var][]nkl.Expr{}}
	return c.code(e)
}

// columns are those that code has made.
type columns struct {
	defs map[*nkl.Var]nkl.Expr
	made map[*nkl.Var][]nkl.Expr // of sequences of tuples, at the code at hand
}

func (c columns) code(e nkl.Expr) nkl.Expr {
	let, ok := e.(*nkl.Let)
	if !ok {
		return c.inside(e)
	}
	var b anf.Block
	v, rhs := let.Bind, c.known(&b, let.Rhs)
	if rhs == nil {
		rhs = c.inside(let.Rhs)
	}
	if a := nkl.VarOf(rhs); a != nil && a.Type.Kind == types.KSeq {
		return b.In(c.code(nkl.Replace(let.Body, map[*nkl.Var]nkl.Expr{v: rhs})))
	}
	if c.defs[v] = rhs; !ofTuples(v.Type) || !c.splits(v) {
		b.Let(v, rhs)
		return b.In(c.code(let.Body))
	}
	var all anf.Block
	var made []nkl.Expr
	for k, t := range v.Type.Elem().Elems {
		made = append(made, all.Name(v.Name, types.Seq(t), c.column(&all, v, k)))
	}
	c.made[v] = made
	body := c.code(let.Body)
	if anf.Uses(v, body) > 0 {
		b.Let(v, rhs)
	}
	return b.In(all.In(body))
}

// inside is e with code of its own, which makes other columns.
func (c columns) inside(e nkl.Expr) nkl.Expr {
	if each, ok := e.(*nkl.Each); ok {
		e = c.over(each)
	}
	return e.MapChildren(columns{c.defs, maps.Clone(c.made)}.code)
}

// over is e over the components of sequences of tuples in place of these.
func (c columns) over(e *nkl.Each) *nkl.Each {
	out, body := &nkl.Each{Node: e.Node}, anf.Block{}
	for i, v := range e.Binds {
		made := c.made[nkl.VarOf(e.Seqs[i])]
		if made == nil {
			out.Binds, out.Seqs = append(out.Binds, v), append(out.Seqs, e.Seqs[i])
			continue
		}
		tuple := &nkl.Tuple{Node: e.Node}
		for _, col := range made {
			x := types.NewVar(v.Name, anf.TypeOfAtom(col).Elem())
			out.Binds, out.Seqs, tuple.Elems = append(out.Binds, x), append(out.Seqs, col), append(tuple.Elems, nkl.Use(x))
		}
		body.Let(v, tuple)
	}
	out.Body = body.In(e.Body)
	return out
}

// known is what e reads of columns that are made, behind steps of b, or nil if it does not.
func (c columns) known(b *anf.Block, e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each:
		if len(e.Seqs) == 1 {
			made := c.made[nkl.VarOf(e.Seqs[0])]
			if p, ok := e.Body.(*nkl.Proj); ok && made != nil && nkl.IsUse(p.Of, e.Binds[0]) {
				return made[p.Index]
			}
		}
	case *nkl.Prim:
		if len(e.Args) == 0 {
			return nil
		}
		made := c.made[nkl.VarOf(e.Args[0])]
		switch {
		case made == nil:
		case e.Op.Code == prim.Length:
			return anf.OpAt(e.P, prim.Length, made[0])
		case e.Op.Code == prim.Elt:
			out := &nkl.Tuple{Node: e.Node}
			for _, col := range made {
				t := anf.TypeOfAtom(col).Elem()
				out.Elems = append(out.Elems, b.Name("part", t, anf.OpAt(e.P, prim.Elt, col, e.Args[1])))
			}
			return out
		}
	}
	return nil
}

// splits reports whether v is made of tuples of scalars in a way that can be done component by component.
func (c columns) splits(v *nkl.Var) bool {
	if !v.Type.Elem().IsScalar() {
		return false
	}
	switch e := c.defs[v].(type) {
	case *nkl.Seq:
		return true
	case *nkl.Each:
		_, end := steps.Of(e.Body)
		return end.Form() == nkl.FormTuple
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Append:
			return c.made[nkl.VarOf(e.Args[0])] != nil && c.made[nkl.VarOf(e.Args[1])] != nil
		case prim.Write:
			return c.made[nkl.VarOf(e.Args[0])] != nil && c.made[nkl.VarOf(e.Args[2])] != nil
		case prim.Get:
			return c.made[nkl.VarOf(e.Args[0])] != nil
		}
	}
	return false
}

// column is component k of the tuples of v, behind steps of b.
func (c columns) column(b *anf.Block, v *nkl.Var, k int) nkl.Expr {
	t := v.Type.Elem().Elems[k]
	of := func(e nkl.Expr) nkl.Expr { return c.made[nkl.VarOf(e)][k] }
	switch e := c.defs[v].(type) {
	case *nkl.Seq:
		out := &nkl.Seq{Node: e.Node, Elem: t}
		for _, x := range e.Elems {
			if tuple, ok := c.defs[nkl.VarOf(x)].(*nkl.Tuple); ok {
				out.Elems = append(out.Elems, tuple.Elems[k])
			} else {
				out.Elems = append(out.Elems, b.Name("part", t, anf.Part(k, x)))
			}
		}
		return out
	case *nkl.Each:
		all, end := steps.Of(e.Body)
		return nkl.Freshen(&nkl.Each{Node: e.Node, Binds: e.Binds, Seqs: e.Seqs, Body: steps.Join(all, end.(*nkl.Tuple).Elems[k])})
	}
	e := c.defs[v].(*nkl.Prim)
	switch e.Op.Code {
	case prim.Append:
		return anf.OpAt(e.P, prim.Append, of(e.Args[0]), of(e.Args[1]))
	case prim.Write:
		return anf.OpAt(e.P, prim.Write, of(e.Args[0]), e.Args[1], of(e.Args[2]))
	}
	return anf.OpAt(e.P, prim.Get, of(e.Args[0]), e.Args[1])
}

func ofTuples(t *types.Type) bool { return t.Kind == types.KSeq && t.Elem().Kind == types.KTuple }
