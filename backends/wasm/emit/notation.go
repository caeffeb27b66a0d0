package emit

// A notation for functions of the runtime: code as nested expressions, like the
// folded text form of WebAssembly.

import w "nessiec/backends/wasm/encode"

// code writes instructions to a function.
type code func(f *w.Func)

// put writes statements.
func put(f *w.Func, cs ...code) {
	for _, c := range cs {
		c(f)
	}
}

// do applies an instruction to operands.
func do(op *w.Op, args ...code) code {
	return func(f *w.Func) {
		put(f, args...)
		f.Op(op)
	}
}

func get(l w.Local) code { return func(f *w.Func) { f.Get(l) } }

func set(l w.Local, c code) code {
	return func(f *w.Func) {
		c(f)
		f.Set(l)
	}
}

func global(g *w.Global) code { return func(f *w.Func) { f.GetGlobal(g) } }

func setGlobal(g *w.Global, c code) code {
	return func(f *w.Func) {
		c(f)
		f.SetGlobal(g)
	}
}

// add adds c to a variable of the module.
func add(g *w.Global, c code) code { return setGlobal(g, do(w.I32Add, global(g), c)) }

func i32(x int32) code { return func(f *w.Func) { f.I32(x) } }
func i64(x int64) code { return func(f *w.Func) { f.I64(x) } }

// load reads from an address, store writes to it.
func load(op *w.Op, address code, at uint32) code {
	return func(f *w.Func) {
		address(f)
		f.Mem(op, 2, at)
	}
}

func store(op *w.Op, address code, at uint32, val code) code {
	return func(f *w.Func) {
		address(f)
		val(f)
		f.Mem(op, 2, at)
	}
}

func callOf(g *w.Func, args ...code) code {
	return func(f *w.Func) {
		put(f, args...)
		f.Call(g)
	}
}

// when runs statements if a condition holds.
func when(cond code, then ...code) code {
	return func(f *w.Func) {
		cond(f)
		f.If(w.NoResult)
		put(f, then...)
		f.End()
	}
}

// either is one of two values of type t, of which only that is computed.
func either(t w.ValType, cond, then, els code) code {
	return func(f *w.Func) {
		cond(f)
		f.If(w.BlockType(t))
		then(f)
		f.Else()
		els(f)
		f.End()
	}
}

// pick is one of two values; both are computed.
func pick(cond, then, els code) code { return do(w.Select, then, els, cond) }

// repeat runs statements as long as a condition holds.
func repeat(cond code, body ...code) code {
	return func(f *w.Func) {
		out := f.Block()
		again := f.Loop()
		do(w.I32Eqz, cond)(f)
		f.BrIf(out)
		put(f, body...)
		f.Br(again)
		f.End()
		f.End()
	}
}
