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
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

// Backend is the row of this target. Programs are not compiled to executables.
var Backend = backends.Backend{
	Name:   "wasm",
	Doc:    "a WebAssembly module, run in this process",
	Input:  grammar.DeviceLegal,
	Emit:   Emit,
	Suffix: ".wasm",
}

// Emit writes a program in kir.legal as a module, which INTERFACE.md describes.
func Emit(c *pass.Ctx, m *kir.Module, files []string) []backends.File {
	p, err := emit.Emit(m, c.Num())
	if err != nil {
		panic("wasm: " + err.Error())
	}
	p.Describe(files)
	return []backends.File{{Name: "program.wasm", Text: string(p.Bytes())}}
}
