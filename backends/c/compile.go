package c

// The C compiler: programs at once, or the runtime and the rest apart.

import (
	"bytes"
	"os/exec"
	"runtime"
	"slices"
	"sync"

	"nessiec/backends"
	"nessiec/backends/clike"
	"nessiec/passes/pass"
)

// standard is the C that programs are written in.
const standard = "-std=gnu11"

// kernelFlags are how kernels are compiled, by any compiler: for this processor. Nobody looks at
// errno, and no operation of floats traps; additions stay in their order.
var kernelFlags = []string{"-O3", "-m" + tuned + "=native", "-fno-math-errno", "-fno-trapping-math", "-fno-strict-aliasing"}

// tuned is the option that takes a processor; compilers differ by processors here.
var tuned = map[bool]string{true: "cpu", false: "arch"}[runtime.GOARCH == "arm64"]

// quickerFlags are those that kernels are compiled with by GCC. Of what -O3 adds there, only
// vectors pay, and unrolling loops that run a few times, as those over nine cells; the rest takes
// half of the time. Loops begin at multiples of 32 bytes, as processors decode so many at a time:
// a loop of six instructions takes a tenth longer where it lies across such a boundary.
var quickerFlags = []string{"-O2", "-ftree-vectorize", "-fvect-cost-model=dynamic", "-fpeel-loops", "-falign-loops=32"}

// compilerFlags are what a compiler needs beside the file name, libraries last.
func compilerFlags() (flags, libraries []string) {
	flags, libraries = clike.CompilerFlags()
	return slices.Concat([]string{standard}, flags, kernelFlags), libraries
}

// compilers are those that were asked what they are, by their paths.
var compilers sync.Map

// isGCC reports whether the compiler at path says that it is one of GCC.
func isGCC(path string) bool {
	is, ok := compilers.Load(path)
	if !ok {
		out, _ := exec.Command(path, "--version").Output()
		is = bytes.Contains(out, []byte("Free Software Foundation"))
		compilers.Store(path, is)
	}
	return is.(bool)
}

// compiled is a call of the C compiler that compiles kernels.
func compiled(o pass.Options, args ...string) (*exec.Cmd, error) {
	cmd, err := clike.CC(o, args...)
	if err == nil && isGCC(cmd.Path) {
		cmd.Args = append(cmd.Args, quickerFlags...)
	}
	return cmd, err
}

// Compile is the command that makes an executable of an emitted program.
func Compile(o pass.Options, _ bool, src, exe string) (*exec.Cmd, error) {
	flags, libs := compilerFlags()
	return compiled(o, slices.Concat(flags, []string{"-o", exe, src}, libs)...)
}

// CompileLibrary is the command that makes a shared library of an emitted program.
func CompileLibrary(o pass.Options, _ bool, src, library string) (*exec.Cmd, error) {
	flags, libs := compilerFlags()
	return compiled(o, slices.Concat(flags, clike.LibraryFlags, []string{"-o", library, src}, libs)...)
}

// object is the command that compiles a part. What is no kernel calls kernels, so optimising it
// more than a little does not pay.
func object(o pass.Options, src, obj string, u backends.Unit) (*exec.Cmd, error) {
	files := []string{"-c", "-o", obj, src}
	if u.Kernels {
		flags, _ := compilerFlags()
		return compiled(o, append(flags, files...)...)
	}
	flags, _ := clike.CompilerFlags()
	if !u.Keep {
		flags = append(flags, "-O1")
	}
	return clike.CC(o, slices.Concat([]string{standard}, flags, files)...)
}

// link is the command that makes an executable of the parts.
func link(o pass.Options, objs []string, exe string) (*exec.Cmd, error) {
	_, libs := clike.CompilerFlags()
	return clike.CC(o, slices.Concat([]string{"-o", exe}, objs, libs)...)
}
