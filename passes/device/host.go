package device

// Writing one host function. Arrays become buffers; scalars stay scalars of the
// host, but those that only kernels need stay on the device (cells.go).

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// A hostGen writes a host function.
type hostGen struct {
	control
	*lowerer
	cells map[*lcu.Var]*cell
	uses  *residence // where scalars are needed
	facts build.Facts
	ranks map[*kvar]bool // arrays of ranks: entry k is how many of the first k elements are kept

	conds map[*kvar]build.Answer[bool] // scalars that were asked for
	ints  map[*kvar]build.Answer[int64]
}

func (lw *lowerer) fun(f *lcu.Func) *kir.Func {
	h := &hostGen{lowerer: lw, cells: map[*lcu.Var]*cell{}, uses: residenceOf(f, lw.plans), facts: build.NewFacts(), ranks: map[*kvar]bool{},
		conds: map[*kvar]build.Answer[bool]{}, ints: map[*kvar]build.Answer[int64]{}}
	h.control = control{side: h, env: map[*lcu.Var]expr{}}
	h.OnDef = func(v *kvar, e expr) { h.facts.Define(v, e) }
	h.Known = func(e expr) expr { return h.facts.Atoms[h.facts.Key(e)] }
	out := &kir.Func{Decl: f.Decl, Name: f.Name, Results: lowerTypes(f.Results)}
	for _, p := range f.Params {
		v := kir.NewVar(p.Name, lowerType(p.Type))
		h.env[p] = kir.Use(v)
		out.Params = append(out.Params, v)
	}
	out.Body = h.Block(func() { h.tail(f.Body, returnTo(out.Results)) })
	return out
}

func (h *hostGen) arm(f func()) {
	up := h.facts
	h.facts = up.Copy()
	f()
	h.facts = up
}

// check stops the program there and then.
func (h *hostGen) check(e *lcu.Check) {
	cond := h.operand(e.Cond)
	h.Put(&kir.CheckHost{Node: ir.At(e.P), Cond: cond, Error: e.Error})
	h.facts.Hold(cond)
}

// bind binds results that may stay on the device.
func (h *hostGen) bind(vs []*lcu.Var, e lcu.Expr) bool {
	switch e := e.(type) {
	case *lcu.Run:
		r, outs := h.run(e)
		for i, ret := range r.ret {
			h.bindResult(vs[i], r, outs, ret)
		}
		return true
	case *lcu.At:
		v := vs[0]
		if h.uses.onHost(v) || h.uses.dead(v) {
			return h.uses.dead(v)
		}
		buf := kir.VarOf(h.operand(e.Vec))
		idx := h.Atom("k", h.operand(e.Idx))
		at := h.Atom("k", pick(inRange(idx, h.lengthOf(buf)), idx, num(-1)))
		h.cells[v] = &cell{buf: buf, idx: at}
		return true
	case *lcu.Prim:
		return e.Op.Class == prim.Scalar && h.uses.dead(vs[0])
	}
	return false
}

// bindResult binds v to what a kernel returns.
func (h *hostGen) bindResult(v *lcu.Var, r *run, outs []outcome, ret lcu.Expr) {
	o, ok := r.outcome(outs, ret)
	switch {
	case !ok:
		h.env[v] = h.returned(r, ret)
	case !o.scalar:
		h.env[v] = kir.Use(o.buf)
	default:
		if h.uses.onDevice(v) {
			h.cells[v] = &cell{buf: o.buf}
		}
		if h.uses.onHost(v) {
			h.env[v] = h.read(v.Name, o.buf, num(0), r.pos)
		}
	}
}

// outcome is the result of the SOAC that ret names.
func (r *run) outcome(outs []outcome, ret lcu.Expr) (outcome, bool) {
	if ref, ok := ret.(*lcu.Ref); ok {
		if i, ok := r.result[ref.Var]; ok {
			return outs[i], true
		}
	}
	return outcome{}, false
}

// returned is an argument or a literal that a kernel returns.
func (h *hostGen) returned(r *run, ret lcu.Expr) expr {
	if ref, ok := ret.(*lcu.Ref); ok {
		return r.args[r.number[ref.Var]].val
	}
	return h.operand(ret)
}

// read brings an element to the host.
func (h *hostGen) read(name string, buf *kvar, idx expr, pos ir.Pos) expr {
	v := kir.NewVar(name, buf.Type.Elem())
	h.Put(&kir.Read{Node: ir.At(pos), Binds: []*kvar{v}, Bufs: []expr{kir.Use(buf)}, Idxs: []expr{idx}})
	return kir.Use(v)
}

// element brings an element of an array to the host. Among k elements at most k
// are kept: ranks say so of themselves.
func (h *hostGen) element(buf *kvar, idx expr, pos ir.Pos) expr {
	if !h.ranks[buf] {
		return h.read("x", buf, idx, pos)
	}
	v := kir.NewVar("x", intType)
	most := h.natural(idx)
	h.Put(&kir.ReadCount{Node: ir.At(pos), Bind: v, Buf: kir.Use(buf), Idx: idx, Most: most})
	h.facts.Most[h.facts.Key(kir.Use(v))] = h.facts.Key(most)
	h.facts.SetNatural(h.facts.Key(kir.Use(v)))
	return kir.Use(v)
}

// alloc makes a buffer of n elements.
func (h *hostGen) alloc(name string, elem *types.Type, n expr, pos ir.Pos) *kvar {
	v := kir.NewVar(name, kir.Global(elem))
	h.Put(&kir.Alloc{Node: ir.At(pos), Bind: v, Count: n})
	h.knowLength(v, n)
	return v
}

func (h *hostGen) lengthOf(buf *kvar) expr { return &kir.Length{Buf: kir.Use(buf)} }

// op is the values of an operation of the host.
func (h *hostGen) op(e lcu.Expr, ts []*types.Type, names []string) []expr {
	if ts == nil {
		ts = lowerTypes(h.sigs.ResultTypes(e))
	}
	switch e := e.(type) {
	case *lcu.Ref, *lcu.Int, *lcu.Float, *lcu.Bool, *lcu.Char:
		return []expr{h.operand(e)}
	case *lcu.Length:
		return []expr{h.lengthOf(kir.VarOf(h.operand(e.Vec)))}
	case *lcu.At:
		return []expr{h.element(kir.VarOf(h.operand(e.Vec)), h.operand(e.Idx), e.P)}
	case *lcu.Prim:
		return h.primitive(e, ts, names)
	case *lcu.Vec:
		v := kir.NewVar("vec", ts[0])
		h.Put(&kir.Const{Node: ir.At(e.P), Bind: v, Vals: h.operands(e.Vals)})
		h.knowLength(v, num(len(e.Vals)))
		return []expr{kir.Use(v)}
	case *lcu.Str:
		v := kir.NewVar("str", ts[0])
		h.Put(&kir.ConstStr{Node: ir.At(e.P), Bind: v, Val: e.Val})
		h.knowLength(v, num(len(e.Val)))
		return []expr{kir.Use(v)}
	case *lcu.Call:
		vs := named(ts, names)
		h.Put(&kir.CallHost{Node: ir.At(e.P), Binds: vs, Fn: e.Fn, Args: h.operands(e.Args)})
		return kir.Uses(vs)
	case *lcu.Run:
		return h.runNow(e)
	case *lcu.Time:
		return h.time(e, ts, names)
	}
	return h.values(e, ts, names)
}

// primitive is a scalar operation or an effect.
func (h *hostGen) primitive(e *lcu.Prim, ts []*types.Type, names []string) []expr {
	args := h.operands(e.Args)
	if e.Op.Class != prim.Effect {
		return []expr{&kir.Prim{Node: ir.At(e.P), Op: e.Op, Args: args}}
	}
	vs := named(ts, names)
	h.Put(&kir.CallRuntime{Node: ir.At(e.P), Binds: vs, Fn: e.Op.Name, Args: args})
	return kir.Uses(vs)
}

// runNow runs a kernel whose results are all needed here.
func (h *hostGen) runNow(e *lcu.Run) []expr {
	r, outs := h.run(e)
	vals := make([]expr, len(r.ret))
	for i, ret := range r.ret {
		switch o, ok := r.outcome(outs, ret); {
		case !ok:
			vals[i] = h.returned(r, ret)
		case o.scalar:
			vals[i] = h.read("x", o.buf, num(0), r.pos)
		default:
			vals[i] = kir.Use(o.buf)
		}
	}
	return vals
}

// time is the results of the body, then the seconds between two looks at the clock.
func (h *hostGen) time(e *lcu.Time, ts []*types.Type, names []string) []expr {
	start := h.clock(e.P)
	vals := h.values(e.Body, ts[:len(ts)-1], names)
	for i, val := range vals {
		vals[i] = h.named("t", val)
	}
	return append(vals, kir.Apply("sub", h.clock(e.P), start))
}

func (h *hostGen) clock(pos ir.Pos) expr {
	v := kir.NewVar("clock", types.Float)
	h.Put(&kir.CallRuntime{Node: ir.At(pos), Binds: []*kvar{v}, Fn: kir.Clock})
	return kir.Use(v)
}
