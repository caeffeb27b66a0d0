package device

// What reductions and scans combine: results with the operator of a primitive,
// one by one, and tuples, by a thunk that is written wherever two accumulators
// become one.
//
//	(join (a x b y) e)  =>  (def with e[acc/x, val/y]) ...

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// An acc is what one result of a reduction or scan needs. Those that a thunk
// combines have it in common and stand next to each other.
type acc struct {
	op   prim.Rop
	elem *types.Type
	join *lcu.Thunk
}

// split separates the results of a reduction or scan: accs for those with a
// proper operator, and which result each is; ids for the others.
func (p *plan) split(ops []prim.Rop, joins []*lcu.Thunk) (accs []acc, at, ids []int) {
	left := 0 // of what the first of joins combines
	for i, op := range ops {
		if op == prim.RId {
			ids = append(ids, i)
			continue
		}
		a := acc{op: op, elem: p.elems[i]}
		if op == prim.RJoin {
			if left == 0 {
				left = len(joins[0].Params) / 2
			}
			a.join = joins[0]
			if left--; left == 0 {
				joins = joins[1:]
			}
		}
		accs = append(accs, a)
		at = append(at, i)
	}
	return accs, at, ids
}

// joined reports whether thunks combine some of the accumulators. Then there is no
// primitive that a template could rely on, and what is combined must stay in order.
func joined(as []acc) bool {
	return slices.ContainsFunc(as, func(a acc) bool { return a.join != nil })
}

// unit is the identity of an accumulator.
func (a acc) unit() expr {
	if a.join != nil {
		return kir.Zero(a.elem)
	}
	return unit(a.op, a.elem)
}

func units(as []acc) []expr {
	es := make([]expr, len(as))
	for i, a := range as {
		es[i] = a.unit()
	}
	return es
}

// mix combines two lists of values. What thunks make of them is named, so that
// accumulators can be set one after another.
func (g *kernelGen) mix(as []acc, xs, ys []expr) []expr {
	es := make([]expr, 0, len(as))
	for i := 0; i < len(as); i = len(es) {
		if t := as[i].join; t != nil {
			end := i + len(t.Params)/2
			es = append(es, g.apply(t, xs[i:end], ys[i:end])...)
		} else {
			es = append(es, combine(as[i].op, xs[i], ys[i]))
		}
	}
	return es
}

// apply is what t combines xs and ys to.
func (g *kernelGen) apply(t *lcu.Thunk, xs, ys []expr) []expr {
	index, seg, row := g.index, g.seg, g.row
	g.index, g.seg, g.row = nil, nil, nil
	for i, x := range slices.Concat(xs, ys) {
		g.env[t.Params[i]] = g.Atom("x", x)
	}
	es := g.values(t.Body, lcu.Sigs{}.ResultTypes(t.Body), nil)
	g.index, g.seg, g.row = index, seg, row
	return g.defs("with", es)
}

func elems(as []acc) []*types.Type {
	ts := make([]*types.Type, len(as))
	for i, a := range as {
		ts[i] = a.elem
	}
	return ts
}

// describe tells lists of operators apart.
func describe(accs []acc) (out []any) {
	for _, a := range accs {
		out = append(out, a.op, a.elem.String())
		if a.join != nil {
			out = append(out, lcu.Show(a.join))
		}
	}
	return out
}
