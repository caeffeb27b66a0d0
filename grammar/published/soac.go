package published

// Combinators.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// size reads the iteration size of a combinator: #xs, n, or a number.
func (p *reader) size(k *kernel, lengths map[*lcu.Var]lcu.Expr) lcu.Expr {
	closing := p.is("(")
	n := p.sizeOf(k, lengths)
	if closing {
		p.expect(")")
	}
	return n
}

func (p *reader) sizeOf(k *kernel, lengths map[*lcu.Var]lcu.Expr) lcu.Expr {
	if !p.is("#") {
		if n, ok := p.literal(); ok {
			return n
		}
		return lcu.Use(p.variable(p.name()))
	}
	v := p.variable(p.name())
	if v.Type.Kind != types.KVec {
		p.fail("the length of %s, which is no array", v.Name)
	}
	if n := lengths[v]; n != nil {
		return n
	}
	i := slices.Index(k.lengths, v)
	if i < 0 {
		i = len(k.lengths)
		k.lengths, k.sizes = append(k.lengths, v), append(k.sizes, lcu.NewVar("n", types.Int))
	}
	return lcu.Use(k.sizes[i])
}

// soac reads a combinator: ts are the types of its results, n is the length of those that
// are arrays, nil if only its execution tells.
func (p *reader) soac(k *kernel, lengths map[*lcu.Var]lcu.Expr) (soac lcu.Expr, ts []*types.Type, n lcu.Expr) {
	name := p.take()
	switch name {
	case "ONCE", "MAP", "PERMUTE", "REDUCE", "SCAN", "FILTER", "PARTITION":
	default:
		p.fail("%s is no combinator here", name)
	}
	params := []*types.Type{types.Int}
	if name == "ONCE" {
		params = nil
	}
	thunk, elems := p.thunk(params)
	arrays := func() (out []*types.Type) {
		for _, t := range elems {
			out = append(out, types.Vec(t))
		}
		return out
	}
	switch name {
	case "ONCE":
		return &lcu.Once{T: thunk}, elems, nil
	case "MAP":
		n := p.size(k, lengths)
		return &lcu.Map{N: n, T: thunk}, arrays(), n
	case "PERMUTE":
		to, of := p.thunk(params)
		if len(of) != 1 || of[0] != types.Int {
			p.fail("the place of an element is one int")
		}
		n := p.size(k, lengths)
		return p.permute(k, thunk, to, arrays(), n), arrays(), n
	case "FILTER", "PARTITION":
		pred, of := p.thunk(elems)
		if len(of) != 1 || of[0] != types.Bool {
			p.fail("the predicate of a %s is one bool", name)
		}
		if name == "PARTITION" {
			return &lcu.Partition{N: p.size(k, lengths), T: thunk, Pred: pred}, append(arrays(), arrays()...), nil
		}
		return &lcu.Filter{N: p.size(k, lengths), T: thunk, Pred: pred}, arrays(), nil
	}
	ops := p.operators(elems)
	n = p.size(k, lengths)
	if name == "SCAN" {
		return &lcu.Scan{Ops: ops, Incl: true, N: n, T: thunk}, arrays(), n
	}
	ts = arrays()
	for i, op := range ops {
		if op != prim.RId {
			ts[i] = elems[i]
		}
	}
	return &lcu.Reduce{Ops: ops, N: n, T: thunk}, ts, n
}

// operators reads the operators of a reduction or scan: iadd, fmax, band, id, ... The
// letter in front is the type of the operands.
func (p *reader) operators(elems []*types.Type) (out []prim.Rop) {
	p.expect("(")
	p.list(")", func() {
		name := p.name()
		if name == "id" {
			out = append(out, prim.RId)
			return
		}
		op, ok := prim.ParseRop(name[1:])
		i := len(out)
		if !ok || i >= len(elems) || elems[i].String()[0] != name[0] {
			p.fail("%s is no operator for this result", name)
		}
		out = append(out, op)
	})
	if len(out) != len(elems) {
		p.fail("%d operators for %d results", len(out), len(elems))
	}
	return out
}
