package body

// Functions of the host: launches, calls, effects, checks and transfers. What
// they do to memory is in hostmemory.go.

import (
	"nessiec/backends/wasm/emit/asm"
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
		g.negation(s.Cond)
		g.check(s.Pos(), s.Error, false)
	case *kir.CheckSize:
		g.expr(s.Count)
		g.int(g.Num.MostElements())
		g.Op(g.i(prim.Gt))
		g.check(s.Pos(), prim.ErrSize, true)
	case *kir.Return:
		for _, v := range s.Vals {
			g.expr(v)
		}
		g.Op(w.Return)
	default:
		g.memoryStmt(s)
	}
}

// check ends the program if the number on the stack is not 0.
func (g *writer) check(pos ir.Pos, message string, size bool) {
	g.If(w.NoResult)
	asm.Put(g.Func, asm.CallOf(g.Fail, asm.I32(module.FailCheck), asm.I32(int32(len(g.Checks))), asm.I64(0)), asm.Do(w.Unreachable))
	g.End()
	g.Checks = append(g.Checks, module.Check{Pos: pos, Error: message, Size: size})
}

// launch calls a kernel, and looks whether it has failed, if it can.
func (g *writer) launch(s *kir.Launch) {
	n := g.hold(s.Groups)
	asm.Put(g.Func, asm.Add(g.Launches, func(*w.Func) {
		n()
		g.int(0)
		g.Op(g.i(prim.Gt))
	}))
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
	if g.bases == 0 {
		return
	}
	word := func(f *w.Func) {
		f.I32(int32(g.Errors))
		f.Mem(g.loadOp(types.Int), g.Shift(types.Int), 0)
	}
	long := asm.Code(word)
	differs, none := w.I64Ne, asm.I64(g.NoError())
	if !g.Num.Int64 {
		long = asm.Do(w.I64ExtendI32S, word)
		differs, none = w.I32Ne, asm.I32(int32(g.NoError()))
	}
	asm.Put(g.Func, asm.When(asm.Do(differs, word, none), asm.CallOf(g.Fail, asm.I32(module.FailSite), asm.I32(0), long), asm.Do(w.Unreachable)))
}

// read copies elements to variables; what is out of range is zero.
func (g *writer) read(s *kir.Read) {
	asm.Put(g.Func, asm.Add(g.Reads, asm.I32(1)))
	for i, v := range s.Binds {
		t := v.Type
		l := g.bind(v)[0]
		idx := g.hold(s.Idxs[i])
		idx()
		g.expr(&kir.Length{Buf: s.Bufs[i]})
		g.Op(g.inRange())
		g.If(w.BlockType(g.TypeOf(t)))
		g.expr(s.Bufs[i])
		idx()
		g.scale(g.Shift(t))
		g.Op(w.I32Add)
		g.access(g.loadOp(t), t, 0)
		g.Else()
		g.expr(kir.Zero(t))
		g.End()
		g.Set(l)
	}
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
