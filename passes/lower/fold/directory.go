package fold

// Rank directories, for serial groups: the first step makes the words of all chunks but the
// last and counts their flags, the second makes those of the last and says of every word how
// many elements are selected before it. So each element is evaluated once.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// A directories writes a step.
type directories struct {
	k          *element.Kernel
	s          *element.Step
	r          element.Results
	n, words   kir.Expr
	rest, dirs []*kir.Var
}

func newDirectories(s *element.Step, r element.Results) *directories {
	k := s.NewKernel()
	d := &directories{k: k, s: s, r: r, n: k.Size()}
	d.rest = k.Arrays("r", r.Rest(s.Elems), s.PassedAccess())
	d.dirs = k.Arrays("directory", group.Elems(r.Monoids), kir.Scatter)
	d.words = k.Def("words", group.Words(d.n))
	return d
}

// make evaluates the elements of word w, and stores the words of their flags.
func (d *directories) make(w kir.Expr) (words []kir.Expr) {
	b := group.FirstOf(d.k.Kernel, w)
	flags := group.Flags(d.k.Kernel, b, group.SizeOf(d.k.Kernel, b, d.n), len(d.dirs), func(i kir.Expr) []kir.Expr {
		return d.s.Combined(d.k, d.r, d.rest, element.At(group.Index{I: i}))
	})
	group.StoreWords(d.k.Kernel, d.dirs, w, kir.Uses(flags))
	return kir.Uses(flags)
}

// count adds how many flags are set in words.
func (d *directories) count(counts []*kir.Var, words []kir.Expr) {
	for j, w := range words {
		d.k.Set(counts[j], op.Add(kir.Use(counts[j]), kir.Apply(prim.Popcount, w)))
	}
}

// DirectoryWords is the first step.
func DirectoryWords(g group.Group, s *element.Step, r element.Results) *build.Kernel {
	d := newDirectories(s, r)
	part := d.k.Arrays("part", group.Elems(r.Monoids), kir.Partial)
	lo, hi := g.Chunk(d.k.Kernel, d.words)
	counts := d.k.Muts("count", group.Units(r.Monoids))
	d.k.Count("w", lo, hi, op.N(1), func(w kir.Expr) { d.count(counts, d.make(w)) })
	d.k.StoreAll(part, op.GroupID(), kir.Uses(counts))
	return d.k.Kernel
}

// DirectoryRanks is the second step.
func DirectoryRanks(g group.Group, s *element.Step, r element.Results) *build.Kernel {
	d := newDirectories(s, r)
	part := d.k.Arrays("part", group.Elems(r.Monoids), kir.Gather)
	lo, hi := g.Chunk(d.k.Kernel, d.words)
	counts := d.k.Muts("count", g.Before(d.k.Kernel, r.Monoids, part))
	last := d.k.Def("last", op.Ge(hi, d.words))
	d.k.When(last, func() { d.k.Count("w", lo, hi, op.N(1), func(w kir.Expr) { d.make(w) }) })
	d.k.Count("w", lo, hi, op.N(1), func(w kir.Expr) {
		group.StoreBefore(d.k.Kernel, d.dirs, w, kir.Uses(counts))
		d.count(counts, group.LoadWords(d.k.Kernel, d.dirs, w))
	})
	d.k.When(last, func() { group.StoreTotals(d.k.Kernel, d.dirs, kir.Uses(counts)) })
	return d.k.Kernel
}
