package vcode

// Random programs, and programs that are almost right.

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"nessiec/backends/ref/interp"
	"nessiec/grammar"
	vcodereader "nessiec/grammar/vcode"
	"nessiec/ir/diag"
	"nessiec/ir/text"
	"nessiec/ir/value"
	"nessiec/ir/vcode"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// maxSteps is how many steps a program may do.
const maxSteps = 20000

// textOptions are those of trees as text.
var textOptions = text.Options{Positions: true}

// limited runs a program of any level with a limit on steps; ok is false if it was reached, which is
// no finding.
func limited(o pass.Options, p driver.Program, steps int64) (out driver.Outcome, ok bool) {
	run := levels.RunnerOf(p.Lang, p.Module)
	out = levels.Observe(o, levels.ActionsOf(p.Module), func(o pass.Options, w *interp.World, in []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
		w.MaxSteps = steps
		return run(o, w, in, emit)
	}, driver.Input{Stdin: stdin})
	return out, out.Error != interp.MsgSteps
}

// check compiles a program and compares all levels with the stack machine. It reports whether the
// program was accepted and came to an end.
func check(t *testing.T, text string, wide bool) bool {
	t.Helper()
	o := options("opencl")
	if wide {
		o.IntBits = 64
	}
	c := pass.NewCtx(o)
	p, _, err := parse(c, "random.vcode", text)
	if err != nil {
		placed(t, c.Diags, text)
		return false
	}
	d := &driver.Driver{Passes: table(), SelfTest: true}
	typed, err := d.Run(c, p, d.Reach(grammar.VcodeTyped.Language))
	if err != nil {
		if !c.Diags.HasErrors() {
			t.Fatalf("%v\n%s", err, text)
		}
		placed(t, c.Diags, text)
		return false
	}
	oracle, ok := limited(o, p, maxSteps)
	if !ok {
		return false
	}
	if strings.Contains(oracle.Error, "internal") || strings.Contains(oracle.Error, "another type than") {
		t.Fatalf("the machine: %s\n%s", oracle, text)
	}
	at := typed
	for _, l := range []*grammar.Language{grammar.VcodeTyped.Language, grammar.VcodeLooped.Language, grammar.FlatUnzipped.Language, grammar.KernelRefit.Language, grammar.DeviceLegal.Language} {
		if l != grammar.VcodeTyped.Language {
			if at, err = d.Run(c, at, d.Reach(l)); err != nil {
				t.Fatalf("%s: %v\n%s", l, err, text)
			}
		}
		got, ended := limited(o, at, 1000*maxSteps)
		if err := driver.SameMeaning(oracle, got, 1e-9); err != nil || !ended {
			t.Fatalf("%s: %v\n%s\ngot\n%s\nwant\n%s", l, err, text, got, oracle)
		}
	}
	return true
}

// placed wants a code, words and a place in the text of every mistake: a line that it has, and
// a column in it or right behind it.
func placed(t *testing.T, l *diag.List, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for _, d := range l.Sorted() {
		line := d.Pos.Line()
		if d.Code == "" || d.Message == "" || line < 1 || line > len(lines) || d.Pos.Col() < 1 || d.Pos.Col() > utf8.RuneCountInString(lines[line-1])+1 {
			t.Fatalf("%s at %v: %s\n%q", d.Code, d.Pos, d.Message, text)
		}
	}
	if !l.HasErrors() {
		t.Fatalf("rejected without a word\n%q", text)
	}
}

// TestRandom: random programs do the same on the stack machine and at all levels.
func TestRandom(t *testing.T) {
	n := 80
	if testing.Short() {
		n = 30
	}
	if os.Getenv("NESSIEC_LONG") != "" {
		n = 5000
	}
	ran := 0
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 0x76636F64))
		if check(t, makeProgram(r, 4+r.IntN(16)), seed%3 == 0) {
			ran++
		}
	}
	if ran < n*9/10 {
		t.Errorf("only %d of %d programs ran", ran, n)
	}
}

// TestMutated: a program with a few words taken away, doubled, exchanged or replaced is rejected with
// a code, or does the same at all levels.
func TestMutated(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 100
	}
	if os.Getenv("NESSIEC_LONG") != "" {
		n = 20000
	}
	files := programs(t, 30, "testdata/run", examples)
	r := rand.New(rand.NewPCG(7, 0x76636F64))
	ran := 0
	for range n {
		words := strings.Fields(read(t, files[r.IntN(len(files))]))
		for range 1 + r.IntN(2) {
			i, j := r.IntN(len(words)), r.IntN(len(words))
			switch r.IntN(4) {
			case 0:
				words = append(words[:i:i], words[i+1:]...)
			case 1:
				words = append(words[:i:i], append([]string{words[i]}, words[i:]...)...)
			case 2:
				words[i], words[j] = words[j], words[i]
			default:
				words[i] = words[j]
			}
		}
		if check(t, strings.Join(words, " "), false) {
			ran++
		}
	}
	if ran < n/50 {
		t.Errorf("only %d of %d programs ran", ran, n)
	}
}

// FuzzProgram: any text is rejected with a code, or is a program that does the same at all levels. What
// is read is written by Format, and read again.
func FuzzProgram(f *testing.F) {
	for _, file := range append(programs(f, 30, "testdata/run", examples), programs(f, 20, "testdata/reject")...) {
		f.Add(read(f, file))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		var d diag.List
		m := vcodereader.Parse(0, text, &d)
		if d.HasErrors() {
			placed(t, &d, text)
			return
		}
		out := vcodereader.Format(m)
		if again := vcodereader.Parse(0, out, &d); d.HasErrors() || vcodereader.Format(again) != out {
			t.Fatalf("the program\n%s\nis written as\n%s", text, out)
		}
		back, err := vcode.Parse(m.Text(textOptions))
		if err != nil || back.Text(textOptions) != m.Text(textOptions) {
			t.Fatalf("the tree does not read back: %v\n%s", err, text)
		}
		check(t, text, false)
	})
}
