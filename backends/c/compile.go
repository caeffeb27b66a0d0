package c

// The C compiler: programs at once, or the runtime and the rest apart.

import (
	"os"
	"os/exec"
	"slices"
	"strings"

	"nessiec/backends"
	"nessiec/backends/clike"
	"nessiec/passes/pass"
)

// standard is the C that programs are written in.
const standard = "-std=gnu11"

// kernelFlags are how kernels are compiled: for this processor. Nobody looks at errno, and no
// operation of floats traps; additions stay in their order. Of what -O3 adds, only vectors pay.
var kernelFlags = []string{"-ftree-vectorize", "-fvect-cost-model=dynamic", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-fno-strict-aliasing"}

// compilerFlags are what a compiler needs beside the file name, libraries last.
func compilerFlags() (flags, libraries []string) {
	flags, libraries = clike.CompilerFlags()
	return slices.Concat([]string{standard}, flags, kernelFlags), libraries
}

// cc is a call of the C compiler: what the environment names by CC, or the system's, or that
// of MPI for programs that run on several ranks.
func cc(o pass.Options, args ...string) (*exec.Cmd, error) {
	words := strings.Fields(os.Getenv("CC"))
	switch {
	case o.Ranks:
		words = []string{"mpicc"}
	case len(words) == 0:
		words = []string{"cc"}
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return nil, err
	}
	return exec.Command(path, append(words[1:], args...)...), nil
}

// Compile is the command that makes an executable of an emitted program.
func Compile(o pass.Options, _ bool, src, exe string) (*exec.Cmd, error) {
	flags, libs := compilerFlags()
	return cc(o, slices.Concat(flags, []string{"-o", exe, src}, libs)...)
}

// CompileLibrary is the command that makes a shared library of an emitted program.
func CompileLibrary(o pass.Options, _ bool, src, library string) (*exec.Cmd, error) {
	flags, libs := compilerFlags()
	return cc(o, slices.Concat(flags, clike.LibraryFlags, []string{"-o", library, src}, libs)...)
}

// object is the command that compiles a part. What is no kernel calls kernels, so optimising it
// more than a little does not pay.
func object(o pass.Options, src, obj string, u backends.Unit) (*exec.Cmd, error) {
	flags, _ := compilerFlags()
	if !u.Kernels {
		flags, _ = clike.CompilerFlags()
		flags = append([]string{standard}, flags...)
		if !u.Keep {
			flags = append(flags, "-O1")
		}
	}
	return cc(o, slices.Concat(flags, []string{"-c", "-o", obj, src})...)
}

// link is the command that makes an executable of the parts.
func link(o pass.Options, objs []string, exe string) (*exec.Cmd, error) {
	_, libs := clike.CompilerFlags()
	return cc(o, slices.Concat([]string{"-o", exe}, objs, libs)...)
}
