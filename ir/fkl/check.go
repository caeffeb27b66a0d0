package fkl

// Verify checks a module: scope, unique binders, types of every form, and
// that element code computes scalars only. It knows all languages of the
// family; what a single language forbids is in grammar/flat.go.

import (
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/types"
	"nessiec/ir/typing"
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
	c := &checker{funcs: funcs, sigs: m.Sigs()}
	c.Language = typing.Language[Expr]{Types: func(e Expr) []*types.Type { return c.tail(e, nil) }, Var: VarOf, Show: Show}
	for _, f := range m.Funcs {
		if c.fun(f); c.Err != nil {
			return fmt.Errorf("func %s: %w", f.Name, c.Err)
		}
	}
	for _, a := range m.Actions {
		if a.Fn != "" && funcs[a.Fn] == nil {
			return fmt.Errorf("action %s calls the unknown function %s", a.Name, a.Fn)
		}
	}
	return nil
}

// A checker checks functions, one after another.
type checker struct {
	typing.Checker[Expr]
	funcs map[string]*Func
	sigs  Sigs
	elem  bool // inside element code
}

// A loop is the loop whose next iteration a Recur would start; nil where there
// is none, which is everywhere but in tail position of a Loop.
type loop []*Var

func (c *checker) fun(f *Func) {
	c.Start()
	c.Bind(f.Params)
	c.Same("results", c.tail(f.Body, nil), f.Results)
}

// tail checks e and returns the types of its results; l is the loop that a
// Recur in tail position continues. After the first error it returns nil.
func (c *checker) tail(e Expr, l loop) []*types.Type {
	if c.Err != nil {
		return nil
	}
	switch e := e.(type) {
	case *Let:
		c.Fits("let", c.tail(e.Rhs, nil), e.Binds)
		c.Bind(e.Binds)
		ts := c.tail(e.Body, l)
		c.Unbind(e.Binds)
		return ts
	case *If:
		c.Want("condition", e.Cond, types.Bool)
		return c.Join(c.tail(e.Then, l), c.tail(e.Else, l))
	case *Check:
		c.Want("condition of a check", e.Cond, types.Bool)
		return c.tail(e.Then, l)
	case *Loop:
		c.Fits("loop", c.Each(e.Inits), e.Binds)
		c.Bind(e.Binds)
		ts := c.tail(e.Body, loopOf(e))
		c.Unbind(e.Binds)
		return ts
	case *Scope:
		if c.sigs.Columns(e.Table) == nil {
			c.Errorf("there is no table %s", e.Table)
		}
		if len(e.Rows) > 0 {
			c.columns(e.Table, e.Rows)
		}
		return c.tail(e.Body, l)
	case *Recur:
		if l == nil {
			c.Errorf("recur is not in tail position of a loop")
		}
		c.Fits("recur", c.Each(e.Args), l)
		return nil
	case *Ret:
		return c.Each(e.Vals)
	}
	return c.op(e)
}

// loopOf is never nil, not even for a loop without variables.
func loopOf(e *Loop) loop { return append(loop{}, e.Binds...) }

// vec checks a vector operand and returns its element type. In element code
// vectors are not computed, only named.
func (c *checker) vec(e Expr) *types.Type {
	t := c.One(e)
	if c.Err != nil {
		return t
	}
	if _, named := e.(*Ref); c.elem && !named {
		c.Errorf("element code computes the vector %s", Show(e))
	} else if t.Kind != types.KVec {
		c.Errorf("operand %s has type %v, want a vector", Show(e), t)
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
	if c.Err != nil {
		return
	}
	if len(vecs) == 0 {
		c.Errorf("a fold of nothing")
	}
	c.Same("parameters of a fold", types.OfVars(params), append(ts[:len(ts):len(ts)], ts...))
	c.Bind(params)
	c.elem = true
	c.Same("combination", c.tail(body, nil), ts)
	c.elem = false
	c.Unbind(params)
	for _, v := range FreeVars(body) {
		if !slices.Contains(params, v) {
			c.Errorf("the code of a fold uses %s", v.Name)
		}
	}
	if ir.Any(body, func(e Expr) bool { return e.Form() == FormCheck }) {
		c.Errorf("the code of a fold may fail")
	}
}

// sd checks a descriptor: abstract, or the vector of its offsets.
func (c *checker) sd(e Expr) {
	t := c.One(e)
	if c.Err == nil && t.Kind != types.KSd && !typing.SameType(t, types.Vec(types.Int)) {
		c.Errorf("operand %s has type %v, want a descriptor", Show(e), t)
	}
}
