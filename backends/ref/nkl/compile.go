package nkl

// Functions and their instances: what code there is, made when it is called.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A linker finds or makes the code of functions and function values.
type linker struct {
	opts    Options
	sigs    *nkl.Sigs
	lambdas map[string][]*nkl.Lambda // by label; several where a function was copied
	draws   *nkl.Reach               // what reaches rand
	codes   map[string]*code
}

func newLinker(m *nkl.Module, o Options) *linker {
	p := &linker{opts: o, sigs: m.Sigs(), lambdas: map[string][]*nkl.Lambda{}, codes: map[string]*code{}}
	m.EachBody(p.collect)
	p.draws = nkl.Reaching(m, prim.Rand)
	return p
}

func (p *linker) collect(e nkl.Expr) {
	if l, ok := e.(*nkl.Lambda); ok {
		p.lambdas[l.Label] = append(p.lambdas[l.Label], l)
	}
	e.Children(func(_ int, k nkl.Expr) { p.collect(k) })
}

// function is the code of fn at the type arguments args.
func (p *linker) function(fn string, args []*types.Type) *code {
	f := p.sigs.Funcs[fn]
	key := fn
	for _, t := range args {
		key += " " + t.String()
	}
	return p.code(key, func(k *code) {
		inst := nkl.Instance(f, args)
		k.result = inst(f.Result)
		for _, v := range f.Params {
			k.params = append(k.params, inst(v.Type))
		}
		k.make = func() { p.compile(k, inst, f.Params, f.Body) }
	})
}

// value is the code of function values of type t: its parameters are the
// captures, then the argument.
func (p *linker) value(t *types.Type) *code {
	for _, l := range p.lambdas[t.Elems[0].Name] {
		if env, ok := p.match(l, t); ok {
			return p.lambda(l, env, t)
		}
	}
	label := t.Elems[0].Name
	f := p.sigs.Funcs[label]
	if f == nil {
		panic("nkl: no function value " + label)
	}
	args, ok := nkl.MatchFun(f, t)
	if !ok {
		panic("nkl: function value " + label + " is not of type " + t.String())
	}
	return p.function(label, args)
}

// match finds the types of the variables with which l has type t: copies may differ in what they yield alone.
func (p *linker) match(l *nkl.Lambda, t *types.Type) (map[*types.Type]*types.Type, bool) {
	captures := t.Elems[0].Elems
	if len(captures) != len(l.Captures) {
		return nil, false
	}
	env := map[*types.Type]*types.Type{}
	for i, v := range l.Captures {
		if !nkl.Match(env, v.Type, captures[i]) {
			return nil, false
		}
	}
	body := p.sigs.TypeOf(l.Body)
	return env, nkl.Match(env, l.Param.Type, t.Elems[1]) && (body == nil || nkl.Match(env, body, t.Elems[2]))
}

func (p *linker) lambda(l *nkl.Lambda, env map[*types.Type]*types.Type, t *types.Type) *code {
	return p.code("lambda "+t.String(), func(k *code) {
		inst := func(t *types.Type) *types.Type { return replace(t, env) }
		k.params = append(append(k.params, t.Elems[0].Elems...), t.Elems[1])
		k.result = t.Elems[2]
		k.make = func() { p.compile(k, inst, append(l.Captures[:len(l.Captures):len(l.Captures)], l.Param), l.Body) }
	})
}

// replace puts types in the place of variables; one that nothing determines is
// an int.
func replace(t *types.Type, env map[*types.Type]*types.Type) *types.Type {
	return t.Map(func(t *types.Type) *types.Type {
		if t.Kind != types.KVar {
			return t
		}
		if u := env[t]; u != nil {
			return u
		}
		return types.Int
	})
}

func (p *linker) code(key string, fill func(*code)) *code {
	k := p.codes[key]
	if k == nil {
		k = &code{name: key}
		p.codes[key] = k
		fill(k)
	}
	return k
}

// A compiler makes the instructions of one code.
type compiler struct {
	allocator
	p     *linker
	inst  func(*types.Type) *types.Type // concrete types for those of the source
	types map[*types.Type]*types.Type   // results of inst
	env   map[*nkl.Var][]reg
	loop  *loop // that a Recur continues
	ins   []instr
	loops []*sweep

	scopes []string // tables of the scopes around the code at hand, in this function
}

// compile makes the instructions of k from its parameters and body.
func (p *linker) compile(k *code, inst func(*types.Type) *types.Type, params []*nkl.Var, body nkl.Expr) {
	c := &compiler{p: p, inst: inst, types: map[*types.Type]*types.Type{}, env: map[*nkl.Var][]reg{}}
	for _, v := range params {
		c.bind(v)
	}
	k.results = c.regs(k.result)
	c.expr(body, k.results, true)
	c.emit(leave)
	k.nw, k.nv, k.ins, k.sweeps = c.maxW, c.maxV, c.ins, c.loops
}

// typ is the concrete type for a type of the source.
func (c *compiler) typ(t *types.Type) *types.Type {
	u := c.types[t]
	if u == nil {
		u = c.inst(t)
		c.types[t] = u
	}
	return u
}

// typeOf is the concrete type of e.
func (c *compiler) typeOf(e nkl.Expr) *types.Type {
	t := c.p.sigs.TypeOf(e)
	if t == nil { // e never yields a value, so any type will do
		return types.Unit
	}
	return c.typ(t)
}

// bind allocates the registers of v.
func (c *compiler) bind(v *nkl.Var) []reg {
	rs := c.regs(c.typ(v.Type))
	c.env[v] = rs
	return rs
}
