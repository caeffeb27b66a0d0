package conformance

// Every way of optimising a program gives the same result: no optional pass,
// the usual ones, all; each planner of fusion; each optional pass left out.

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/ir/value"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/halves"
	"nessiec/tools/levels"
)

// A way is a set of options and a pass to skip, if any.
type way struct {
	pass.Options
	skip string
}

func (w way) String() string {
	s := fmt.Sprintf("-O%d -fusion=%s", w.OptLevel, w.Fusion)
	if w.skip != "" {
		s += " -skip=" + w.skip
	}
	return s
}

// ways lists all of them; the first is the plainest.
func ways() []way {
	out := []way{{Options: pass.DefaultOptions()}}
	out[0].OptLevel, out[0].Fusion = 0, "none"
	for _, level := range []int{1, 2} {
		for _, planner := range []string{"none", "greedy-down", "greedy-up", "ilp"} {
			w := way{Options: pass.DefaultOptions()}
			w.OptLevel, w.Fusion = level, planner
			out = append(out, w)
		}
	}
	last := out[len(out)-1]
	for _, p := range passes.Table() {
		if p.Optional {
			last.skip = p.Name
			out = append(out, last)
		}
	}
	return out
}

// TestEveryWay runs a sample of the cases and examples every way, on the
// simulator: a half of it on a day, with NESSIEC_LONG=1 all of them.
func TestEveryWay(t *testing.T) {
	tested := halves.Tested(t)
	every := 40
	if os.Getenv("NESSIEC_LONG") != "" {
		every = 1
	}
	for i, c := range sameOnPurpose(t, "value", "runtime") {
		if i%every == 0 && tested(i/every) && c.ID != tooDeep {
			everyWay(t, c.ID, c.source())
		}
	}
	files, _ := filepath.Glob("../../examples/*.nesl")
	if len(files) < 25 {
		t.Fatalf("%d examples", len(files))
	}
	for i, f := range files {
		if src, err := os.ReadFile(f); err != nil {
			t.Error(err)
		} else if every := every/8 + 1; i%every == 0 && tested(i/every) {
			everyWay(t, f, string(src))
		}
	}
}

// everyWay runs a program every way. What the front end makes of it is the same
// for all; programs that become the same run once.
func everyWay(t *testing.T, name, src string) {
	ps := passes.Table()
	first := 0
	for !ps[first].Optional {
		first++
	}
	o := ways()[0].Options
	start, a := compile(t, o, ps, src, ps[first].From)
	if a.kind != "" {
		t.Errorf("%s: %s %s", name, a.kind, a.text)
		return
	}
	known := map[string]answer{}
	var want answer
	for i, w := range ways() {
		d := &driver.Driver{Passes: ps}
		if w.skip != "" {
			d.Skip = []string{w.skip}
		}
		p, err := d.Run(pass.NewCtx(w.Options), start, len(ps))
		if err != nil {
			t.Errorf("%s, %s: %v", name, w, err)
			return
		}
		text := d.Dump(o, p)
		got, ran := known[text]
		if !ran {
			got = execute(w.Options, p)
			known[text] = got
		}
		switch {
		case i == 0:
			want = got
		case got.kind != want.kind || !value.CloseText(want.text, got.text, 1e-12):
			t.Errorf("%s, %s: %s %s\nwith %s: %s %s", name, w, got.kind, got.text, ways()[0], want.kind, want.text)
		}
	}
}

// execute executes a program that reads nothing.
func execute(o pass.Options, p driver.Program) answer {
	return executeIn(o, p, &interp.World{Stdin: strings.NewReader(""), Files: interp.MemFiles{}}, nil)
}

// executeIn executes a program in a world without an output of its own.
func executeIn(o pass.Options, p driver.Program, w *interp.World, inputs []value.Value) answer {
	var out bytes.Buffer
	w.Stdout = &out
	_, failed := levels.RunnerOf(p.Lang, p.Module)(o, w, inputs, levels.NewPrinter(o, w).Emit)
	return answerOf(out.String(), failed)
}

// answerOf is the answer of a program that printed out and ended with failed, or without.
func answerOf(out string, failed *interp.Error) answer {
	switch {
	case failed == nil:
		return answer{"value", out}
	case failed.Kind == interp.Internal:
		return answer{"internal error", failed.Msg}
	}
	return answer{"runtime", failed.Error()}
}
