package clike

// The C compiler of the system.

import (
	"os"
	"os/exec"
	"strings"

	"nessiec/passes/pass"
)

// CC is a call of the C compiler: what the environment names by CC, or the system's cc, or
// that of MPI for programs that run on several ranks. An error is that of exec.LookPath.
func CC(o pass.Options, args ...string) (*exec.Cmd, error) {
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

// CompilerFlags are what a C or C++ compiler needs beside the file name and the
// standard, libraries last: results must not depend on contraction.
func CompilerFlags() (flags, libraries []string) {
	return []string{"-O2", "-ffp-contract=off"}, []string{"-pthread", "-lm"}
}

// LibraryFlags are what a C or C++ compiler needs for a shared library.
var LibraryFlags = []string{"-shared", "-fPIC", "-fvisibility=hidden"}
