package kirgen

// Launches: arguments that suit a kernel, and what it makes.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// run launches a kernel, mostly a new one.
func (h *host) run() {
	var k *kernel
	switch n := h.r.IntN(9); {
	case len(h.kernels) > 0 && n < 2:
		k = one(h.generator, h.kernels...)
	case n == 4 && h.chance(3):
		k = h.kept()
	case n < 5:
		k = h.items()
	case n < 8:
		k = h.groups(nil)
	case h.chains: // no target has chains and lanes
		k = h.groups(nil)
	default:
		k = h.lanes()
	}
	h.launch(k, h.space())
}

// update launches a kernel that changes a buffer.
func (h *host) update() {
	k := h.new("update", one(h.generator, 1, 2, 32))
	k.measured(total, types.Int).op = one(h.generator, prim.RAdd, prim.RMax, prim.RMin)
	h.each(k, h.start(k))
	h.launch(k, h.space())
}

// space is one in scope, or a new one.
func (h *host) space() *space {
	if n := len(h.bufs); n > 0 && !h.chance(4) {
		return h.bufs[max(h.r.IntN(n), h.r.IntN(n))].space
	}
	if h.chance(3) {
		return &space{h.def("n", h.bounded(70))}
	}
	return &space{kir.N(h.size())}
}

// filled is a new buffer of a space.
func (h *host) filled(sp *space, t *types.Type) *buf {
	k := &kernel{Kernel: &kir.Kernel{Local: one(h.generator, 1, 4, 32)}}
	k.param("n", count, types.Int)
	k.param("r", each, t)
	h.named(k, "fill")
	h.each(k, h.start(k))
	h.launch(k, sp)
	return h.bufs[len(h.bufs)-1]
}

// reading is a buffer of a space, any if it is nil, but not the one that is
// written at the same time.
func (h *host) reading(sp *space, t *types.Type, not *buf) kir.Expr {
	var bs []*buf
	for _, b := range h.of(sp, t) {
		if not == nil || b.v != not.v {
			bs = append(bs, b)
		}
	}
	switch {
	case len(bs) > 0 && !h.chance(6):
		return kir.Use(one(h.generator, bs...).v)
	case sp == nil:
		return kir.Use(h.constant(t, h.size()).v)
	}
	return kir.Use(h.filled(sp, t).v)
}

// target is ints that may be changed, which nobody else knows.
func (h *host) target() *buf {
	var bs []*buf
	for _, b := range h.of(nil, types.Int) {
		if !b.frozen {
			bs = append(bs, b)
		}
	}
	if len(bs) > 0 && !h.chance(4) {
		return one(h.generator, bs...)
	}
	from := h.any(types.Int)
	v := kir.NewVar("c", from.v.Type)
	h.put(&kir.Copy{Node: h.at(), Bind: v, From: kir.Use(from.v)})
	return h.add(v, from.space)
}

// launch launches k for the elements of sp.
func (h *host) launch(k *kernel, sp *space) {
	var changed *buf
	if len(k.having(total)) > 0 {
		changed = h.target()
	}
	reads := map[*param]kir.Expr{}
	for _, p := range k.params {
		switch p.role {
		case own:
			reads[p] = h.reading(sp, p.Type.Elem(), changed)
		case gather:
			reads[p] = h.reading(nil, p.Type.Elem(), changed)
		case total:
			reads[p] = kir.Use(changed.v)
		}
	}
	groups := h.numGroups(k, sp)
	var args []kir.Expr
	var made []*buf
	for i, p := range k.params {
		switch p.role {
		case count:
			args = append(args, sp.n)
		case scalar:
			args = append(args, h.expr(p.Type, 1))
		case length:
			args = append(args, &kir.Length{Buf: args[i-1]})
		case own, gather, total:
			args = append(args, reads[p])
		default:
			b := h.room(p, sp, groups)
			made, args = append(made, b), append(args, kir.Use(b.v))
		}
	}
	h.put(&kir.Launch{Node: h.at(), Kernel: k.Name, Groups: groups, Args: args})
	h.bufs = append(h.bufs, made...)
}

// numGroups is how many groups a launch has.
func (h *host) numGroups(k *kernel, sp *space) kir.Expr {
	if !k.exact {
		return h.def("groups", apply(prim.Add, h.bounded(4), kir.N(1)))
	}
	local := kir.N(int64(k.Local))
	return h.def("groups", apply(prim.Div, apply(prim.Add, sp.n, kir.N(int64(k.Local)-1)), local))
}

// room is the buffer for a result.
func (h *host) room(p *param, sp *space, groups kir.Expr) *buf {
	switch p.role {
	case pairs:
		sp = &space{h.def("n", apply(prim.Mul, sp.n, kir.N(2)))}
	case perGroup:
		sp = &space{groups}
	case scratch:
		sp = &space{h.def("n", apply(prim.Mul, groups, kir.N(p.per)))}
	}
	v := kir.NewVar(p.Name, p.Type)
	if h.chance(6) {
		h.put(&kir.AllocLoose{Node: h.at(), Bind: v, Count: sp.n})
	} else {
		h.put(&kir.Alloc{Node: h.at(), Bind: v, Count: sp.n})
	}
	return &buf{v: v, space: sp}
}
