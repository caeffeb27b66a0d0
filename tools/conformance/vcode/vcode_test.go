// Package vcode tests programs in VCODE.
//
//	testdata/run/*.vcode     programs, which use every instruction; .out beside is what they print, and how they fail
//	testdata/reject/*.vcode  programs with mistakes; .err beside is what is said of them
//	testdata/examples        what the programs of examples/vcode print
//
// Every program runs on the stack machine as it was read, on the machine behind the passes of the front
// end, on the evaluator of the flat language, in the simulator of devices for OpenCL and CUDA, as
// WebAssembly and, some of them, compiled through OpenCL: the first is the oracle.
// NESSIEC_UPDATE writes .out and .err from it.
package vcode

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends"
	"nessiec/backends/c"
	"nessiec/backends/cuda"
	"nessiec/backends/opencl"
	backend "nessiec/backends/wasm"
	"nessiec/backends/wasm/engine"
	"nessiec/grammar"
	"nessiec/ir/diag"
	"nessiec/ir/kir"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
	"nessiec/tools/session"
)

// examples are where there are programs for people.
const examples = "../../../examples/vcode"

// programs lists the programs of folders.
func programs(t testing.TB, least int, dirs ...string) (all []string) {
	for _, dir := range dirs {
		files, _ := filepath.Glob(filepath.Join(dir, "*.vcode"))
		all = append(all, files...)
	}
	if len(all) < least {
		t.Fatalf("%d programs in %s", len(all), dirs)
	}
	return all
}

func name(file string) string { return strings.TrimSuffix(filepath.Base(file), ".vcode") }

// recorded is the file beside a program; those of examples are in a folder here.
func recorded(file, suffix string) string {
	if filepath.Dir(file) == examples {
		return filepath.Join("testdata", "examples", name(file)+suffix)
	}
	return strings.TrimSuffix(file, ".vcode") + suffix
}

// options are those of a target.
func options(target string) pass.Options {
	o := pass.DefaultOptions()
	o.Target = target
	return o
}

// stdin is what programs read.
const stdin = "( 3 -1 4 )\n( T F )\n[ 2 0 1 ]\n( 1.5 -2 )\na line\n"

// parse reads a program.
func parse(c *pass.Ctx, file, text string) (driver.Program, diag.Files, error) {
	s := session.New()
	s.Read = func(string) ([]byte, error) { return []byte(text), nil }
	p, err := s.Parse(c, session.Source{Files: []string{filepath.Base(file)}})
	return p, s.Files, err
}

func read(t testing.TB, file string) string {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// table is the passes of VCODE, with those of a backend.
func table(more ...pass.Pass) []pass.Pass {
	for _, f := range passes.Fronts() {
		if f.Name == "vcode" {
			return append(f.Table(), more...)
		}
	}
	panic("there is no front vcode")
}

// compile takes a program to a language.
func compile(t testing.TB, o pass.Options, file, text string, ps []pass.Pass, l *grammar.Language) driver.Program {
	t.Helper()
	c := pass.NewCtx(o)
	p, files, err := parse(c, file, text)
	if err == nil && p.Lang != l {
		d := &driver.Driver{Passes: ps, SelfTest: l.Family != grammar.KIR}
		p, err = d.Run(c, p, d.Leave(l))
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, c.Diags.String(files))
	}
	return p
}

// execute runs a program of any level that has an evaluator.
func execute(t testing.TB, o pass.Options, p driver.Program) driver.Outcome {
	d := &driver.Driver{Passes: table(), Levels: levels.All()}
	out, ok := d.Exec(o, p, driver.Input{Stdin: stdin})
	if !ok {
		t.Fatalf("%s cannot be executed", p.Lang)
	}
	return out
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

// same compares what a program did with what the oracle did; floats may differ a little.
func same(t testing.TB, where string, oracle, got driver.Outcome) {
	t.Helper()
	if err := driver.SameMeaning(oracle, got, 1e-9); err != nil {
		t.Errorf("%s: %v\ngot\n%s\nwant\n%s", where, err, got, oracle)
	}
}

// TestRun: programs do what is recorded, everywhere.
func TestRun(t *testing.T) {
	for _, file := range programs(t, 30, "testdata/run", examples) {
		t.Run(name(file), func(t *testing.T) {
			text := read(t, file)
			o := options("opencl")
			oracle := execute(t, o, compile(t, o, file, text, table(), grammar.VcodeRead.Language))
			golden(t, file, ".out", oracle.String())
			for _, l := range []*grammar.Language{grammar.VcodeTyped.Language, grammar.VcodeLooped.Language, grammar.FlatUnzipped.Language, grammar.DeviceLegal.Language} {
				same(t, l.Name, oracle, execute(t, o, compile(t, o, file, text, table(), l)))
			}
			o = options("cuda")
			same(t, "cuda", oracle, execute(t, o, compile(t, o, file, text, table(cuda.Backend.Passes...), grammar.DeviceLegal.Language)))
			wasm(t, file, text, oracle)
		})
	}
}

// wasm runs a program as WebAssembly.
func wasm(t testing.TB, file, text string, oracle driver.Outcome) {
	if engine.Supported() != nil {
		return
	}
	o := options("wasm")
	p := compile(t, o, file, text, table(), grammar.DeviceLegal.Language)
	run, err := backend.RunWith(o, p.Module.(*kir.Module), 2, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "wasm", oracle, levels.Observe(o, levels.ActionsOf(p.Module), run, driver.Input{Stdin: stdin}))
}

// TestOptions: programs do the same without optional passes, with ints and floats of other widths, for
// GPUs, and without checks if none of them fails.
func TestOptions(t *testing.T) {
	variants := []func(o *pass.Options){
		func(o *pass.Options) { o.OptLevel = 0 },
		func(o *pass.Options) { o.IntBits, o.OptLevel = 64, 2 },
		func(o *pass.Options) { o.FloatBits, o.Device = 32, "gpu" },
		func(o *pass.Options) { o.Unsafe = true },
	}
	for i, file := range programs(t, 30, "testdata/run", examples) {
		text := read(t, file)
		for k, set := range variants {
			if (i+k)%2 != 0 && os.Getenv("NESSIEC_LONG") == "" {
				continue
			}
			o := options("opencl")
			set(&o)
			oracle := execute(t, o, compile(t, o, file, text, table(), grammar.VcodeRead.Language))
			if o.Unsafe && oracle.Error != "" {
				continue
			}
			got := execute(t, o, compile(t, o, file, text, table(), grammar.DeviceLegal.Language))
			if err := driver.SameMeaning(oracle, got, driver.Tolerance(o, true)); err != nil {
				t.Errorf("%s with %s: %v\ngot\n%s\nwant\n%s", name(file), o, err, got, oracle)
			}
		}
	}
}

// TestOpenCL: compiled programs do what is recorded: one of ten, and all if NESSIEC_LONG is set.
// Building kernels takes most of the time.
func TestOpenCL(t *testing.T) {
	if _, err := os.Stat("/etc/OpenCL/vendors"); err != nil {
		t.Skip("no OpenCL device is installed")
	}
	testCompiled(t, &opencl.Backend, 3)
}

func TestC(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler is installed")
	}
	testCompiled(t, &c.Backend, 5)
}

// testCompiled compiles and runs one program of every few, all of them with NESSIEC_LONG=1.
func testCompiled(t *testing.T, b *backends.Backend, first int) {
	every := 10
	if os.Getenv("NESSIEC_LONG") != "" {
		every = 1
	}
	for i, file := range programs(t, 30, "testdata/run", examples) {
		if i%every != first%every {
			continue
		}
		t.Run(name(file), func(t *testing.T) {
			text, o := read(t, file), options(b.Name)
			oracle := execute(t, o, compile(t, o, file, text, table(), grammar.VcodeRead.Language))
			got := native(t, b, file, text)
			got.ErrorPos = oracle.ErrorPos // what is compiled says it elsewhere
			same(t, b.Name, oracle, got)
		})
	}
}

// native compiles a program and runs it.
func native(t *testing.T, b *backends.Backend, file, text string) (out driver.Outcome) {
	o := options(b.Name)
	p := compile(t, o, file, text, table(b.Passes...), grammar.DeviceLegal.Language)
	dir := t.TempDir()
	exe, err := b.Executable(pass.NewCtx(o), p.Module.(*kir.Module), []string{filepath.Base(file)}, false, dir)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(exe)
	run.Dir, run.Stdin = dir, strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	run.Stdout, run.Stderr = &stdout, &stderr
	err = run.Run()
	out.Output = stdout.String()
	if err != nil {
		first, _, _ := strings.Cut(stderr.String(), "\n")
		out.Error = strings.TrimPrefix(first, "RUNTIME ERROR: ")
	}
	return out
}

// TestReject: mistakes are found, and said.
func TestReject(t *testing.T) {
	for _, file := range programs(t, 20, "testdata/reject") {
		t.Run(name(file), func(t *testing.T) {
			c := pass.NewCtx(options("ref"))
			p, files, err := parse(c, file, read(t, file))
			if err == nil {
				d := &driver.Driver{Passes: table()}
				_, err = d.Run(c, p, d.Reach(grammar.FlatUnzipped.Language))
			}
			if err != driver.ErrRejected {
				t.Fatalf("not rejected: %v", err)
			}
			golden(t, file, ".err", c.Diags.String(files))
		})
	}
}
