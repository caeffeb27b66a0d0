package device

// Update: one work-item for each index, in order.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// A segment is where a state is in a kernel.
type segment struct {
	buf        *kvar
	start, len expr
}

// update writes into copies, which plan-memory avoids where it can. An index may
// have much to do: groups take few of them.
func (r *run) update(s *lcu.Update) []outcome {
	whole, extras := make([]*kvar, len(s.Into)), []expr{r.n}
	for i, e := range s.Into {
		whole[i] = r.copied(e)
		extras = append(extras, kir.Use(whole[i]))
	}
	outs, of := make([]outcome, len(r.states.outcome)), r.states.outcome
	var elems []*types.Type
	for i, k := range of {
		if k >= 0 {
			outs[i] = outcome{buf: whole[k]}
			continue
		}
		v := r.outputs(r.elems[i:i+1], r.n)[0]
		outs[i], elems, extras = outcome{buf: v}, append(elems, r.elems[i]), append(extras, kir.Use(v))
	}
	target := r.target
	if target.sequential() {
		target.Grain = 1
	}
	k := r.kernel("", target.Local, func(g *kernelGen) {
		g.target = target
		n := g.size()
		for _, v := range r.states.vars {
			g.segments[v] = &segment{buf: g.buffer(v.Name, v.Type.Elem(), kir.Scatter)}
		}
		for k, v := range r.states.scratch {
			g.segments[v] = &segment{buf: g.private(v.Name, v.Type.Elem(), s.Sizes[k]), start: num(0), len: num(s.Sizes[k])}
		}
		out := g.buffers("r", elems, kir.Write)
		g.each(n, func(i expr) {
			for k, v := range r.states.vars {
				g.segments[v].start, g.segments[v].len = g.bounds(s.Segs[k], i)
			}
			g.storeAll(out, i, g.results(s.T, elems, i))
		})
	})
	r.launch(k, r.Atom("groups", r.groupsOn(target, r.n)), extras...)
	return outs
}

// bounds is the start and the length of segment i, given by offsets or by the length of
// all.
func (g *kernelGen) bounds(seg lcu.Expr, i expr) (start, length expr) {
	if ref, ok := seg.(*lcu.Ref); ok && ref.Var.Type.Kind == types.KVec {
		a := g.array(ref.Var)
		g.access[a.param] = kir.Gather
		start = g.Def("start", load(a.buf, i))
		length = g.Def("length", sub(load(a.buf, add(i, num(1))), start))
	} else {
		length = g.Def("length", g.naturally(g.operand(seg)))
		start = g.Def("start", mul(i, length))
	}
	g.natural[kir.VarOf(length)] = true
	return start, length
}

// put replaces an element of a state.
func (g *kernelGen) put(e *lcu.Put) {
	s := g.segments[e.Vec.(*lcu.Ref).Var]
	idx, val := g.Atom("k", g.operand(e.Idx)), g.operand(e.Val)
	store := func() { g.Store(s.buf, add(s.start, idx), val) }
	if g.states.safe[e] {
		store()
		return
	}
	g.When(inRange(idx, s.len), store)
}

// atState is an element of a state, zero out of range.
func (g *kernelGen) atState(e *lcu.At, s *segment, idx expr) expr {
	idx = g.Atom("k", idx)
	val := load(s.buf, add(s.start, idx))
	if g.states.safe[e] {
		return val
	}
	return pick(inRange(idx, s.len), val, kir.Zero(e.Vec.(*lcu.Ref).Var.Type.Elem()))
}
