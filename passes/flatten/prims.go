package flatten

// Primitives on the host: operands are uniform, sequences are whole vectors.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// reductions and scans name the operators of the sequence primitives.
// prim translates the application of a primitive.
func (t *translator) prim(b *block, s *scope, e *nkl.Prim, ty *types.Type) rep {
	if e.Op.Class == prim.Effect {
		return t.effect(b, s, e, ty)
	}
	args := make([]rep, len(e.Args))
	all := true
	for i, a := range e.Args {
		if v, ok := a.(*nkl.Ref); ok && e.Op.Code == prim.Append && s.vars[v.Var] != nil {
			args[i] = s.vars[v.Var] // perhaps a concatenation, which grows
		} else {
			args[i] = t.expr(b, s, a, nil)
		}
		all = all && uniform(args[i])
	}
	b.setPos(e)
	switch {
	case e.Op.Class == prim.Scalar && all:
		return b.scalarPrim(e, args, ty)
	case e.Op.Class == prim.Scalar:
		return b.liftedScalar(s.sp, e, args, ty)
	case all && (s.host() || e.Op.Code == prim.Length):
		if r := t.writeRows(b, e, args); r != nil {
			return r
		}
		if r := b.appendRows(e, args, ty); r != nil {
			return r
		}
		return t.hostPrim(b, e.Op, args, ty)
	case all:
		return t.uniformWork(b, s, ty, func(b *block, _ *scope) rep { return t.hostPrim(b, e.Op, args, ty) })
	}
	if _, folds := e.Op.Lift.(prim.Reduction); folds {
		args[0] = b.withRegular(s.sp.n, typeOf(e.Args[0]), args[0])
	}
	return t.liftedPrim(b, s, e.Op, args, ty)
}

func (b *block) scalarPrim(e *nkl.Prim, args []rep, ty *types.Type) rep {
	p := &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op}
	for _, a := range args {
		p.Args = append(p.Args, a.(hostScalar).a)
	}
	return hostScalar{b.let("x", ty, p)}
}

func (b *block) liftedScalar(sp *indexSpace, e *nkl.Prim, args []rep, ty *types.Type) rep {
	vs := b.mapOver(sp, []*types.Type{ty}, func(eb *block, seg, idx fkl.Expr) []fkl.Expr {
		p := &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op}
		for _, a := range args {
			if u, ok := a.(hostScalar); ok {
				p.Args = append(p.Args, u.a)
				continue
			}
			p.Args = append(p.Args, readOwn(eb, a, seg, idx))
		}
		return []fkl.Expr{eb.let("x", ty, p)}
	})
	return vector{vs[0], ty}
}

// hostPrim applies a sequence primitive to uniform operands.
func (t *translator) hostPrim(b *block, op *prim.Prim, args []rep, ty *types.Type) rep {
	if fold, ok := op.Lift.(prim.Reduction); ok {
		u := args[0].(uniformSeq)
		return hostScalar{b.let(op.Name, ty, &fkl.Reduce{Node: ir.At(b.pos), Op: fold.Op, Vec: b.column(u.elems, &indexSpace{n: u.n})})}
	}
	if scan, ok := op.Lift.(prim.Scanning); ok {
		u := args[0].(uniformSeq)
		v := b.let(op.Name, types.Vec(ty.Elem()), &fkl.Scan{Node: ir.At(b.pos), Op: scan.Op, Vec: b.vec(u.elems)})
		return uniformSeq{elems: vector{v, ty.Elem()}, n: u.n}
	}
	switch op.Code {
	case prim.Length:
		return hostScalar{args[0].(uniformSeq).n}
	case prim.Elt:
		return hostRep(b, elemAt(b, args[0].(uniformSeq).elems, args[1].(hostScalar).a))
	case prim.Index:
		sp := &indexSpace{n: args[0].(hostScalar).a}
		return uniformSeq{elems: identity(sp), n: sp.n}
	case prim.Dist:
		sp := &indexSpace{n: args[1].(hostScalar).a}
		return uniformSeq{elems: b.lift(args[0], sp), n: sp.n}
	case prim.Pack:
		_, n, r := b.packBy(args[0].(uniformSeq).elems, b.vec(args[1].(uniformSeq).elems), false)
		return uniformSeq{elems: r, n: n}
	case prim.Append:
		x, y := args[0].(uniformSeq), args[1].(uniformSeq)
		return uniformSeq{elems: b.appendElems(x.elems, y.elems), n: b.add(x.n, y.n)}
	case prim.Flatten:
		return b.flattenSeq(args[0].(uniformSeq))
	case prim.Partition:
		u, lens := args[0].(uniformSeq), args[1].(uniformSeq)
		return uniformSeq{elems: &nestedSeq{data: u.elems, packed: b.sdMake(b.vec(lens.elems), u.n)}, n: lens.n}
	case prim.Get:
		u, idx := args[0].(uniformSeq), args[1].(uniformSeq)
		sp := &indexSpace{n: idx.n}
		return uniformSeq{elems: b.gather(u.elems, sp, false, func(eb *block, _, i fkl.Expr) fkl.Expr { return readAt(eb, idx.elems, i) }), n: idx.n}
	case prim.Permute:
		u, idx := args[0].(uniformSeq), args[1].(uniformSeq)
		return uniformSeq{elems: b.permute(u.elems, b.vec(idx.elems), &indexSpace{n: u.n}), n: u.n}
	case prim.Write:
		d, idx, v := args[0].(uniformSeq), args[1].(uniformSeq), args[2].(uniformSeq)
		return uniformSeq{elems: b.write(d.elems, &indexSpace{n: d.n}, b.vec(idx.elems), &indexSpace{n: idx.n}, v.elems), n: d.n}
	case prim.Rank, prim.RankDown:
		u := args[0].(uniformSeq)
		sd := b.sdRegular(num(1), u.n).sd
		v := b.let("rank", types.Vec(types.Int), &fkl.Rank{Node: ir.At(b.pos), Down: op.Code == prim.RankDown, Sd: sd, Keys: b.vec(u.elems)})
		return uniformSeq{elems: vector{v, types.Int}, n: u.n}
	}
	panic("flatten: no rule for primitive " + op.Name + " on the host")
}

// identity is the index of every element of sp.
func identity(sp *indexSpace) rep {
	return &delayed{t: types.Int, sp: sp, gen: func(_ *block, _, idx fkl.Expr) fkl.Expr { return idx }}
}

// flattenSeq concatenates the elements of a sequence of sequences; packed ones
// are only looked at differently.
func (b *block) flattenSeq(u uniformSeq) rep {
	sp, data := b.pack(u.elems.(*nestedSeq))
	return uniformSeq{elems: data, n: sp.n}
}

// permute stores element i of r at dest[i], all within the space sp; where it is
// known who stores at a place, because that was to be checked, places read.
func (b *block) permute(r rep, dest fkl.Expr, sp *indexSpace) rep {
	if win := b.lastWriters(dest, sp); win != nil {
		return b.gather(r, sp, false, func(eb *block, _, idx fkl.Expr) fkl.Expr { return eb.at(types.Int, win, idx) })
	}
	var flat []rep
	b.outer(r, &flat)
	src := b.vecs(flat...)
	out := make([]fkl.Expr, len(src))
	for i, v := range src {
		vt := v.(*fkl.Ref).Var.Type
		blank := b.mapOver(sp, []*types.Type{vt.Elem()}, func(*block, fkl.Expr, fkl.Expr) []fkl.Expr {
			return []fkl.Expr{zero(vt.Elem())}
		})[0]
		out[i] = b.let("perm", vt, &fkl.Scatter{Node: ir.At(b.pos), Op: prim.RSet, Into: blank, Idx: dest, Vals: v})
	}
	i := 0
	return b.rebuild(r, out, &i)
}
