package vcode

// Check: scope and types of programs that have names for the entries of the stack.

import (
	"fmt"

	"nessiec/ir/types"
)

// Verify reports the first thing wrong with the functions of m that have names for entries;
// there is nothing to check in those that work on a stack, but that functions are there.
func Verify(m *Module) error {
	funcs := map[string]*Func{}
	for _, f := range m.Funcs {
		if funcs[f.Name] != nil {
			return fmt.Errorf("function %s is defined twice", f.Name)
		}
		funcs[f.Name] = f
	}
	for _, f := range m.Funcs {
		if f.Body.Form() == FormBlock {
			continue
		}
		c := &checker{funcs: funcs, scope: map[*Var]bool{}, bound: map[*Var]bool{}}
		c.bind(f.Params)
		c.fits("parameters", types.OfVars(f.Params), f.Takes)
		c.fits("results", c.body(f.Body, nil), f.Yields)
		if c.err != nil {
			return fmt.Errorf("function %s: %w", f.Name, c.err)
		}
	}
	return nil
}

// A checker checks one function.
type checker struct {
	funcs        map[string]*Func
	scope, bound map[*Var]bool
	err          error
}

func (c *checker) errorf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *checker) bind(vs []*Var) {
	for _, v := range vs {
		if v.Type == nil || c.bound[v] {
			c.errorf("variable %s is bound twice or has no type", v.Name)
		}
		c.scope[v], c.bound[v] = true, true
	}
}

func (c *checker) unbind(vs []*Var) {
	for _, v := range vs {
		delete(c.scope, v)
	}
}

// TypeOfAtom is the type of an operand.
func TypeOfAtom(e Expr) *types.Type {
	switch e := e.(type) {
	case *Ref:
		return e.Var.Type
	case *Int:
		return types.Int
	case *Float:
		return types.Float
	case *Bool:
		return types.Bool
	}
	panic("vcode: " + Schema[e.Form()].Name + " is no operand")
}

// atoms checks operands and returns their types.
func (c *checker) atoms(es []Expr) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		if r, ok := e.(*Ref); ok && !c.scope[r.Var] {
			c.errorf("variable %s is not in scope", r.Var.Name)
		}
		ts[i] = TypeOfAtom(e)
	}
	return ts
}

// fits checks that what was found may stand where want is expected; nil comes from code that
// does not end.
func (c *checker) fits(what string, got, want []*types.Type) {
	if got == nil || c.err != nil {
		return
	}
	if len(got) != len(want) {
		c.errorf("%s: %d values %v instead of %v", what, len(got), got, want)
		return
	}
	for i := range got {
		if !Fits(got[i], want[i]) {
			c.errorf("%s: value %d has type %v instead of %v", what, i, got[i], want[i])
		}
	}
}

// body checks e and returns the types of its results, nil if there are none. loop is what a
// Recur binds.
func (c *checker) body(e Expr, loop []*Var) []*types.Type {
	switch e := e.(type) {
	case *Let:
		c.fits("let", c.body(e.Rhs, nil), types.OfVars(e.Binds))
		c.bind(e.Binds)
		ts := c.body(e.Body, loop)
		c.unbind(e.Binds)
		return ts
	case *Ret:
		return append([]*types.Type{}, c.atoms(e.Vals)...)
	case *If:
		c.fits("condition", c.atoms([]Expr{e.Cond}), []*types.Type{types.Vec(types.Bool)})
		return c.join(c.body(e.Then, loop), c.body(e.Else, loop))
	case *Exit:
		return nil
	case *Loop:
		c.fits("loop", c.atoms(e.Inits), types.OfVars(e.Binds))
		c.bind(e.Binds)
		ts := c.body(e.Body, e.Binds)
		c.unbind(e.Binds)
		return ts
	case *Recur:
		if loop == nil {
			c.errorf("recur outside of a loop")
		}
		c.fits("recur", c.atoms(e.Args), types.OfVars(loop))
		return nil
	case *Timed:
		ts := c.body(e.Body, nil)
		return append(ts[:len(ts):len(ts)], types.Float)
	case *Const:
		return []*types.Type{e.Type}
	case *Call:
		f := c.funcs[e.Fn]
		if f == nil {
			c.errorf("there is no function %s", e.Fn)
			return nil
		}
		c.fits("arguments of "+e.Fn, c.atoms(e.Args), f.Takes)
		if f.Outputs < 0 {
			return nil
		}
		return append([]*types.Type{}, f.Yields...)
	case *Apply:
		args := c.atoms(e.Args)
		c.fits("operands of "+e.Op.String(), args, e.Op.Of().ArgTypes(e.Type))
		if c.err != nil {
			return nil
		}
		return append([]*types.Type{}, e.Op.Of().ResultTypes(e.Type, args)...)
	}
	c.errorf("%s is not allowed here", Schema[e.Form()].Name)
	return nil
}

// join is the types of what one of two bodies yields.
func (c *checker) join(a, b []*types.Type) []*types.Type {
	switch {
	case a == nil || c.err != nil:
		return b
	case b == nil:
		return a
	}
	if len(a) != len(b) {
		c.errorf("branches with %d and %d results", len(a), len(b))
		return nil
	}
	out := make([]*types.Type, len(a))
	for i := range a {
		t, ok := Join(a[i], b[i])
		if !ok {
			c.errorf("branches with results of types %v and %v", a[i], b[i])
			return nil
		}
		out[i] = t
	}
	return out
}
