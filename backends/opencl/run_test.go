package opencl

// Emitted programs compiled and run, on whatever OpenCL device there is.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
	"nessiec/passes/device/legal"
	"nessiec/passes/pass"
)

// here is this target.
var here = backendtest.Target{Backend: &Backend, Missing: []string{"CL/cl.h", "-lOpenCL"}}

func TestLanes(t *testing.T)   { backendtest.Lanes(t, here) }
func TestErrors(t *testing.T)  { backendtest.Errors(t, here) }
func TestEffects(t *testing.T) { backendtest.Effects(t, here) }
func TestDeep(t *testing.T)    { backendtest.Deep(t, here) }
func TestRuns(t *testing.T)    { backendtest.Runs(t, here) }

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

// Every form, inputs from standard input and from files, -stats and -bench.
func TestForms(t *testing.T) {
	t.Parallel()
	p := here.Build(t, backendtest.Load(t, "forms"), backendtest.Options(value.Num{}))
	here.Run(t, "5 "+xs, p).Expect(t, "forms", formsOut, "", 0)
	here.Run(t, "0 []", p).Expect(t, "nothing", formsOfNothing, "", 0)
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	for name, text := range map[string]string{a: "5\n", b: xs} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	here.Run(t, "", p, "-arg", a, "-arg="+b).Expect(t, "-arg", formsOut, "", 0)
	here.Run(t, "", p, "-arg", a).Expect(t, "one -arg", "", "error[E0051]: the entry point takes 2 arguments, but -arg was given 1 times\n", 2)
	here.Run(t, "5 [1, 2", p).Expect(t, "bad input", "", "stdin:1:8: error[E0050]: expected `,` or `]`, found end of input\n", 2)
	r := here.Run(t, "5 "+xs, p, "-stats")
	for _, want := range []string{"kernels 19", "distinct 4", "allocations 3", "reads 14", "live 0 bytes"} {
		if !strings.Contains(r.Errors, "stat "+want+"\n") {
			t.Errorf("-stats: no %s in\n%s", want, r.Errors)
		}
	}
	r = here.Run(t, "5 "+xs, p, "-bench=16")
	benches := regexp.MustCompile(`(?m)^bench \w+ runs 16 min \S+ median \S+ max \S+ cold \S+$`).FindAllString(r.Errors, -1)
	if r.Out != formsOut || len(benches) != 11 {
		t.Errorf("-bench: %d benches\n%s%s", len(benches), r.Errors, r.Out)
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
	p := here.Build(t, backendtest.Load(t, "forms"), backendtest.Options(value.Num{}), "-O0", "-DNES_EXACT=1")
	cache := t.TempDir()
	for _, how := range []string{"built", "from the cache"} {
		here.Run(t, "5 "+xs, "env", "XDG_CACHE_HOME="+cache, "oclgrind", "--data-races", "--uninitialized", p).Expect(t, how, formsOut, "", 0)
	}
	if files, err := filepath.Glob(cache + "/nessiec/kernels/*.u"); err != nil || len(files) != 1 {
		t.Errorf("the cache holds %v", files)
	}
}

// A kernel that the device cannot run is a failure of the environment.
func TestLimits(t *testing.T) {
	t.Parallel()
	m := backendtest.Parse(t, `
(kernel k_large 1048576 (out_0:buf<global int>) (scatter) (block (store out_0 (localid) 1)))
(func f_large () (buf<global int>) (block (alloc out_0:buf<global int> 1) (launch k_large 1 (out_0)) (return out_0)))
(action eval it "[int]" [int] f_large () "" 0)`)
	r := here.Run(t, "", here.Build(t, m, backendtest.Options(value.Num{})))
	if r.Status != 4 || !strings.HasPrefix(r.Errors, "OpenCL: kernel k_large has groups of 1048576 work-items, but the device allows only ") {
		t.Errorf("status %d\n%s%s", r.Status, r.Out, r.Errors)
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
	m := backendtest.Parse(t, fmt.Sprintf(`
(kernel k_many 1 (%sout_0:buf<global int>) (%sscatter) (block (store out_0 0 %s0%s)))
(func f_main (x_0:int) (buf<global int>)
  (block (alloc out_0:buf<global int> 1) (launch k_many 1 (%sout_0)) (return out_0)))
(action read arg.1 int int "" () x 0)
(action eval it "[int]" [int] f_main (x) "" 0)`, params.String(), strings.Repeat("value ", n), sum.String(), strings.Repeat("))", n), args.String()))
	o := backendtest.Options(value.Num{})
	m = legal.LegaliseTarget(pass.NewCtx(o), m)
	if k := m.Kernels[0]; len(k.Params) != 2 {
		t.Fatalf("the kernel has %d parameters", len(k.Params))
	}
	here.Run(t, "3", here.Build(t, m, o)).Expect(t, "many arguments", "it = [134550] : [int]\n", "", 0)
}
