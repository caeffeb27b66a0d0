package property

// The test at every level that is executed: of the typed nested program, and of
// the last one of each family, for a CPU and for a GPU.

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nessiec/grammar"
	parser "nessiec/grammar/nesl"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/fkl"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

func long() bool { return os.Getenv("NESSIEC_LONG") != "" }

// cases is how many arguments every instance gets.
func cases() int {
	if long() {
		return 60
	}
	return 8
}

// foreign are the primitives that no function in NESL can use. The conformance cases of Harlan
// print floats with the first, those of NESL results of recursive datatypes with the second.
var foreign = []string{"decimal_rest", "printed"}

// TestLevels tests every subject. Together they use every primitive that is no
// effect.
func TestLevels(t *testing.T) {
	used := map[string]bool{}
	for i, s := range subjects(t) {
		r := rand.New(rand.NewPCG(2, uint64(i)))
		for k, env := range s.instances(r, long()) {
			newTrial(t, s, env, widths(i+k), used).test(r)
		}
	}
	for _, p := range prim.Table {
		if !used[p.Name] && !p.IsEffect() && !slices.Contains(foreign, p.Name) {
			t.Errorf("no subject uses primitive %s", p.Name)
		}
	}
}

// widths are the options of test i: every second one has other numbers.
func widths(i int) pass.Options {
	o := pass.DefaultOptions()
	switch i % 6 {
	case 1:
		o.IntBits = 64
	case 3:
		o.FloatBits = 32
	case 5:
		o.IntBits, o.FloatBits = 64, 32
	}
	return o
}

// A trial is one instance of a subject, compiled.
type trial struct {
	t        *testing.T
	s        subject
	arg      *typ
	d        *driver.Driver
	opts     pass.Options
	programs []driver.Program // the first one says what is right
}

// source applies the subject to one value and to all of a sequence.
func (s subject) source(arg, res *typ) string {
	return fmt.Sprintf(`set print_length 100000;
function subject(a) : %[2]s -> %[3]s = %[1]s;
function test(one, all) : (%[2]s, [%[2]s]) -> (%[3]s, [%[3]s]) = (subject(one), {subject(a) : a in all});
`, s.body, arg, res)
}

// newTrial compiles s for the types of env, and notes the primitives.
func newTrial(t *testing.T, s subject, env map[string]*typ, o pass.Options, used map[string]bool) *trial {
	t.Helper()
	arg, res := s.sig.instance(env)
	x := &trial{t: t, s: s, arg: arg, opts: o}
	x.d = &driver.Driver{Passes: passes.Table(), Levels: levels.All()}
	p := parse(t, x.opts, s.source(arg, res))
	var fork driver.Program
	for _, l := range []*grammar.Language{grammar.NestedElaborated.Language, grammar.NestedMono.Language, grammar.NestedChecked.Language, grammar.NestedShaped.Language,
		grammar.FlatOffsets.Language, grammar.KernelFused.Language} {
		p = x.run(x.opts, p, x.d.Leave(l))
		note(p.Module, used)
		if l != grammar.NestedMono.Language && l != grammar.NestedChecked.Language {
			x.programs = append(x.programs, p)
		}
		fork = p
	}
	for _, device := range []string{"cpu", "gpu"} {
		o := x.opts
		o.Device = device
		p := x.run(o, fork, x.d.Leave(grammar.KernelRefit.Language))
		x.programs = append(x.programs, p, x.run(o, p, len(x.d.Passes)))
	}
	return x
}

// parse reads a program whose entry is test.
func parse(t *testing.T, o pass.Options, src string) driver.Program {
	t.Helper()
	var diags diag.List
	m := parser.Parse(0, src, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.String(diag.Files{{Name: "test.nesl", Source: src}}))
	}
	m = &nesl.Module{Forms: append(m.Forms, names.EntryForm("test", nil))}
	return driver.Program{Lang: grammar.NeslParsed.Language, Module: m}
}

// run runs passes up to index end.
func (x *trial) run(o pass.Options, p driver.Program, end int) driver.Program {
	x.t.Helper()
	c := pass.NewCtx(o)
	p, err := x.d.Run(c, p, end)
	if errors.Is(err, driver.ErrRejected) {
		x.t.Fatalf("%s(%s): %s", x.s.name, x.arg, c.Diags.String(nil))
	}
	if err != nil {
		x.t.Fatalf("%s(%s): %v", x.s.name, x.arg, err)
	}
	return p
}

// note collects the primitives of a nested or flat module.
func note(m any, used map[string]bool) {
	switch m := m.(type) {
	case *nkl.Module:
		m.EachBody(func(e nkl.Expr) {
			ir.Walk(e, func(e nkl.Expr) bool {
				nkl.EachPrim(e, func(p *prim.Prim) { used[p.Name] = true })
				return true
			})
		})
	case *fkl.Module:
		m.EachBody(func(e fkl.Expr) {
			ir.Walk(e, func(e fkl.Expr) bool {
				switch e := e.(type) {
				case *fkl.Prim:
					used[e.Op.Name] = true
				case *fkl.Offsets:
					used[e.Op.Prim().Name] = true
				}
				return true
			})
		})
	}
}

// test makes arguments and tries them alone; then the good ones in maps, and
// every bad one among good ones.
func (x *trial) test(r *rand.Rand) {
	m := newMaker(r, x.opts)
	var good, bad []string
	for range cases() {
		a := m.argument(x.s.name, x.arg)
		if x.try(a, "[]").Error != "" {
			bad = append(bad, a)
		} else {
			good = append(good, a)
		}
	}
	if len(good) == 0 {
		if x.s.name != "error" {
			x.t.Errorf("%s(%s): no argument is good", x.s.name, x.arg)
		}
		return
	}
	x.try(good[0], "["+good[0]+"]")
	x.try(good[0], "["+strings.Join(good, ", ")+"]")
	if long() {
		x.try(good[0], "["+strings.Join(slices.Repeat(good, 20), ", ")+"]")
	}
	for _, b := range bad[:min(len(bad), 3)] {
		all := slices.Insert(slices.Clone(good), r.IntN(len(good)+1), b)
		if got := x.try(good[0], "["+strings.Join(all, ", ")+"]"); got.Error == "" {
			x.t.Errorf("%s(%s) fails for %s, but not in a map", x.s.name, x.arg, b)
		}
	}
}

// try executes all programs and compares.
func (x *trial) try(one, all string) driver.Outcome {
	x.t.Helper()
	in := driver.Input{Args: []string{one, all}}
	want, _ := x.d.Exec(x.opts, x.programs[0], in)
	if want.Error != "" && !want.ErrorPos.IsValid() {
		x.t.Errorf("%s(%s): %q has no position: %s", x.s.name, x.arg, want.Error, one)
	}
	for _, p := range x.programs[1:] {
		got, _ := x.d.Exec(x.opts, p, in)
		if err := driver.SameMeaning(want, got, 0); err != nil {
			x.t.Errorf("%s(%s) in %s, -int=%d -float=%d: %v\n%s\n%.600s", x.s.name, x.arg, p.Lang, x.opts.IntBits, x.opts.FloatBits, err, one, all)
		}
	}
	return want
}
