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

// Effects runs an effect once for every element of sp, in order, in a loop of the host. The results so far are
// kept packed: lengths and data of sequences grow by appending.
func Effects(b *emit.Block, sp *emit.Space, e *nkl.Prim, args []rep.Value, ty *types.Type) rep.Value {
	for i := range args {
		args[i] = rep.Lift(b, args[i], sp)
		rep.Force(b, args[i])
	}
	l := &fkl.Loop{Node: ir.At(e.Pos())}
	k := types.NewVar("k", types.Int)
	l.Binds, l.Inits = []*fkl.Var{k}, []fkl.Expr{emit.Num(0)}
	var acc []*fkl.Var
	packed := rep.PackedTypes(ty, true)
	for _, t := range packed {
		if t == types.Sd {
			t = types.Vec(types.Int)
		}
		v := types.NewVar("done", t)
		acc = append(acc, v)
		l.Binds = append(l.Binds, v)
		l.Inits = append(l.Inits, b.Let("none", t, &fkl.Vec{Elem: t.Elem()}))
	}
	body := b.Nested()
	step, done := body.Nested(), body.Nested()
	var flat []rep.Value
	for _, a := range args {
		rep.Flatten(step, element.HostRep(step, element.At(step, a, emit.Ref(k))), &flat)
	}
	p := &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op, Args: rep.Values(step, flat)}
	one := rep.FromLeaves(step, ty, false, step.LetN("io", rep.LeafTypes(ty, false), p))
	next := []fkl.Expr{step.Add(emit.Ref(k), emit.Num(1))}
	for i, v := range rep.Encode(step, rep.Literal(step, ty, []rep.Value{one})) {
		if packed[i] == types.Sd {
			v = step.Lens(v)
		}
		t := acc[i].Type.Elem()
		both := rep.AppendElems(step, rep.Vector{Vec: emit.Ref(acc[i]), Type: t}, rep.Vector{Vec: v, Type: t})
		next = append(next, rep.Vec(step, both))
	}
	more := body.Prim(prim.Lt, types.Bool, emit.Ref(k), sp.N)
	refs := make([]fkl.Expr, len(acc))
	ts := make([]*types.Type, len(acc))
	for i, v := range acc {
		refs[i], ts[i] = emit.Ref(v), v.Type
	}
	l.Body = body.In(&fkl.If{Cond: more, Then: step.In(&fkl.Recur{Args: next}), Else: done.Ret(refs...)})
	vs := b.LetN("io", ts, l)
	for i, t := range packed { // from the lengths, and the elements that stand next to them
		if t == types.Sd {
			vs[i] = b.SdMake(vs[i], rep.Count(b, rep.Vector{Vec: vs[i+1], Type: ts[i+1].Elem()})).Sd
		}
	}
	return rep.Decode(b, ty, true, &vs)
}
