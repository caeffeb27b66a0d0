package nested

// Copies every polymorphic function once per vector of types it is used at.

import (
	"slices"
	"sort"
	"strings"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// Monomorphise makes an instance of each function per type vector that is
// reached from the actions, and nothing else. The identity of a function value
// is a type like any other, so functions that take functions are specialised
// to the code they call.
//
//	(func twice ('a/any) (x:'a/any) <'a/any 'a/any> (tuple x x))   (call twice (int) (3))
//	=> (func twice.int () (x:int) <int int> (tuple x x))           (call twice.int () (3))
//
// Recursion is monomorphic in NESL except through a forward declaration; there
// a chain of calls may need ever larger types (a tuple or a closure that grows
// with every call). Such a chain is cut after maxChain instances of one
// function, each made by the one before, with a message at the call.
func Monomorphise(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	p := &monomorphiser{c: c, m: m, index: anf.FuncIndex(m), funcs: m.Funcs, names: anf.FunctionNames(m),
		byKey: map[string]*instance{}, renamed: map[*types.Type]*types.Type{}}
	for _, a := range m.Actions {
		if i, ok := p.index[a.Fn]; ok {
			p.request(i, nil, nil, a.Pos())
		}
	}
	actions := p.actions(m.Actions)
	for i := 0; i < len(p.made); i++ { // building one requests others
		p.made[i].build(p)
	}
	out := p.module(m)
	if !slices.Equal(actions, m.Actions) {
		out = out.WithFuncs(out.Funcs)
		out.Actions = actions
	}
	return out
}

// maxChain is how many instances of one function may need each other in turn;
// after fewChains of them, maxKey bounds the text of a type vector too, because
// types can double at every step.
const (
	maxChain  = 64
	fewChains = 8
	maxKey    = 50_000
)

// A monomorphiser holds the instances made so far.
type monomorphiser struct {
	c       *pass.Ctx
	m       *nkl.Module
	funcs   []*nkl.Func
	index   map[string]int
	names   *pass.Names
	made    []*instance // in order of first use
	byKey   map[string]*instance
	renamed map[*types.Type]*types.Type
	data    []*nkl.Datatype // instances, in order of first use
	pos     ir.Pos          // of the expression that is being built
}

// An instance is one function at one type vector.
type instance struct {
	of    int // number of the source function
	name  string
	args  []*types.Type
	chain int // instances of the same function on the way from an action to this one
	up    *instance
	out   *nkl.Func
}

// request returns the instance of source function i at args, made now or
// before; by is the instance that needs it, at pos.
func (p *monomorphiser) request(i int, args []*types.Type, by *instance, pos ir.Pos) *instance {
	f := p.funcs[i]
	key := f.Name
	for _, a := range args {
		key += " " + a.String()
	}
	if in := p.byKey[key]; in != nil {
		return in
	}
	in := &instance{of: i, name: f.Name, args: args, up: by, chain: 1}
	if len(args) > 0 {
		in.chain += by.before(i)
		in.name = anf.InstanceName(p.names, f.Name, args)
	}
	if in.chain > maxChain || in.chain > fewChains && len(key) > maxKey {
		name, _, _ := strings.Cut(f.Name, ".") // without the number of its version
		p.c.Fatalf(pos, "E0330", "calls of %s need larger and larger types without end", name)
	}
	p.byKey[key] = in
	p.made = append(p.made, in)
	return in
}

// before is the chain of the last instance of function i on the way to in.
func (in *instance) before(i int) int {
	for ; in != nil; in = in.up {
		if in.of == i {
			return in.chain
		}
	}
	return 0
}

// actions is the actions with instances in the types of values of recursive datatypes;
// others keep the types of the source.
func (p *monomorphiser) actions(actions []*program.Action) []*program.Action {
	out := slices.Clone(actions)
	for i, a := range out {
		if a.Type != nil && a.Type.Has(types.KRef) {
			b := *a
			b.Type = p.rename(a.Type, nil)
			out[i] = &b
		}
	}
	return out
}

// module lists the instances in the order of their source functions.
func (p *monomorphiser) module(m *nkl.Module) *nkl.Module {
	sort.SliceStable(p.made, func(i, j int) bool { return p.made[i].of < p.made[j].of })
	out := m.WithFuncs(nil)
	out.Datatypes = p.data
	same := len(p.made) == len(m.Funcs)
	for i, in := range p.made {
		out.Funcs = append(out.Funcs, in.out)
		same = same && in.out == m.Funcs[i]
	}
	if same && len(p.data) == len(m.Datatypes) {
		return m
	}
	return out
}
