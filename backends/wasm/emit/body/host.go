package body

// Functions of the host: launches, calls, effects, checks and transfers. What
// they do to memory is in hostmemory.go.

import (
	"nessiec/backends/wasm/emit/asm"
	"nessiec/backends/wasm/emit/formulas"
	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// HostFunc writes the function of the host f.
func HostFunc(e *module.Emitter, f *kir.Func) {
	g := newWriter(e, e.HostFuncs[f.Name])
	g.host, g.decl = true, f
	for i, p := range f.Params {
		g.vars[p] = []w.Local{w.Local(i)}
		g.NameParam(i, p.Name)
	}
	if ir.Any(f.Body, func(s kir.Expr) bool { return s.Form() == kir.FormCallHost }) {
		g.step()
	}
	g.stmts(f.Body)
	g.Op(w.Unreachable)
}

// formula calls the function of what the host computes in several places, if e is that.
func (g *writer) formula(e kir.Expr) bool {
	if !g.host || g.depth > 0 {
		return false
	}
	x, args, ok := formulas.Of(e)
	if !ok || !g.Formulas.Shared(x) {
		return false
	}
	f := g.Primitives[x.Key]
	if f == nil {
		f = g.Emitter.Func("formula", g.Types(types.OfVars(x.Params)), []w.ValType{g.TypeOf(kir.TypeOf(e))})
		g.Primitives[x.Key] = f
		body := newWriter(g.Emitter, f)
		for i, p := range x.Params {
			body.vars[p] = []w.Local{w.Local(i)}
		}
		body.expr(x.Body)
	}
	for _, a := range args {
		g.expr(a)
	}
	g.Call(f)
	return true
}

func (g *writer) hostExpr(x kir.Expr) {
	switch x := x.(type) {
	case *kir.Length:
		g.expr(x.Buf)
		g.I32(module.HeaderBytes)
		g.Op(w.I32Sub)
		g.Mem(w.I32Load, 2, module.CountAt)
		g.extend()
	case *kir.ErrorWord:
		g.I32(int32(g.Errors))
	case *kir.LaunchBase: // of launches in one launch, the later one comes later
		g.int(int64(g.bases*len(g.Source.Sites) + x.Site))
		g.bases++
	default:
		panic("wasm: no expression: " + kir.Show(x))
	}
}

func (g *writer) hostStmt(s kir.Expr) {
	switch s := s.(type) {
	case *kir.Launch:
		g.launch(s)
	case *kir.Read:
		g.read(s)
	case *kir.CallHost:
		g.callHost(s)
	case *kir.CallRuntime:
		for _, a := range s.Args {
			g.expr(a)
		}
		g.Call(g.EffectImports[s])
		g.setAll(g.bindAll(s.Binds))
	case *kir.CheckHost:
		g.expr(s.Cond)
		g.I32(int32(g.Checks.Number(module.Check{Pos: s.Pos(), Error: s.Error})))
		g.Call(g.Check)
	case *kir.CheckSize:
		g.expr(s.Count)
		g.I32(int32(g.Checks.Number(module.Check{Pos: s.Pos(), Error: prim.ErrSize, Size: true})))
		g.Call(g.CheckSize)
	case *kir.Return:
		for _, v := range s.Vals {
			g.expr(v)
		}
		g.Op(w.Return)
	default:
		g.memoryStmt(s)
	}
}

// launch calls a kernel, and looks whether it has failed, if it can.
func (g *writer) launch(s *kir.Launch) {
	n := g.hold(s.Groups)
	n()
	g.Call(g.Launched)
	call := func() {
		g.int(0)
		n()
		n()
		g.bases = 0
		for _, a := range s.Args {
			g.expr(a)
		}
		g.Call(g.KernelFuncs[s.Kernel])
	}
	k, shared := g.Shared[s.Kernel]
	if one, lit := kir.Literal(s.Groups); lit && one <= 1 {
		shared = false
	}
	if shared {
		n()
		g.int(1)
		g.Op(g.i(prim.Gt))
		g.If(w.NoResult)
		g.aside(func() { g.launchShared(k, s.Args, n) })
		g.Else()
		g.aside(call)
		g.End()
	} else {
		call()
	}
	if g.bases > 0 {
		g.Call(g.CheckKernels)
	}
}

// read copies elements to variables; what is out of range is zero.
func (g *writer) read(s *kir.Read) {
	asm.Put(g.Func, asm.Add(g.Reads, asm.I32(1)))
	for i, v := range s.Binds {
		l := g.bind(v)[0]
		g.expr(s.Bufs[i])
		g.expr(s.Idxs[i])
		g.Call(g.elementOf(v.Type))
		g.Set(l)
	}
}

// elementOf is the function of an array and an index that yields the element there.
func (g *writer) elementOf(t *types.Type) *w.Func {
	name := "element_" + t.String()
	if f := g.Primitives[name]; f != nil {
		return f
	}
	f := g.Emitter.Func(name, []w.ValType{w.I32, g.IntType()}, []w.ValType{g.TypeOf(t)})
	g.Primitives[name] = f
	of := newWriter(g.Emitter, f)
	buf, idx := kir.NewVar("array", kir.Global(t)), kir.NewVar("index", types.Int)
	of.vars[buf], of.vars[idx] = []w.Local{0}, []w.Local{1}
	of.expr(&kir.Select{Cond: &kir.InRange{Idx: kir.Use(idx), Size: &kir.Length{Buf: kir.Use(buf)}},
		Then: &kir.Load{Buf: kir.Use(buf), Idx: kir.Use(idx)}, Else: kir.Zero(t)})
	return f
}

// callHost calls a function; a call that the program has is noted meanwhile.
func (g *writer) callHost(s *kir.CallHost) {
	known := s.Pos().IsValid()
	if known {
		g.enter(s.Pos())
	}
	for _, a := range s.Args {
		g.expr(a)
	}
	g.Call(g.HostFuncs[s.Fn])
	g.setAll(g.bindAll(s.Binds))
	if known {
		g.leave()
	}
}
