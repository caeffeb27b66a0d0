package device

// Lengths. Element code that reads an array at its own index in every iteration
// does so without a guard; the host makes sure that the buffer has as many
// elements as there are iterations. It nearly always has, and mostly that can
// be seen here: the lengths are the same expression, or a check has compared
// them. Otherwise a function looks at run time, and pads with zeros if it must.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// natural is n, or zero if n is negative.
func (h *hostGen) natural(n expr) expr {
	e := n
	if v := kir.VarOf(n); v != nil && h.facts.Defs[v] != nil {
		e = h.facts.Defs[v]
	}
	if i, ok := build.Literal(e); ok && i >= 0 || e.Form() == kir.FormLength {
		return n
	}
	return maximum(n, num(0))
}

// knowLength notes that buf has n elements, or none if n is negative.
func (h *hostGen) knowLength(buf *kvar, n expr) {
	if k := h.facts.Key(n); k.Known() {
		h.facts.SetLength(buf, k)
	}
}

// checkSize stops the program if there are too many of n elements, unless that
// is certain: there is an array of n elements, or it was asked before.
func (h *hostGen) checkSize(n expr, pos ir.Pos) {
	size := h.facts.Key(n)
	if i, ok := n.(*kir.Int); ok && i.Val <= build.SmallSize || h.facts.HasSize(size) {
		return
	}
	h.Put(&kir.CheckSize{Node: ir.At(pos), Count: n})
	if size.Known() {
		h.facts.Sized[size] = true
	}
}

// checkCount is checkSize for the positions of a SOAC. Where rows are enough to
// count, their number and their length are.
func (r *run) checkCount(parts lcu.Parts) {
	count, length, _ := lcu.Equal(parts.Segs)
	if n, known := r.value(r.n); known && n <= build.SmallSize || r.intSize > 4 || !lcu.CountsRows(r.plan.soac) || r.facts.HasSize(r.facts.Key(r.n)) {
		r.checkSize(r.n, r.pos)
		return
	}
	r.checkSize(r.size(count), r.pos)
	r.checkSize(r.size(length), r.pos)
	r.long = true
}

// sameLength notes that a has as many elements as b.
func (h *hostGen) sameLength(a, b *kvar) { h.facts.SetLength(a, h.facts.LengthKey(b)) }

// fitted is buf, or a buffer like it with zeros up to n elements.
func (h *hostGen) fitted(buf *kvar, n expr) expr {
	size := h.facts.Key(n)
	length := h.facts.LengthKey(buf)
	if h.facts.Covers(length, size) || h.facts.Covers(length, h.facts.Most[size]) {
		return kir.Use(buf)
	}
	at := build.Fitting{Buf: buf, Size: size}
	if v := h.facts.Fitted[at]; v != nil && size.Known() {
		return kir.Use(v)
	}
	v := kir.NewVar(buf.Name, buf.Type)
	h.Put(&kir.CallHost{Binds: []*kvar{v}, Fn: h.fitFunc(buf.Type.Elem()), Args: []expr{kir.Use(buf), n}})
	h.facts.Fitted[at] = v
	h.facts.Fitted[build.Fitting{Buf: v, Size: size}] = v
	return kir.Use(v)
}

// fitFunc is the host function that makes buffers of elem long enough:
//
//	fit(a, n) = if length(a) < n then a copy of a with zeros up to n else a
func (lw *lowerer) fitFunc(elem *types.Type) string {
	if name := lw.fits[elem.String()]; name != "" {
		return name
	}
	buf := kir.Global(elem)
	a, n, b := kir.NewVar("a", buf), kir.NewVar("n", intType), kir.NewVar("b", buf)
	size := &kir.Length{Buf: kir.Use(a)}
	c := &build.Code{}
	c.IfElse(lt(size, kir.Use(n)),
		func() {
			c.Put(&kir.Alloc{Bind: b, Count: kir.Use(n)})
			c.Put(&kir.Launch{Kernel: lw.padKernel(elem).kernel.Name, Groups: padGroups(c, lw.target, kir.Use(n)),
				Args: []expr{kir.Use(n), kir.Use(a), size, kir.Use(b)}})
			c.Put(&kir.Return{Vals: []expr{kir.Use(b)}})
		},
		func() { c.Put(&kir.Return{Vals: []expr{kir.Use(a)}}) })
	f := &kir.Func{Name: lw.funcs.Fresh("fit_" + elem.String()), Params: []*kvar{a, n},
		Results: []*types.Type{buf}, Body: &kir.Block{Stmts: c.Stmts}}
	lw.out.Funcs = append(lw.out.Funcs, f)
	lw.fits[elem.String()] = f.Name
	return f.Name
}

func padGroups(c *build.Code, t Target, n expr) expr {
	if t.sequential() {
		return ceilDiv(n, c.Def("chunk", t.chunkSize(n)))
	}
	return ceilDiv(n, num(t.Local))
}

func (lw *lowerer) padKernel(elem *types.Type) *shared {
	return lw.generic("pad", func(g *kernelGen) {
		n, a := g.scalar("n"), g.buffer("a", elem, kir.Gather)
		size, b := g.scalar("size"), g.buffer("b", elem, kir.Write)
		g.each(n, func(i expr) { g.Store(b, i, pick(lt(i, size), load(a, i), kir.Zero(elem))) })
	}, elem.String())
}
