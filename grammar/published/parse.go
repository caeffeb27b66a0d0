package published

// Kernels.

import (
	"fmt"
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// A kernel is one of the text. It has any number of combinators; each becomes a kernel of
// its own. The host runs these one after another, and passes lengths of arrays, and arrays of
// zeros, as well.
type kernel struct {
	name    string
	params  []*lcu.Var
	results []*types.Type
	lengths []*lcu.Var // of these parameters and results
	sizes   []*lcu.Var // in these
	blanks  []blank
	steps   []step
	vals    []*lcu.Var
}

// A step is a combinator and the variables that get its results.
type step struct {
	binds []*lcu.Var
	soac  lcu.Expr
	run   string     // the kernel that it has become
	takes []*lcu.Var // what that gets, of the parameters and of earlier results
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
	p.oneOrList(func() { out = append(out, p.typ()) })
	return out
}

func (p *reader) kernel() {
	k := &kernel{name: p.name()}
	k.params = p.params()
	if p.is("->") {
		k.results = p.results()
	}
	p.expect("{")
	lengths := map[*lcu.Var]lcu.Expr{} // of arrays that the kernel makes
	for p.is("let") {
		names := p.names()
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
		switch soac.(type) {
		case *lcu.Filter, *lcu.Partition: // have ranks, too
			vs = append(vs, lcu.NewVar("ranks", types.Vec(types.Int)))
		}
		k.steps = append(k.steps, step{binds: vs, soac: soac})
	}
	if !p.is("ret") {
		p.expect("return")
	}
	p.oneOrList(func() { k.vals = append(k.vals, p.variable(p.name())) })
	p.expect("}")
	made := types.OfVars(k.vals)
	if k.results != nil && !slices.Equal(k.results, made) {
		p.fail("kernel %s has results of other types", k.name)
	}
	k.results = made
	p.kernels[k.name] = k
	p.outline(k)
}

// names reads a name, or several in parentheses.
func (p *reader) names() (out []string) {
	p.oneOrList(func() { out = append(out, p.name()) })
	return out
}

// oneOrList reads what one does, or several of them in parentheses.
func (p *reader) oneOrList(one func()) {
	if p.is("(") {
		p.list(")", one)
	} else {
		one()
	}
}

// passed is all that the host passes to the kernels of k, but for results of others.
func (k *kernel) passed() []*lcu.Var {
	all := append(slices.Clone(k.params), k.sizes...)
	for _, b := range k.blanks {
		all = append(all, b.array)
	}
	return all
}

// outline makes a kernel of each combinator: NAME, or NAME.1, NAME.2 ... if there are more.
func (p *reader) outline(k *kernel) {
	known := k.passed()
	for i := range k.steps {
		s := &k.steps[i]
		if s.run = k.name; len(k.steps) > 1 {
			s.run = fmt.Sprintf("%s.%d", k.name, i+1)
		}
		free, env := lcu.FreeVars(s.soac), map[*lcu.Var]*lcu.Var{}
		copies := func(vs []*lcu.Var) (out []*lcu.Var) {
			for _, v := range vs {
				env[v] = lcu.NewVar(v.Name, v.Type)
				out = append(out, env[v])
			}
			return out
		}
		s.takes = slices.DeleteFunc(slices.Clone(known), func(v *lcu.Var) bool { return !slices.Contains(free, v) })
		made := &lcu.Kernel{Name: s.run, Params: copies(s.takes), Results: types.OfVars(s.binds)}
		binds := copies(s.binds)
		var body lcu.Lets
		body.Set(binds, lcu.Rename(s.soac, env))
		made.Body = body.In(lcu.Results(lcu.Uses(binds)...))
		p.module.Kernels = append(p.module.Kernels, made)
		known = append(known, s.binds...)
	}
}
