package cuda

// Programs compiled for this processor and run, against the reference
// evaluator of kir.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/halves"
	"nessiec/tools/levels"
)

func options(n value.Num) pass.Options {
	o := pass.DefaultOptions()
	o.IntBits, o.FloatBits, o.Seed, o.Target = n.IntBits(), n.FloatBits(), 7, "cuda"
	return o
}

// lowered runs the passes of the backend.
func lowered(t *testing.T, o pass.Options, m *kir.Module) *kir.Module {
	t.Helper()
	d := &driver.Driver{Passes: Backend.Passes, NoVerify: true} // some are wrong on purpose
	p, err := d.Run(pass.NewCtx(o), driver.Program{Lang: grammar.DeviceLegal.Language, Module: m}, len(d.Passes))
	if err != nil {
		t.Fatal(err)
	}
	return p.Module.(*kir.Module)
}

// source writes an emitted program to a file.
func source(t *testing.T, m *kir.Module, o pass.Options) string {
	t.Helper()
	files := Emit(pass.NewCtx(o), lowered(t, o, m), []string{"a.nesl"})
	if files[0].Name != fileName {
		t.Fatalf("the first file is %s", files[0].Name)
	}
	src := filepath.Join(t.TempDir(), "program.cu")
	if err := os.WriteFile(src, []byte(files[0].Text), 0o666); err != nil {
		t.Fatal(err)
	}
	return src
}

// strict are flags that allow no warnings but one: compiled comparisons may be
// of equal things.
var strict = []string{"-Wall", "-Wextra", "-Werror", "-Wno-tautological-compare"}

// sanitized are flags under which undefined behaviour and bad memory accesses
// end a program; accesses are checked by calls, which compile in two thirds of the time.
var sanitized = []string{"-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "--param", "asan-instrumentation-with-call-threshold=0"}

// oneSanitizer is sanitized for accesses on one day and for undefined behaviour on the next, where
// TestSanitized has the forms under both.
func oneSanitizer(t *testing.T) []string {
	t.Helper()
	half, all := halves.Today(t)
	if all {
		return sanitized
	}
	return append([]string{[]string{"-fsanitize=address", "-fsanitize=undefined"}[half]}, sanitized[1:]...)
}

// build compiles a program for this processor. Programs are large and run for a
// moment, so it optimises nothing unless flags say so; and it takes clang for those
// without sanitizers, which compiles them in two thirds of the time of g++.
func build(t *testing.T, src string, flags ...string) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "program")
	cmd, err := Compile(pass.DefaultOptions(), true, src, exe)
	if err != nil {
		t.Skip(err)
	}
	if quicker, err := exec.LookPath("clang++-16"); err == nil && !slices.Contains(flags, sanitized[1]) {
		cmd.Path = quicker
	}
	cmd.Args = slices.Insert(cmd.Args, slices.Index(cmd.Args, "-O2")+1, slices.Concat([]string{"-O0"}, strict, flags)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	return exe
}

// A result is what a program did.
type result struct {
	out, errors string
	status      int
}

func run(input string, program string, args ...string) result {
	return runWith(nil, input, program, args...)
}

// runWith is run in an environment with more variables.
func runWith(env []string, input, program string, args ...string) result {
	c := exec.Command(program, args...)
	var o, e bytes.Buffer
	c.Env, c.Stdin, c.Stdout, c.Stderr = append(os.Environ(), env...), strings.NewReader(input), &o, &e
	_ = c.Run()
	return result{o.String(), e.String(), c.ProcessState.ExitCode()}
}

func (r result) expect(t *testing.T, what, out, errors string, status int) {
	t.Helper()
	if !value.CloseText(r.out, out, 1e-12) || r.errors != errors || r.status != status {
		t.Errorf("%s: status %d, want %d\n%.3000s%.3000s\nwant\n%.3000s%.3000s", what, r.status, status, r.out, r.errors, out, errors)
	}
}

// ref is what the reference evaluator prints.
func ref(t *testing.T, m *kir.Module, o pass.Options, input string) string {
	t.Helper()
	d := driver.Driver{Levels: levels.All()}
	out, ok := d.Exec(o, driver.Program{Lang: grammar.DeviceLegal.Language, Module: m}, driver.Input{Args: []string{input}})
	if !ok || out.Error != "" {
		t.Fatalf("no reference: %s", out.Error)
	}
	return out.Output
}

const xs = "[3, 1, 4, 1, 5, 9, 2, 6]"

// Arrays of more and more elements, on two streams.
const grown = schedulesKernels + `
(kernel k_repeat 8 (n_0:int m_0:int xs_0:buf<global int> out_0:buf<global int>) (value value gather write)
  (block (def i_0:int (prim add ((prim mul ((groupid) 8)) (localid))))
    (if (prim lt (i_0 n_0)) (block (store out_0 i_0 (prim add ((load xs_0 (prim rem (i_0 m_0))) i_0)))) (block))))
(func f_more (n_0:int m_0:int xs_0:buf<global int>) (buf<global int>)
  (block
    (def g_0:int (prim div ((prim add (n_0 7)) 8)))
    (alloc a_0:buf<global int> n_0)
    (launch k_repeat g_0 (n_0 m_0 xs_0 a_0))
    (alloc b_0:buf<global int> n_0)
    (launch k_repeat g_0 (n_0 m_0 xs_0 b_0))
    (release xs_0)
    (alloc c_0:buf<global int> n_0)
    (launch k_both g_0 (n_0 a_0 b_0 c_0))
    (release a_0)
    (release b_0)
    (return c_0)))
(func f_grown (n_0:int xs_0:buf<global int>) (buf<global int>)
  (block
    (loop (v_0:buf<global int> m_0:int k_0:int) (xs_0 8 0)
      (block
        (if (prim lt (k_0 6))
          (block
            (def next_0:int (prim add (m_0 n_0)))
            (callhost (w_0:buf<global int>) f_more (next_0 m_0 v_0))
            (recur w_0 next_0 (prim add (k_0 1))))
          (block (exit v_0))))
      (w_1:buf<global int>))
    (return w_1)))
(action print-length "" "" _ "" () "" -1)
(action read arg.1 int int "" () n 0)
(action read arg.2 "[int]" [int] "" () xs 0)
(action eval it "[int]" [int] f_grown (n xs) "" 0)`

// A function that fails at one argument, called in a loop.
const called = `
(site @0:2:2 "Divide by zero.")
(kernel k_fail 8 (bad_0:int k_0:int out_0:buf<global int> error_0:buf<global int> base_0:int first_0:int) (value value scatter scatter value value)
  (block
    (if (prim eq ((localid) 0))
      (block
        (store out_0 0 k_0)
        (if (prim eq (k_0 bad_0))
          (block
            (atomic old_0:int min error_0 0 base_0)
            (atomic was_0:int min error_0 first_0 0))
          (block)))
      (block))))
(func f_try (bad_0:int k_0:int out_0:buf<global int>) (buf<global int>)
  (block
    (launch @0:2:2 k_fail 1 (bad_0 k_0 out_0 (errorword) (launchbase 0) 1))
    (launch @0:2:2 k_fail 1 (-1 k_0 out_0 (errorword) (launchbase 0) 1))
    (launch @0:2:2 k_fail 1 (-1 k_0 out_0 (errorword) (launchbase 0) 1))
    (return out_0)))
(func f_called (bad_0:int) (int)
  (block
    (alloc a_0:buf<global int> 1)
    (loop (v_0:buf<global int> k_0:int) (a_0 9)
      (block
        (if (prim ge (k_0 0))
          (block
            (callhost @0:9:9 (w_0:buf<global int>) f_try (bad_0 k_0 v_0))
            (recur w_0 (prim sub (k_0 1))))
          (block (exit v_0))))
      (w_1:buf<global int>))
    (read (r_0:int) (w_1) (0))
    (release w_1)
    (return r_0)))
(action read arg.1 int int "" () n 0)
(action eval it int int f_called (n) "" 0)`

// Every form of kir, on every type and width, with counters and timings.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, n := range []value.Num{{}, {Int64: true, Float32: true}} {
		m, o := backendtest.Load(t, "forms"), options(n)
		p := build(t, source(t, m, o))
		for _, input := range []string{"5 " + xs, "0 []"} {
			run(input, p).expect(t, "forms", ref(t, m, o, input), "", 0)
		}
		r := run("5 "+xs, p, "-stats", "-bench=16")
		if !strings.Contains(r.errors, "stat live 0 bytes\n") || !strings.Contains(r.errors, "stat distinct 4\n") {
			t.Errorf("-stats:\n%s", r.errors)
		}
		benches := regexp.MustCompile(`(?m)^bench \w+ runs 16 min \S+ median \S+ max \S+ cold \S+$`).FindAllString(r.errors, -1)
		if r.out != ref(t, m, o, "5 "+xs) || len(benches) != 11 {
			t.Errorf("-bench: %d benches\n%s%s", len(benches), r.errors, r.out)
		}
	}
}

// Every way to fail: earlier output stays, the action that fails prints nothing. What is wrong
// with the device is said with the kernel that came last.
func TestErrors(t *testing.T) {
	t.Parallel()
	p := build(t, source(t, backendtest.Load(t, "errors"), options(value.Num{})))
	failed := func(mode, errors string) {
		t.Helper()
		run(mode, p).expect(t, "mode "+mode, "before\n", errors, 1)
	}
	run("0", p).expect(t, "no failure", "before\nit = 0 : int\nafter\n", "", 0)
	failed("1", "RUNTIME ERROR: Negative length in function DIST.\n  at a.nesl:7:1\n")
	failed("2", "RUNTIME ERROR: Divide by zero.\n  at a.nesl:4:5, in parallel element 3\n")
	failed("3", "RUNTIME ERROR: Divide by zero.\n  at a.nesl:4:5, in parallel element 3\n")
	failed("5", "ERROR: no good: é\n  at a.nesl:10:4\n")
	r := run("4", p)
	if r.status != 1 || r.out != "before\n" ||
		!strings.HasPrefix(r.errors, "RUNTIME ERROR: Out of memory.\n  at a.nesl:9:2\n  for an array of 17179869176 bytes; the device has 8589934592 bytes") {
		t.Errorf("out of memory: status %d\n%s%s", r.status, r.out, r.errors)
	}
	run("7", p, "-arg", p, "-arg", p).expect(t, "-arg", "", "error[E0051]: the entry point takes 1 arguments, but -arg was given 2 times\n", 2)
	for env, want := range map[string]string{
		"NES_CUDA_CPU_DEVICES=0": "CUDA: there is no device: the driver lists none\n",
		"NES_CUDA_CPU_BLOCKS=0":  "CUDA: the device has no room for a block of 1 threads\n",
		"NES_CUDA_CPU_FAIL=1":    "CUDA: cudaStreamSynchronize(l->stream) failed: an illegal memory access was encountered (the last kernel launched was k_check)\n",
	} {
		if r := runWith([]string{env}, "2", p); r.status != 4 || r.errors != want {
			t.Errorf("%s: status %d\n%s%s, want\n%s", env, r.status, r.out, r.errors, want)
		}
	}
}

// An allocation that fails lists what is in use.
func TestOutOfMemory(t *testing.T) {
	m := backendtest.Parse(t, `
(func f_grow (n_0:int) (buf<global int>)
  (block
    (alloc @0:3:1 a_0:buf<global int> n_0)
    (alloc @0:4:1 b_0:buf<global int> n_0)
    (release a_0)
    (return b_0)))
(action read arg.1 int int "" () n 0)
(action eval it "[int]" [int] f_grow (n) "" 0)`)
	p := build(t, source(t, m, options(value.Num{})))
	t.Setenv("NES_CUDA_CPU_MEMORY", "100000")
	want := "RUNTIME ERROR: Out of memory.\n  at a.nesl:4:1\n  for an array of 65536 bytes; the device has 100000 bytes, 65536 of them in use," +
		" and allows arrays of 100000\n  in use: 1 of 65536 bytes, the last at a.nesl:3:1\n"
	run("16384", p).expect(t, "out of memory", "", want, 1)
}

// Memory that the pool keeps, on whichever stream it was used, is given back for
// arrays of other sizes; without that, the program runs out of memory.
func TestTrimmedPool(t *testing.T) {
	t.Parallel()
	m, o := backendtest.Parse(t, grown), options(value.Num{})
	src := source(t, m, o)
	want := ref(t, m, o, "200 "+xs)
	p := build(t, spoilt(t, src, map[string][2]string{"kept": {"    nes_mem_free(a->mem);\n", "    if (!SPOILT) nes_mem_free(a->mem);\n"}}), oneSanitizer(t)...)
	for seed := range 10 {
		r := runWith([]string{fmt.Sprintf("NES_CUDA_CPU_ORDER=%d", seed), "NES_CUDA_CPU_MEMORY=21000"}, "200 "+xs, p)
		r.expect(t, fmt.Sprintf("order %d", seed), want, "", 0)
	}
	if r := runWith([]string{"NES_SPOILT=kept", "NES_CUDA_CPU_MEMORY=21000"}, "200 "+xs, p); r.status != 1 || !strings.Contains(r.errors, "Out of memory") {
		t.Errorf("memory is enough anyway: status %d\n%s%s", r.status, r.out, r.errors)
	}
}

// The pool holds a quarter more than what is in use at once, although arrays of
// ever other sizes are released into it; without that, it holds them all.
func TestPoolIsBounded(t *testing.T) {
	t.Parallel()
	m, o := backendtest.Parse(t, grown), options(value.Num{})
	src := source(t, m, o)
	const trims = "    nes_trim_pool(most < bytes ? 0 : most - bytes);\n"
	p := build(t, spoilt(t, src, map[string][2]string{"untrimmed": {trims, "    if (!SPOILT)\n    " + trims}}), "-DNES_POOL_LEAST=0")
	held := func(env ...string) (peak, held float64) {
		t.Helper()
		r := runWith(env, "2000 "+xs, p, "-stats")
		if r.status != 0 {
			t.Fatalf("status %d\n%s", r.status, r.errors)
		}
		for name, to := range map[string]*float64{"peak": &peak, "held": &held} {
			if _, err := fmt.Sscanf(r.errors[strings.Index(r.errors, "stat "+name+" "):], "stat "+name+" %g", to); err != nil {
				t.Fatalf("%s: %v in\n%s", name, err, r.errors)
			}
		}
		return peak, held
	}
	if peak, held := held(); held < peak || held > peak*5/4 {
		t.Errorf("%g bytes are held, %g in use at once", held, peak)
	}
	if peak, held := held("NES_SPOILT=untrimmed"); held < 2*peak {
		t.Errorf("untrimmed, %g bytes are held, %g in use at once", held, peak)
	}
}

// The calls in progress that are shown are those at the launch that failed.
func TestCallChain(t *testing.T) {
	t.Parallel()
	p := build(t, source(t, backendtest.Parse(t, called), options(value.Num{})))
	want := "RUNTIME ERROR: Divide by zero.\n  at a.nesl:2:2, in parallel element 0\n  called at a.nesl:9:9\n"
	for seed := range 10 {
		r := runWith([]string{fmt.Sprintf("NES_CUDA_CPU_ORDER=%d", seed)}, "7", p)
		r.expect(t, fmt.Sprintf("order %d", seed), "", want, 1)
	}
	run("-1", p).expect(t, "no failure", "it = 0 : int\n", "", 0)
}

// A barrier that some threads do not reach, and barriers at two places. The
// language forbids them, so these kernels are not verified.
func TestDivergence(t *testing.T) {
	t.Parallel()
	var kernels, launches strings.Builder
	bodies := []string{
		`(if (prim lt ((localid) 3)) (block (barrier)) (block))`,
		`(if (prim lt ((localid) 3)) (block (barrier)) (block (barrier)))`,
		`(barrier) (if (prim eq ((localid) 7)) (block) (block (barrier)))`,
	}
	for i, body := range bodies {
		fmt.Fprintf(&kernels, "(kernel k_part%d 8 (out_0:buf<global int>) (scatter) (block %s (store out_0 (localid) 1)))\n", i, body)
		fmt.Fprintf(&launches, " (if (prim eq (i_0 %d)) (block (launch k_part%d 1 (out_0))) (block))", i, i)
	}
	m, err := kir.Parse(kernels.String() + `(func f_part (i_0:int) (buf<global int>) (block (alloc out_0:buf<global int> 8)` + launches.String() + ` (return out_0)))
(action read arg.1 int int "" () i 0)
(action eval it "[int]" [int] f_part (i) "" 0)`)
	if err != nil {
		t.Fatal(err)
	}
	p := build(t, source(t, m, options(value.Num{})))
	for i, body := range bodies {
		r := run(fmt.Sprint(i), p)
		says := regexp.MustCompile(fmt.Sprintf(`^CUDA: divergent barrier in kernel k_part%d, line \d+: [37] of 8 threads of block 0 wait there\n$`, i))
		if r.status != 4 || r.out != "" || !says.MatchString(r.errors) {
			t.Errorf("%s: status %d\n%s%s", body, r.status, r.out, r.errors)
		}
	}
}

// Forms, failures and a store past the end with sanitizers; these know the ends of arrays
// and see those that nobody owns.
func TestSanitized(t *testing.T) {
	t.Parallel()
	m, o := backendtest.Load(t, "forms"), options(value.Num{})
	past := backendtest.Parse(t, `(kernel k_past 8 (n_0:int out_0:buf<global int>) (value scatter) (block (store out_0 (prim sub ((prim add ((localid) n_0)) 5)) 1)))
(func f_past (n_0:int) (buf<global int>) (block (alloc out_0:buf<global int> 8) (launch k_past 1 (n_0 out_0)) (return out_0)))
(action read arg.1 int int "" () n 0)
(action eval past "[int]" [int] f_past (n) "" 0)`)
	m.Kernels, m.Funcs, m.Actions = append(m.Kernels, past.Kernels...), append(m.Funcs, past.Funcs...), append(m.Actions, past.Actions[1])
	p := build(t, source(t, m, o), sanitized...)
	run("5 "+xs, p).expect(t, "forms, and a store in range", ref(t, m, o, "5 "+xs), "", 0)
	if r := run("6 "+xs, p); r.status == 0 || !strings.Contains(r.errors, "AddressSanitizer: use-after-poison") || !strings.Contains(r.errors, "k_past") {
		t.Errorf("a store past the end: status %d\n%s%.1000s", r.status, r.out, r.errors)
	}

	p = build(t, source(t, backendtest.Load(t, "errors"), o), sanitized...)
	run("0", p).expect(t, "no failure", "before\nit = 0 : int\nafter\n", "", 0)
	run("2", p).expect(t, "failure", "before\n", "RUNTIME ERROR: Divide by zero.\n  at a.nesl:4:5, in parallel element 3\n", 1)
}

func TestEffects(t *testing.T) {
	m, o := backendtest.Load(t, "effects"), options(value.Num{})
	p := build(t, source(t, m, o))
	t.Setenv("NES_FILE", filepath.Join(t.TempDir(), "written"))
	r := run("", p)
	for _, want := range []string{`written = (T, "No such stream.")`, `text = (stream(4), "first line", F, "word1"`, `objects = ([1, 2], [0.5, 1.0E30], [T, F]`,
		"printed é\n*", "print = (", `missing = (stream(-1), F, "ERROR: while trying to open /no/such/file")`} {
		if !strings.Contains(r.out, want) || r.status != 0 || r.errors != "" {
			t.Errorf("status %d, no %s in\n%s%s", r.status, want, r.out, r.errors)
		}
	}
}
