// Package opencl is the OpenCL backend: one self-contained C program with the
// kernels (OpenCL C 1.2) inside, on the runtime of backends/clike, whose device
// it defines.
//
//	kernel.go           kernels, and the functions that launch them
//	program.go          the whole file
//	runtime/nes_cl.h    the device, its limits, building kernels, launches
package opencl

import (
	"os/exec"

	"nessiec/backends"
	"nessiec/backends/clike"
	"nessiec/grammar"
	"nessiec/passes/pass"
)

// Backend is the row of this target.
var Backend = backends.Backend{
	Name:    "opencl",
	Doc:     "C for the host with OpenCL C 1.2 kernels",
	Input:   grammar.DeviceLegal,
	Emit:    Emit,
	Compile: Compile,
	Suffix:  ".c",
}

// standard is the C that programs are written in.
const standard = "-std=gnu99"

// Compile is the command that makes an executable of an emitted program: the
// system's C compiler and OpenCL library.
func Compile(_ pass.Options, _ bool, src, exe string) (*exec.Cmd, error) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		return nil, err
	}
	flags, libs := clike.CompilerFlags()
	args := append([]string{standard}, flags...)
	args = append(args, "-o", exe, src, "-lOpenCL")
	return exec.Command(cc, append(args, libs...)...), nil
}
