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
	from, to    elements
	start       kir.Expr // where from has the first element
	places      *kir.Var // where in to the next element with a digit goes
}

// elements is keys, and positions unless perm is nil.
type elements struct{ keys, perm *kir.Var }

// move writes the kernel; prepare declares memory, and returns what moves a chunk.
func move(g group.Group, st Storage, key *types.Type, withPerm bool, prepare func(*mover) func(lo, hi kir.Expr)) *build.Kernel {
	p := newPass(st, kir.Gather, kir.Gather)
	k := p.k
	m := &mover{g: g, k: k, digit: p.digit}
	totals := k.Array("totals", types.Int, kir.Gather)
	access := kir.Scatter
	if st == Arrays {
		access = kir.Own
	}
	m.from.keys, m.mask = k.Array("keys", key, access), k.Int("flip")
	if withPerm {
		m.from.perm = k.Array("perm", types.Int, access)
	}
	m.to = m.from
	if st == Arrays {
		m.to.keys = k.Array("sorted", key, kir.Scatter)
		if withPerm {
			m.to.perm = k.Array("perm", types.Int, kir.Scatter)
		}
	}
	m.places = k.Local("places", types.Int, Bins)
	chunk := prepare(m)
	body := func() {
		m.start = p.from()
		to := op.N(0)
		if st == Halves {
			to = k.Def("to", op.Sub(p.n, m.start))
		}
		g.SumBefore(k, Bins, func(d kir.Expr) kir.Expr { return op.Load(totals, d) }, func(d, before kir.Expr) {
			k.Store(m.places, d, op.Add(to, op.Add(before, op.Load(p.hist, p.own(d)))))
		})
		g.Sync(k)
		lo, hi := p.chunk(g)
		chunk(lo, hi)
	}
	if st == Arrays {
		body()
	} else {
		k.When(op.Ne(op.Load(p.nonTrivial, p.digit), op.N(0)), body)
	}
	return k
}

// one moves element i of a serial group.
func (m *mover) one(i kir.Expr) {
	k := m.k
	at := k.Def("at", op.Add(m.start, i))
	key := k.Def("key", op.Load(m.from.keys, at))
	d := k.Def("d", m.digitOf(key))
	place := k.Def("place", op.Load(m.places, d))
	k.Store(m.places, d, op.Add(place, op.N(1)))
	if m.from.perm == nil {
		k.Store(m.to.keys, place, key)
		return
	}
	p := k.Def("p", op.Load(m.from.perm, at))
	k.Store(m.to.keys, place, key)
	k.Store(m.to.perm, place, p)
}

func (m *mover) digitOf(key kir.Expr) kir.Expr { return digitOf(key, m.digit, m.mask) }
