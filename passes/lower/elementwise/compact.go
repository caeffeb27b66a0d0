package elementwise

// Compaction. The ranks of a filter say where every element goes. Where groups are
// parallel, an element is tested whether it is one to keep. A serial group that evaluates
// flags goes through what they select, which follows from the rank of its first element on.
// One that does not stores every element at the place of the next one to keep, as long as
// there is one left in its chunk: that one overwrites it, and no branch depends on the data.

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// A compaction writes the kernel of a Compact.
type compaction struct {
	k     *element.Kernel
	s     *element.Step
	sides []side
	out   []*kir.Var
}

// A side is the parts of a compaction that place the same elements.
type side struct {
	ranks *lcu.Var
	rest  bool
	parts []part
}

// A part is where result k goes.
type part struct {
	k, into int
	start   lcu.Expr
}

// CompactOverwriting is the compaction of serial groups.
func CompactOverwriting(g group.Group, s *element.Step, soac *lcu.Compact) *build.Kernel {
	return compact(g, s, soac, func(c compaction, n kir.Expr) {
		lo, hi := g.Share(c.k.Kernel, n)
		c.windows()
		ends := make([]kir.Expr, len(c.sides))
		for j, s := range c.sides {
			ends[j] = c.k.Def("end", c.place(s, hi))
		}
		g.Over(c.k.Kernel, group.Range{Lo: lo, Hi: hi, Cut: c.k.Cut()}, func(i group.Index) {
			vals := s.Thunk.At(c.k, element.At(i))
			for j, s := range c.sides {
				at := c.k.Def("at", c.place(s, i.I))
				c.k.When(op.Lt(at, ends[j]), func() { c.store(s, at, vals) })
			}
		})
	})
}

// CompactSelected is the flagged compaction of serial groups that go through what it selects.
func CompactSelected(g group.Group, s *element.Step, soac *lcu.Compact) *build.Kernel {
	return compact(g, s, soac, func(c compaction, n kir.Expr) {
		lo, hi := g.Share(c.k.Kernel, n)
		c.windows()
		next := make([]*kir.Var, len(c.sides))
		for j, s := range c.sides {
			next[j] = c.k.Mut("at", c.place(s, lo))
		}
		selects := func(j int, i group.Index) kir.Expr {
			side := c.sides[j]
			flag := s.Thunk.At(c.k, element.At(i))[soac.FlagOf(side.parts[0].k)]
			if side.rest {
				return op.Not(flag)
			}
			return flag
		}
		group.OverFlagged(c.k.Kernel, group.Range{Lo: lo, Hi: hi, Cut: c.k.Cut()}, len(c.sides), selects, func(j int, i group.Index) {
			c.store(c.sides[j], kir.Use(next[j]), s.Thunk.At(c.k, element.At(i)))
			c.k.Set(next[j], op.Add(kir.Use(next[j]), op.N(1)))
		})
	})
}

// CompactDirectories is the compaction of serial groups by directories.
func CompactDirectories(g group.Group, s *element.Step, soac *lcu.Compact) *build.Kernel {
	return compact(g, s, soac, func(c compaction, n kir.Expr) {
		dirs, next := make([]*kir.Var, len(c.sides)), make([]*kir.Var, len(c.sides))
		for j, s := range c.sides {
			dirs[j] = c.k.Gather(s.ranks)
		}
		lo, hi := g.Chunk(c.k.Kernel, c.k.Def("words", group.FilledWords(n)))
		c.k.When(op.Lt(lo, hi), func() {
			for j, s := range c.sides {
				next[j] = c.k.Mut("at", group.RankOf(dirs[j], lo, s.rest))
			}
			c.k.Count("w", lo, hi, op.N(1), func(w kir.Expr) {
				for j, side := range c.sides {
					group.OverWord(c.k.Kernel, dirs[j], w, n, side.rest, func(i kir.Expr) {
						c.store(side, kir.Use(next[j]), s.Thunk.At(c.k, element.At(group.Index{I: i})))
						c.k.Set(next[j], op.Add(kir.Use(next[j]), op.N(1)))
					})
				}
			})
		})
	})
}

// CompactTesting is the compaction of parallel groups.
func CompactTesting(g group.Group, s *element.Step, soac *lcu.Compact) *build.Kernel {
	return compact(g, s, soac, func(c compaction, n kir.Expr) {
		c.windows()
		g.Each(c.k.Kernel, n, c.k.Cut(), func(i group.Index) { c.tested(i.I, s.Thunk.At(c.k, element.At(i))) })
	})
}

func compact(g group.Group, s *element.Step, soac *lcu.Compact, elems func(c compaction, n kir.Expr)) *build.Kernel {
	k := s.NewKernel()
	n := k.Size()
	c := compaction{k: k, s: s, sides: sidesOf(soac), out: k.Arrays("r", s.Elems, accessOf(soac))}
	elems(c, n)
	c.ends(g, soac)
	return k.Kernel
}

// accessOf is how arrays are written: from where on is said where ranks say it.
func accessOf(s *lcu.Compact) kir.Access {
	if s.Directories != nil {
		return kir.Scatter
	}
	return kir.Packed
}

// windows says where the group writes.
func (c compaction) windows() {
	for _, s := range c.sides {
		for _, p := range s.parts {
			c.k.Window(c.out[p.into], c.k.Next(s.ranks), c.k.Operand(p.start), s.rest)
		}
	}
}

// ends stores the last elements of arrays: the last group does.
func (c compaction) ends(g group.Group, soac *lcu.Compact) {
	if len(soac.Ends) == 0 {
		return
	}
	sizes := make([]kir.Expr, len(soac.Ends))
	for j := range sizes {
		sizes[j] = c.k.Int("size")
	}
	c.k.When(op.Eq(op.GroupID(), op.Sub(op.Groups(), op.N(1))), func() {
		g.First(c.k.Kernel, func() {
			for j, a := range soac.Ends {
				c.k.When(op.Gt(sizes[j], op.N(0)), func() {
					c.k.Store(c.out[a], op.Sub(sizes[j], op.N(1)), c.k.Operand(soac.Last[j]))
				})
			}
		})
	})
}

func sidesOf(s *lcu.Compact) (out []side) {
	for k := range s.Into {
		v, rest := s.Selects(k).(*lcu.Ref).Var, s.Rest[k]
		at := slices.IndexFunc(out, func(x side) bool { return x.ranks == v && x.rest == rest })
		if at < 0 {
			at = len(out)
			out = append(out, side{ranks: v, rest: rest})
		}
		out[at].parts = append(out[at].parts, part{k, s.Into[k], s.Start[k]})
	}
	return out
}

// place is how many elements of a side come before index i.
func (c compaction) place(s side, i kir.Expr) kir.Expr {
	before := c.rank(s, i)
	if s.rest {
		return op.Sub(i, before)
	}
	return before
}

func (c compaction) rank(s side, i kir.Expr) kir.Expr { return op.Load(c.k.Next(s.ranks), i) }

// store puts the values of a side where its element number at belongs.
func (c compaction) store(s side, at kir.Expr, vals []kir.Expr) {
	for _, p := range s.parts {
		c.k.Store(c.out[p.into], op.Add(c.k.Operand(p.start), at), vals[p.k])
	}
}

// tested places element i if it belongs to a side.
func (c compaction) tested(i kir.Expr, vals []kir.Expr) {
	for _, s := range c.sides {
		rank := c.k.Def("rank", c.rank(s, i))
		kept := op.Lt(rank, c.rank(s, op.Add(i, op.N(1))))
		at := rank
		if s.rest {
			kept, at = op.Not(kept), op.Sub(i, rank)
		}
		c.k.When(kept, func() { c.store(s, c.k.Def("at", at), vals) })
	}
}
