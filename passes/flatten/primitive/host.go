// Package primitive applies primitives to represented values: what flattening makes of a primitive once
// its operands are known. Nothing here knows of variables or functions of the program.
//
//	host.go      on the host: operands are uniform, sequences are whole vectors
//	lifted.go    under a map: one application for every active element
//	effects.go   effects, one element after the other
//	elements.go  the elements of sequences, side by side
package primitive

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/element"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// Scalar applies a scalar primitive to scalars of the host.
func Scalar(b *emit.Block, e *nkl.Prim, args []rep.Value, ty *types.Type) rep.Value {
	p := &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op}
	for _, a := range args {
		p.Args = append(p.Args, a.(rep.Scalar).Atom)
	}
	return rep.Scalar{Atom: b.Let("x", ty, p)}
}

// LiftedScalar applies a scalar primitive for every element of sp.
func LiftedScalar(b *emit.Block, sp *emit.Space, e *nkl.Prim, args []rep.Value, ty *types.Type) rep.Value {
	vs := rep.MapOver(b, sp, []*types.Type{ty}, func(eb *emit.Block, seg, idx fkl.Expr) []fkl.Expr {
		p := &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op}
		for _, a := range args {
			if u, ok := a.(rep.Scalar); ok {
				p.Args = append(p.Args, u.Atom)
				continue
			}
			p.Args = append(p.Args, rep.ReadOwn(eb, a, seg, idx))
		}
		return []fkl.Expr{eb.Let("x", ty, p)}
	})
	return rep.Vector{Vec: vs[0], Type: ty}
}

// OnHost applies a sequence primitive, whose result has type ty, to uniform operands.
func OnHost(b *emit.Block, op *prim.Prim, args []rep.Value, ty *types.Type) rep.Value {
	if fold, ok := op.Lift.(prim.Reduction); ok {
		u := args[0].(rep.Seq)
		return rep.Scalar{Atom: b.Let(op.Name, ty, &fkl.Reduce{Node: ir.At(b.Pos), Op: fold.Op, Vec: column(b, u.Elems, &emit.Space{N: u.N})})}
	}
	if scan, ok := op.Lift.(prim.Scanning); ok {
		u := args[0].(rep.Seq)
		v := b.Let(op.Name, types.Vec(ty.Elem()), &fkl.Scan{Node: ir.At(b.Pos), Op: scan.Op, Vec: rep.Vec(b, u.Elems)})
		return rep.Seq{Elems: rep.Vector{Vec: v, Type: ty.Elem()}, N: u.N}
	}
	switch op.Code {
	case prim.Length:
		return rep.Scalar{Atom: args[0].(rep.Seq).N}
	case prim.Elt:
		return element.HostRep(b, element.OfSeq(b, args[0].(rep.Seq), args[1].(rep.Scalar).Atom))
	case prim.Index:
		sp := &emit.Space{N: args[0].(rep.Scalar).Atom}
		return rep.Seq{Elems: rep.Identity(sp), N: sp.N}
	case prim.Dist:
		sp := &emit.Space{N: args[1].(rep.Scalar).Atom}
		return rep.Seq{Elems: rep.Lift(b, args[0], sp), N: sp.N}
	case prim.Pack:
		_, n, r := rep.PackBy(b, args[0].(rep.Seq).Elems, rep.Vec(b, args[1].(rep.Seq).Elems), false)
		return rep.Seq{Elems: r, N: n}
	case prim.Append:
		return rep.Append(b, args[0].(rep.Seq), args[1].(rep.Seq))
	case prim.Flatten:
		return flattenSeq(b, args[0].(rep.Seq))
	case prim.Partition:
		u, lens := args[0].(rep.Seq), args[1].(rep.Seq)
		return rep.Seq{Elems: &rep.Nested{Data: u.Elems, Packed: b.SdMake(rep.Vec(b, lens.Elems), u.N)}, N: lens.N}
	case prim.Get:
		u, idx := args[0].(rep.Seq), args[1].(rep.Seq)
		if is, _ := u.HandedOn(b); is {
			if first := rep.RunsOf(b, idx.Elems); first != nil {
				return rep.Select(b, u, first(b, nil), idx.N)
			}
		}
		sp := &emit.Space{N: idx.N}
		return rep.Seq{Elems: rep.Gather(b, u.Elems, sp, false, func(eb *emit.Block, _, i fkl.Expr) fkl.Expr { return rep.ReadAt(eb, idx.Elems, i) }), N: idx.N}
	case prim.Permute:
		u, idx := args[0].(rep.Seq), args[1].(rep.Seq)
		return rep.Seq{Elems: permute(b, u.Elems, rep.Vec(b, idx.Elems), &emit.Space{N: u.N}), N: u.N}
	case prim.Write:
		return writeSeq(b, args[0].(rep.Seq), args[1].(rep.Seq), args[2].(rep.Seq))
	case prim.Rank, prim.RankDown:
		u := args[0].(rep.Seq)
		sd := b.SdRegular(emit.Num(1), u.N).Sd
		v := b.Let("rank", types.Vec(types.Int), &fkl.Rank{Node: ir.At(b.Pos), Down: op.Code == prim.RankDown, Sd: sd, Keys: rep.Vec(b, u.Elems)})
		return rep.Seq{Elems: rep.Vector{Vec: v, Type: types.Int}, N: u.N}
	}
	panic("flatten: no rule for primitive " + op.Name + " on the host")
}

// flattenSeq concatenates the elements of a sequence of sequences; packed ones
// are only looked at differently.
func flattenSeq(b *emit.Block, u rep.Seq) rep.Value {
	sp, data := rep.Pack(b, u.Elems.(*rep.Nested))
	return rep.Seq{Elems: data, N: sp.N}
}

// permute stores element i of r at dest[i], all within the space sp. It may do so
// together with what checks that the places differ, before that is known.
func permute(b *emit.Block, r rep.Value, dest fkl.Expr, sp *emit.Space) rep.Value {
	var flat []rep.Value
	rep.Outer(b, r, &flat)
	src := rep.Vecs(b, flat...)
	out := make([]fkl.Expr, len(src))
	for i, v := range src {
		vt := v.(*fkl.Ref).Var.Type.Erase()
		blank := rep.MapOver(b, sp, []*types.Type{vt.Elem()}, func(*emit.Block, fkl.Expr, fkl.Expr) []fkl.Expr {
			return []fkl.Expr{fkl.Zero(vt.Elem())}
		})[0]
		out[i] = b.Let("perm", vt, &fkl.Scatter{Node: ir.At(b.Pos), Op: prim.RArbitrary, Into: blank, Idx: dest, Vals: v})
	}
	i := 0
	return rep.Rebuild(b, r, out, &i)
}
