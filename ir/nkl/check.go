package nkl

// Check: scope and types of a module, at every language of the family. Which
// forms may occur is the grammar's business; how sizes follow is that of shape
// inference, so types are compared without sizes.

import (
	"errors"
	"fmt"

	"nessiec/ir/types"
)

// Verify verifies m: functions and actions are well formed, binders are unique,
// uses are dominated by their binders, and every expression has the type that
// its context says. The error names the function and the position.
func Verify(m *Module) error {
	c := &checker{sigs: m.Sigs(), scope: make(map[*Var]int32, 64)}
	if err := checkNames(m); err != nil {
		return err
	}
	for _, f := range m.Funcs {
		if err := c.function(f.Name, f.TypeParams, f.Params, f.Result, f.Body); err != nil {
			return err
		}
	}
	for _, l := range m.Liftings {
		if err := c.lifting(l); err != nil {
			return err
		}
	}
	for _, l := range m.Lifteds {
		if err := c.liftedSignature(l); err != nil {
			return err
		}
		if err := c.function(l.Name, nil, l.Params, l.Result, l.Body); err != nil {
			return err
		}
	}
	return checkActions(m, c.sigs)
}

func checkNames(m *Module) error {
	seen := make(map[string]bool, len(m.Funcs))
	for _, f := range m.Funcs {
		if seen[f.Name] {
			return fmt.Errorf("function %s is defined twice", f.Name)
		}
		seen[f.Name] = true
	}
	for _, l := range m.Lifteds {
		if seen[l.Name] {
			return fmt.Errorf("function %s is defined twice", l.Name)
		}
		seen[l.Name] = true
	}
	for _, d := range m.Datatypes {
		for _, con := range d.Cons {
			if con.Kind != types.KCon {
				return fmt.Errorf("datatype %s: %v is not a constructor", d.Name, con)
			}
		}
	}
	for _, t := range m.Tables {
		for _, col := range t.Columns {
			if !col.IsBase() {
				return fmt.Errorf("table %s: a column of type %v", t.Name, col)
			}
		}
	}
	return nil
}

// A checker walks one function after another.
type checker struct {
	sigs   *Sigs
	params []*types.Type  // type parameters of the function
	scope  map[*Var]int32 // of a binder in scope 1 + its number of frames; outOfScope after it
	frames []frame        // enclosing bodies that may only use what they list
	loops  []*Loop        // loops that a Recur here may continue, innermost last
	types  []*types.Type  // stack of operand types
	err    error
}

const outOfScope = -1

// A frame is the body of a form that lists its free variables.
type frame struct {
	listed [2][]*Var
	seen   map[*Var]bool // those of listed that occur
}

func (c *checker) function(name string, tparams []*types.Type, params []*Var, result *types.Type, body Expr) error {
	clear(c.scope)
	c.params = tparams
	for _, t := range tparams {
		if t.Kind != types.KVar {
			c.errorf(body, "type parameter %v is not a variable", t)
		}
	}
	for _, p := range params {
		c.bind(body, p)
	}
	if t := c.expr(body, false); t != nil && !Same(t, result) {
		c.errorf(body, "the body has type %v, the result is declared %v", t, result)
	}
	if c.err != nil {
		return fmt.Errorf("function %s: %w", name, c.err)
	}
	return nil
}

func (c *checker) liftedSignature(l *Lifted) error {
	f := c.sigs.Funcs[l.Of]
	if f == nil {
		return fmt.Errorf("function %s: there is no function %s to lift", l.Name, l.Of)
	}
	if len(l.Params) == 0 || l.Params[0].Type != types.Int || !lifts(l.Params[1:], l.Result, f) {
		return fmt.Errorf("function %s: not the signature of lifted %s", l.Name, l.Of)
	}
	return nil
}

func (c *checker) lifting(l *Lifting) error {
	f, by := c.sigs.Funcs[l.Fn], c.sigs.Funcs[l.By]
	if f == nil || by == nil || len(f.TypeParams)+len(by.TypeParams) > 0 || !lifts(by.Params, by.Result, f) {
		return fmt.Errorf("function %s cannot be lifted by %s", l.Fn, l.By)
	}
	return nil
}

// lifts reports whether params and result are sequences of those of f.
func lifts(params []*Var, result *types.Type, f *Func) bool {
	if len(params) != len(f.Params) || !Same(result, types.Seq(f.Result)) {
		return false
	}
	for i, p := range params {
		if !Same(p.Type, types.Seq(f.Params[i].Type)) {
			return false
		}
	}
	return true
}

func (c *checker) errorf(at Expr, format string, args ...any) {
	if c.err != nil {
		return
	}
	msg := fmt.Sprintf(format, args...)
	if p := at.Pos(); p.IsValid() {
		msg = p.String() + ": " + msg
	}
	c.err = errors.New(msg)
}

func (c *checker) bind(at Expr, v *Var) {
	if c.scope[v] != 0 {
		c.errorf(at, "variable %s is bound twice", v.Name)
	}
	c.scope[v] = int32(len(c.frames)) + 1
	c.typeVars(at, v.Type)
}

func (c *checker) bindAll(at Expr, vs []*Var) {
	for _, v := range vs {
		c.bind(at, v)
	}
}

func (c *checker) unbind(vs ...*Var) {
	for _, v := range vs {
		c.scope[v] = outOfScope
	}
}

// typeVars verifies that the type variables of t are parameters.
func (c *checker) typeVars(at Expr, t *types.Type) {
	if t.Kind == types.KVar {
		for _, p := range c.params {
			if p == t {
				return
			}
		}
		c.errorf(at, "type variable %v is not a parameter of the function", t)
	}
	for _, e := range t.Elems {
		c.typeVars(at, e)
	}
}

func (c *checker) use(at Expr, v *Var) {
	switch level := c.scope[v]; {
	case level == 0:
		c.errorf(at, "variable %s has no binder", v.Name)
	case level == outOfScope:
		c.errorf(at, "variable %s is not in scope", v.Name)
	case int(level) <= len(c.frames):
		c.frames[len(c.frames)-1].use(c, at, v)
	}
}

func (f *frame) use(c *checker, at Expr, v *Var) {
	if f.seen[v] {
		return
	}
	for _, list := range f.listed {
		for _, w := range list {
			if w == v {
				if f.seen == nil {
					f.seen = map[*Var]bool{}
				}
				f.seen[v] = true
				return
			}
		}
	}
	c.errorf(at, "variable %s is free in a body that does not list it", v.Name)
}

// body checks a body that may use only what it binds and what is listed; when
// exact, it must use all of that.
func (c *checker) body(at Expr, binds []*Var, body Expr, exact bool, listed ...[]*Var) *types.Type {
	var f frame
	copy(f.listed[:], listed)
	for _, list := range listed {
		for _, v := range list {
			c.use(at, v)
		}
	}
	loops := c.loops
	c.frames, c.loops = append(c.frames, f), nil
	c.bindAll(at, binds)
	t := c.expr(body, false)
	c.unbind(binds...)
	f = c.frames[len(c.frames)-1]
	c.frames, c.loops = c.frames[:len(c.frames)-1], loops
	if n := len(f.listed[0]) + len(f.listed[1]); exact && len(f.seen) != n {
		c.errorf(at, "%d variables are listed as free, but %d are", n, len(f.seen))
	}
	return t
}

// want checks that e has type t.
func (c *checker) want(e Expr, t *types.Type, what string) {
	if u := c.value(e); u != nil && !Same(u, t) {
		c.errorf(e, "%s has type %v, expected %v", what, u, t)
	}
}

// value is the type of e in a place that is not a tail of a loop.
func (c *checker) value(e Expr) *types.Type { return c.expr(e, false) }

// operands checks es and returns their types, which are valid until the next
// call; ok is false if one of them has none.
func (c *checker) operands(es []Expr) (ts []*types.Type, ok bool) {
	base := len(c.types)
	ok = true
	for _, e := range es {
		t := c.value(e)
		ok = ok && t != nil
		c.types = append(c.types, t)
	}
	ts, c.types = c.types[base:], c.types[:base]
	return ts, ok
}

// arguments checks es against parameter types.
func (c *checker) arguments(at Expr, what string, es []Expr, n int, param func(int) *types.Type) {
	if len(es) != n {
		c.errorf(at, "%s gets %d arguments, expected %d", what, len(es), n)
	}
	for i, e := range es {
		if t := c.value(e); t != nil && c.err == nil && !Same(t, param(i)) {
			c.errorf(e, "argument %d of %s has type %v, expected %v", i+1, what, t, param(i))
		}
	}
}

// generators checks the sequences of an apply-to-each.
func (c *checker) generators(at Expr, binds []*Var, seqs []Expr) {
	if len(binds) != len(seqs) || len(binds) == 0 {
		c.errorf(at, "%d variables for %d sequences", len(binds), len(seqs))
		return
	}
	for i, s := range seqs {
		if t := c.value(s); t != nil && (t.Kind != types.KSeq || !Same(t.Elem(), binds[i].Type)) {
			c.errorf(s, "%s has type %v, but its sequence %v", binds[i].Name, binds[i].Type, t)
		}
	}
}

func (c *checker) captured(e *EachCaptured) *types.Type {
	c.generators(e, e.Binds, e.Seqs)
	for _, v := range e.Uniform {
		if v.Type.Has(types.KSeq) {
			c.errorf(e, "uniform variable %s has type %v", v.Name, v.Type)
		}
	}
	for _, v := range e.Shared {
		if !v.Type.Has(types.KSeq) {
			c.errorf(e, "shared variable %s has type %v", v.Name, v.Type)
		}
	}
	return seqOf(c.body(e, e.Binds, e.Body, false, e.Uniform, e.Shared))
}
