package opencl

// Programs whose runtime is an object of its own do the same.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/clike/cliketest"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// buildParts compiles the two parts of a program without any warning.
func buildParts(t *testing.T, text string) (exe, runtime string) {
	t.Helper()
	dir := t.TempDir()
	exe = filepath.Join(dir, "program")
	units := parts.Cut(text)
	var objs []string
	for i, u := range units {
		name := filepath.Join(dir, fmt.Sprint("part", i))
		src, obj := name+".c", name+".o"
		objs = append(objs, obj)
		if err := os.WriteFile(src, []byte(u.Text), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd, err := parts.Object(cliketest.Options(value.Num{}), src, obj, u)
		if err != nil {
			t.Skipf("no C compiler: %v", err)
		}
		cmd.Args = append(cmd.Args, "-O0", "-Wall", "-Wextra", "-Werror")
		finish(t, cmd)
	}
	cmd, err := parts.Link(cliketest.Options(value.Num{}), objs, exe)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, cmd)
	return exe, units[0].Text
}

func finish(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if out, err := cmd.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "CL/cl.h") || strings.Contains(string(out), "-lOpenCL") {
			t.Skipf("no OpenCL headers or library:\n%s", out)
		}
		t.Fatalf("%v\n%s", err, out)
	}
}

func TestSeparate(t *testing.T) {
	for _, n := range []value.Num{{}, {Int64: true, Float32: true}} {
		o := cliketest.Options(n)
		forms, first := buildParts(t, source(t, load(t, "forms"), o))
		if n == (value.Num{}) {
			run(t, "5 "+xs, forms).Expect(t, "forms", formsOut, "", 0)
		}
		lanes, second := buildParts(t, source(t, load(t, "lanes"), o))
		run(t, "[3, 0, 7, 1, 6, 2, 5, 4]", lanes).Expect(t, fmt.Sprintf("lanes %v", n), cliketest.LanesOut, "", 0)
		if first != second {
			t.Errorf("%v: the runtime depends on the program", n)
		}
	}
	p, _ := buildParts(t, source(t, load(t, "errors"), cliketest.Options(value.Num{})))
	run(t, "3", p).Expect(t, "errors", "before\n", "RUNTIME ERROR: Divide by zero.\n  at a.nesl:4:5, in parallel element 3\n", 1)
	t.Setenv("NES_FILE", filepath.Join(t.TempDir(), "written"))
	p, _ = buildParts(t, source(t, load(t, "effects"), cliketest.Options(value.Num{})))
	run(t, "", p).Expect(t, "effects", cliketest.EffectsOut(7), "", 0)
}

// The header of a file, which names its program, is in neither part.
func TestSeparateHeader(t *testing.T) {
	m := load(t, "forms")
	a := Emit(pass.NewCtx(cliketest.Options(value.Num{})), m, []string{"a.nesl"})[0].Text
	b := Emit(pass.NewCtx(cliketest.Options(value.Num{})), m, []string{"b.nesl"})[0].Text
	if parts.Cut(a)[0] != parts.Cut(b)[0] {
		t.Error("the runtime names the program")
	}
}
