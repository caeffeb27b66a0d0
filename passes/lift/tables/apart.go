package tables

// Several rows that a step replaces: an edge that both of its ends get.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// Apart is loop l with rows that a write replaces replaced one after the other. A row that a later one takes the place of is not, and what
// becomes of a row is made of the row as it is then, which no earlier one has changed.
//
//	(let r (append (elt t a) x) (let s (append (elt t b) y) (write t (a b) (r s))))
//	=> (let r (append (elt t a) x) (let u (if (== a b) t (write t (a) (r))) (let s (append (elt u b) y) (write u (b) (s)))))
func Apart(l *nkl.Loop) *nkl.Loop {
	x := apart{map[*nkl.Var]nkl.Expr{}}
	return &nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: x.code(l.Body)}
}

// An apart knows what variables are.
type apart struct{ defs map[*nkl.Var]nkl.Expr }

func (x apart) code(e nkl.Expr) nkl.Expr {
	var b anf.Block
	switch e := e.(type) {
	case *nkl.Each:
		return e
	case *nkl.Let:
		rhs := x.operation(&b, e.Rhs)
		x.defs[e.Bind] = rhs
		b.Let(e.Bind, rhs)
		return b.In(x.code(e.Body))
	case *nkl.Prim:
		out := x.operation(&b, e)
		return b.In(out)
	}
	return e.MapChildren(x.code)
}

// operation is the value of a step, behind steps of b.
func (x apart) operation(b *anf.Block, e nkl.Expr) nkl.Expr {
	p, ok := e.(*nkl.Prim)
	if !ok {
		return x.code(e)
	}
	if p.Op.Code != prim.Write {
		return e
	}
	table := nkl.VarOf(p.Args[0])
	is, vs := x.literal(p.Args[1]), x.literal(p.Args[2])
	if table == nil || table.Type.Elem().Kind != types.KSeq || is == nil || vs == nil || len(is.Elems) < 2 || len(vs.Elems) != len(is.Elems) {
		return e
	}
	for k, v := range vs.Elems {
		if k > 0 && x.again(&anf.Block{}, table, is.Elems[k], v) == nil {
			return e
		}
	}
	row := table.Type.Elem()
	one := func(b *anf.Block, t *types.Type, x nkl.Expr) nkl.Expr {
		return b.Name("one", types.Seq(t), &nkl.Seq{Node: ir.At(p.P), Elem: t, Elems: []nkl.Expr{x}})
	}
	for k, i := range is.Elems {
		var overwritten nkl.Expr
		for _, j := range is.Elems[k+1:] {
			same := b.Name("same", types.Bool, anf.Op(prim.Eq, i, j))
			if overwritten == nil {
				overwritten = same
			} else {
				overwritten = b.Name("same", types.Bool, anf.Op(prim.Or, overwritten, same))
			}
		}
		var put anf.Block
		v := vs.Elems[k]
		if k > 0 {
			v = x.again(&put, table, i, v)
		}
		written := anf.OpAt(p.P, prim.Write, nkl.Use(table), one(&put, types.Int, i), one(&put, row, v))
		if overwritten == nil {
			return put.In(written)
		}
		next := types.NewVar(table.Name, table.Type)
		b.Let(next, &nkl.If{Node: p.Node, Cond: overwritten, Then: nkl.Use(table), Else: put.In(written)})
		table = next
	}
	return e
}

// again is v, which becomes row i, made of the row of a table; nil if it may be made of something else. A literal is itself.
func (x apart) again(b *anf.Block, table *nkl.Var, i, v nkl.Expr) nkl.Expr {
	p, ok := x.defs[nkl.VarOf(v)].(*nkl.Prim)
	if !ok {
		if x.literal(v) != nil {
			return v
		}
		return nil
	}
	of, ok := x.defs[nkl.VarOf(p.Args[0])].(*nkl.Prim)
	if !ok || of.Op.Code != prim.Elt || !anf.SameAtom(of.Args[1], i) {
		return nil
	}
	row := b.Name("row", table.Type.Elem(), anf.OpAt(of.P, prim.Elt, nkl.Use(table), i))
	return b.Name("row", table.Type.Elem(), &nkl.Prim{Node: p.Node, Op: p.Op, Args: append([]nkl.Expr{row}, p.Args[1:]...)})
}

func (x apart) literal(e nkl.Expr) *nkl.Seq {
	s, _ := x.defs[nkl.VarOf(e)].(*nkl.Seq)
	return s
}
