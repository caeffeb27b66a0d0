package opencl

// The C compiler: programs at once, or the runtime and the rest apart.

import (
	"os/exec"
	"slices"

	"nessiec/backends/clike"
	"nessiec/passes/pass"
)

// standard is the C that programs are written in.
const standard = "-std=gnu99"

// cc is a call of the system's C compiler.
func cc(args ...string) (*exec.Cmd, error) {
	path, err := exec.LookPath("cc")
	if err != nil {
		return nil, err
	}
	return exec.Command(path, args...), nil
}

// Compile is the command that makes an executable of an emitted program: the
// system's C compiler and OpenCL library.
func Compile(_ pass.Options, _ bool, src, exe string) (*exec.Cmd, error) {
	flags, libs := clike.CompilerFlags()
	return cc(slices.Concat([]string{standard}, flags, []string{"-o", exe, src, "-lOpenCL"}, libs)...)
}

// CompileLibrary is the command that makes a shared library of an emitted program.
func CompileLibrary(_ pass.Options, _ bool, src, library string) (*exec.Cmd, error) {
	flags, libs := clike.CompilerFlags()
	return cc(slices.Concat([]string{standard}, flags, clike.LibraryFlags, []string{"-o", library, src, "-lOpenCL"}, libs)...)
}

// object is the command that compiles a part. What is not the runtime calls it
// and the device, so optimising it more than a little does not pay.
func object(src, obj string, runtime bool) (*exec.Cmd, error) {
	flags, _ := clike.CompilerFlags()
	if !runtime {
		flags = append(flags, "-O1")
	}
	return cc(slices.Concat([]string{standard}, flags, []string{"-c", "-o", obj, src})...)
}

// link is the command that makes an executable of the parts.
func link(objs []string, exe string) (*exec.Cmd, error) {
	_, libs := clike.CompilerFlags()
	return cc(slices.Concat([]string{"-o", exe}, objs, []string{"-lOpenCL"}, libs)...)
}
