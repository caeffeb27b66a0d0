// Package opencl is the OpenCL backend: one self-contained C program with the
// kernels (OpenCL C 1.2) inside, on the runtime of backends/clike, whose device
// it defines.
//
//	kernel.go                 kernels, and the functions that launch them
//	key.go                    what kernels are known by in the cache
//	compile.go                the C compiler
//	separate.go               the runtime and the rest apart
//	program.go                the whole file
//	runtime/nes_cl.h          the device and its limits
//	runtime/nes_cl_memory.h   memory of arrays
//	runtime/nes_cl_cache.h    the files of the cache
//	runtime/nes_cl_unit.h     kernels from the cache, or built
//	runtime/nes_cl_loaded.h   code of kernels that stays loaded
//	runtime/nes_cl_run.h      transfers, launches
package opencl

import (
	"nessiec/backends"
	"nessiec/grammar"
	"nessiec/ir/target"
)

// Backend is the row of this target.
var Backend = backends.Backend{
	Target:  target.OpenCL,
	Doc:     "C for the host with OpenCL C 1.2 kernels",
	Input:   grammar.DeviceLegal,
	Emit:    Emit,
	Compile: Compile,
	Parts:   &parts,
	Ranks:   true,

	EmitLibrary:    EmitLibrary,
	CompileLibrary: CompileLibrary,
	Suffix:         ".c",
}
