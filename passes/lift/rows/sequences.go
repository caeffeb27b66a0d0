package rows

// Sequences that need not be made: their elements are computed where code goes through them.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// made is the map, or other sequence that needs not be made, that v is; nil if v is another one.
func (r *rows) made(v *nkl.Var) nkl.Expr {
	if r.stored[v] {
		return nil
	}
	return r.madeAs(v)
}

// madeAs is made of a sequence that may be stored.
func (r *rows) madeAs(v *nkl.Var) nkl.Expr {
	switch e := r.defs[v].(type) {
	case *nkl.Each:
		alike := !slices.ContainsFunc(e.Seqs, func(s nkl.Expr) bool { return r.filter(nkl.VarOf(s)) != r.filter(nkl.VarOf(e.Seqs[0])) })
		if alike && r.ok(e) {
			return e
		}
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Index, prim.Dist:
			return e
		case prim.Pack:
			if r.filter(nkl.VarOf(e.Args[0])) == nil && r.filter(nkl.VarOf(e.Args[1])) == nil {
				return e
			}
		}
	}
	return nil
}

// filter is the flags of the elements of which v has those that are kept, or nil.
func (r *rows) filter(v *nkl.Var) *nkl.Var {
	switch e := r.made(v).(type) {
	case *nkl.Each:
		return r.filter(nkl.VarOf(e.Seqs[0]))
	case *nkl.Prim:
		if e.Op.Code == prim.Pack {
			return nkl.VarOf(e.Args[1])
		}
	}
	return nil
}

// length is e, which may ask for the length of a map, with that of what the map goes over. What a filter keeps is counted.
func (r *rows) length(e nkl.Expr) nkl.Expr {
	p, ok := e.(*nkl.Prim)
	if !ok || p.Op.Code != prim.Length {
		return e
	}
	v := nkl.VarOf(p.Args[0])
	switch made := r.made(v).(type) {
	case *nkl.Each:
		r.used[v] = true
		return r.length(&nkl.Prim{Node: p.Node, Op: p.Op, Args: []nkl.Expr{made.Seqs[0]}})
	case *nkl.Prim:
		switch made.Op.Code {
		case prim.Index:
			r.used[v] = true
			return made.Args[0]
		case prim.Pack:
			r.used[v] = true
			flag, ones := types.NewVar("flag", types.Bool), types.NewVar("ones", types.Seq(types.Int))
			r.defs[ones] = &nkl.Each{Node: p.Node, Binds: []*nkl.Var{flag}, Seqs: made.Args[1:], Body: nkl.Op(p.P, prim.Btoi, nkl.Use(flag))}
			return nkl.Op(p.P, prim.Sum, nkl.Use(ones))
		}
	}
	return e
}

// count is how many elements a sequence has, or those of which a filter keeps some; of is the sequence, or the int, that says so.
func (r *rows) count(b *anf.Block, v *nkl.Var) (of, n nkl.Expr) {
	switch e := r.made(v).(type) {
	case *nkl.Each:
		return r.count(b, nkl.VarOf(e.Seqs[0]))
	case *nkl.Prim:
		if e.Op.Code == prim.Pack {
			return r.count(b, nkl.VarOf(e.Args[0]))
		}
		of, n = e.Args[len(e.Args)-1], e.Args[len(e.Args)-1]
		if v := nkl.VarOf(n); v != nil && anf.IsOp(r.defs[v], prim.Length) {
			of = r.defs[v].(*nkl.Prim).Args[0]
		}
		return of, n
	}
	return nkl.Use(v), b.Name("n", types.Int, anf.Op(prim.Length, nkl.Use(v)))
}

// element is element i of a sequence, or of those of which a filter keeps some.
func (r *rows) element(b *anf.Block, v *nkl.Var, i nkl.Expr) nkl.Expr {
	made := r.made(v)
	r.used[v] = r.used[v] || made != nil
	if each, ok := made.(*nkl.Each); ok && r.serial[each] != nil {
		made = r.serial[each].each
	}
	if x := anf.Element(b, made, i, func(v *nkl.Var) nkl.Expr { return r.element(b, v, i) }); x != nil {
		return x
	}
	if filter, ok := made.(*nkl.Prim); ok {
		return r.element(b, nkl.VarOf(filter.Args[0]), i)
	}
	return anf.Op(prim.Elt, nkl.Use(v), i)
}

// again is a sequence behind steps of b, which make it if it needs to be made.
func (r *rows) again(b *anf.Block, v *nkl.Var) nkl.Expr {
	return b.Name(v.Name, v.Type, r.whole(b, v, r.made(v)))
}

// whole is the sequence v, which is made so, or is there if made is nil. What it is made of is made behind steps of b.
func (r *rows) whole(b *anf.Block, v *nkl.Var, made nkl.Expr) nkl.Expr {
	switch e := made.(type) {
	case *nkl.Each:
		out := &nkl.Each{Node: e.Node, Binds: e.Binds, Body: e.Body}
		for _, s := range e.Seqs {
			out.Seqs = append(out.Seqs, r.again(b, nkl.VarOf(s)))
		}
		return out
	case *nkl.Prim:
		out := &nkl.Prim{Node: e.Node, Op: e.Op, Args: slices.Clone(e.Args)}
		if e.Op.Code == prim.Pack {
			for k, s := range e.Args {
				out.Args[k] = r.again(b, nkl.VarOf(s))
			}
		}
		return out
	}
	return nkl.Use(v)
}
