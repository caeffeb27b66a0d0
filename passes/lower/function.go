package lower

// Host functions: their operations, and what kernels return.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/control"
)

func (m *module) function(f *lcu.Func) *kir.Func {
	h := &host{m: m, scalars: map[*lcu.Var]*deviceScalar{}, uses: placementOf(f, m.kernels), facts: build.NewFacts(), counts: map[*kir.Var]bool{}, offsets: map[*kir.Var]bool{}, flags: map[*kir.Var]kir.Expr{},
		conds: map[*kir.Var]build.Memo[bool]{}, ints: map[*kir.Var]build.Memo[int64]{}}
	h.Writer = control.New(&build.Code{}, h, false)
	h.OnDef = func(v *kir.Var, e kir.Expr) { h.facts.Define(v, e) }
	h.Known = h.known
	out := &kir.Func{Decl: f.Decl, Name: f.Name, Results: control.Types(f.Results)}
	for _, p := range f.Params {
		v := kir.NewVar(p.Name, control.Type(p.Type))
		h.Env[p] = kir.Use(v)
		out.Params = append(out.Params, v)
	}
	out.Body = h.Block(func() { h.Tail(f.Body, control.ReturnTo(out.Results)) })
	return out
}

// Check stops the program there and then.
func (h *host) Check(e *lcu.Check) {
	cond := h.Operand(e.Cond)
	h.Put(&kir.CheckHost{Node: ir.At(e.P), Cond: cond, Error: e.Error})
	h.facts.Hold(cond)
}

// Bind binds results that may stay on the device.
func (h *host) Bind(vs []*lcu.Var, e lcu.Expr) bool {
	switch e := e.(type) {
	case *lcu.Run:
		v, results := h.invoke(e)
		for i, ret := range v.k.ret {
			h.bindResult(vs[i], v, results, ret)
		}
		return true
	case *lcu.At:
		v := vs[0]
		if h.uses.onHost(v) || h.uses.dead(v) {
			return h.uses.dead(v)
		}
		buf := kir.VarOf(h.Operand(e.Vec))
		idx := h.Atom("k", h.Operand(e.Idx))
		at := h.Atom("k", op.Select(op.InRange(idx, lengthOf(buf)), idx, op.N(-1)))
		h.scalars[v] = &deviceScalar{buf: buf, idx: at}
		return true
	case *lcu.Prim:
		return e.Op.Class == prim.Scalar && h.uses.dead(vs[0])
	}
	return false
}

// bindResult binds x to what a kernel returns.
func (h *host) bindResult(x *lcu.Var, v *invocation, results []result, ret lcu.Expr) {
	r, ok := v.result(results, ret)
	switch {
	case !ok:
		h.Env[x] = v.returned(ret)
	case !r.scalar:
		h.Env[x] = kir.Use(r.buf)
	default:
		if h.uses.onDevice(x) {
			h.scalars[x] = &deviceScalar{buf: r.buf}
		}
		if h.uses.onHost(x) {
			h.Env[x] = h.read(x.Name, r.buf, op.N(0), v.pos)
		}
	}
}

// Op is the values of an operation of the host.
func (h *host) Op(e lcu.Expr, ts []*types.Type, names []string) []kir.Expr {
	if ts == nil {
		ts = control.Types(h.m.sigs.ResultTypes(e))
	}
	switch e := e.(type) {
	case *lcu.Ref:
		val, ok := h.Env[e.Var]
		if !ok {
			panic("lower: variable " + e.Var.Name + " has no value")
		}
		return []kir.Expr{val}
	case *lcu.Int, *lcu.Float, *lcu.Bool, *lcu.Char:
		return []kir.Expr{h.Operand(e)}
	case *lcu.Length:
		return []kir.Expr{lengthOf(kir.VarOf(h.Operand(e.Vec)))}
	case *lcu.At:
		return []kir.Expr{h.element(kir.VarOf(h.Operand(e.Vec)), h.Operand(e.Idx), e.P)}
	case *lcu.Prim:
		return h.primitive(e, ts, names)
	case *lcu.Vec:
		v := kir.NewVar("vec", ts[0])
		h.Put(&kir.Const{Node: ir.At(e.P), Bind: v, Vals: h.Operands(e.Vals)})
		h.knowLength(v, op.N(len(e.Vals)))
		return []kir.Expr{kir.Use(v)}
	case *lcu.Str:
		v := kir.NewVar("str", ts[0])
		h.Put(&kir.ConstStr{Node: ir.At(e.P), Bind: v, Val: e.Val})
		h.knowLength(v, op.N(len(e.Val)))
		return []kir.Expr{kir.Use(v)}
	case *lcu.Call:
		vs := control.Vars(ts, names)
		h.Put(&kir.CallHost{Node: ir.At(e.P), Binds: vs, Fn: e.Fn, Args: h.Operands(e.Args)})
		return kir.Uses(vs)
	case *lcu.Run:
		return h.runNow(e)
	case *lcu.Time:
		return h.time(e, ts, names)
	}
	return h.Values(e, ts, names)
}

// primitive is a scalar operation or an effect.
func (h *host) primitive(e *lcu.Prim, ts []*types.Type, names []string) []kir.Expr {
	args := h.Operands(e.Args)
	if e.Op.Class != prim.Effect {
		return []kir.Expr{&kir.Prim{Node: ir.At(e.P), Op: e.Op, Args: args}}
	}
	vs := control.Vars(ts, names)
	h.Put(&kir.CallRuntime{Node: ir.At(e.P), Binds: vs, Fn: e.Op.Name, Args: args})
	return kir.Uses(vs)
}

// runNow runs a kernel whose results are all needed here.
func (h *host) runNow(e *lcu.Run) []kir.Expr {
	v, results := h.invoke(e)
	vals := make([]kir.Expr, len(v.k.ret))
	for i, ret := range v.k.ret {
		switch r, ok := v.result(results, ret); {
		case !ok:
			vals[i] = v.returned(ret)
		case r.scalar:
			vals[i] = h.read("x", r.buf, op.N(0), v.pos)
		default:
			vals[i] = kir.Use(r.buf)
		}
	}
	return vals
}

// time is the results of the body, then the seconds between two looks at the clock.
func (h *host) time(e *lcu.Time, ts []*types.Type, names []string) []kir.Expr {
	start := h.clock(e.P)
	vals := h.Values(e.Body, ts[:len(ts)-1], names)
	for i, val := range vals {
		vals[i] = h.Named("t", val)
	}
	return append(vals, kir.Apply(prim.Sub, h.clock(e.P), start))
}

func (h *host) clock(pos ir.Pos) kir.Expr {
	v := kir.NewVar("clock", types.Float)
	h.Put(&kir.CallRuntime{Node: ir.At(pos), Binds: []*kir.Var{v}, Fn: kir.Clock})
	return kir.Use(v)
}

// element brings an element of an array to the host. Among k elements at most k
// are selected: prefix counts say so of themselves.
func (h *host) element(buf *kir.Var, idx kir.Expr, pos ir.Pos) kir.Expr {
	n := h.flags[buf]
	if h.counts[buf] {
		n = idx
	}
	if n == nil {
		return h.read("x", buf, idx, pos)
	}
	v := kir.NewVar("x", types.Int)
	most := h.clamped(n)
	h.Put(&kir.ReadCount{Node: ir.At(pos), Bind: v, Buf: kir.Use(buf), Idx: idx, Most: most})
	h.facts.Upper[h.facts.Key(kir.Use(v))] = h.facts.Key(most)
	h.facts.SetNonNegative(h.facts.Key(kir.Use(v)))
	return kir.Use(v)
}
