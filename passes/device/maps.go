package device

// Once, Map, SegMap, Scatter: one pass over the elements.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// onceOnly is a kernel of one work-item; its results are cells.
func (r *run) onceOnly(s *lcu.Once) []outcome {
	outs := r.outputs(r.elems, num(1))
	k := r.kernel("", 1, func(g *kernelGen) {
		out := g.buffers("r", r.elems, kir.Scatter)
		g.storeAll(out, num(0), g.results(s.T, r.elems))
	})
	r.launch(k, num(1), kir.Uses(outs)...)
	cells := buffersOf(outs)
	for i := range cells {
		cells[i].scalar = true
	}
	return cells
}

func (r *run) mapped(t *lcu.Thunk) []outcome {
	outs := r.outputs(r.elems, r.n)
	k := r.kernel("", r.target.Local, func(g *kernelGen) {
		n := g.size()
		out := g.buffers("r", r.elems, kir.Write)
		g.each(n, func(i expr) { g.storeAll(out, i, g.results(t, r.elems, i)) })
	})
	r.launch(k, r.groupsEach(r.n), join([]expr{r.n}, kir.Uses(outs))...)
	return buffersOf(outs)
}

// spaceArgs is the arguments for kernelGen.space, and its number of segments.
func (r *run) spaceArgs(segs []lcu.Expr) (args []expr, segments expr) {
	if count, length, ok := lcu.Equal(segs); ok {
		segments = r.Atom("segments", r.natural(r.size(count)))
		r.rowLength = r.Atom("length", r.natural(r.size(length)))
		return []expr{r.n, segments, r.rowLength}, segments
	}
	buf := kir.VarOf(r.argument(segs[0]))
	segments = r.Atom("segments", maximum(sub(r.lengthOf(buf), num(1)), num(0)))
	return []expr{r.n, segments, kir.Use(buf)}, segments
}

// groupsSegments is how many groups kernelGen.eachInSegments needs.
func (r *run) groupsSegments(segments expr) expr {
	if r.target.sequential() {
		return r.groupsOf(r.Atom("steps", add(r.n, segments)))
	}
	return r.groupsEach(r.n)
}

func (r *run) segMapped(s *lcu.SegMap) []outcome {
	outs := r.outputs(r.elems, r.n)
	args, segments := r.spaceArgs(s.Segs)
	k := r.kernel("", r.target.Local, func(g *kernelGen) {
		sp := g.space(s.Segs)
		out := g.buffers("r", r.elems, kir.Write)
		g.eachInSegments(sp, r.plan, func(s_, p expr) { g.storeAll(out, p, g.results(s.T, r.elems, s_, p)) })
	})
	r.launch(k, r.groupsSegments(segments), join(args, kir.Uses(outs))...)
	return buffersOf(outs)
}

// scatter writes into copies, which plan-memory avoids where it can.
func (r *run) scatter(s *lcu.Scatter) []outcome {
	outs, extras := make([]*kvar, len(s.Into)), []expr{r.n}
	for i, e := range s.Into {
		outs[i] = r.copied(e)
		extras = append(extras, kir.Use(outs[i]), r.lengthOf(outs[i]))
	}
	k := r.kernel("", r.target.Local, func(g *kernelGen) {
		n := g.size()
		out, size := make([]*kvar, len(s.Into)), make([]expr, len(s.Into))
		for i, t := range r.elems {
			out[i], size[i] = g.buffer("r", t, kir.Scatter), g.scalar("size")
		}
		g.each(n, func(i expr) {
			vals := g.results(s.T, r.elems, i)
			to := g.Atom("to", g.results(s.Dest, []*types.Type{intType}, i)[0])
			for k := range out {
				g.When(inRange(to, size[k]), func() { g.merge(s.Op, out[k], to, vals[k]) })
			}
		})
	})
	r.launch(k, r.groupsEach(r.n), extras...)
	return buffersOf(outs)
}

// copied is a copy of an array operand, to write into.
func (r *run) copied(e lcu.Expr) *kvar {
	from := kir.VarOf(r.argument(e))
	v := kir.NewVar("r", from.Type)
	r.Put(&kir.Copy{Node: ir.At(r.pos), Bind: v, From: kir.Use(from)})
	r.sameLength(v, from)
	return v
}

// merge combines an element of a buffer with a value; several work-items may do
// so at a time, unless op is set.
func (g *kernelGen) merge(op prim.Rop, buf *kvar, at, val expr) {
	if op == prim.RSet {
		g.Store(buf, at, val)
		return
	}
	g.Put(&kir.Atomic{Bind: kir.NewVar("old", intType), Op: op, Buf: kir.Use(buf), Idx: at, Val: val})
}
