package backendtest

// Targets whose programs the system's compiler makes, and runs them here.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	// Whole says that Build compiles all programs whole.
	Whole bool
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

// Build compiles an emitted program, without any warning: in parts, of which tests share what
// programs do, or whole, where it needs flags of its own.
func (x Target) Build(t *testing.T, m *kir.Module, o pass.Options, flags ...string) string {
	t.Helper()
	if x.Whole || len(flags) > 0 {
		return x.BuildWhole(t, m, o, flags...)
	}
	exe, _ := x.BuildParts(t, m, o)
	return exe
}

// BuildWhole compiles an emitted program as users do by hand, without any warning.
func (x Target) BuildWhole(t *testing.T, m *kir.Module, o pass.Options, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "program.c"), filepath.Join(dir, "program")
	write(t, src, []byte(x.Source(t, m, o)))
	cmd, err := x.Compile(o, false, src, exe)
	x.finish(t, cmd, err, flags)
	return exe
}

// BuildParts compiles the parts of an emitted program, without any warning, and gives them, too.
func (x Target) BuildParts(t *testing.T, m *kir.Module, o pass.Options) (exe string, units []backends.Unit) {
	t.Helper()
	dir := t.TempDir()
	exe, units = filepath.Join(dir, "program"), x.Parts.Cut(x.Source(t, m, o))
	var objs []string
	for i, u := range units {
		obj := filepath.Join(dir, fmt.Sprintf("part%d.o", i))
		objs = append(objs, obj)
		if !u.Keep {
			x.object(t, o, u, obj)
			continue
		}
		made, _ := kept.LoadOrStore(fmt.Sprint(x.Name, os.Getenv("CC"), o, u), &object{})
		write(t, obj, made.(*object).code(func() []byte {
			x.object(t, o, u, obj)
			code, err := os.ReadFile(obj)
			if err != nil {
				t.Fatal(err)
			}
			return code
		}))
	}
	cmd, err := x.Parts.Link(o, objs, exe)
	x.finish(t, cmd, err, nil)
	return exe, units
}

// kept are the objects that programs share, by what they are made of.
var kept sync.Map

// An object is what a part is compiled to by the first test that needs it.
type object struct {
	sync.Mutex
	made []byte
}

func (x *object) code(compile func() []byte) []byte {
	x.Lock()
	defer x.Unlock()
	if x.made == nil {
		x.made = compile()
	}
	return x.made
}

// object compiles a part.
func (x Target) object(t *testing.T, o pass.Options, u backends.Unit, obj string) {
	t.Helper()
	src := strings.TrimSuffix(obj, "o") + "c"
	write(t, src, []byte(u.Text))
	cmd, err := x.Parts.Object(o, src, obj, u)
	x.finish(t, cmd, err, nil)
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// finish runs a call of the compiler, with more flags; the error says that there is none.
func (x Target) finish(t *testing.T, cmd *exec.Cmd, err error, flags []string) {
	t.Helper()
	if err != nil {
		t.Skipf("no C compiler: %v", err)
	}
	cmd.Args = append(append(slices.Insert(cmd.Args, 1, warnings...), "-O1"), flags...)
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
