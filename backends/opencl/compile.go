package opencl

// The C compiler: programs at once, or the runtime and the rest apart.

import (
	"os/exec"
	"slices"

	"nessiec/backends"
	"nessiec/backends/clike"
	"nessiec/passes/pass"
)

// standard is the C that programs are written in.
const standard = "-std=gnu99"

// Compile is the command that makes an executable of an emitted program: the
// system's C compiler and OpenCL library.
func Compile(o pass.Options, _ bool, src, exe string) (*exec.Cmd, error) {
	flags, libs := clike.CompilerFlags()
	return clike.CC(o, slices.Concat([]string{standard}, flags, []string{"-o", exe, src, "-lOpenCL"}, libs)...)
}

// CompileLibrary is the command that makes a shared library of an emitted program.
func CompileLibrary(o pass.Options, _ bool, src, library string) (*exec.Cmd, error) {
	flags, libs := clike.CompilerFlags()
	return clike.CC(o, slices.Concat([]string{standard}, flags, clike.LibraryFlags, []string{"-o", library, src, "-lOpenCL"}, libs)...)
}

// object is the command that compiles a part. What is not the runtime calls it
// and the device, so optimising it more than a little does not pay.
func object(o pass.Options, src, obj string, u backends.Unit) (*exec.Cmd, error) {
	flags, _ := clike.CompilerFlags()
	if !u.Keep {
		flags = append(flags, "-O1")
	}
	return clike.CC(o, slices.Concat([]string{standard}, flags, []string{"-c", "-o", obj, src})...)
}

// link is the command that makes an executable of the parts.
func link(o pass.Options, objs []string, exe string) (*exec.Cmd, error) {
	_, libs := clike.CompilerFlags()
	return clike.CC(o, slices.Concat([]string{"-o", exe}, objs, []string{"-lOpenCL"}, libs)...)
}
