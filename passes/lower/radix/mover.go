package radix

// What the moves of all groups have in common.

import (
	"nessiec/ir/kir"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
)

// A mover moves the elements of a chunk.
type mover struct {
	g           group.Group
	k           *build.Kernel
	digit, mask kir.Expr
	from, to    kir.Expr // the halves
	keys, perm  *kir.Var // perm may be nil
	places      *kir.Var // where the next element with a digit goes
}

// move writes the kernel; prepare declares memory, and returns what moves a chunk.
func move(g group.Group, key *types.Type, withPerm bool, prepare func(*mover) func(lo, hi kir.Expr)) *build.Kernel {
	p := newPass(kir.Gather, kir.Gather)
	k := p.k
	m := &mover{g: g, k: k, digit: p.digit}
	totals := k.Array("totals", types.Int, kir.Gather)
	m.keys, m.mask = k.Array("keys", key, kir.Scatter), k.Int("flip")
	if withPerm {
		m.perm = k.Array("perm", types.Int, kir.Scatter)
	}
	m.places = k.Local("places", types.Int, Bins)
	chunk := prepare(m)
	k.When(op.Ne(op.Load(p.nonTrivial, p.digit), op.N(0)), func() {
		m.from = half(k, p.nonTrivial, p.digit, p.n)
		m.to = k.Def("to", op.Sub(p.n, m.from))
		g.SumBefore(k, Bins, func(d kir.Expr) kir.Expr { return op.Load(totals, d) }, func(d, before kir.Expr) {
			k.Store(m.places, d, op.Add(before, op.Load(p.hist, histIndex(d))))
		})
		g.Sync(k)
		lo, hi := g.Chunk(k, p.n)
		chunk(lo, hi)
	})
	return k
}

// one moves element i of a serial group.
func (m *mover) one(i kir.Expr) {
	k := m.k
	at := k.Def("at", op.Add(m.from, i))
	key := k.Def("key", op.Load(m.keys, at))
	d := k.Def("d", m.digitOf(key))
	place := k.Def("place", op.Load(m.places, d))
	k.Store(m.places, d, op.Add(place, op.N(1)))
	dest := k.Def("dest", op.Add(m.to, place))
	if m.perm == nil {
		k.Store(m.keys, dest, key)
		return
	}
	p := k.Def("p", op.Load(m.perm, at))
	k.Store(m.keys, dest, key)
	k.Store(m.perm, dest, p)
}

func (m *mover) digitOf(key kir.Expr) kir.Expr { return digitOf(key, m.digit, m.mask) }
