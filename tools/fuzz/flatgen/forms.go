package flatgen

// What the languages have in common: forms E of host code and of element code.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
)

// forms makes expressions of a language.
type forms[E any] struct {
	use    func(*types.Var) E
	n      func(int64) E
	float  func(float64) E
	bool   func(bool) E
	char   func(byte) E
	let    func(binds []*types.Var, rhs, body E) E
	ret    func(...E) E
	ifs    func(cond, then, els E) E
	loop   func(binds []*types.Var, inits []E, body E) E
	recur  func(...E) E
	check  func(at ir.Node, cond E, error string, then E) E
	prim   func(at ir.Node, op *prim.Prim, args []E) E
	call   func(at ir.Node, fn string, args []E) E
	get    func(vec, idx E) E
	put    func(vec, idx, val E) E
	length func(vec E) E
	vec    func(elem *types.Type, vals []E) E
	mapn   func(n E, i *types.Var, body E) E // body for every i below n
}

// apply applies the primitive called name.
func (f *forms[E]) apply(name string, args ...E) E { return f.prim(ir.Node{}, prim.Must(name), args) }

// lets collects bindings, and what stands between them, in order of evaluation.
type lets[E any] struct {
	*forms[E]
	wrap []func(E) E
}

func (f *forms[E]) lets() *lets[E] { return &lets[E]{forms: f} }

// Bind binds the one result of rhs, of type t, and returns a use of it.
func (l *lets[E]) Bind(name string, t *types.Type, rhs E) E {
	v := types.NewVar(name, t)
	l.Set([]*types.Var{v}, rhs)
	return l.use(v)
}

// Set binds vs to the results of rhs.
func (l *lets[E]) Set(vs []*types.Var, rhs E) {
	l.Wrap(func(body E) E { return l.let(vs, rhs, body) })
}

// Wrap adds anything that encloses what follows.
func (l *lets[E]) Wrap(f func(E) E) { l.wrap = append(l.wrap, f) }

// In wraps body in everything collected.
func (l *lets[E]) In(body E) E {
	for i := len(l.wrap) - 1; i >= 0; i-- {
		body = l.wrap[i](body)
	}
	return body
}

// A function is one of host code.
type function[E any] struct {
	name    string
	params  []*types.Var
	results []*types.Type
	body    E
}

// A module is a program: its functions, and what is done with them.
type module[E any] struct {
	funcs   []*function[E]
	actions []*program.Action
}
