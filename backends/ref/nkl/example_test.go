package nkl_test

import (
	"testing"

	eval "nessiec/backends/ref/nkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// apply makes the module of a function that applies p to its parameters.
func apply(p *prim.Prim, args []*types.Type, result *types.Type) *nkl.Module {
	f := &nkl.Func{Name: "main", Result: result}
	for _, t := range args {
		f.Params = append(f.Params, types.NewVar("x", t))
	}
	f.Body = &nkl.Prim{Op: p, Args: nkl.Uses(f.Params)}
	return &nkl.Module{Funcs: []*nkl.Func{f}}
}

// Every example of the table of primitives holds, with its checks passing.
func TestExamples(t *testing.T) {
	for _, p := range prim.Table {
		calls, err := p.Calls()
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range calls {
			m := apply(p, c.Types, c.Result)
			if err := nkl.Verify(m); err != nil {
				t.Errorf("%s: %v", p.Example[i], err)
				continue
			}
			got, _, fail := eval.Call(m, "main", nil, c.Args, eval.Options{})
			if fail != nil {
				t.Errorf("%s: %v", p.Example[i], fail)
			} else if d := value.Diff(got, c.Want, 1e-15); d != "" {
				t.Errorf("%s, but the result%s", p.Example[i], d)
			}
		}
	}
}

// Outside its checks every primitive yields something when guards are off.
func TestTotal(t *testing.T) {
	for _, c := range []struct{ prim, args, want string }{
		{"div", "(7,0)", "0"},
		{"rem", "(7,0)", "0"},
		{"elt", "([1,2],2)", "0"},
		{"elt", "([1,2],-1)", "0"},
		{"index", "(-2)", "[]"},
		{"dist", "(7,-2)", "[]"},
		{"get", "([1,2],[1,2,-1])", "[2,0,0]"},
		{"pack", "([1,2,3],[f,t])", "[2]"},
		{"partition", "([1,2,3],[2,-1,5])", "[[1,2],[],[3]]"},
		{"permute", "([1,2,3],[1,1,7])", "[0,2,0]"},
		{"write", "([1,2],[0,5],[9,8])", "[9,2]"},
		{"rand_int", "(1,1,0)", "0"},
	} {
		p := *prim.Must(c.prim)
		p.Example = []string{c.prim + c.args + " = " + c.want}
		calls, err := p.Calls()
		if err != nil {
			t.Fatal(err)
		}
		m := apply(prim.Must(c.prim), calls[0].Types, calls[0].Result)
		got, _, fail := eval.Call(m, "main", nil, calls[0].Args, eval.Options{Guard: eval.Total})
		if fail != nil || value.Diff(got, calls[0].Want, 0) != "" {
			t.Errorf("%s%s is %v (%v), want %s", c.prim, c.args, got, fail, c.want)
		}
		if _, _, fail := eval.Call(m, "main", nil, calls[0].Args, eval.Options{}); fail == nil {
			t.Errorf("%s%s did not fail", c.prim, c.args)
		}
		if _, _, fail := eval.Call(m, "main", nil, calls[0].Args, eval.Options{Guard: eval.Assert}); fail == nil {
			t.Errorf("%s%s is not guarded, but was accepted", c.prim, c.args)
		}
	}
}
