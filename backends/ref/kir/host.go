package kir

// The interpreter of host functions.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/value"
)

// A host is a call of a host function.
type host struct {
	*Machine
	env   map[*kir.Var]val
	yield []*kir.Var
	loops []*kir.Loop
	out   []val // what Return gives
}

// calls is the calls in progress, the innermost first.
type calls struct {
	at    ir.Pos
	outer *calls
	depth int
}

func (c *calls) enter(at ir.Pos) *calls {
	if c == nil {
		return &calls{at, c, 1}
	}
	return &calls{at, c, c.depth + 1}
}

func (c *calls) steps() []interp.Step {
	var at []ir.Pos
	for ; c != nil; c = c.outer {
		at = append(at, c.at)
	}
	return interp.Calls(at)
}

// returned is the flow of Return, on the host only.
const returned flow = exited + 1

// maxDepth bounds the calls in progress, which are on the stack of Go.
const maxDepth = 200000

func (x *Machine) call(f *kir.Func, at ir.Pos, args []val) []val {
	x.Cost.Calls++
	x.calls = x.calls.enter(at)
	if x.calls.depth > maxDepth {
		panic(&interp.Error{Kind: interp.Memory, Msg: prim.ErrMemory, Pos: f.P})
	}
	h := &host{Machine: x, env: make(map[*kir.Var]val, 16)}
	for i, p := range f.Params {
		h.env[p] = args[i]
	}
	h.block(f.Body)
	x.calls = x.calls.outer
	return h.out
}

func (h *host) block(e kir.Expr) flow {
	for _, s := range e.(*kir.Block).Stmts {
		if f := h.stmt(s); f != next {
			return f
		}
	}
	return next
}

func (h *host) eval(e kir.Expr) val {
	if w, ok := constant(e, h.num); ok {
		return val{kind: kir.TypeOf(e).Kind, word: w}
	}
	switch e := e.(type) {
	case *kir.Ref:
		return h.env[e.Var]
	case *kir.Prim:
		args := make([]prim.Word, len(e.Args))
		for i, a := range e.Args {
			args[i] = h.word(a)
		}
		return val{kind: kir.TypeOf(e).Kind, word: evalOf(e, h.num).Call(args)}
	case *kir.Select:
		if h.word(e.Cond) != 0 {
			return h.eval(e.Then)
		}
		return h.eval(e.Else)
	case *kir.InRange:
		i := h.word(e.Idx)
		return val{kind: kir.TypeOf(e).Kind, word: prim.BoolWord(0 <= i && i < h.word(e.Size))}
	case *kir.Length:
		return val{kind: kir.TypeOf(e).Kind, word: prim.Word(len(h.buf(e.Buf).words))}
	case *kir.ErrorWord:
		return val{buf: h.errors}
	case *kir.LaunchBase:
		return val{kind: kir.TypeOf(e).Kind, word: h.launchBase(int64(e.Site))}
	}
	panic("kir: no expression of the host: " + kir.Show(e))
}

func (h *host) word(e kir.Expr) prim.Word { return h.eval(e).word }

func (h *host) buf(e kir.Expr) *buffer { return h.eval(e).buf.use() }

func (h *host) evals(es []kir.Expr) []val {
	out := make([]val, len(es))
	for i, e := range es {
		out[i] = h.eval(e)
	}
	return out
}

// launchBase numbers the launch that is about to happen.
func (h *host) launchBase(site int64) prim.Word {
	n := int64(len(h.sites))
	if (h.seq+2)*n > h.num.MaxInt() {
		h.sync()
	}
	h.seq++
	h.log = append(h.log, h.calls)
	return h.seq*n + site
}

// effect calls a routine of the runtime.
func (h *host) effect(s *kir.CallRuntime) []val {
	h.sync()
	if s.Fn == kir.Clock {
		return []val{{kind: s.Binds[0].Type.Kind, word: prim.FloatWord(h.num.Round(h.world.Now()))}}
	}
	p := prim.Must(s.Fn)
	args := make([]value.Value, len(s.Args))
	ts := argTypes(s.Args)
	for i, a := range h.evals(s.Args) {
		h.written(a)
		args[i] = h.download(a)
	}
	v, err := h.world.Do(p, h.num, args, ts, s.P)
	if err != nil {
		panic(err)
	}
	t, e := p.ResultOf(ts)
	if e != nil {
		panic("kir: " + e.Error())
	}
	var out []val
	for _, leaf := range value.Pack(v, t) {
		out = append(out, h.upload(leaf))
	}
	return out
}
