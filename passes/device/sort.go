package device

// Sort: the radix sort of rank.go, of keys alone.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

func (r *run) sort(s *lcu.Sort) []outcome {
	key := r.elems[0]
	keys := r.alloc("keys", key, r.Atom("twice", mul(r.n, num(2))), r.pos)
	fill := r.kernel("keys", r.target.Local, func(g *kernelGen) {
		n, keys := g.size(), g.buffer("keys", key, kir.Scatter)
		g.each(n, func(i expr) { g.Store(keys, i, g.results(s.T, []*types.Type{key}, i)[0]) })
	})
	r.launch(fill, r.groupsEach(r.n), r.n, kir.Use(keys))
	count := num(r.digits(key))
	active := r.sortBy(keys, nil, count, flipOf(s.Down))
	out := r.alloc("r", key, r.n, r.pos)
	r.launch(r.theHalf(key), r.groupsEach(r.n), r.n, kir.Use(keys), kir.Use(active), count, kir.Use(out))
	return []outcome{{buf: out}}
}

// theHalf copies the half where the keys are.
func (r *run) theHalf(key *types.Type) *shared {
	return r.generic("sort_half", func(g *kernelGen) {
		n, keys := g.size(), g.buffer("keys", key, kir.Gather)
		active, count := g.buffer("active", intType, kir.Gather), g.scalar("count")
		out := g.buffer("r", key, kir.Write)
		half := g.half(active, count, n)
		g.each(n, func(i expr) { g.Store(out, i, load(keys, add(half, i))) })
	}, key.String())
}
