// Package c is the backend for the processor of the host: one self-contained C program
// whose kernels are functions, on the runtime of backends/clike. It needs a C compiler and
// nothing else. Threads share the groups of a launch.
//
//	kernel.go               kernels, and the functions that launch them
//	program.go              the whole file
//	compile.go              the C compiler
//	separate.go             programs in parts
//	runtime/nes_c_kernel.h  what kernels are made of
//	runtime/nes_c_team.h    threads that share a launch
//	runtime/nes_c.h         the processor as a device
package c

import (
	"nessiec/backends"
	"nessiec/grammar"
	"nessiec/ir/target"
)

// Backend is the row of this target.
var Backend = backends.Backend{
	Target:  target.C,
	Doc:     "C for the host, whose threads run the kernels",
	Input:   grammar.DeviceLegal,
	Emit:    Emit,
	Compile: Compile,
	Parts:   &backends.Separate{Cut: cut, Object: object, Link: link},
	Ranks:   true,

	EmitLibrary:    EmitLibrary,
	CompileLibrary: CompileLibrary,
	Suffix:         ".c",
}
