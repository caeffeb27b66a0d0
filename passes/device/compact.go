package device

// Compact. The ranks of a filter say where every element goes. A parallel group
// tests whether an element is one to keep. A sequential group stores every
// element at the place of the next one to keep, as long as there is one left in
// its chunk: that one overwrites it, and no branch depends on the data.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

func (r *run) compact(s *lcu.Compact) []outcome {
	outs := make([]*kvar, len(r.elems))
	for a, t := range r.elems {
		outs[a] = r.allocCompact(t, r.size(s.Sizes[a]), s.Loose[a])
	}
	k := r.kernel("", r.target.Local, func(g *kernelGen) {
		n := g.size()
		c := compactor{kernelGen: g, sides: placings(s), out: g.buffers("r", r.elems, kir.Scatter)}
		vals := make([]*types.Type, len(s.Into))
		for k, a := range s.Into {
			vals[k] = r.elems[a]
		}
		elem := func(i expr) []expr { return g.results(s.T, vals, i) }
		if g.target.sequential() {
			c.chunk(n, elem)
		} else {
			g.each(n, func(i expr) { c.tested(i, elem(i)) })
		}
		c.ends(s)
	})
	groups := r.groupsEach(r.n)
	var sizes []expr
	for _, a := range s.Ends {
		groups = maximum(groups, num(1))
		sizes = append(sizes, r.size(s.Sizes[a]))
	}
	r.launch(k, groups, join([]expr{r.n}, kir.Uses(outs), sizes)...)
	return buffersOf(outs)
}

// ends stores the last elements of arrays: the first group does.
func (c compactor) ends(s *lcu.Compact) {
	if len(s.Ends) == 0 {
		return
	}
	sizes := make([]expr, len(s.Ends))
	for k := range sizes {
		sizes[k] = c.scalar("size")
	}
	c.When(eq(groupId(), num(0)), func() {
		c.once(func() {
			for k, a := range s.Ends {
				c.When(gt(sizes[k], num(0)), func() { c.Code.Store(c.out[a], sub(sizes[k], num(1)), c.operand(s.Last[k])) })
			}
		})
	})
}

func (r *run) allocCompact(t *types.Type, n expr, loose bool) *kvar {
	if !loose {
		return r.alloc("r", t, n, r.pos)
	}
	v := kir.NewVar("r", kir.Global(t))
	r.Put(&kir.AllocLoose{Node: ir.At(r.pos), Bind: v, Count: n})
	r.knowLength(v, n)
	return v
}

// A compactor writes the kernel of a compaction.
type compactor struct {
	*kernelGen
	sides []placing
	out   []*kvar
}

// A placing is the parts of a compaction that place the same elements.
type placing struct {
	ranks *lcu.Var
	rest  bool
	parts []part
}

// A part is where result k goes.
type part struct {
	k, into int
	start   lcu.Expr
}

func placings(s *lcu.Compact) (out []placing) {
	for k, e := range s.Ranks {
		v, rest := e.(*lcu.Ref).Var, s.Rest[k]
		at := slices.IndexFunc(out, func(x placing) bool { return x.ranks == v && x.rest == rest })
		if at < 0 {
			at = len(out)
			out = append(out, placing{ranks: v, rest: rest})
		}
		out[at].parts = append(out[at].parts, part{k, s.Into[k], s.Start[k]})
	}
	return out
}

// place is how many elements of a side come before index i.
func (c compactor) place(s placing, i expr) expr {
	before := c.rank(s, i)
	if s.rest {
		return sub(i, before)
	}
	return before
}

func (c compactor) rank(s placing, i expr) expr {
	a := c.array(s.ranks)
	c.access[a.param] = kir.Gather
	return load(a.buf, i)
}

// store puts the values of a side where its element number at belongs.
func (c compactor) store(s placing, at expr, vals []expr) {
	for _, p := range s.parts {
		c.Code.Store(c.out[p.into], add(c.operand(p.start), at), vals[p.k])
	}
}

// chunk places the elements of a sequential group.
func (c compactor) chunk(n expr, elem func(i expr) []expr) {
	lo, hi := c.kernelGen.chunk(n)
	ends := make([]expr, len(c.sides))
	for k, s := range c.sides {
		ends[k] = c.Def("end", c.place(s, hi))
	}
	c.elements(lo, hi, func(i expr) {
		vals := elem(i)
		for k, s := range c.sides {
			at := c.Def("at", c.place(s, i))
			c.When(lt(at, ends[k]), func() { c.store(s, at, vals) })
		}
	})
}

// tested places element i if it belongs to a side.
func (c compactor) tested(i expr, vals []expr) {
	for _, s := range c.sides {
		rank := c.Def("rank", c.rank(s, i))
		kept := lt(rank, c.rank(s, add(i, num(1))))
		at := rank
		if s.rest {
			kept, at = kir.Apply("not", kept), sub(i, rank)
		}
		c.When(kept, func() { c.store(s, c.Def("at", at), vals) })
	}
}
