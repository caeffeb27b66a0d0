package harlan

// Programs that are almost right: a few tokens of a program are taken away, doubled,
// exchanged or replaced. Whatever comes of it is rejected with a code, or does the same on
// the evaluator of Harlan and on that of the nested language; nothing fails inside.

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/grammar"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// token is a token of Harlan, roughly.
var token = regexp.MustCompile(`"[^"]*"|[()\[\]]|[^()\[\]\s"]+|\s+`)

// maxSteps is how many steps a program may do.
const maxSteps = 20000

func TestMutated(t *testing.T) {
	files := programs(t, 30, "testdata/run", examples)
	n := 1500
	if testing.Short() {
		n = 300
	}
	if os.Getenv("NESSIEC_LONG") != "" {
		n = 20000
	}
	r := rand.New(rand.NewPCG(7, 0x6861726C))
	file := filepath.Join(t.TempDir(), "mutant.kfc")
	d := &driver.Driver{Passes: table(), Levels: levels.All()}
	ran := 0
	for range n {
		source, err := os.ReadFile(files[r.IntN(len(files))])
		if err != nil {
			t.Fatal(err)
		}
		text := mutate(r, string(source))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c := pass.NewCtx(options("ref"))
		p, _, err := read(t, c, file)
		var typed driver.Program
		if err == nil {
			typed, err = d.Run(c, p, d.Reach(grammar.HarlanTyped.Language))
		}
		if err == nil {
			p, err = d.Run(c, typed, d.Reach(grammar.NestedElaborated.Language))
		}
		switch {
		case errors.Is(err, driver.ErrRejected) && c.Diags.HasErrors():
			continue
		case err != nil:
			t.Errorf("%v\n%s", err, text)
			continue
		}
		ran++
		compare(t, c.Options, typed, p, text)
		if os.Getenv("NESSIEC_LONG") != "" && ran%20 == 0 {
			device, err := d.Run(pass.NewCtx(options("opencl")), p, d.Reach(grammar.DeviceLegal.Language))
			if err != nil {
				t.Errorf("%v\n%s", err, text)
				continue
			}
			compare(t, c.Options, typed, device, text)
		}
	}
	if ran < n/20 {
		t.Errorf("only %d of %d programs are accepted", ran, n)
	}
}

// compare executes a program at two levels, unless it takes too long.
func compare(t *testing.T, o pass.Options, typed, nested driver.Program, text string) {
	t.Helper()
	a, b := limited(o, typed), limited(o, nested)
	const limit = "The limit on work was reached."
	if a.Error == limit || b.Error == limit || a.Error == "The program nests calls too deep." || b.Error == "Out of memory." {
		return
	}
	if a.Error != b.Error || a.Error == "" {
		if err := driver.SameMeaning(a, b, 1e-6); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// mutate changes a few tokens.
func mutate(r *rand.Rand, text string) string {
	toks := token.FindAllString(text, -1)
	for range 1 + r.IntN(3) {
		i, j := r.IntN(len(toks)), r.IntN(len(toks))
		switch r.IntN(5) {
		case 0:
			toks[i] = ""
		case 1:
			toks[i] += " " + toks[i]
		case 2:
			toks[i], toks[j] = toks[j], toks[i]
		case 3:
			toks[i] = toks[j]
		default:
			toks[i] = words[r.IntN(len(words))]
		}
	}
	out := ""
	for _, s := range toks {
		out += s
	}
	return out
}

// words are what tokens are replaced by.
var words = []string{"0", "1", "-3", "2.5", "4294967296", "#t", "\"s\"", "#\\a", "x", "v", "i", "+", "*", "/", "mod", "<", "=", "if", "let", "begin",
	"vector", "kernel", "lambda", "set!", "while", "vector-ref", "reduce", "scan", "filter", "print", "length", "iota", "max", "and", "match", "()", "(x)", "(iota 3)",
	"(vector 1 2)", "...", "_", "(lambda (x) x)", "(error! \"e\")", "int->float", "float->int"}

// limited executes a program in at most maxSteps steps.
func limited(o pass.Options, p driver.Program) driver.Outcome {
	run := levels.RunnerOf(p.Lang, p.Module)
	return levels.Observe(o, levels.ActionsOf(p.Module), func(o pass.Options, w *interp.World, in []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
		w.MaxSteps = maxSteps
		return run(o, w, in, emit)
	}, driver.Input{})
}
