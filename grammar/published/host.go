package published

// Host code.

import (
	"slices"

	"nessiec/ir/lcu"
)

func (p *reader) function() {
	f := &lcu.Func{Name: p.name()}
	f.Params = p.params()
	p.expect("{")
	var body lcu.Lets
	for p.is("let") {
		names := p.names()
		p.expect("=")
		p.expect("run")
		p.run(&body, names)
		p.is("in")
	}
	var vals []lcu.Expr
	p.oneOrList(func() {
		v := p.variable(p.name())
		vals, f.Results = append(vals, lcu.Use(v)), append(f.Results, v.Type)
	})
	p.expect("}")
	f.Body = body.In(lcu.Results(vals...))
	p.module.Funcs = append(p.module.Funcs, f)
}

// run reads the run of a kernel, whose results get names.
func (p *reader) run(body *lcu.Lets, names []string) {
	k := p.kernels[p.name()]
	if k == nil {
		p.fail("a kernel that is not defined")
	}
	var vars []*lcu.Var
	p.expect("(")
	p.list(")", func() { vars = append(vars, p.variable(p.name())) })
	if len(vars) != len(k.params) || len(names) != len(k.results) {
		p.fail("kernel %s has %d parameters and %d results", k.name, len(k.params), len(k.results))
	}
	here := map[*lcu.Var]*lcu.Var{} // what variables of the kernel are for the host
	for i, v := range vars {
		if v.Type != k.params[i].Type {
			p.fail("%s is %v, but parameter %s of %s is %v", v.Name, v.Type, k.params[i].Name, k.name, k.params[i].Type)
		}
		here[k.params[i]] = v
	}
	bind := func(v *lcu.Var, rhs lcu.Expr) {
		here[v] = lcu.NewVar(v.Name, v.Type)
		body.Set([]*lcu.Var{here[v]}, rhs)
	}
	var of func(v *lcu.Var) lcu.Expr // what v is here
	of = func(v *lcu.Var) lcu.Expr {
		if i := slices.Index(k.sizes, v); i >= 0 && here[v] == nil {
			bind(v, &lcu.Length{Vec: lcu.Use(here[k.lengths[i]])})
		}
		if i := slices.IndexFunc(k.blanks, func(b blank) bool { return b.array == v }); i >= 0 && here[v] == nil {
			n := k.blanks[i].length
			if r, ok := n.(*lcu.Ref); ok {
				n = of(r.Var)
			}
			bind(v, &lcu.Run{Kernel: p.zeros(v.Type), Args: []lcu.Expr{n}})
		}
		return lcu.Use(here[v])
	}
	for _, s := range k.steps {
		var args []lcu.Expr
		for _, v := range s.takes {
			args = append(args, of(v))
		}
		var results []*lcu.Var
		for _, v := range s.binds {
			here[v] = lcu.NewVar(v.Name, v.Type)
			results = append(results, here[v])
		}
		body.Set(results, &lcu.Run{Kernel: s.run, Args: args})
	}
	for i, name := range names {
		p.scope[name] = here[k.vals[i]]
	}
}
