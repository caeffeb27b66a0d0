package kir

// Statements of host functions.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// argTypes is the types of arguments, buffers as sequences.
func argTypes(es []kir.Expr) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		ts[i] = kir.TypeOf(e)
		if kir.IsBuf(ts[i]) {
			ts[i] = types.Seq(ts[i].Elem())
		}
	}
	return ts
}

func (h *host) bind(vs []*kir.Var, vals []val) {
	for i, v := range vs {
		h.env[v] = vals[i]
	}
}

func (h *host) stmt(s kir.Expr) flow {
	switch s := s.(type) {
	case *kir.Block:
		return h.block(s)
	case *kir.Def:
		h.env[s.Bind] = h.eval(s.Rhs)
	case *kir.If:
		return h.block(h.arm(s.Cond, s.Then, s.Else))
	case *kir.Choose:
		up := h.yield
		h.yield = s.Binds
		h.block(h.arm(s.Cond, s.Then, s.Else))
		h.yield = up
	case *kir.Yield:
		h.bind(h.yield, h.evals(s.Vals))
		return yielded
	case *kir.Loop:
		h.loop(s)
	case *kir.Recur:
		h.bind(h.loops[len(h.loops)-1].Vars, h.evals(s.Args))
		return again
	case *kir.Exit:
		h.bind(h.loops[len(h.loops)-1].Binds, h.evals(s.Vals))
		return exited
	case *kir.For:
		hi, step := h.word(s.Hi), h.word(s.Step)
		for i := h.word(s.Lo); i < hi; i += step {
			h.env[s.Var] = val{kind: types.KInt, word: i}
			h.block(s.Body)
		}
	case *kir.Return:
		h.out = h.evals(s.Vals)
		return returned
	default:
		h.memory(s)
	}
	return next
}

func (h *host) arm(cond, then, els kir.Expr) kir.Expr {
	if h.word(cond) != 0 {
		return then
	}
	return els
}

func (h *host) loop(s *kir.Loop) {
	h.bind(s.Vars, h.evals(s.Inits))
	h.loops = append(h.loops, s)
	for h.block(s.Body) == again {
	}
	h.loops = h.loops[:len(h.loops)-1]
}

// memory does the statements about buffers.
func (h *host) memory(s kir.Expr) {
	switch s := s.(type) {
	case *kir.Alloc:
		h.env[s.Bind] = h.fresh(s.Bind, h.word(s.Count), s)
	case *kir.AllocLoose:
		b := h.fresh(s.Bind, h.word(s.Count), s)
		for r := range h.opts.Ranks {
			h.fillUnspecified(b.buf.view(r))
			b.buf.view(r).known = nil
		}
		h.env[s.Bind] = b
	case *kir.AllocOver:
		h.env[s.Bind] = h.over(s.Bind, h.buf(s.From), max(h.word(s.Count), 0), false, s)
	case *kir.Copy:
		h.env[s.Bind] = h.copied(s.Bind, h.buf(s.From), s)
	case *kir.CopyOver:
		b := h.buf(s.From)
		h.env[s.Bind] = h.over(s.Bind, b, int64(len(b.words)), true, s)
	case *kir.Const:
		b := h.fresh(s.Bind, int64(len(s.Vals)), s)
		words := make([]prim.Word, len(s.Vals))
		for i, v := range h.evals(s.Vals) {
			words[i] = v.word
		}
		b.buf.fill(words)
		h.env[s.Bind] = b
	case *kir.ConstStr:
		words := make([]prim.Word, len(s.Val))
		for i := range words {
			words[i] = prim.Word(s.Val[i])
		}
		b := h.fresh(s.Bind, int64(len(words)), s)
		b.buf.fill(words)
		h.env[s.Bind] = b
	case *kir.Retain:
		h.retain(h.buf(s.Buf))
	case *kir.Release:
		h.release(h.buf(s.Buf))
	default:
		h.device(s)
	}
}

func (h *host) fresh(v *kir.Var, n int64, s kir.Expr) val {
	return val{buf: h.alloc(v.Name, v.Type.Elem().Kind, n, s.Pos())}
}

func (h *host) copied(v *kir.Var, from *buffer, s kir.Expr) val {
	b := h.fresh(v, int64(len(from.words)), s)
	for r := range h.opts.Ranks {
		from.view(r).copyTo(b.buf.view(r))
	}
	b.buf.place, b.buf.fresh = from.place, from.fresh
	h.Cost.Copies += int64(len(from.words))
	return b
}

// over takes from over in place, if its only owner allows it.
func (h *host) over(v *kir.Var, from *buffer, n int64, copies bool, s kir.Expr) val {
	switch {
	case from.refs == 1 && int64(len(from.words)) == n:
		h.retain(from)
		h.Stats.Reused++
		return val{buf: from}
	case copies:
		return h.copied(v, from, s)
	}
	return h.fresh(v, n, s)
}

// device does the statements that involve the device, calls and checks.
func (h *host) device(s kir.Expr) {
	switch s := s.(type) {
	case *kir.Launch:
		groups, args := h.word(s.Groups), h.evals(s.Args)
		for _, a := range args {
			if a.buf != nil {
				a.buf.use()
			}
		}
		if groups > 0 {
			h.run(h.program(s.Kernel), groups, args)
		}
	case *kir.Fetch:
		if groups := h.word(s.Groups); groups > 0 && h.opts.Ranks > 1 {
			h.fetches(h.program(s.Kernel), groups, h.evals(s.Args), h.evals(s.Bufs), h.evals(s.Dests))
		}
	case *kir.OnStream: // commands run one after the other here
		h.device(s.Launch)
	case *kir.Fork, *kir.Mark, *kir.BeginBatch, *kir.EndBatch:
	case *kir.Read:
		h.read(s)
	case *kir.ReadCount:
		h.read(&kir.Read{Node: s.Node, Binds: []*kir.Var{s.Bind}, Bufs: []kir.Expr{s.Buf}, Idxs: []kir.Expr{s.Idx}})
		if n, most := h.env[s.Bind].word, h.word(s.Most); n < 0 || n > most {
			panic(interp.Bug(s.P, "%s is %d, not a count of at most %d", s.Bind.Name, n, most))
		}
	case *kir.CallHost:
		h.bind(s.Binds, h.call(h.funcs[s.Fn], s.P, h.evals(s.Args)))
	case *kir.CallRuntime:
		h.bind(s.Binds, h.effect(s))
	case *kir.CheckHost:
		if h.word(s.Cond) == 0 {
			h.sync()
			panic(interp.Fail(s.P, s.Error))
		}
	case *kir.CheckSize:
		if h.word(s.Count) > h.num.MostElements() {
			h.sync()
			panic(&interp.Error{Kind: interp.Memory, Msg: prim.ErrSize, Pos: s.P})
		}
	default:
		panic("kir: no statement of the host: " + kir.Show(s))
	}
}

func (h *host) read(s *kir.Read) {
	h.sync()
	for i, v := range s.Binds {
		b, k := h.buf(s.Bufs[i]), h.word(s.Idxs[i])
		w := prim.Word(0)
		if 0 <= k && k < int64(len(b.words)) {
			h.agree(b, k, s.P)
			b = b.view(b.owner(k))
			if b.known != nil && !b.known[k] {
				panic(interp.Bug(s.P, "element %d of %s is read back before it is written", k, b.name))
			}
			w = b.words[k]
		}
		h.env[v] = val{kind: v.Type.Kind, word: w}
		h.Stats.Fetched++
		h.Cost.HostTransfer++
	}
}
