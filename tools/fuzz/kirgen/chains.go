package kirgen

// Kernels whose groups hand sums on, by a Chain between two phases.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// chain hands on values that the work-items of a group agree on. Targets combine
// the sums of groups in any way that keeps their order, so that must not matter:
// keys do not come back, and floats are exact.
func (t *team) chain() {
	s := &kir.Chain{Keyed: t.chance(3)}
	if s.Keyed {
		s.Vals = append(s.Vals, apply(prim.Div, &kir.GroupId{}, kir.N(1+t.r.Int64N(3))))
	}
	for _, ty := range []*types.Type{types.Int, t.base(), types.Bool}[:1+t.r.IntN(3)] {
		s.Vals, s.Ops = append(s.Vals, t.agreed(ty)), append(s.Ops, t.handing(ty))
	}
	t.handOn(s)
}

// handOn puts a chain whose values and operators are known.
func (t *team) handOn(s *kir.Chain) {
	var ts []*types.Type
	for _, v := range s.Vals {
		ts = append(ts, kir.TypeOf(v))
	}
	s.Binds = t.bind(ts)
	t.put(s)
}

// handing is an operator for values of type t.
func (g *generator) handing(t *types.Type) prim.Rop {
	if t == types.Float {
		return one(g, prim.RAdd, prim.RMax, prim.RMin)
	}
	for {
		if op := prim.Rop(g.r.IntN(int(prim.RSize))); op.Combines(t) {
			return op
		}
	}
}

// agreed is a value of type ty that all work-items of the group have.
func (t *team) agreed(ty *types.Type) kir.Expr {
	var as []*array
	for _, a := range t.arrays {
		if a.written && a.v.Type.Elem() == ty && ty != types.Float {
			as = append(as, a)
		}
	}
	switch {
	case len(as) > 0 && !t.chance(4):
		a := one(t.generator, as...)
		if a.use == ownCells || a.use == combined {
			t.meet()
		}
		a.use = readAny
		return t.def("e", a.get(kir.N(t.r.Int64N(a.size))))
	case ty == types.Int:
		return t.def("e", apply(prim.Sub, t.uniform(100), t.uniform(9)))
	case ty == types.Bool:
		return t.def("e", apply(prim.Lt, t.uniform(4), t.uniform(4)))
	}
	return t.def("e", &kir.Select{Cond: apply(prim.Lt, t.uniform(4), t.uniform(4)), Then: t.literal(ty), Else: t.literal(ty)})
}
