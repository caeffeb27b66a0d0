package nested_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	eval "nessiec/backends/ref/nkl"
	"nessiec/grammar"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/nested"
	"nessiec/passes/pass"
	"nessiec/passes/passtest"
)

// upToChecks are the passes over programs whose primitives raise by themselves.
var upToChecks = []pass.Pass{
	pass.New("monomorphise", "d", grammar.NestedElaborated, grammar.NestedMono, nested.Monomorphise),
	pass.New("expand-type-cases", "d", grammar.NestedMono, grammar.NestedBased, nested.ExpandTypeCases),
	pass.New("convert-functions", "d", grammar.NestedBased, grammar.NestedFirstOrder, nested.ConvertFunctions),
	pass.New("erase-datatypes", "d", grammar.NestedFirstOrder, grammar.NestedStructural, nested.EraseDatatypes),
	pass.New("thread-random", "d", grammar.NestedStructural, grammar.NestedDeterministic, nested.ThreadRandom),
	pass.New("expand-comprehensions", "d", grammar.NestedDeterministic, grammar.NestedUnfiltered, nested.ExpandComprehensions),
	pass.New("insert-checks", "d", grammar.NestedUnfiltered, grammar.NestedChecked, nested.InsertChecks),
}

// afterChecks are the others: their primitives are total.
var afterChecks = []pass.Pass{
	pass.New("normalise", "d", grammar.NestedChecked, grammar.NestedNamed, nested.Normalise),
	pass.New("simplify-nkl", "d", grammar.NestedNamed, grammar.NestedNamed, nested.SimplifyNKL, pass.Opts{Optional: true, Level: 1}),
	pass.New("loop-tail-calls", "d", grammar.NestedNamed, grammar.NestedLooped, nested.LoopTailCalls),
	pass.New("batch-calls", "d", grammar.NestedLooped, grammar.NestedLooped, nested.BatchCalls, pass.Opts{Optional: true, Level: 1}),
	pass.New("hoist-invariants", "d", grammar.NestedLooped, grammar.NestedLooped, nested.HoistInvariants, pass.Opts{Optional: true, Level: 1}),
}

// run executes a module; primitives outside their checks do what guard says.
func run(guard eval.Guard) func(pass.Options, *nkl.Module, driver.Input) driver.Outcome {
	return func(o pass.Options, m *nkl.Module, in driver.Input) driver.Outcome {
		num := value.Num{Int64: o.IntBits == 64, Float32: o.FloatBits == 32}
		var inputs []value.Value
		for _, a := range m.Actions {
			if a.Kind == program.Read {
				v, err := value.NewReader("args", []byte(in.Args[len(inputs)]), num).Value(a.Type)
				if err != nil {
					return driver.Outcome{Error: err.Error()}
				}
				inputs = append(inputs, v)
			}
		}
		var b strings.Builder
		emit := func(r interp.Result) {
			if r.Value != nil && r.Action.Name != "" {
				b.WriteString(value.Printer{Num: num, Limit: -1}.Top(r.Action.Name, r.Value, r.Action.Type) + "\n")
			}
		}
		w := &interp.World{Stdin: strings.NewReader(in.Stdin), Stdout: &b, Files: interp.MemFiles{}, Seed: o.Seed}
		out := eval.Eval(m, eval.Options{Num: num, World: w, Guard: guard, Emit: emit}, inputs)
		d := driver.Outcome{Output: b.String()}
		for _, c := range []driver.Counter{{Name: "work", N: int64(out.Cost.Work)}, {Name: "span", N: int64(out.Cost.Span)}} {
			d.Cost = append(d.Cost, c)
		}
		if out.Err != nil {
			d.Error, d.ErrorPos = out.Err.Msg, out.Err.Pos
		}
		return d
	}
}

// cases is a directory with the cases of these passes.
func cases(t *testing.T, passes []pass.Pass) string {
	dir := t.TempDir()
	for _, p := range passes {
		from, err := filepath.Abs(filepath.Join("..", "testdata", p.Name))
		if err == nil {
			err = os.Symlink(from, filepath.Join(dir, p.Name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestUpToChecks(t *testing.T) {
	d := &driver.Driver{Passes: upToChecks, Levels: []driver.Level{driver.NewLevel(grammar.NKL, run(eval.Raise))}}
	passtest.Table(t, d, cases(t, upToChecks))
}

func TestAfterChecks(t *testing.T) {
	d := &driver.Driver{Passes: afterChecks, Levels: []driver.Level{driver.NewLevel(grammar.NKL, run(eval.Total))}}
	passtest.Table(t, d, cases(t, afterChecks))
}
