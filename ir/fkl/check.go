package fkl

// Verify checks a module: scope, unique binders, types of every form, and
// that element code computes scalars only. It knows all languages of the
// family; what a single language forbids is in grammar/flat.go.

import (
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/types"
)

// Verify reports the first thing wrong with m.
func Verify(m *Module) error {
	funcs := make(map[string]*Func, len(m.Funcs))
	for _, f := range m.Funcs {
		if funcs[f.Name] != nil {
			return fmt.Errorf("function %s is defined twice", f.Name)
		}
		funcs[f.Name] = f
	}
	sigs, scope := m.Sigs(), make(map[*Var]int8, 64)
	for _, f := range m.Funcs {
		clear(scope)
		c := &checker{funcs: funcs, sigs: sigs, scope: scope}
		if c.fun(f); c.err != nil {
			return fmt.Errorf("func %s: %w", f.Name, c.err)
		}
	}
	for _, a := range m.Actions {
		if a.Fn != "" && funcs[a.Fn] == nil {
			return fmt.Errorf("action %s calls the unknown function %s", a.Name, a.Fn)
		}
	}
	return nil
}

const (
	inScope int8 = 1 + iota
	outOfScope
)

// A checker checks one function.
type checker struct {
	funcs map[string]*Func
	sigs  Sigs
	scope map[*Var]int8
	elem  bool // inside element code
	err   error
}

// A loop is the loop whose next iteration a Recur would start; nil where there
// is none, which is everywhere but in tail position of a Loop.
type loop []*Var

func (c *checker) errorf(f string, a ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(f, a...)
	}
}

func (c *checker) fun(f *Func) {
	c.bind(f.Params)
	c.same("results", c.tail(f.Body, nil), f.Results)
}

func (c *checker) bind(vs []*Var) {
	for _, v := range vs {
		if v.Type == nil {
			c.errorf("variable %s has no type", v.Name)
		}
		if c.scope[v] != 0 {
			c.errorf("variable %s is bound twice", v.Name)
		}
		c.scope[v] = inScope
	}
}

func (c *checker) unbind(vs []*Var) {
	for _, v := range vs {
		c.scope[v] = outOfScope
	}
}

// same compares types up to sizes; got is nil where only Recur is reached.
func (c *checker) same(what string, got, want []*types.Type) {
	if got == nil || c.err != nil {
		return
	}
	if len(got) != len(want) {
		c.errorf("%s: found %d values %v, want %d %v", what, len(got), got, len(want), want)
		return
	}
	for i := range got {
		if !sameType(got[i], want[i]) {
			c.errorf("%s: value %d has type %v, want %v", what, i, got[i], want[i])
		}
	}
}

// fits compares types with those of variables.
func (c *checker) fits(what string, got []*types.Type, vs []*Var) {
	if !slices.EqualFunc(got, vs, func(t *types.Type, v *Var) bool { return sameType(t, v.Type) }) {
		c.same(what, got, types.OfVars(vs))
	}
}

func sameType(a, b *types.Type) bool {
	return a == b || a != nil && b != nil && a.Erase() == b.Erase()
}

// tail checks e and returns the types of its results; l is the loop that a
// Recur in tail position continues. After the first error it returns nil.
func (c *checker) tail(e Expr, l loop) []*types.Type {
	if c.err != nil {
		return nil
	}
	switch e := e.(type) {
	case *Let:
		c.fits("let", c.tail(e.Rhs, nil), e.Binds)
		c.bind(e.Binds)
		ts := c.tail(e.Body, l)
		c.unbind(e.Binds)
		return ts
	case *If:
		c.want("condition", e.Cond, types.Bool)
		return c.join(c.tail(e.Then, l), c.tail(e.Else, l))
	case *Check:
		c.want("condition of a check", e.Cond, types.Bool)
		return c.tail(e.Then, l)
	case *Loop:
		c.fits("loop", c.each(e.Inits), e.Binds)
		c.bind(e.Binds)
		ts := c.tail(e.Body, loopOf(e))
		c.unbind(e.Binds)
		return ts
	case *Scope:
		if c.sigs.Columns(e.Table) == nil {
			c.errorf("there is no table %s", e.Table)
		}
		if len(e.Rows) > 0 {
			c.columns(e.Table, e.Rows)
		}
		return c.tail(e.Body, l)
	case *Recur:
		if l == nil {
			c.errorf("recur is not in tail position of a loop")
		}
		c.fits("recur", c.each(e.Args), l)
		return nil
	case *Ret:
		return c.each(e.Vals)
	}
	return c.op(e)
}

// loopOf is never nil, not even for a loop without variables.
func loopOf(e *Loop) loop { return append(loop{}, e.Binds...) }

// join is the types of a conditional; a branch that only recurs has none.
func (c *checker) join(then, els []*types.Type) []*types.Type {
	switch {
	case then == nil:
		return els
	case els == nil:
		return then
	}
	c.same("else", els, then)
	return then
}

// one checks an operand and returns its type, of kind Invalid after an error.
func (c *checker) one(e Expr) *types.Type {
	if v, ok := e.(*Ref); ok && c.err == nil && c.scope[v.Var] == inScope {
		return v.Var.Type.Erase() // most operands need no memory
	}
	ts := c.tail(e, nil)
	if len(ts) == 1 {
		return ts[0]
	}
	c.errorf("operand %s has %d values", Show(e), len(ts))
	return &types.Type{}
}

func (c *checker) each(es []Expr) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		ts[i] = c.one(e)
	}
	return ts
}

func (c *checker) want(what string, e Expr, t *types.Type) {
	if u := c.one(e); c.err == nil && !sameType(u, t) {
		c.errorf("%s has type %v, want %v", what, u, t)
	}
}

// vec checks a vector operand and returns its element type. In element code
// vectors are not computed, only named.
func (c *checker) vec(e Expr) *types.Type {
	t := c.one(e)
	if c.err != nil {
		return t
	}
	if _, named := e.(*Ref); c.elem && !named {
		c.errorf("element code computes the vector %s", Show(e))
	} else if t.Kind != types.KVec {
		c.errorf("operand %s has type %v, want a vector", Show(e), t)
	} else {
		return t.Elem()
	}
	return &types.Type{}
}

// fold checks the element code that combines tuples: closed, and sure not to fail.
func (c *checker) fold(vecs []Expr, params []*Var, body Expr) {
	ts := make([]*types.Type, len(vecs))
	for i, v := range vecs {
		ts[i] = c.vec(v)
	}
	if c.err != nil {
		return
	}
	if len(vecs) == 0 {
		c.errorf("a fold of nothing")
	}
	c.same("parameters of a fold", types.OfVars(params), append(ts[:len(ts):len(ts)], ts...))
	c.bind(params)
	c.elem = true
	c.same("combination", c.tail(body, nil), ts)
	c.elem = false
	c.unbind(params)
	for _, v := range FreeVars(body) {
		if !slices.Contains(params, v) {
			c.errorf("the code of a fold uses %s", v.Name)
		}
	}
	if ir.Any(body, func(e Expr) bool { return e.Form() == FormCheck }) {
		c.errorf("the code of a fold may fail")
	}
}

// sd checks a descriptor: abstract, or the vector of its offsets.
func (c *checker) sd(e Expr) {
	t := c.one(e)
	if c.err == nil && t.Kind != types.KSd && !sameType(t, types.Vec(types.Int)) {
		c.errorf("operand %s has type %v, want a descriptor", Show(e), t)
	}
}
