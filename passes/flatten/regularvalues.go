package flatten

// Arguments and results of functions of the host that have one length at every level.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// passesRegular reports whether a component of type t is passed as data and lengths.
func (t *translator) passesRegular(c boundary.HostComponent, ty *types.Type) bool {
	return ty.Kind == types.KSeq && rep.Nodes(ty) > 1 && ty.OneLength() && !t.irregular[c]
}

// passedTypes is the types of the vectors and scalars of a parameter or result of type t.
func (t *translator) passedTypes(fn string, param int, ty *types.Type) []*types.Type {
	var out []*types.Type
	for k, c := range types.Leaves(ty) {
		part := boundary.HostComponent{Fn: fn, Param: param, Component: k}
		if !t.passesRegular(part, c) {
			_, ts := t.handedOver(part, c)
			out = append(out, ts...)
			continue
		}
		out = append(out, boundary.RegularLeafTypes(c)...)
	}
	return out
}

// sameRecursion reports whether fn and the function of the host that is translated call each other.
func (t *translator) sameRecursion(fn string) bool {
	return t.within != 0 && t.recursive[fn] == t.within
}

// handedOver tells how part, of type ty and not regular, is handed over, and as what types.
func (t *translator) handedOver(part boundary.HostComponent, ty *types.Type) (p *boundary.BranchPart, ts []*types.Type) {
	p = t.rooms.BranchPart(boundary.Part{Of: part}, true, nil)
	return p, p.OpenLike(ty, nil, nil)
}

// pass lists the vectors and scalars of r, a parameter or result of type ty.
func (t *translator) pass(b *emit.Block, fn string, param int, ty *types.Type, r rep.Value) []fkl.Expr {
	var flat []rep.Value
	rs := rep.Parts(r)
	for k, c := range types.Leaves(ty) {
		part := boundary.HostComponent{Fn: fn, Param: param, Component: k}
		if !t.passesRegular(part, c) {
			p, _ := t.handedOver(part, c)
			p.Pass(b, rs[k], param < 0, t.sameRecursion(fn), &flat)
			continue
		}
		u := rs[k].(rep.Seq)
		rep.Lose(u)
		var data []rep.Value
		flat = append(flat, rep.Scalar{Atom: u.N})
		if !boundary.RegularData(b, u.Elems, u.N, &flat, &data) {
			t.irregular[part] = true
			t.Learn(fn)
		}
		flat = append(flat, data...)
	}
	return rep.Values(b, flat)
}

// passed builds a parameter or result from its vectors and scalars; it has type ty in the function
// and type as where it is used.
func (t *translator) passed(b *emit.Block, fn string, param int, ty, as *types.Type, leaves []fkl.Expr) rep.Value {
	cs, names := types.Leaves(ty), types.Leaves(as)
	out := make([]rep.Value, len(cs))
	for k, c := range cs {
		part := boundary.HostComponent{Fn: fn, Param: param, Component: k}
		if !t.passesRegular(part, c) {
			p, ts := t.handedOver(part, c)
			out[k] = p.Passed(b, leaves[:len(ts)], t.sameRecursion(fn) || param >= 0 && t.repeated[fn])
			leaves = leaves[len(ts):]
			continue
		}
		seqs, data := boundary.RegularTypes(c)
		lengths, vectors := boundary.Taking(leaves[:len(seqs)]), boundary.Taking(leaves[len(seqs):len(seqs)+len(data)])
		n := boundary.LengthNamed(b, names[k], lengths())
		out[k] = rep.Seq{Elems: boundary.RegularFrom(b, n, names[k].Elem(), lengths, vectors), N: n}
		leaves = leaves[len(seqs)+len(data):]
	}
	return boundary.Assemble(ty, out)
}

// passResult ends a function of the host.
func (t *translator) passResult(f *nkl.Func) ending {
	return func(b *emit.Block, r rep.Value) []fkl.Expr { return t.pass(b, f.Name, -1, f.Result, r) }
}

// regular is a condition of the host: it is the same for all elements.
func (t *translator) regular(b *emit.Block, s *scope, e *nkl.Regular) rep.Value {
	all := boundary.Regularity{B: b}
	for _, a := range e.Args {
		if x, ok := a.(*nkl.Ref); ok {
			all.Value(x.Var.Type, s.lookup(b, x.Var))
		}
	}
	return all.Holds()
}
