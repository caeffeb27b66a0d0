package kirgen

// Host code: steps one after another, each of which adds to what is in scope.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A space is a number of elements.
type space struct{ n kir.Expr }

// A buf is a buffer, all of whose elements are written.
type buf struct {
	v *kir.Var
	*space
	frozen bool // it has been handed over, or may be: others may know it, so it is not written any more
	outer  *buf // the same in the code around
}

func (b *buf) freeze() {
	for ; b != nil; b = b.outer {
		b.frozen = true
	}
}

// A host is host code.
type host struct {
	*code
	bufs []*buf
}

// host starts a function.
func (g *generator) host(params []*kir.Var) *host {
	h := &host{code: &code{generator: g}}
	h.take(params)
	return h
}

// take brings results of others into scope.
func (h *host) take(vs []*kir.Var) {
	for _, v := range vs {
		if !kir.IsBuf(v.Type) {
			h.vars = append(h.vars, v)
			continue
		}
		h.bufs = append(h.bufs, &buf{v: v, space: &space{h.def("n", &kir.Length{Buf: kir.Use(v)})}, frozen: true})
	}
}

// body is the start of a block; in a loop, what is around is not written, as a
// later iteration may have it under another name.
func (h *host) body(loop bool) *host {
	in := &host{code: h.code.inner()}
	for _, b := range h.bufs {
		in.bufs = append(in.bufs, &buf{b.v, b.space, b.frozen || loop, b})
	}
	return in
}

// returning is the body of a function.
func (h *host) returning(vals ...kir.Expr) kir.Expr {
	h.put(&kir.Return{Vals: vals})
	return h.block()
}

// steps adds n steps.
func (h *host) steps(n int) {
	for range n {
		switch k := h.r.IntN(24); {
		case k == 0 && h.depth < 2:
			h.choose()
		case k == 1 && h.depth < 2 && h.loops == 0:
			h.loop()
		case k == 2 && h.depth < 2 && h.loops == 0:
			h.repeat()
		case k == 3 && len(h.helpers) > 0 && h.loops == 0:
			h.help()
		case k == 4:
			h.check()
		case k == 5:
			h.def("x", h.expr(h.base(), 2))
		case k < 8:
			h.read()
		case k == 8:
			h.copied()
		case k == 9:
			h.update()
		case k == 10:
			h.constant(h.base(), h.size())
		case k == 11:
			h.effect()
		default:
			h.run()
		}
	}
}

// constant adds a buffer of literals.
func (h *host) constant(t *types.Type, n int64) *buf {
	v := kir.NewVar("c", kir.Global(t))
	if t == types.Char && h.chance(2) {
		text := []rune("abcdefgh")[:min(n, 8)]
		h.put(&kir.ConstStr{Bind: v, Val: string(text)})
		n = int64(len(text))
	} else {
		s := &kir.Const{Bind: v}
		for range n {
			s.Vals = append(s.Vals, h.literal(t))
		}
		h.put(s)
	}
	return h.add(v, &space{kir.N(n)})
}

// add brings a new buffer into scope.
func (h *host) add(v *kir.Var, sp *space) *buf {
	b := &buf{v: v, space: sp}
	h.bufs = append(h.bufs, b)
	return b
}

// of lists the buffers of a space, any if it is nil, with elements of type t.
func (h *host) of(sp *space, t *types.Type) (bs []*buf) {
	for _, b := range h.bufs {
		if (sp == nil || b.space == sp) && b.v.Type.Elem() == t {
			bs = append(bs, b)
		}
	}
	return bs
}

// any is a buffer with elements of type t.
func (h *host) any(t *types.Type) *buf {
	if bs := h.of(nil, t); len(bs) > 0 && !h.chance(5) {
		return bs[max(h.r.IntN(len(bs)), h.r.IntN(len(bs)))]
	}
	return h.constant(t, h.size())
}

// some is n values in scope, handed over, with their types.
func (h *host) some(n int) (vals []kir.Expr, ts []*types.Type) {
	for range n {
		t := h.base()
		if len(h.bufs) > 0 && !h.chance(3) {
			t = h.bufs[max(h.r.IntN(len(h.bufs)), h.r.IntN(len(h.bufs)))].v.Type
		}
		vals, ts = append(vals, h.value(t)), append(ts, t)
	}
	return vals, ts
}

// value is any value of type t, handed over.
func (h *host) value(t *types.Type) kir.Expr {
	if !kir.IsBuf(t) {
		return h.atom(t)
	}
	b := h.any(t.Elem())
	b.freeze()
	return kir.Use(b.v)
}

func (h *host) values(ts []*types.Type) []kir.Expr {
	es := make([]kir.Expr, len(ts))
	for i, t := range ts {
		es[i] = h.value(t)
	}
	return es
}

func variables(name string, ts []*types.Type) []*kir.Var {
	vs := make([]*kir.Var, len(ts))
	for i, t := range ts {
		vs[i] = kir.NewVar(name, t)
	}
	return vs
}

func (h *host) choose() {
	h.depth++
	cond, then, els := h.expr(types.Bool, 2), h.body(false), h.body(false)
	then.steps(1 + h.r.IntN(3))
	vals, ts := then.some(1 + h.r.IntN(3))
	then.put(&kir.Yield{Vals: vals})
	els.steps(h.r.IntN(3))
	els.put(&kir.Yield{Vals: els.values(ts)})
	h.depth--
	vs := variables("r", ts)
	h.put(&kir.Choose{Binds: vs, Cond: cond, Then: then.block(), Else: els.block()})
	h.take(vs)
}

// loop counts up and carries a value along.
func (h *host) loop() {
	times, t := h.bounded(4), h.base()
	if h.chance(2) {
		t = kir.Global(t)
	}
	vars := variables("x", []*types.Type{types.Int, t})
	inits := []kir.Expr{kir.N(0), h.value(t)}
	h.depth++
	h.loops++
	in := h.body(true)
	in.take(vars)
	in.steps(h.r.IntN(2))
	out, on := in.body(true), in.body(true)
	vals, ts := out.some(1 + h.r.IntN(2))
	out.put(&kir.Exit{Vals: vals})
	on.steps(1 + h.r.IntN(3))
	on.put(&kir.Recur{Args: []kir.Expr{apply(prim.Add, kir.Use(vars[0]), kir.N(1)), on.value(t)}})
	in.put(&kir.If{Cond: apply(prim.Ge, kir.Use(vars[0]), times), Then: out.block(), Else: on.block()})
	h.depth--
	h.loops--
	vs := variables("r", ts)
	h.put(&kir.Loop{Vars: vars, Inits: inits, Body: in.block(), Binds: vs})
	h.take(vs)
}

// repeat does something several times, in place, or under a condition.
func (h *host) repeat() {
	h.depth++
	h.loops++
	in, v := h.body(false), kir.NewVar("j", types.Int)
	if h.chance(3) {
		els := h.body(false)
		in.update()
		els.update()
		h.put(&kir.If{Cond: h.expr(types.Bool, 2), Then: in.block(), Else: els.block()})
	} else {
		in.vars = append(in.vars, v)
		for range 1 + h.r.IntN(2) {
			in.update()
		}
		h.put(&kir.For{Var: v, Lo: kir.N(0), Hi: h.bounded(4), Step: kir.N(1), Body: in.block()})
	}
	h.depth--
	h.loops--
}

// help calls a function.
func (h *host) help() {
	f := one(h.generator, h.helpers...)
	var ts []*types.Type
	for _, p := range f.Params {
		ts = append(ts, p.Type)
	}
	vs := variables("r", f.Results)
	h.put(&kir.CallHost{Node: h.at(), Binds: vs, Fn: f.Name, Args: h.values(ts)})
	h.take(vs)
}

// check stops the program unless a condition holds, which it mostly does.
func (h *host) check() {
	if h.chance(4) {
		h.put(&kir.CheckSize{Node: h.at(), Count: h.bounded(1000)})
	}
	if !h.fails {
		return
	}
	cond := h.expr(types.Bool, 2)
	if !h.chance(6) {
		cond = apply(prim.Or, cond, &kir.Bool{Val: true})
	}
	n := h.at()
	h.put(&kir.CheckHost{Node: n, Cond: cond, Error: "failed on the host at " + n.P.String()})
}

// read reads single elements, wherever they are: out of range there are zeros.
func (h *host) read() {
	s := &kir.Read{}
	for range 1 + h.r.IntN(2) {
		if len(h.bufs) == 0 {
			return
		}
		b := one(h.generator, h.bufs...)
		s.Binds = append(s.Binds, kir.NewVar("e", b.v.Type.Elem()))
		s.Bufs, s.Idxs = append(s.Bufs, kir.Use(b.v)), append(s.Idxs, h.expr(types.Int, 1))
	}
	h.put(s)
	h.vars = append(h.vars, s.Binds...)
}

func (h *host) copied() {
	if len(h.bufs) == 0 {
		return
	}
	b := one(h.generator, h.bufs...)
	v := kir.NewVar("c", b.v.Type)
	h.put(&kir.Copy{Node: h.at(), Bind: v, From: kir.Use(b.v)})
	h.add(v, b.space)
}
