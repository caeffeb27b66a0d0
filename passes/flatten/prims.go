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
var reductions = map[string]prim.Rop{
	"sum": prim.RAdd, "product": prim.RMul, "max_val": prim.RMax, "min_val": prim.RMin,
	"all": prim.RAnd, "any": prim.ROr, "parity": prim.RXor,
}

var scans = map[string]prim.Rop{
	"plus_scan": prim.RAdd, "mult_scan": prim.RMul, "max_scan": prim.RMax, "min_scan": prim.RMin,
	"and_scan": prim.RAnd, "or_scan": prim.ROr, "xor_scan": prim.RXor,
}

// prim translates the application of a primitive.
func (t *translator) prim(b *lets, s *scope, e *nkl.Prim, ty *types.Type) rep {
	if e.Op.Class == prim.Effect {
		return t.effect(b, s, e, ty)
	}
	args := make([]rep, len(e.Args))
	all := true
	for i, a := range e.Args {
		if v, ok := a.(*nkl.Ref); ok && e.Op.Name == "append" && s.vars[v.Var] != nil {
			args[i] = s.vars[v.Var] // perhaps a concatenation, which grows
		} else {
			args[i] = t.expr(b, s, a, nil)
		}
		all = all && uniform(args[i])
	}
	b.stands(e)
	switch {
	case e.Op.Class == prim.Scalar && all:
		return b.scalarPrim(e, args, ty)
	case e.Op.Class == prim.Scalar:
		return b.liftedScalar(s.sp, e, args, ty)
	case all && (s.host() || e.Op.Name == "length"):
		return t.hostPrim(b, e.Op, args, ty)
	case all:
		return t.once(b, s, ty, func(b *lets, _ *scope) rep { return t.hostPrim(b, e.Op, args, ty) })
	}
	if _, folds := e.Op.Lift.(prim.Reduction); folds {
		args[0] = b.even(s.sp.n, typeOf(e.Args[0]), args[0])
	}
	return t.liftedPrim(b, s, e.Op, args, ty)
}

func (b *lets) scalarPrim(e *nkl.Prim, args []rep, ty *types.Type) rep {
	p := &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op}
	for _, a := range args {
		p.Args = append(p.Args, a.(scalar).a)
	}
	return scalar{b.let("x", ty, p)}
}

func (b *lets) liftedScalar(sp *space, e *nkl.Prim, args []rep, ty *types.Type) rep {
	vs := b.mapOver(sp, []*types.Type{ty}, func(eb *lets, seg, idx fkl.Expr) []fkl.Expr {
		p := &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op}
		for _, a := range args {
			if u, ok := a.(scalar); ok {
				p.Args = append(p.Args, u.a)
				continue
			}
			p.Args = append(p.Args, readOwn(eb, a, seg, idx))
		}
		return []fkl.Expr{eb.let("x", ty, p)}
	})
	return lbase{vs[0], ty}
}

// hostPrim applies a sequence primitive to uniform operands.
func (t *translator) hostPrim(b *lets, op *prim.Prim, args []rep, ty *types.Type) rep {
	if rop, ok := reductions[op.Name]; ok {
		u := args[0].(useq)
		return scalar{b.let(op.Name, ty, &fkl.Reduce{Node: ir.At(b.pos), Op: rop, Vec: b.column(u.elems, &space{n: u.n})})}
	}
	if rop, ok := scans[op.Name]; ok {
		u := args[0].(useq)
		v := b.let(op.Name, types.Vec(ty.Elem()), &fkl.Scan{Node: ir.At(b.pos), Op: rop, Vec: b.vec(u.elems)})
		return useq{elems: lbase{v, ty.Elem()}, n: u.n}
	}
	switch op.Name {
	case "length":
		return scalar{args[0].(useq).n}
	case "elt":
		return evRep(b, elemAt(b, args[0].(useq).elems, args[1].(scalar).a))
	case "index":
		sp := &space{n: args[0].(scalar).a}
		return useq{elems: identity(sp), n: sp.n}
	case "dist":
		sp := &space{n: args[1].(scalar).a}
		return useq{elems: b.lift(args[0], sp), n: sp.n}
	case "pack":
		_, n, r := b.packBy(args[0].(useq).elems, b.vec(args[1].(useq).elems), false)
		return useq{elems: r, n: n}
	case "append":
		x, y := args[0].(useq), args[1].(useq)
		return useq{elems: b.appendElems(x.elems, y.elems), n: b.add(x.n, y.n)}
	case "flatten":
		return b.flattenSeq(args[0].(useq))
	case "partition":
		u, lens := args[0].(useq), args[1].(useq)
		return useq{elems: &lview{data: u.elems, packed: b.sdMake(b.vec(lens.elems), u.n)}, n: lens.n}
	case "get":
		u, idx := args[0].(useq), args[1].(useq)
		sp := &space{n: idx.n}
		return useq{elems: b.gather(u.elems, sp, false, func(eb *lets, _, i fkl.Expr) fkl.Expr { return readAt(eb, idx.elems, i) }), n: idx.n}
	case "permute":
		u, idx := args[0].(useq), args[1].(useq)
		return useq{elems: b.permute(u.elems, b.vec(idx.elems), &space{n: u.n}), n: u.n}
	case "write":
		d, idx, v := args[0].(useq), args[1].(useq), args[2].(useq)
		return useq{elems: b.write(d.elems, &space{n: d.n}, b.vec(idx.elems), &space{n: idx.n}, v.elems), n: d.n}
	case "rank", "rank_down":
		u := args[0].(useq)
		sd := b.sdRegular(num(1), u.n).sd
		v := b.let("rank", types.Vec(types.Int), &fkl.Rank{Node: ir.At(b.pos), Down: op.Name == "rank_down", Sd: sd, Keys: b.vec(u.elems)})
		return useq{elems: lbase{v, types.Int}, n: u.n}
	}
	panic("flatten: no rule for primitive " + op.Name + " on the host")
}

// identity is the index of every element of sp.
func identity(sp *space) rep {
	return &lthunk{t: types.Int, sp: sp, gen: func(_ *lets, _, idx fkl.Expr) fkl.Expr { return idx }}
}

// flattenSeq concatenates the elements of a sequence of sequences; packed ones
// are only looked at differently.
func (b *lets) flattenSeq(u useq) rep {
	sp, data := b.pack(u.elems.(*lview))
	return useq{elems: data, n: sp.n}
}

// permute stores element i of r at dest[i], all within the space sp; where it is
// known who stores at a place, because that was to be checked, places read.
func (b *lets) permute(r rep, dest fkl.Expr, sp *space) rep {
	if win := b.winners(dest, sp); win != nil {
		return b.gather(r, sp, false, func(eb *lets, _, idx fkl.Expr) fkl.Expr { return eb.at(types.Int, win, idx) })
	}
	var flat []rep
	b.outer(r, &flat)
	src := b.vecs(flat...)
	out := make([]fkl.Expr, len(src))
	for i, v := range src {
		vt := v.(*fkl.Ref).Var.Type
		blank := b.mapOver(sp, []*types.Type{vt.Elem()}, func(*lets, fkl.Expr, fkl.Expr) []fkl.Expr {
			return []fkl.Expr{zero(vt.Elem())}
		})[0]
		out[i] = b.let("perm", vt, &fkl.Scatter{Node: ir.At(b.pos), Op: prim.RSet, Into: blank, Idx: dest, Vals: v})
	}
	i := 0
	return b.rebuild(r, out, &i)
}
