package backends

// Executables for tests and fuzzers, which make one of a program and run it at once.

import (
	"fmt"
	"os"
	"path/filepath"

	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

// A CompileError says that the tools of the system are here but reject what a backend
// has written.
type CompileError struct {
	Err  error
	Says string // what the compiler prints
}

func (e *CompileError) Error() string { return fmt.Sprintf("%v\n%s", e.Err, e.Says) }

func (e *CompileError) Unwrap() error { return e.Err }

// Executable writes the source of m into dir, which exists, and compiles it. It returns
// the path of the executable. files is the file table, for positions in messages; simulate
// asks for an executable that runs on this processor in place of the device. The error is
// a *CompileError if the compiler rejects the source; any other says that this machine
// cannot compile for b. Programs of tests are large and run for a moment, so compilers
// optimise less than for users: what is emitted is tested, and its vectors.
func (b *Backend) Executable(c *pass.Ctx, m *kir.Module, files []string, simulate bool, dir string) (exe string, err error) {
	sources := b.Emit(c, m, files)
	for _, f := range sources {
		if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o666); err != nil {
			return "", err
		}
	}
	exe = filepath.Join(dir, "program")
	cmd, err := b.Compile(c.Options, simulate, filepath.Join(dir, sources[0].Name), exe)
	if err != nil {
		return "", err
	}
	cmd.Args = append(cmd.Args, "-O1")
	if says, err := cmd.CombinedOutput(); err != nil {
		return "", &CompileError{err, string(says)}
	}
	return exe, nil
}
