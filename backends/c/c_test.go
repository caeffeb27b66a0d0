package c

// Emitted text, and emitted programs compiled and run.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nessiec/backends/clike/cliketest"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// source is the emitted program.
func source(m *kir.Module, o pass.Options) string {
	return Emit(pass.NewCtx(o), m, []string{"a.nesl"})[0].Text
}

// build compiles an emitted program, without any warning.
func build(t *testing.T, m *kir.Module, o pass.Options, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "program.c"), filepath.Join(dir, "program")
	if err := os.WriteFile(src, []byte(source(m, o)), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd, err := Compile(o, false, src, exe)
	if err != nil {
		t.Skipf("no C compiler: %v", err)
	}
	cmd.Args = append(slices.Insert(cmd.Args, 1, "-Wall", "-Wextra", "-Werror"), flags...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exe
}

func run(t *testing.T, input, program string, args ...string) cliketest.Result {
	return cliketest.Start(input, program, args...)
}

var compiler = cliketest.Compiler{
	Build: func(t *testing.T, m *kir.Module, o pass.Options) string { return build(t, m, o) },
	Run:   run,
}

func TestLanes(t *testing.T)   { cliketest.Lanes(t, compiler) }
func TestErrors(t *testing.T)  { cliketest.Errors(t, compiler) }
func TestEffects(t *testing.T) { cliketest.Effects(t, compiler) }
func TestDeep(t *testing.T)    { cliketest.Deep(t, compiler) }

// Compilers have options and vectors of their own: an option that only GCC knows failed with
// clang.
func TestClang(t *testing.T) {
	path, err := exec.LookPath("clang-16")
	if err != nil {
		if path, err = exec.LookPath("clang"); err != nil {
			t.Skip("clang is not installed")
		}
	}
	t.Setenv("CC", path)
	cliketest.Lanes(t, compiler)
	run(t, "3", build(t, load(t, "groups"), cliketest.Options(value.Num{}))).Expect(t, "groups", groupsOut, "", 0)
}

// The kernels, and what follows them; NESSIEC_UPDATE=1 rewrites the files.
func TestGolden(t *testing.T) {
	for _, name := range []string{"errors", "lanes", "groups"} {
		file := filepath.Join("testdata", name+".golden")
		_, got, _ := strings.Cut(source(load(t, name), cliketest.Options(value.Num{})), "/* ==== "+kernelsTitle)
		if os.Getenv("NESSIEC_UPDATE") != "" {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs from %s; NESSIEC_UPDATE=1 rewrites it", name, file)
		}
	}
}

// load reads a program of testdata, or one that all targets have.
func load(t *testing.T, name string) *kir.Module {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".kir"))
	if err != nil {
		return cliketest.Load(t, name)
	}
	return cliketest.Parse(t, string(text))
}

// Programs whose runtime is an object of its own do the same.
func TestSeparate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := cliketest.Options(value.Num{})
	units := cut(source(load(t, "groups"), o))
	var objs []string
	for i, u := range units {
		name := filepath.Join(dir, fmt.Sprint("part", i))
		src, obj := name+".c", name+".o"
		objs = append(objs, obj)
		if err := os.WriteFile(src, []byte(u.Text), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd, err := Backend.Parts.Object(o, src, obj, u)
		if err != nil {
			t.Skipf("no C compiler: %v", err)
		}
		cmd.Args = append(cmd.Args, "-Wall", "-Wextra", "-Werror")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	exe := filepath.Join(dir, "exe")
	cmd, err := Backend.Parts.Link(o, objs, exe)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run(t, "3", exe).Expect(t, "groups", groupsOut, "", 0)
	if len(units) != 3 || !units[1].Kernels {
		t.Errorf("%d parts", len(units))
	}
}

// The last digits of a sum over 100,000 elements, three times, and what 64 groups count.
const groupsOut = "it = (216474736, 216474736, 216474736, 4096) : (int, int, int, int)\n"

// Any number of threads gives the same result, and none of them races with another, as the
// compiler's checker sees it. One, which never starts others, and more than there are cores.
func TestThreads(t *testing.T) {
	t.Parallel()
	m, o := load(t, "groups"), cliketest.Options(value.Num{})
	checked := build(t, m, o, "-fsanitize=thread", "-O1")
	for _, command := range [][]string{{build(t, m, o)}, unmoved(t, checked)} {
		for _, n := range []string{"1", "2", "7"} {
			r := run(t, "300", "env", append(append([]string{"NES_THREADS=" + n}, command...), "-stats")...)
			if r.Status != 0 || r.Out != groupsOut {
				t.Fatalf("%s threads: status %d\n%s%s", n, r.Status, r.Out, r.Errors)
			}
			if want := "stat threads " + n + "\n"; !strings.Contains(r.Errors, want) {
				t.Errorf("no %s in %s", want, r.Errors)
			}
			if alone := strings.Contains(r.Errors, "stat shared 0\n"); alone != (n == "1") {
				t.Errorf("%s threads: launches that several have run:\n%s", n, r.Errors)
			}
		}
	}
}

// unmoved is the command that runs a program with the checker of races, which some systems
// place where the checker cannot be; it skips the test where that cannot be helped.
func unmoved(t *testing.T, exe string) []string {
	t.Helper()
	for _, command := range [][]string{{exe}, {"setarch", "-R", exe}} {
		if r := run(t, "1", "env", append(command, "-stats")...); r.Status == 0 {
			return command
		} else if !strings.Contains(r.Errors, "unexpected memory mapping") && !strings.Contains(r.Errors, "setarch") {
			t.Fatalf("status %d\n%s%s", r.Status, r.Out, r.Errors)
		}
	}
	t.Skip("the checker of races does not run here")
	return nil
}

// There is one device.
func TestDevices(t *testing.T) {
	t.Parallel()
	exe := build(t, load(t, "groups"), cliketest.Options(value.Num{}), "-O0")
	if r := run(t, "1", exe, "-device=cpu"); r.Status != 0 {
		t.Errorf("-device=cpu: %s", r.Errors)
	}
	run(t, "1", exe, "-device=gpu").Expect(t, "-device=gpu", "", "C: there is no device gpu; the only one is cpu\n", 4)
	if r := run(t, "", exe, "-devices"); r.Status != 0 || !strings.HasPrefix(r.Out, "0  cpu  ") {
		t.Errorf("-devices: %s%s", r.Out, r.Errors)
	}
}
