package opencl

// Emitted programs compiled and run, on whatever OpenCL device there is.

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

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/value"
	"nessiec/passes/device/legal"
	"nessiec/passes/pass"
)

// build compiles an emitted program, without any warning.
func build(t *testing.T, m *kir.Module, o pass.Options, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "program.c"), filepath.Join(dir, "program")
	if err := os.WriteFile(src, []byte(source(t, m, o)), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd, err := Compile(o, false, src, exe)
	if err != nil {
		t.Skipf("no C compiler: %v", err)
	}
	cmd.Args = append(slices.Insert(cmd.Args, 1, "-Wall", "-Wextra", "-Werror"), flags...)
	if out, err := cmd.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "CL/cl.h") || strings.Contains(string(out), "-lOpenCL") {
			t.Skipf("no OpenCL headers or library:\n%s", out)
		}
		t.Fatalf("%v\n%s", err, out)
	}
	return exe
}

// A result is what a program did.
type result struct {
	out, errors string
	status      int
}

// run starts a program that needs a device.
func run(t *testing.T, input string, program string, args ...string) result {
	t.Helper()
	r := start(input, program, args...)
	if r.status == 4 && strings.Contains(r.errors, "there is no device") {
		t.Skipf("no OpenCL device: %s", r.errors)
	}
	return r
}

func start(input string, program string, args ...string) result {
	c := exec.Command(program, args...)
	var o, e bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), &o, &e
	_ = c.Run()
	return result{o.String(), e.String(), c.ProcessState.ExitCode()}
}

func (r result) expect(t *testing.T, what, out, errors string, status int) {
	t.Helper()
	if r.out != out || r.errors != errors || r.status != status {
		t.Errorf("%s: status %d, want %d\n%s%s\nwant\n%s%s", what, r.status, status, r.out, r.errors, out, errors)
	}
}

const formsOut = `f = fn : int -> int
sums = (31, 1, 9) : (int, int, int)
steps = [(7, F), (0, F), (2, T), (0, F), (5, F), (19, F), (1, T), (8, T)] : [(int, bool)]
sums2 = (31, 1, 9) : (int, int, int)
inc = [4, 2, 5, 2, 6, 10, 3, 7] : [int]
rounds = ([9, 7,...], 4) : ([int], int)
even = F : bool
again = [5, 3, 6, 3, 7, 11, 4, 8] : [int]
mixed = ([-1.5, -1.0, -0.5, 0.0, 0.5], "abcde", [161, 163, 165, 231, 296], -1.5, T, ` + "`\x00" + `) : ([float], [char], [int], float, bool, char)
rows = [[1.0, -2.5E-300], [], [nan]] : [[float]]
text = ("a \"quoted\"? \\ é
", ["` + "\xce" + `", ""]) : ([char], [[char]])
none = [] : [(int, bool)]
`

const formsOfNothing = `f = fn : int -> int
sums = (0, 2147483647, -2147483648) : (int, int, int)
steps = [] : [(int, bool)]
sums2 = (0, 2147483647, -2147483648) : (int, int, int)
inc = [] : [int]
rounds = ([], 0) : ([int], int)
even = T : bool
again = [] : [int]
mixed = ([], "", [], 0.0, F, ` + "`\x00" + `) : ([float], [char], [int], float, bool, char)
rows = [[1.0, -2.5E-300], [], [nan]] : [[float]]
text = ("a \"quoted\"? \\ é
", ["` + "\xce" + `", ""]) : ([char], [[char]])
none = [] : [(int, bool)]
`

const xs = "[3, 1, 4, 1, 5, 9, 2, 6]"

const lanesOut = "moved = ([11, 13, 15, 10, 17, 16, 14, 12, 10, 11, 12, 13, 14, 15, 16, 17, 14, 11, 0, 15, 0, 17, 0, 0], [21.0, 23.0, 25.0, 20.0, 27.0, 26.0, 24.0, 22.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 24.0, 21.0, 0.0, 25.0, 0.0, 27.0, 0.0, 0.0], [T, T, F, T, F, F, F, T, T, T, T, T, F, F, F, F, F, T, F, F, F, F, F, F], \"bdfahgecabcdefgheb\x00f\x00h\x00\x00\", [29, 120960, 7, 0, 72, 23, 9, 29, 0], [32.25, 0.0078125, 7.5, 0.5, 32.0], [F, T, F, T, F], \"hab\") : ([int], [float], [bool], [char], [int], [float], [bool], [char])\n"

// Lanes, on all types and widths.
func TestLanes(t *testing.T) {
	for _, n := range []value.Num{{}, {Int64: true, Float32: true}} {
		t.Run(fmt.Sprintf("int%d float%d", n.IntBits(), n.FloatBits()), func(t *testing.T) {
			t.Parallel()
			p := build(t, load(t, "lanes"), options(n))
			run(t, "[3, 0, 7, 1, 6, 2, 5, 4]", p).expect(t, "lanes", lanesOut, "", 0)
		})
	}
}

// Every form, inputs from standard input and from files, -stats and -bench.
func TestForms(t *testing.T) {
	t.Parallel()
	p := build(t, load(t, "forms"), options(value.Num{}))
	run(t, "5 "+xs, p).expect(t, "forms", formsOut, "", 0)
	run(t, "0 []", p).expect(t, "nothing", formsOfNothing, "", 0)
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	for name, text := range map[string]string{a: "5\n", b: xs} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run(t, "", p, "-arg", a, "-arg="+b).expect(t, "-arg", formsOut, "", 0)
	run(t, "", p, "-arg", a).expect(t, "one -arg", "", "error[E0051]: the entry point takes 2 arguments, but -arg was given 1 times\n", 2)
	run(t, "5 [1, 2", p).expect(t, "bad input", "", "stdin:1:8: error[E0050]: expected `,` or `]`, found end of input\n", 2)
	r := run(t, "5 "+xs, p, "-stats")
	for _, want := range []string{"kernels 19", "distinct 4", "allocations 3", "reads 14", "live 0 bytes"} {
		if !strings.Contains(r.errors, "stat "+want+"\n") {
			t.Errorf("-stats: no %s in\n%s", want, r.errors)
		}
	}
	r = run(t, "5 "+xs, p, "-bench=16")
	benches := regexp.MustCompile(`(?m)^bench \w+ runs 16 min \S+ median \S+ max \S+ cold \S+$`).FindAllString(r.errors, -1)
	if r.out != formsOut || len(benches) != 11 {
		t.Errorf("-bench: %d benches\n%s%s", len(benches), r.errors, r.out)
	}
}

// Races and uninitialised reads, seen by a simulator of devices; built kernels
// are cached. The simulator takes what lies behind a write of the host for
// uninitialised, also if kernels write it later, so memory is not used again.
func TestOclgrind(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("oclgrind"); err != nil {
		t.Skip("oclgrind is not installed")
	}
	p := build(t, load(t, "forms"), options(value.Num{}), "-DNES_EXACT=1")
	cache := t.TempDir()
	for _, how := range []string{"built", "from the cache"} {
		run(t, "5 "+xs, "env", "XDG_CACHE_HOME="+cache, "oclgrind", "--data-races", "--uninitialized", p).expect(t, how, formsOut, "", 0)
	}
	if files, err := filepath.Glob(cache + "/nessiec/kernels/*.u"); err != nil || len(files) != 1 {
		t.Errorf("the cache holds %v", files)
	}
}

// Every way to fail: earlier output stays, the action that fails prints nothing.
func TestErrors(t *testing.T) {
	t.Parallel()
	p := build(t, load(t, "errors"), options(value.Num{}))
	failed := func(mode, errors string) {
		t.Helper()
		run(t, mode, p).expect(t, "mode "+mode, "before\n", errors, 1)
	}
	run(t, "0", p).expect(t, "no failure", "before\nit = 0 : int\nafter\n", "", 0)
	if r := run(t, "0", p, "-stats"); !strings.Contains(r.errors, "stat live 0 bytes\n") {
		t.Errorf("memory is left: %s", r.errors)
	}
	failed("1", "RUNTIME ERROR: Negative length in function DIST.\n  at a.nesl:7:1\n")
	failed("2", "RUNTIME ERROR: Divide by zero.\n  at a.nesl:4:5, in parallel element 3\n")
	failed("3", "RUNTIME ERROR: Divide by zero.\n  at a.nesl:4:5, in parallel element 3\n")
	failed("5", "ERROR: no good: é\n  at a.nesl:10:4\n")
	run(t, "6", p).expect(t, "1,000,000 calls", "before\nit = 1000000 : int\nafter\n", "", 0)
	r := run(t, "4", p)
	if r.status != 1 || r.out != "before\n" ||
		!regexp.MustCompile(`^RUNTIME ERROR: Out of memory\.\n  at a\.nesl:9:[23]\n  for an array of 17179869176 bytes; the device has \d+ bytes, \d+ of them in use`).MatchString(r.errors) {
		t.Errorf("out of memory: status %d\n%s%s", r.status, r.out, r.errors)
	}
}

const effectsOut = `written = (T, "No such stream.") : (bool, [char])
text = (stream(4), "first line", F, "word1", ` + "` , `w" + `, "ord2	é", 44) : (stream, [char], bool, [char], char, char, [char], int)
objects = ([1, 2], [0.5, 1.0E30], [T, F], "first line
word1 word2	é,x", [1, 2], "", "End of File.") : ([int], [float], [bool], [char], [int], [char], [char])
printed é
*
print = (%d, %d, T) : (int, int, bool)
missing = (stream(-1), F, "ERROR: while trying to open /no/such/file") : (stream, (bool, [char]))
`

// key is the high half of the first key of a seed.
func key(seed int64) int64 {
	h, _ := prim.Halves(value.Mix(value.SeedKey(seed), 0))
	return h
}

func TestEffects(t *testing.T) {
	p := build(t, load(t, "effects"), options(value.Num{}))
	t.Setenv("NES_FILE", filepath.Join(t.TempDir(), "written"))
	run(t, "", p).expect(t, "effects", fmt.Sprintf(effectsOut, key(7), key(3)), "", 0)
	run(t, "", p, "-seed=8").expect(t, "-seed", fmt.Sprintf(effectsOut, key(8), key(3)), "", 0)
	run(t, "", p, "-arg", p).expect(t, "-arg", "", "error[E0051]: the program takes no arguments, but -arg was given\n", 2)
}

// Expressions nested deeper than compilers allow, on the host and in a kernel,
// and a counter near the largest int; with the other widths.
func TestDeep(t *testing.T) {
	t.Parallel()
	const n = 300
	deep := strings.Repeat("(select (prim gt (x_0 ", n) + "0" + strings.Repeat(")) (prim add (x_0 1)) (prim sub (x_0 1)))", n)
	sum := strings.Repeat("(prim add (x_0 ", n) + "0" + strings.Repeat("))", n)
	m := parse(t, fmt.Sprintf(`
(kernel k_deep 1 (x_0:int top_0:int out_0:buf<global int>) (value value scatter)
  (block
    (store out_0 0 %[1]s)
    (mut count_0:int 0)
    (for i_0:int 0 top_0 (prim sub (top_0 5)) (block (set count_0 (prim add (count_0 1)))))
    (while (prim lt (count_0 (prim add (2 (prim mul (0 %[2]s)))))) (block (set count_0 5)))
    (store out_0 1 count_0)
    (atomic low_0:int min out_0 1 7)
    (store out_0 2 %[2]s)))
(func f_deep (x_0:int) (int buf<global int> float)
  (block
    (alloc out_0:buf<global int> 3)
    (launch k_deep 1 (x_0 (unit min int) out_0))
    (return %[1]s out_0 (prim div ((prim to_float (x_0)) 3.0)))))
(action read arg.1 int int "" () x 0)
(action eval it "(int, [int], float)" <int <[int] float>> f_deep (x) "" 0)`, deep, sum))
	p := build(t, m, options(value.Num{Int64: true, Float32: true}))
	run(t, "5000000001", p).expect(t, "deep", "it = (5000000000, [5000000000, 2, 1500000000300], 1.666667E9) : (int, [int], float)\n", "", 0)
	run(t, "-1", p).expect(t, "deep", "it = (0, [0, 2, -300], -0.3333333) : (int, [int], float)\n", "", 0)
}

// A kernel that the device cannot run is a failure of the environment.
func TestLimits(t *testing.T) {
	t.Parallel()
	m := parse(t, `
(kernel k_large 1048576 (out_0:buf<global int>) (scatter) (block (store out_0 (localid) 1)))
(func f_large () (buf<global int>) (block (alloc out_0:buf<global int> 1) (launch k_large 1 (out_0)) (return out_0)))
(action eval it "[int]" [int] f_large () "" 0)`)
	r := run(t, "", build(t, m, options(value.Num{})))
	if r.status != 4 || !strings.HasPrefix(r.errors, "OpenCL: kernel k_large has groups of 1048576 work-items, but the device allows only ") {
		t.Errorf("status %d\n%s%s", r.status, r.out, r.errors)
	}
}

// More arguments than devices take: the kernel gets them in a buffer.
func TestManyArguments(t *testing.T) {
	t.Parallel()
	const n = 300
	var params, args, sum strings.Builder
	for i := range n {
		fmt.Fprintf(&params, "a%d_0:int ", i)
		fmt.Fprintf(&args, "(prim mul (x_0 %d)) ", i)
		fmt.Fprintf(&sum, "(prim add (a%d_0 ", i)
	}
	m := parse(t, fmt.Sprintf(`
(kernel k_many 1 (%sout_0:buf<global int>) (%sscatter) (block (store out_0 0 %s0%s)))
(func f_main (x_0:int) (buf<global int>)
  (block (alloc out_0:buf<global int> 1) (launch k_many 1 (%sout_0)) (return out_0)))
(action read arg.1 int int "" () x 0)
(action eval it "[int]" [int] f_main (x) "" 0)`, params.String(), strings.Repeat("value ", n), sum.String(), strings.Repeat("))", n), args.String()))
	o := options(value.Num{})
	m = legal.LegaliseTarget(pass.NewCtx(o), m)
	if k := m.Kernels[0]; len(k.Params) != 2 {
		t.Fatalf("the kernel has %d parameters", len(k.Params))
	}
	run(t, "3", build(t, m, o)).expect(t, "many arguments", "it = [134550] : [int]\n", "", 0)
}
