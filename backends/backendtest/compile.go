package backendtest

// Targets whose programs the system's compiler makes, and runs them here.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nessiec/backends"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

// A Target is a backend under test.
type Target struct {
	*backends.Backend
	// Missing is what compilers say where this machine has not what programs need; tests are
	// skipped then.
	Missing []string
}

// warnings are flags that allow none.
var warnings = []string{"-Wall", "-Wextra", "-Werror"}

// Source is the emitted program.
func (x Target) Source(t *testing.T, m *kir.Module, o pass.Options) string {
	t.Helper()
	files := x.Emit(pass.NewCtx(o), m, []string{"a.nesl"})
	if len(files) != 1 {
		t.Fatalf("%d files", len(files))
	}
	return files[0].Text
}

// Build compiles an emitted program, without any warning.
func (x Target) Build(t *testing.T, m *kir.Module, o pass.Options, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "program.c"), filepath.Join(dir, "program")
	if err := os.WriteFile(src, []byte(x.Source(t, m, o)), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd, err := x.Compile(o, false, src, exe)
	x.finish(t, cmd, err, func() { cmd.Args = append(append(slices.Insert(cmd.Args, 1, warnings...), "-O1"), flags...) })
	return exe
}

// BuildParts compiles the parts of an emitted program, without any warning.
func (x Target) BuildParts(t *testing.T, m *kir.Module, o pass.Options, flags ...string) (exe string, units []backends.Unit) {
	t.Helper()
	dir := t.TempDir()
	exe, units = filepath.Join(dir, "program"), x.Parts.Cut(x.Source(t, m, o))
	var objs []string
	for i, u := range units {
		src := filepath.Join(dir, fmt.Sprintf("part%d.c", i))
		objs = append(objs, strings.TrimSuffix(src, "c")+"o")
		if err := os.WriteFile(src, []byte(u.Text), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd, err := x.Parts.Object(o, src, objs[i], u)
		x.finish(t, cmd, err, func() { cmd.Args = append(append(cmd.Args, flags...), warnings...) })
	}
	cmd, err := x.Parts.Link(o, objs, exe)
	x.finish(t, cmd, err, func() {})
	return exe, units
}

// finish runs a call of the compiler, which edit changes first; the error says that there is none.
func (x Target) finish(t *testing.T, cmd *exec.Cmd, err error, edit func()) {
	t.Helper()
	if err != nil {
		t.Skipf("no C compiler: %v", err)
	}
	edit()
	out, err := cmd.CombinedOutput()
	if err == nil {
		return
	}
	if slices.ContainsFunc(x.Missing, func(s string) bool { return strings.Contains(string(out), s) }) {
		t.Skipf("what programs need is not here:\n%s", out)
	}
	t.Fatalf("%v\n%s", err, out)
}

// Run starts a program, which may need a device.
func (x Target) Run(t *testing.T, input, program string, args ...string) Result {
	t.Helper()
	r := Start(input, program, args...)
	if r.Status == 4 && strings.Contains(r.Errors, "there is no device: ") {
		t.Skipf("no device: %s", r.Errors)
	}
	return r
}

// QuickKernels makes PoCL, which is OpenCL on processors, build kernels without optimising them, in
// a half to a quarter of the time, until the test ends. They are kept apart from others. With
// NESSIEC_LONG=1 it changes nothing.
func QuickKernels(t *testing.T) {
	t.Helper()
	if os.Getenv("NESSIEC_LONG") != "" {
		return
	}
	dir := t.TempDir()
	t.Setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable")
	t.Setenv("POCL_CACHE_DIR", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
}
