package session

// Running tests: all expressions in one program, as far as none of them fails.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nessiec/backends/ref/interp"
	"nessiec/grammar"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/ir/program"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// An Executor compiles and runs a program: what its expressions are, until one fails.
type Executor func(forms []nesl.Expr) ([]interp.Result, *interp.Error, error)

// A Verdict is what came of a test.
type Verdict struct {
	Test    Test
	Problem string // how the result is another one; "" if it is not
}

// tolerance of floats: other targets add in other orders.
func tolerance(o pass.Options) float64 {
	if o.FloatBits == 32 {
		return 1e-5
	}
	return 1e-9
}

// RunTests runs tests after the definitions of a program, of which the expressions
// are left out. report is told the mistakes of tests. There is
// a verdict for each test, in their order.
func (s *Session) RunTests(c *pass.Ctx, forms []nesl.Expr, tests []Test, run Executor, report func(*diag.List)) ([]Verdict, error) {
	defs := Definitions(forms)
	d := s.Driver(c.Options.Target)
	p := driver.Program{Lang: grammar.NeslParsed.Language, Module: &nesl.Module{Forms: defs}}
	if _, err := d.Run(c, p, d.Reach(grammar.NestedElaborated.Language)); err != nil {
		return nil, err
	}
	accepted := s.Accepted(c, slices.Concat(defs, expressions(tests)), report)
	x := expecter{opts: c.Options, defs: defs, run: run}
	verdicts := make([]Verdict, len(tests))
	var together []int // tests that are evaluated in one program
	for i, t := range tests {
		verdicts[i].Test = t
		switch {
		case !slices.Contains(accepted, t.Expr) || t.Want != nil && !slices.Contains(accepted, t.Want):
			verdicts[i].Problem = "it is rejected"
		case t.Want == nil:
			problem, err := x.fails(t)
			if err != nil {
				return nil, err
			}
			verdicts[i].Problem = problem
		default:
			together = append(together, i)
		}
	}
	for len(together) > 0 {
		n, err := x.batch(verdicts, together)
		if err != nil {
			return nil, err
		}
		together = together[n:]
	}
	return verdicts, nil
}

// Definitions is forms without those that are expressions.
func Definitions(forms []nesl.Expr) []nesl.Expr {
	return slices.DeleteFunc(slices.Clone(forms), func(f nesl.Expr) bool { return f.Form() == nesl.FormEval })
}

// expressions is the forms of tests.
func expressions(tests []Test) (forms []nesl.Expr) {
	for _, t := range tests {
		forms = append(forms, t.Expr)
		if t.Want != nil {
			forms = append(forms, t.Want)
		}
	}
	return forms
}

type expecter struct {
	opts pass.Options
	defs []nesl.Expr
	run  Executor
}

// evaluate is what the expressions are, without the results of definitions.
func (x *expecter) evaluate(exprs []nesl.Expr) (values []interp.Result, failed *interp.Error, err error) {
	all, failed, err := x.run(slices.Concat(x.defs, exprs))
	for _, r := range all {
		if r.Action.Kind == program.Eval && r.Action.Name == "it" {
			values = append(values, r)
		}
	}
	return values, failed, err
}

// fails is how a test is not fulfilled that is to fail.
func (x *expecter) fails(t Test) (problem string, err error) {
	values, failed, err := x.evaluate([]nesl.Expr{t.Expr})
	switch {
	case err != nil:
		return "", err
	case failed == nil && len(values) == 1:
		return "it does not fail, but is " + x.show(values[0]), nil
	case failed == nil:
		return "", errNoResult
	case !strings.Contains(failed.Error(), t.Fails):
		return fmt.Sprintf("it fails otherwise: %s", failed.Error()), nil
	}
	return "", nil
}

var errNoResult = errors.New("a test has no result")

// batch evaluates the tests with these numbers, up to the first that fails, and
// compares. It is how many it evaluated.
func (x *expecter) batch(verdicts []Verdict, numbers []int) (int, error) {
	var tests []Test
	for _, i := range numbers {
		tests = append(tests, verdicts[i].Test)
	}
	values, failed, err := x.evaluate(expressions(tests))
	if err != nil {
		return 0, err
	}
	for k, i := range numbers {
		switch {
		case 2*k+1 < len(values):
			verdicts[i].Problem = x.compare(values[2*k], values[2*k+1])
		case failed != nil:
			verdicts[i].Problem = failed.Error()
			return k + 1, nil
		default:
			return 0, errNoResult
		}
	}
	return len(numbers), nil
}

// compare is how a value is another than it should be: elements first.
func (x *expecter) compare(got, want interp.Result) string {
	if got.Action.TypeText != want.Action.TypeText {
		return fmt.Sprintf("it is of type %s, not %s", got.Action.TypeText, want.Action.TypeText)
	}
	d := value.Diff(got.Value, want.Value, tolerance(x.opts))
	if d == "" {
		return ""
	}
	if path, _, _ := strings.Cut(d, ": "); path == "" {
		return fmt.Sprintf("it is %s, not %s", x.show(got), x.show(want))
	}
	return fmt.Sprintf("it%s\nit is %s,\nnot   %s", d, x.show(got), x.show(want))
}

// shownElements is how much of a sequence messages show.
const shownElements = 20

func (x *expecter) show(r interp.Result) string {
	num := x.opts.Num()
	return value.Printer{Num: num, Limit: shownElements}.Text(r.Value, r.Action.Type)
}
