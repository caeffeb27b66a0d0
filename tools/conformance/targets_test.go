package conformance

// Kinds of devices for which programs are lowered differently, all in the
// simulator: every program is lowered for each of them, and does the same.

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/nesl"
	"nessiec/ir/value"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
	"nessiec/tools/halves"
	"nessiec/tools/levels"
)

// A kind of device, by the options that ask for it.
type kind struct {
	name, target, device string
	grain                int // 0: what the device says
}

var kinds = []kind{{"cpu", "opencl", "cpu", 0}, {"gpu", "opencl", "gpu", 0}, {"cuda", "cuda", "gpu", 0}}

func (k kind) options(level int) pass.Options {
	o := pass.DefaultOptions()
	o.Target, o.Device, o.OptLevel, o.Grain = k.target, k.device, level, k.grain
	return o
}

// lowered gives f what a program becomes for each kind of device. The passes before stack-recursion
// do not ask for which, and run once; those up to lower-kernels ask whether groups are single work-items.
func lowered(m *nesl.Module, kinds []kind, level int, f func(kind, pass.Options, driver.Program, answer)) {
	d := &driver.Driver{Passes: passes.Table()}
	nested, a := compileForms(pass.NewCtx(kinds[0].options(level)), d, m, d.Find("stack-recursion"))
	kernels := map[bool]driver.Program{} // by whether groups are single work-items
	for _, k := range kinds {
		o := k.options(level)
		if a.kind != "" {
			f(k, o, nested, a)
			continue
		}
		var err error
		p, known := kernels[o.Desc().Serial()]
		if !known {
			p, err = d.Run(pass.NewCtx(o), nested, d.Leave(grammar.KernelRefit.Language))
			kernels[o.Desc().Serial()] = p
		}
		if err == nil {
			p, err = d.Run(pass.NewCtx(o), p, len(d.Passes))
		}
		if err != nil {
			f(k, o, p, answer{"internal error", err.Error()})
			continue
		}
		f(k, o, p, a)
	}
}

// TestConformanceSimulated: what the passes make of every case that is accepted
// gives the recorded answer for every kind of device; in short, one case of every
// four for kinds other than the first.
func TestConformanceSimulated(t *testing.T) {
	ys := map[kind]*tally{}
	for _, k := range kinds {
		ys[k] = &tally{t: t, target: "simulated " + k.name}
	}
	for i, c := range sameOnPurpose(t, "value", "runtime") {
		if c.ID == tooDeep {
			continue
		}
		ks := kinds
		if testing.Short() && i%4 != 0 {
			ks = kinds[:1]
		}
		lowered(parseCase(t, c.source()), ks, 1, func(k kind, o pass.Options, p driver.Program, a answer) {
			if a.kind == "" {
				a = execute(o, p)
			}
			ys[k].add(c, a)
		})
	}
	for _, k := range kinds {
		ys[k].report()
	}
}

func parseCase(t *testing.T, src string) *nesl.Module {
	t.Helper()
	c := pass.NewCtx(pass.DefaultOptions())
	m := neslparser.Parse(0, src, c.Diags)
	if c.Diags.HasErrors() {
		t.Fatalf("%s\ncannot be parsed", src)
	}
	return m
}

// small is the argument of main where 5, or 30 on ranks, will not do.
var small = map[string]string{"expression": "5", "fft": "4", "nqueens": "6", "pascal": "9", "nearest": "70", "stringsort": "40"}

// size is the constant that says how large a program of the bench is.
var size = regexp.MustCompile(`(?m)^size = \d+;$`)

// kernels are the programs of the bench that are lowered here; those in the style
// of users, which take longer, are simulated by the tests of the bench.
var kernels = []string{"barneshut", "bfs", "blackscholes", "dotp", "mandelbrot", "matmul", "muladd", "nbody", "quickhull", "quicksort", "segsum", "sort", "spmv"}

// atSize is the text of a program of the bench at a small size.
func atSize(name, text string) string {
	n := "150"
	if name == "matmul" || name == "mandelbrot" { // whose work grows faster
		n = "41"
	}
	return size.ReplaceAllString(text, "size = "+n+";")
}

// TestEveryTarget: examples, programs of the bench at a small size, and programs
// of users give the same for every kind of device as before any lowering, with
// main as the entry, if there is one. GPUs take turns with CUDA.
func TestEveryTarget(t *testing.T) {
	for dir, least := range map[string]int{"../../examples": 25, "../../examples/bench": 10, "testdata/programs": 6} {
		files, _ := filepath.Glob(dir + "/*.nesl")
		if len(files) < least {
			t.Fatalf("%d programs in %s", len(files), dir)
		}
		for _, f := range files {
			name := strings.TrimSuffix(filepath.Base(f), ".nesl")
			if filepath.Base(dir) == "bench" && !slices.Contains(kernels, name) {
				continue
			}
			t.Run(filepath.Base(f), func(t *testing.T) { everyTarget(t, f) })
		}
	}
}

func everyTarget(t *testing.T, file string) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(filepath.Base(file), ".nesl")
	text, arg := atSize(name, string(src)), ""
	m := parseCase(t, text)
	if strings.Contains(text, "function main(") {
		if arg = small[name]; arg == "" {
			arg = "5"
		}
		m.Forms = append(m.Forms, names.EntryForm("main", nil))
	}
	d := &driver.Driver{Passes: passes.Table()}
	o := pass.DefaultOptions()
	p, want := compileForms(pass.NewCtx(o), d, m, d.Reach(grammar.NestedElaborated.Language))
	if want.kind == "" {
		want = executeOn(o, p, arg)
	}
	if want.kind != "value" {
		t.Fatalf("%s %s", want.kind, want.text)
	}
	half, all := halves.Today(t)
	for _, level := range []int{1, 2} {
		ks := kinds
		if !all { // half of the programs at each level, and one of the kinds of GPUs
			if (len(name)+level)%2 != half {
				continue
			}
			gpu := 1 + (len(name)/2+halves.Quarter())%2
			ks = []kind{kinds[0], kinds[gpu]}
		}
		lowered(m, ks, level, func(k kind, o pass.Options, p driver.Program, got answer) {
			if got.kind == "" {
				got = executeOn(o, p, arg)
			}
			if got.kind != want.kind || !value.CloseText(want.text, got.text, 1e-12) {
				t.Errorf("%s, -O%d: %s %s\nwant %s", k.name, level, got.kind, got.text, want.text)
			}
		})
	}
}

// executeOn executes a program that reads arg, if it reads anything.
func executeOn(o pass.Options, p driver.Program, arg string) answer {
	in, err := levels.ReadInputs(o, levels.ActionsOf(p.Module), driver.Input{Args: []string{arg}})
	if err != nil {
		return answer{"bad input", err.Error()}
	}
	return executeIn(o, p, &interp.World{Stdin: strings.NewReader(""), Files: interp.MemFiles{}}, in)
}
