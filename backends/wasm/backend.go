// Package wasm is the WebAssembly backend: one module with kernels and host
// program, which runs in this process, or anywhere.
//
//	encode   modules as bytes and as text
//	emit     device programs to modules
//	engine   running them in this process
package wasm

import (
	"nessiec/backends"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/emit/module"
	"nessiec/backends/wasm/engine"
	"nessiec/backends/wasm/js"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/pass"
)

// Backend is the row of this target. Programs run in this process.
var Backend = backends.Backend{
	Target:    target.Wasm,
	Doc:       "a WebAssembly module, run in this process",
	Input:     grammar.DeviceLegal,
	Emit:      Emit,
	Listing:   Listing,
	Suffix:    ".wasm",
	Run:       Run,
	Available: engine.Supported,
}

// Emit writes a program in kir.legal as a module, which INTERFACE.md describes, and what
// loads it in Node and in browsers.
func Emit(c *pass.Ctx, m *kir.Module, files []string) []backends.File {
	p := program(c, m)
	p.Variables = c.LineInfo
	p.Describe(files)
	return []backends.File{{Name: "program.wasm", Text: string(p.Bytes())}, {Name: "nessie.mjs", Text: js.Loader}}
}

// Listing writes a program in kir.legal as the text of its module.
func Listing(c *pass.Ctx, m *kir.Module, _ []string) backends.File {
	return backends.File{Name: "program.wat", Text: program(c, m).Text()}
}

func program(c *pass.Ctx, m *kir.Module) *module.Program {
	p, err := emit.Emit(m, c.Num())
	if err != nil {
		panic("wasm: " + err.Error())
	}
	return p
}
