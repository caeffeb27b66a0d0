// Package harlan tests programs in Harlan as users write them.
//
//	testdata/run/*.kfc     programs; .out beside is what they print, and how they fail
//	testdata/reject/*.kfc  programs with mistakes; .err beside is what is said of them
//	testdata/examples      what the programs of examples/harlan print
//	testdata/needs.txt     what programs of the language need, and which of ours needs the same
//
// Every program runs on the evaluator of Harlan, on that of the nested language, in the
// simulator of devices, as WebAssembly and, compiled, through OpenCL: the first is the
// oracle. NESSIEC_UPDATE writes .out and .err from it.
package harlan

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends"
	"nessiec/backends/backendtest"
	"nessiec/backends/c"
	"nessiec/backends/opencl"
	backend "nessiec/backends/wasm"
	"nessiec/backends/wasm/engine"
	"nessiec/grammar"
	"nessiec/ir/diag"
	"nessiec/ir/kir"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/halves"
	"nessiec/tools/levels"
	"nessiec/tools/session"
)

// programs lists the programs of folders.
func programs(t *testing.T, least int, dirs ...string) (all []string) {
	for _, dir := range dirs {
		files, _ := filepath.Glob(filepath.Join(dir, "*.kfc"))
		if len(files) == 0 {
			t.Fatalf("no programs in %s", dir)
		}
		all = append(all, files...)
	}
	if len(all) < least {
		t.Fatalf("%d programs in %s", len(all), dirs)
	}
	return all
}

// examples are where there are programs for people.
const examples = "../../../examples/harlan"

// recorded is the file beside a program; those of examples are in a folder here.
func recorded(file, suffix string) string {
	name := strings.TrimSuffix(file, ".kfc") + suffix
	if filepath.Dir(file) == examples {
		name = filepath.Join("testdata", "examples", filepath.Base(name))
	}
	return name
}

// options are those of a target.
func options(target string) pass.Options {
	o := pass.DefaultOptions()
	o.Target = target
	return o
}

// read reads a program.
func read(t *testing.T, c *pass.Ctx, file string) (driver.Program, diag.Files, error) {
	t.Helper()
	s := session.New()
	s.Read = os.ReadFile
	p, err := s.Parse(c, session.Source{Files: []string{file}})
	for i := range s.Files {
		s.Files[i].Name = filepath.Base(s.Files[i].Name)
	}
	return p, s.Files, err
}

// table is the passes of Harlan, with those of a backend.
func table(more ...pass.Pass) []pass.Pass {
	for _, f := range passes.Fronts() {
		if f.Name == "harlan" {
			return append(f.Table(), more...)
		}
	}
	panic("there is no front harlan")
}

// compile takes a program to a language.
func compile(t *testing.T, o pass.Options, file string, ps []pass.Pass, l *grammar.Language) driver.Program {
	t.Helper()
	c := pass.NewCtx(o)
	p, files, err := read(t, c, file)
	if err == nil {
		p, err = further(c, p, ps, l)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, c.Diags.String(files))
	}
	return p
}

// further takes a program that was compiled to some language on to another.
func further(c *pass.Ctx, p driver.Program, ps []pass.Pass, l *grammar.Language) (driver.Program, error) {
	d := &driver.Driver{Passes: ps, SelfTest: l.Family != grammar.KIR}
	return d.Run(c, p, d.Leave(l))
}

// golden compares with a file beside a program, or writes it.
func golden(t *testing.T, file, suffix, got string) {
	t.Helper()
	name := recorded(file, suffix)
	if os.Getenv("NESSIEC_UPDATE") != "" {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, _ := os.ReadFile(name); string(want) != got {
		t.Errorf("%s: got\n%swant\n%s", name, got, want)
	}
}

// same compares what a program did with the recorded output; floats may differ a little.
func same(t *testing.T, file, where string, got driver.Outcome) {
	t.Helper()
	want, err := os.ReadFile(recorded(file, ".out"))
	if err != nil {
		t.Fatal(err)
	}
	text := got
	text.Output, text.Error = got.String(), ""
	if err := driver.SameMeaning(driver.Outcome{Output: string(want), ErrorPos: got.ErrorPos}, text, 1e-9); err != nil {
		t.Errorf("%s: %v\ngot\n%s", where, err, got)
	}
}

// TestRun: programs do what is recorded, on every evaluator, and half of them on a day as WebAssembly;
// in short, half of them, without. Each is compiled once, from one language that is executed to the next.
func TestRun(t *testing.T) {
	tested := halves.Tested(t)
	for i, file := range programs(t, 30, "testdata/run", examples) {
		if testing.Short() && !tested(i) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".kfc"), func(t *testing.T) {
			o := options("opencl")
			p := compile(t, o, file, table(), grammar.HarlanTyped.Language)
			d := &driver.Driver{Passes: table(), Levels: levels.All()}
			oracle, _ := d.Exec(o, p, driver.Input{})
			golden(t, file, ".out", oracle.String())
			c := pass.NewCtx(o)
			for _, l := range []*grammar.Language{grammar.HarlanFolded.Language, grammar.NestedElaborated.Language, grammar.DeviceLegal.Language} {
				var err error
				if p, err = further(c, p, table(), l); err != nil {
					t.Fatalf("%s: %v", l, err)
				}
				got, ok := d.Exec(o, p, driver.Input{})
				if !ok {
					t.Fatalf("%s cannot be executed", l)
				}
				same(t, file, l.Name, got)
				if got.ErrorPos != oracle.ErrorPos {
					t.Errorf("%s: fails at %s, the oracle at %s", l, got.ErrorPos, oracle.ErrorPos)
				}
			}
			if !testing.Short() && tested(i) { // the engine translates for longer than all passes take
				wasm(t, file)
			}
		})
	}
}

// wasm runs a program as WebAssembly.
func wasm(t *testing.T, file string) {
	if err := engine.Supported(); err != nil {
		t.Skip(err)
	}
	o := options("wasm")
	p := compile(t, o, file, table(), grammar.DeviceLegal.Language)
	run, err := backend.RunWith(o, p.Module.(*kir.Module), 2, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, file, "wasm", levels.Observe(o, levels.ActionsOf(p.Module), run, driver.Input{}))
}

// TestOpenCL: compiled programs do what is recorded: one of six, half of them on a day.
// Building kernels takes most of the time, so they are optimised with NESSIEC_LONG=1 only.
func TestOpenCL(t *testing.T) {
	if _, err := os.Stat("/etc/OpenCL/vendors"); err != nil {
		t.Skip("no OpenCL device is installed")
	}
	backendtest.QuickKernels(t)
	testCompiled(t, &opencl.Backend, 6, 0)
}

func TestC(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler is installed")
	}
	testCompiled(t, &c.Backend, 12, 1)
}

// testCompiled compiles and runs one program of every few, half of them on a day; all with
// NESSIEC_LONG=1.
func testCompiled(t *testing.T, b *backends.Backend, every, first int) {
	half, all := halves.Today(t)
	for i, file := range programs(t, 30, "testdata/run", examples) {
		if !all && (i%every != first || i/every%2 != half) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".kfc"), func(t *testing.T) {
			same(t, file, b.Name, native(t, b, file))
		})
	}
}

// native compiles a program and runs it.
func native(t *testing.T, b *backends.Backend, file string) (out driver.Outcome) {
	o := options(b.Name)
	p := compile(t, o, file, table(b.Passes...), grammar.DeviceLegal.Language)
	dir := t.TempDir()
	exe, err := b.Executable(pass.NewCtx(o), p.Module.(*kir.Module), []string{filepath.Base(file)}, false, dir)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(exe)
	run.Dir = dir
	var stdout, stderr bytes.Buffer
	run.Stdout, run.Stderr = &stdout, &stderr
	err = run.Run()
	out.Output = stdout.String()
	if err != nil {
		first, _, _ := strings.Cut(stderr.String(), "\n")
		if out.Error = strings.TrimPrefix(first, "RUNTIME ERROR: "); first == "" {
			out.Error = err.Error() // exit status N
		}
	}
	return out
}

// TestReject: mistakes are found, and said.
func TestReject(t *testing.T) {
	for _, file := range programs(t, 30, "testdata/reject") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".kfc"), func(t *testing.T) {
			c := pass.NewCtx(options("ref"))
			p, files, err := read(t, c, file)
			if err == nil {
				d := &driver.Driver{Passes: table()}
				_, err = d.Run(c, p, d.Reach(grammar.NestedElaborated.Language))
			}
			if err != driver.ErrRejected {
				t.Fatalf("not rejected: %v", err)
			}
			golden(t, file, ".err", c.Diags.String(files))
		})
	}
}

// TestManual: programs in the manual print what follows them.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("../../../docs/harlan.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "```harlan\n")[1:]
	if len(parts) < 5 {
		t.Fatalf("%d programs in the manual", len(parts))
	}
	for i, part := range parts {
		source, rest, _ := strings.Cut(part, "```")
		_, rest, _ = strings.Cut(rest, "```text\n")
		want, _, _ := strings.Cut(rest, "```")
		file := filepath.Join(t.TempDir(), "manual.kfc")
		if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		o := options("ref")
		d := &driver.Driver{Passes: table(), Levels: levels.All()}
		got, _ := d.Exec(o, compile(t, o, file, table(), grammar.NestedElaborated.Language), driver.Input{})
		if got.String() != want {
			t.Errorf("program %d prints\n%swant\n%s", i+1, got, want)
		}
	}
}

// TestKernels: programs of data and procedures are as few kernels as their twins in NESL
// would be, whose sizes are arguments as well. A step of nbody is two, however many steps
// there are.
func TestKernels(t *testing.T) {
	for name, most := range map[string]int64{"mandelbrot": 2, "raytracer": 5, "life": 16} {
		o := options("opencl")
		d := &driver.Driver{Passes: table(), Levels: levels.All()}
		got, _ := d.Exec(o, compile(t, o, filepath.Join(examples, name+".kfc"), table(), grammar.DeviceLegal.Language), driver.Input{})
		if n := got.Counter("kernels"); n > most || n == 0 {
			t.Errorf("%s is %d kernels, not %d", name, n, most)
		}
	}
}

// TestPairs: a sum of data over all pairs keeps no pair in memory.
func TestPairs(t *testing.T) {
	peak := func(n int) int64 {
		return costs(t, fmt.Sprintf(`(module
  (define-datatype Point (Point float float))
  (define (add (Point a b) (Point c d)) (Point (+ a c) (+ b d)))
  (define (between (Point a b) (Point c d)) (Point (- c a) (- d b)))
  (define (step ps) (kernel ((p ps)) (reduce add (kernel ((q ps)) (between p q)))))
  (define (main)
    (let ((ps (kernel ((i (iota %d))) (Point (int->float i) 1.0))))
      (for (s 0 2) (set! ps (step ps)))
      (println (vector-ref ps 0)))
    0))`, n)).Counter("peak")
	}
	if few, many := peak(100), peak(200); few == 0 || many > 3*few {
		t.Errorf("100 points need %d bytes, 200 need %d", few, many)
	}
}

// TestWidths: with ints and floats of other widths, programs still do what the oracle does.
func TestWidths(t *testing.T) {
	for _, name := range []string{"wide", "ints", "floats", "text", "random", "print", "reductions"} {
		for _, w := range [][2]int{{64, 64}, {32, 32}, {64, 32}} {
			o := options("opencl")
			o.IntBits, o.FloatBits = w[0], w[1]
			file := filepath.Join("testdata", "run", name+".kfc")
			d := &driver.Driver{Passes: table(), Levels: levels.All()}
			oracle, _ := d.Exec(o, compile(t, o, file, table(), grammar.HarlanTyped.Language), driver.Input{})
			got, _ := d.Exec(o, compile(t, o, file, table(), grammar.DeviceLegal.Language), driver.Input{})
			if err := driver.SameMeaning(oracle, got, driver.Tolerance(o, true)); err != nil {
				t.Errorf("%s with -int=%d -float=%d: %v", name, w[0], w[1], err)
			}
		}
	}
}
