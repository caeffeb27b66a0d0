package device

// Element code in a kernel: the values of a thunk, its reads of arrays, which are
// guarded where their indices may be out of range, and its checks.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// results is the values of a thunk, as atoms, at an index: a position, or the
// number of a segment and a position.
func (g *kernelGen) results(t *lcu.Thunk, ts []*types.Type, at ...expr) []expr {
	return g.elementCode(t, ts, at)
}

// elementCode is results for a thunk that may have more parameters, already bound,
// than its index.
func (g *kernelGen) elementCode(t *lcu.Thunk, ts []*types.Type, at []expr) []expr {
	g.seg, g.index = nil, nil
	for i, idx := range at {
		g.env[t.Params[i]] = idx
	}
	if len(at) > 0 {
		g.index = at[len(at)-1]
	}
	if len(at) > 1 {
		g.seg = at[0]
	}
	g.enterElement()
	return g.valuesOf(t, ts)
}

// valuesOf is the results of a thunk whose parameters are bound.
func (g *kernelGen) valuesOf(t *lcu.Thunk, ts []*types.Type) []expr {
	vals := g.values(t.Body, ts, nil)
	for i, val := range vals {
		vals[i] = g.named("v", val) // all loads before any store: buffers may be reused
	}
	return vals
}

// bind leaves alone what was computed for the whole segment, and binds the
// conditions that the split decides.
func (g *kernelGen) bind(vs []*lcu.Var, e lcu.Expr) bool {
	if put, ok := e.(*lcu.Put); ok {
		g.put(put)
		return true
	}
	if len(vs) > 0 && g.hoisted[vs[0]] {
		return true
	}
	if g.below == nil || len(vs) != 1 || !g.split.conds[vs[0]] {
		return false
	}
	g.env[vs[0]] = &kir.Bool{Val: *g.below}
	return true
}

func (g *kernelGen) arm(f func()) { f() }

func (g *kernelGen) check(e *lcu.Check) {
	elem := g.index
	if elem == nil {
		elem = g.seg
	}
	if elem == nil {
		elem = num(-1) // there is but one evaluation
	}
	g.Put(&kir.Fail{Node: ir.At(e.P), Error: e.Error, Elem: elem})
	if g.failed != nil {
		g.Set(g.failed, &kir.Bool{Val: true})
	}
}

// op is the value of an operation of element code.
func (g *kernelGen) op(e lcu.Expr, ts []*types.Type, names []string) []expr {
	switch e := e.(type) {
	case *lcu.Ref:
		return []expr{g.captured(e.Var)}
	case *lcu.Prim:
		args := g.operands(e.Args)
		if val := g.inRow(e.Op.Name, args); val != nil {
			return []expr{val}
		}
		if val := g.inEntry(e.Op.Name, args); val != nil {
			return []expr{val}
		}
		if val := g.between(e.Op.Name, args); val != nil {
			return []expr{val}
		}
		return []expr{&kir.Prim{Node: ir.At(e.P), Op: e.Op, Args: args}}
	case *lcu.Length:
		if s := g.segments[e.Vec.(*lcu.Ref).Var]; s != nil {
			return []expr{s.len}
		}
		return []expr{g.length(e.Vec.(*lcu.Ref).Var)}
	case *lcu.At:
		return []expr{g.at(e, g.operand(e.Idx))}
	case *lcu.Int, *lcu.Float, *lcu.Bool, *lcu.Char:
		return []expr{g.operand(e)}
	}
	if ts == nil { // control flow as an operand
		ts = lowerTypes(lcu.Sigs{}.ResultTypes(e))
		return g.values(e, ts, names)
	}
	panic("device: form " + lcu.Schema[e.Form()].Name + " in element code")
}

// at is an element of a captured array, zero out of range.
func (g *kernelGen) at(e *lcu.At, idx expr) expr {
	v := e.Vec.(*lcu.Ref).Var
	if s := g.segments[v]; s != nil {
		return g.atState(e, s, idx)
	}
	own := build.Same(idx, g.index)
	if own && (g.fit[v] == wantFitted || g.isBelow(v)) {
		return load(g.array(v).buf, idx)
	}
	if g.row != nil && g.fit[v] == wantFittedRow && build.Same(idx, g.row.local) {
		a := g.array(v)
		g.access[a.param] = kir.Gather
		return load(a.buf, idx)
	}
	if val, ok := g.perSeg[v]; ok && build.Same(idx, g.seg) {
		return val
	}
	a := g.array(v)
	if !own {
		g.access[a.param] = kir.Gather
	}
	idx = g.Atom("k", idx)
	if g.seen.reads[e] && !g.early {
		return load(a.buf, idx)
	}
	return g.guarded(v, idx)
}

func (g *kernelGen) guarded(v *lcu.Var, idx expr) expr {
	return pick(inRange(idx, g.length(v)), load(g.array(v).buf, idx), kir.Zero(v.Type.Elem()))
}

// between is the value of a primitive that says that an int is in a range from
// zero; nil for any other.
func (g *kernelGen) between(op string, args []expr) expr {
	if op != "and" {
		return nil
	}
	for range 2 {
		low, high := g.comparison(args[0], "ge"), g.comparison(args[1], "lt")
		if low != nil && high != nil && build.IsInt(low[1], 0) && build.Same(low[0], high[0]) {
			return inRange(high[0], g.naturally(high[1]))
		}
		args = []expr{args[1], args[0]}
	}
	return nil
}

// comparison is the operands if e is defined as this comparison of ints.
func (g *kernelGen) comparison(e expr, op string) []expr {
	p, ok := g.scalars[kir.VarOf(e)].(*kir.Prim)
	if !ok || p.Op.Name != op || kir.TypeOf(p.Args[0]).Kind != types.KInt {
		return nil
	}
	return p.Args
}

// naturally is n, or zero if it is negative.
func (g *kernelGen) naturally(n expr) expr {
	if i, ok := build.Literal(n); ok && i >= 0 || g.natural[kir.VarOf(n)] {
		return n
	}
	return maximum(n, num(0))
}
