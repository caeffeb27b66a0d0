package front_test

// Running programs: text in, what the top level prints out.

import (
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	eval "nessiec/backends/ref/nkl"
	"nessiec/grammar"
	parser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/value"
	"nessiec/passes/front"
	"nessiec/passes/front/names"
	"nessiec/passes/front/sugar"
	"nessiec/passes/pass"
)

// An outcome is what became of a program.
type outcome struct {
	kind  string // value, runtime or reject
	out   string // what it printed
	last  string // what its last form printed
	fail  string // the run-time error
	diags string // diagnostics, rendered
	where string // line:column of the run-time error
}

// run compiles src, with the entry if there is one, verifying after every
// pass, and evaluates it.
func run(t *testing.T, src string, entry nesl.Expr, args ...string) outcome {
	t.Helper()
	c := pass.NewCtx(pass.DefaultOptions())
	m, ok := compile(t, c, src, entry)
	o := outcome{kind: "reject", diags: c.Diags.String(diag.Files{{Name: "test.nesl", Source: src}})}
	if !ok {
		return o
	}
	o.kind = "value"
	var b strings.Builder
	limit := value.PrintLength
	emit := func(r interp.Result) {
		from := b.Len()
		switch r.Action.Kind {
		case program.PrintLength:
			limit = r.Action.N
		case program.Say:
			b.WriteString(r.Action.TypeText + "\n")
		case program.Eval:
			if r.Action.Name != "" {
				b.WriteString(r.Action.Name + " = " + value.Printer{Limit: limit}.Text(r.Value, r.Action.Type) + " : " + r.Action.TypeText + "\n")
			}
		}
		o.last = b.String()[from:]
	}
	got := eval.Eval(m, eval.Options{World: &interp.World{Stdout: &b}, Emit: emit}, inputs(t, m, args))
	o.out = b.String()
	if got.Err != nil {
		if got.Err.Kind == interp.Internal {
			t.Errorf("%s: %v", src, got.Err)
		}
		o.kind, o.fail, o.where = "runtime", got.Err.Msg, got.Err.Pos.String()
	}
	return o
}

// compile runs the passes of this package and verifies every output.
func compile(t *testing.T, c *pass.Ctx, src string, entry nesl.Expr) (*nkl.Module, bool) {
	t.Helper()
	m := parser.Parse(0, src, c.Diags)
	if entry != nil {
		m = &nesl.Module{Forms: append(m.Forms, entry)}
	}
	step := func(l *grammar.Language, m any) bool {
		if c.Diags.HasErrors() {
			return false
		}
		if err := l.Verify(m); err != nil {
			t.Fatalf("%s\n%v", src, err)
		}
		return true
	}
	if !step(grammar.NeslParsed.Language, m) {
		return nil, false
	}
	if m = names.ResolveNames(c, m); !step(grammar.NeslResolved.Language, m) {
		return nil, false
	}
	m = sugar.ExpandSugar(c, m)
	step(grammar.NeslCore.Language, m)
	m = sugar.CompilePatterns(c, m)
	step(grammar.NeslSimple.Language, m)
	out := front.InferTypes(c, m)
	return out, step(grammar.NestedElaborated.Language, out)
}

// inputs reads the arguments of an entry.
func inputs(t *testing.T, m *nkl.Module, args []string) (vs []value.Value) {
	t.Helper()
	for _, a := range m.Actions {
		if a.Kind == program.Read {
			v, err := value.NewReader("argument", []byte(args[len(vs)]), value.Num{}).Value(a.Type)
			if err != nil {
				t.Fatal(err)
			}
			vs = append(vs, v)
		}
	}
	return vs
}
