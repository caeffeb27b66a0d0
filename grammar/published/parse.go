package published

// Declarations, kernels and host code.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A kernel is one, and the parameters whose lengths the host passes behind the others.
type kernel struct {
	*lcu.Kernel
	lengths []*lcu.Var // of these parameters
	sizes   []*lcu.Var // in these
}

// base are the types of scalars.
var base = map[string]*types.Type{"int": types.Int, "float": types.Float, "bool": types.Bool, "char": types.Char}

func (p *reader) typ() *types.Type {
	vec := p.is("[")
	t := base[p.next.text]
	if t == nil {
		p.fail("expected int, float, bool or char")
	}
	p.take()
	if vec {
		p.expect("]")
		return types.Vec(t)
	}
	return t
}

func (p *reader) params() (out []*lcu.Var) {
	p.scope = map[string]*lcu.Var{}
	p.expect("(")
	p.list(")", func() {
		name := p.name()
		p.expect(":")
		out = append(out, p.bind(name, p.typ()))
	})
	return out
}

func (p *reader) bind(name string, t *types.Type) *lcu.Var {
	v := lcu.NewVar(name, t)
	p.scope[name] = v
	return v
}

// variable is the variable called name.
func (p *reader) variable(name string) *lcu.Var {
	v := p.scope[name]
	if v == nil {
		p.fail("%s is not defined", name)
	}
	if _, outer := p.used[name]; outer {
		p.used[name] = true
	}
	return v
}

// results reads a type, or several in parentheses.
func (p *reader) results() (out []*types.Type) {
	if !p.is("(") {
		return []*types.Type{p.typ()}
	}
	p.list(")", func() { out = append(out, p.typ()) })
	return out
}

func (p *reader) kernel() {
	k := &kernel{Kernel: &lcu.Kernel{Name: p.name()}}
	k.Params = p.params()
	if p.is("->") {
		k.Results = p.results()
	}
	p.expect("{")
	var body lcu.Lets
	lengths := map[*lcu.Var]lcu.Expr{} // of arrays that the kernel makes
	for p.is("let") {
		var names []string
		if p.is("(") {
			p.list(")", func() { names = append(names, p.name()) })
		} else {
			names = []string{p.name()}
		}
		p.expect("=")
		soac, ts, n := p.soac(k, lengths)
		if len(names) != len(ts) {
			p.fail("%d names for %d results", len(names), len(ts))
		}
		var vs []*lcu.Var
		for i, name := range names {
			vs = append(vs, p.bind(name, ts[i]))
			lengths[vs[i]] = n
		}
		if _, ok := soac.(*lcu.Filter); ok { // has ranks, too
			vs = append(vs, lcu.NewVar("ranks", types.Vec(types.Int)))
		}
		body.Set(vs, soac)
	}
	if !p.is("ret") {
		p.expect("return")
	}
	var vals []*lcu.Var
	one := func() { vals = append(vals, p.variable(p.name())) }
	if p.is("(") {
		p.list(")", one)
	} else {
		one()
	}
	p.expect("}")
	var made []*types.Type
	for _, v := range vals {
		made = append(made, v.Type)
	}
	if k.Results != nil && !slices.Equal(k.Results, made) {
		p.fail("kernel %s has results of other types", k.Name)
	}
	k.Results = made
	k.Params = append(k.Params, k.sizes...)
	k.Body = body.In(lcu.Results(lcu.Uses(vals)...))
	p.kernels[k.Name] = k
	p.module.Kernels = append(p.module.Kernels, k.Kernel)
}

// size reads the iteration size of a combinator: #xs, n, or a number.
func (p *reader) size(k *kernel, lengths map[*lcu.Var]lcu.Expr) lcu.Expr {
	closing := p.is("(")
	n := p.sizeOf(k, lengths)
	if closing {
		p.expect(")")
	}
	return n
}

func (p *reader) sizeOf(k *kernel, lengths map[*lcu.Var]lcu.Expr) lcu.Expr {
	if !p.is("#") {
		if n, ok := p.literal(); ok {
			return n
		}
		return lcu.Use(p.variable(p.name()))
	}
	v := p.variable(p.name())
	if n, made := lengths[v]; made {
		if n == nil {
			p.fail("how much FILTER keeps is known when its kernel is done: the length of %s", v.Name)
		}
		return n
	}
	i := slices.Index(k.lengths, v)
	if i < 0 {
		i = len(k.lengths)
		k.lengths, k.sizes = append(k.lengths, v), append(k.sizes, lcu.NewVar("n", types.Int))
	}
	return lcu.Use(k.sizes[i])
}

// soac reads a combinator: ts are the types of its results, n is the length of those that
// are arrays, nil if only its execution tells.
func (p *reader) soac(k *kernel, lengths map[*lcu.Var]lcu.Expr) (soac lcu.Expr, ts []*types.Type, n lcu.Expr) {
	name := p.take()
	switch name {
	case "ONCE", "MAP", "REDUCE", "SCAN", "FILTER":
	default:
		p.fail("%s is no combinator here", name)
	}
	params := []*types.Type{types.Int}
	if name == "ONCE" {
		params = nil
	}
	thunk, elems := p.thunk(params)
	arrays := func() (out []*types.Type) {
		for _, t := range elems {
			out = append(out, types.Vec(t))
		}
		return out
	}
	switch name {
	case "ONCE":
		return &lcu.Once{T: thunk}, elems, nil
	case "MAP":
		n := p.size(k, lengths)
		return &lcu.Map{N: n, T: thunk}, arrays(), n
	case "FILTER":
		pred, of := p.thunk(elems)
		if len(of) != 1 || of[0] != types.Bool {
			p.fail("the predicate of a FILTER is one bool")
		}
		return &lcu.Filter{N: p.size(k, lengths), T: thunk, Pred: pred}, arrays(), nil
	}
	ops := p.operators(elems)
	n = p.size(k, lengths)
	if name == "SCAN" {
		return &lcu.Scan{Ops: ops, N: n, T: thunk}, arrays(), n
	}
	ts = arrays()
	for i, op := range ops {
		if op != prim.RId {
			ts[i] = elems[i]
		}
	}
	return &lcu.Reduce{Ops: ops, N: n, T: thunk}, ts, n
}

// operators reads the operators of a reduction or scan: iadd, fmax, band, id, ... The
// letter in front is the type of the operands.
func (p *reader) operators(elems []*types.Type) (out []prim.Rop) {
	p.expect("(")
	p.list(")", func() {
		name := p.name()
		if name == "id" {
			out = append(out, prim.RId)
			return
		}
		op, ok := prim.ParseRop(name[1:])
		i := len(out)
		if !ok || i >= len(elems) || elems[i].String()[0] != name[0] {
			p.fail("%s is no operator for this result", name)
		}
		out = append(out, op)
	})
	if len(out) != len(elems) {
		p.fail("%d operators for %d results", len(out), len(elems))
	}
	return out
}

func (p *reader) function() {
	f := &lcu.Func{Name: p.name()}
	f.Params = p.params()
	p.expect("{")
	var body lcu.Lets
	for p.is("let") {
		var names []string
		if p.is("(") {
			p.list(")", func() { names = append(names, p.name()) })
		} else {
			names = []string{p.name()}
		}
		p.expect("=")
		p.expect("run")
		p.run(&body, names)
		p.is("in")
	}
	var vals []lcu.Expr
	one := func() {
		v := p.variable(p.name())
		vals, f.Results = append(vals, lcu.Use(v)), append(f.Results, v.Type)
	}
	if p.is("(") {
		p.list(")", one)
	} else {
		one()
	}
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
	if len(vars) != len(k.Params)-len(k.sizes) || len(names) != len(k.Results) {
		p.fail("kernel %s has %d parameters and %d results", k.Name, len(k.Params)-len(k.sizes), len(k.Results))
	}
	for i, v := range vars {
		if v.Type != k.Params[i].Type {
			p.fail("%s is %v, but parameter %s of %s is %v", v.Name, v.Type, k.Params[i].Name, k.Name, k.Params[i].Type)
		}
	}
	args := lcu.Uses(vars)
	for _, of := range k.lengths {
		args = append(args, body.Bind("n", types.Int, &lcu.Length{Vec: lcu.Use(vars[slices.Index(k.Params, of)])}))
	}
	var vs []*lcu.Var
	for i, name := range names {
		vs = append(vs, p.bind(name, k.Results[i]))
	}
	body.Set(vs, &lcu.Run{Kernel: k.Name, Args: args})
}
