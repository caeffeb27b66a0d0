// Package typing is what the checkers of flat programs and of kernels share: which variables
// are in scope, and whether types agree, up to sizes.
package typing

import (
	"fmt"
	"slices"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A Checker checks one declaration. It remembers the first mistake, after which nothing else
// that it finds matters.
type Checker[E any] struct {
	Err error
	Language[E]
	scope map[*types.Var]int8
}

// A Language is what is to be known of expressions.
type Language[E any] struct {
	Types func(E) []*types.Type // checks an operand and returns the types of its values
	Var   func(E) *types.Var    // the variable that an expression is a use of; nil for others
	Show  func(E) string
}

const (
	inScope int8 = 1 + iota
	outOfScope
)

// Start forgets the declaration before.
func (c *Checker[E]) Start() {
	if c.scope == nil {
		c.scope = make(map[*types.Var]int8, 64)
	}
	clear(c.scope)
}

// Errorf notes a mistake, unless there was one.
func (c *Checker[E]) Errorf(f string, a ...any) {
	if c.Err == nil {
		c.Err = fmt.Errorf(f, a...)
	}
}

// Bind begins the scope of variables, which are bound at one place only.
func (c *Checker[E]) Bind(vs []*types.Var) {
	for _, v := range vs {
		if v.Type == nil {
			c.Errorf("variable %s has no type", v.Name)
		}
		if c.scope[v] != 0 {
			c.Errorf("variable %s is bound twice", v.Name)
		}
		c.scope[v] = inScope
	}
}

// Unbind ends it.
func (c *Checker[E]) Unbind(vs []*types.Var) {
	for _, v := range vs {
		c.scope[v] = outOfScope
	}
}

// Use checks that a variable is in scope.
func (c *Checker[E]) Use(v *types.Var) {
	if c.scope[v] != inScope {
		c.Errorf("variable %s is not in scope", v.Name)
	}
}

// SameType compares types up to sizes.
func SameType(a, b *types.Type) bool { return a == b || a != nil && b != nil && a.Erase() == b.Erase() }

// Same compares types up to sizes; got is nil where only Recur is reached.
func (c *Checker[E]) Same(what string, got, want []*types.Type) {
	if got == nil || c.Err != nil {
		return
	}
	if len(got) != len(want) {
		c.Errorf("%s: found %d values %v, want %d %v", what, len(got), got, len(want), want)
		return
	}
	for i := range got {
		if !SameType(got[i], want[i]) {
			c.Errorf("%s: value %d has type %v, want %v", what, i, got[i], want[i])
		}
	}
}

// Fits compares types with those of variables.
func (c *Checker[E]) Fits(what string, got []*types.Type, vs []*types.Var) {
	if !slices.EqualFunc(got, vs, func(t *types.Type, v *types.Var) bool { return SameType(t, v.Type) }) {
		c.Same(what, got, types.OfVars(vs))
	}
}

// Join is the types of a conditional; a branch that only recurs has none.
func (c *Checker[E]) Join(then, els []*types.Type) []*types.Type {
	switch {
	case then == nil:
		return els
	case els == nil:
		return then
	}
	c.Same("else", els, then)
	return then
}

// One checks an operand and returns its type, of kind Invalid after an error.
func (c *Checker[E]) One(e E) *types.Type {
	if v := c.Var(e); v != nil && c.Err == nil && c.scope[v] == inScope {
		return v.Type.Erase() // most operands need no memory
	}
	ts := c.Types(e)
	if len(ts) == 1 {
		return ts[0]
	}
	c.Errorf("operand %s has %d values", c.Show(e), len(ts))
	return &types.Type{}
}

// Each is One of several operands.
func (c *Checker[E]) Each(es []E) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		ts[i] = c.One(e)
	}
	return ts
}

// Want checks that an operand has a type.
func (c *Checker[E]) Want(what string, e E, t *types.Type) {
	if u := c.One(e); c.Err == nil && !SameType(u, t) {
		c.Errorf("%s has type %v, want %v", what, u, t)
	}
}

// Prim checks a primitive and its operands and returns the types of its results; it may be
// allowed here or not.
func (c *Checker[E]) Prim(p *prim.Prim, args []E, allowed bool) []*types.Type {
	ts := c.Each(args)
	if c.Err != nil {
		return nil
	}
	if !allowed {
		c.Errorf("primitive %s is not allowed here", p.Name)
		return nil
	}
	results, err := p.FlatResults(ts)
	if err != nil {
		c.Errorf("%v", err)
		return nil
	}
	return results
}
