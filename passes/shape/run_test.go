package shape_test

// Running nested programs in tests; programs that must not verify.

import (
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	eval "nessiec/backends/ref/nkl"
	"nessiec/grammar"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/text"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/passes/passtest"
	"nessiec/passes/shape"
)

// run executes a module; primitives are total.
func run(o pass.Options, m *nkl.Module, in driver.Input) driver.Outcome {
	num := o.Num()
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
	out := eval.Eval(m, eval.Options{Num: num, World: w, Guard: eval.Total, Emit: emit}, inputs)
	d := driver.Outcome{Output: b.String(), Cost: []driver.Counter{{Name: "work", N: out.Cost.Work}}}
	if out.Err != nil {
		d.Error, d.ErrorPos = out.Err.Msg, out.Err.Pos
	}
	return d
}

func TestRejected(t *testing.T) {
	passtest.Reject(t, []*grammar.Language{grammar.NestedShaped.Language}, "testdata/rejected")
}

// A conditional that stands at two places of a tree is decided as its text is, where it stands
// twice.
func TestDischargeShared(t *testing.T) {
	m, err := nkl.Parse(`(func f () (b:bool) int
  (if b (let x:int (if false 0 1) x) (let y:int (if false 0 1) y)))
(action eval it int int f (b) it 0)`)
	if err != nil {
		t.Fatal(err)
	}
	discharged := func() string {
		c := pass.NewCtx(pass.DefaultOptions())
		return grammar.NestedShaped.Family.Text(shape.DischargeChecks(c, shape.InferShapes(c, m)), text.Options{})
	}
	apart := discharged()
	e := m.Funcs[0].Body.(*nkl.If)
	e.Else.(*nkl.Let).Rhs = e.Then.(*nkl.Let).Rhs
	if shared := discharged(); shared != apart || strings.Contains(apart, "false") {
		t.Errorf("%s\nand\n%s", shared, apart)
	}
}
