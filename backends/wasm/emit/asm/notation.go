// Package asm is a notation for functions of the runtime: code as nested expressions, like
// the folded text form of WebAssembly. It imports the encoder of modules.
package asm

import w "nessiec/backends/wasm/encode"

// Code writes instructions to a function.
type Code func(f *w.Func)

// Put writes statements.
func Put(f *w.Func, cs ...Code) {
	for _, c := range cs {
		c(f)
	}
}

// Do applies an instruction to operands.
func Do(op *w.Op, args ...Code) Code {
	return func(f *w.Func) {
		Put(f, args...)
		f.Op(op)
	}
}

// Lane applies an instruction that has the number of a lane.
func Lane(op *w.Op, lane int, args ...Code) Code {
	return func(f *w.Func) {
		Put(f, args...)
		f.Lane(op, lane)
	}
}

// Where pushes the bits of then where those of cond are set, and those of els elsewhere.
// v128.bitselect would do it in one instruction. But the compiler of wazero for amd64
// (1.12 and before) makes it three, the first of which changes a register; if the second
// loads els from the stack, it may take this register, and what is restored is the value
// before the change.
func Where(cond, then, els Code) Code {
	return func(f *w.Func) {
		c := f.Local("", w.V128)
		Put(f, then, cond)
		f.Tee(c)
		f.Op(w.V128And)
		els(f)
		f.Get(c)
		f.Op(w.V128AndNot, w.V128Or)
	}
}

// Get pushes a local.
func Get(l w.Local) Code { return func(f *w.Func) { f.Get(l) } }

// Set sets a local to c.
func Set(l w.Local, c Code) Code {
	return func(f *w.Func) {
		c(f)
		f.Set(l)
	}
}

// Global pushes a global.
func Global(g *w.Global) Code { return func(f *w.Func) { f.GetGlobal(g) } }

// SetGlobal sets a global to c.
func SetGlobal(g *w.Global, c Code) Code {
	return func(f *w.Func) {
		c(f)
		f.SetGlobal(g)
	}
}

// Add adds c to a variable of the module.
func Add(g *w.Global, c Code) Code { return SetGlobal(g, Do(w.I32Add, Global(g), c)) }

// I32 and I64 push constants.
func I32(x int32) Code { return func(f *w.Func) { f.I32(x) } }
func I64(x int64) Code { return func(f *w.Func) { f.I64(x) } }

// Load reads memory at address + at.
func Load(op *w.Op, address Code, at uint32) Code {
	return func(f *w.Func) {
		address(f)
		f.Mem(op, 2, at)
	}
}

// Store writes val to memory at address + at.
func Store(op *w.Op, address Code, at uint32, val Code) Code {
	return func(f *w.Func) {
		address(f)
		val(f)
		f.Mem(op, 2, at)
	}
}

// CallOf calls a function.
func CallOf(g *w.Func, args ...Code) Code {
	return func(f *w.Func) {
		Put(f, args...)
		f.Call(g)
	}
}

// When runs statements if a condition holds.
func When(cond Code, then ...Code) Code {
	return func(f *w.Func) {
		cond(f)
		f.If(w.NoResult)
		Put(f, then...)
		f.End()
	}
}

// Either is one of two values of type t, of which only that is computed.
func Either(t w.ValType, cond, then, els Code) Code {
	return func(f *w.Func) {
		cond(f)
		f.If(w.BlockType(t))
		then(f)
		f.Else()
		els(f)
		f.End()
	}
}

// Pick is one of two values; both are computed.
func Pick(cond, then, els Code) Code { return Do(w.Select, then, els, cond) }

// Repeat runs statements as long as a condition holds.
func Repeat(cond Code, body ...Code) Code {
	return func(f *w.Func) {
		out := f.Block()
		again := f.Loop()
		Do(w.I32Eqz, cond)(f)
		f.BrIf(out)
		Put(f, body...)
		f.Br(again)
		f.End()
		f.End()
	}
}
