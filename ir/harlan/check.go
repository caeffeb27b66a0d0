package harlan

// Check: scope and types of a module, at every language of the family that has types.

import (
	"errors"
	"fmt"

	"nessiec/ir/types"
)

// Sigs is what the declarations of a module say about names.
type Sigs struct {
	Funcs map[string]Signature    // functions, externs and builtins
	Cons  map[string]*Constructor // constructors
	Data  map[string]*Datatype    // datatypes by the names of their constructors
	Types map[string]*Datatype    // datatypes by their names
}

// Sigs collects the signatures of a typed module.
func (m *Module) Sigs() *Sigs {
	s := &Sigs{map[string]Signature{}, map[string]*Constructor{}, map[string]*Datatype{}, map[string]*Datatype{}}
	for name, sig := range Builtins {
		s.Funcs[name] = sig
	}
	for _, d := range m.Datatypes {
		s.Types[d.Name] = d
		for _, c := range d.Cons {
			s.Cons[c.Name], s.Data[c.Name] = c, d
		}
	}
	for _, e := range m.Externs {
		s.Funcs[e.Name] = Signature{e.Params, e.Result}
	}
	for _, f := range m.Funcs {
		sig := Signature{Result: f.Result}
		for _, p := range f.Params {
			sig.Params = append(sig.Params, p.Type)
		}
		s.Funcs[f.Name] = sig
	}
	return s
}

// Verify verifies m: binders are unique, uses are dominated by their binders, and, if
// types are known, every expression has the type that its context says.
func Verify(m *Module) error {
	for _, f := range m.Funcs {
		c := &checker{sigs: m.Sigs(), scope: map[*Var]bool{}, bound: map[*Var]bool{}}
		c.bind(f.Params...)
		if f.Result == nil {
			c.names(f.Body)
		} else {
			c.want(f.Body, f.Result, "the body")
		}
		if c.err != nil {
			return fmt.Errorf("function %s: %w", f.Name, c.err)
		}
	}
	return nil
}

// TypeOf is the type of an expression of a module with these signatures; nil for what
// never yields a value.
func (s *Sigs) TypeOf(e Expr) *types.Type {
	c := &checker{sigs: s, open: true}
	t := c.expr(e)
	if c.err != nil {
		panic("harlan: " + c.err.Error() + " in " + Show(e))
	}
	return t
}

// A checker walks a function.
type checker struct {
	sigs  *Sigs
	open  bool          // scope is not checked
	scope map[*Var]bool // what may be used
	bound map[*Var]bool // what was bound
	loops []*Loop
	err   error
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

func (c *checker) bind(vs ...*Var) {
	for _, v := range vs {
		if c.open {
			return
		}
		if c.bound[v] {
			c.err = fmt.Errorf("variable %s is bound twice", v.Name)
		}
		c.bound[v], c.scope[v] = true, true
	}
}

func (c *checker) unbind(vs ...*Var) {
	for _, v := range vs {
		delete(c.scope, v)
	}
}

func (c *checker) use(at Expr, v *Var) {
	if !c.open && !c.scope[v] {
		c.errorf(at, "variable %s is not in scope", v.Name)
	}
}

// names checks the scope of an expression without types.
func (c *checker) names(e Expr) {
	switch e := e.(type) {
	case *Ref:
		c.use(e, e.Var)
	case *Set:
		c.use(e, e.Var)
		c.names(e.Rhs)
	case *Let:
		c.names(e.Rhs)
		c.within(e.Body, e.Bind)
	case *Lambda:
		c.within(e.Body, e.Params...)
	case *Arm:
		c.within(e.Body, e.Binds...)
	case *Kernel:
		for _, s := range e.Seqs {
			c.names(s)
		}
		c.within(e.Body, e.Binds...)
	case *Reduce:
		c.names(e.Of)
		c.within(e.Body, e.X, e.Y)
	case *Scan:
		c.names(e.Init)
		c.names(e.Of)
		c.within(e.Body, e.X, e.Y)
	case *Filter:
		c.names(e.Of)
		c.within(e.Cond, e.X)
	default:
		e.Children(func(_ int, x Expr) { c.names(x) })
	}
}

func (c *checker) within(body Expr, vs ...*Var) {
	c.bind(vs...)
	c.names(body)
	c.unbind(vs...)
}

// same reports whether t and u are one type; an expression without a type has any.
func same(t, u *types.Type) bool { return t == nil || t == u }

func (c *checker) want(e Expr, t *types.Type, what string) {
	if u := c.expr(e); c.err == nil && !same(u, t) {
		c.errorf(e, "%s has type %v, expected %v", what, u, t)
	}
}

func (c *checker) wants(at Expr, what string, es []Expr, ts []*types.Type) {
	if len(es) != len(ts) {
		c.errorf(at, "%s gets %d arguments, expected %d", what, len(es), len(ts))
		return
	}
	for i, e := range es {
		c.want(e, ts[i], fmt.Sprintf("argument %d of %s", i+1, what))
	}
}

// body is the type of a body in which variables are bound.
func (c *checker) body(e Expr, vs ...*Var) *types.Type {
	c.bind(vs...)
	t := c.expr(e)
	c.unbind(vs...)
	return t
}

// elem is the type of the elements of a vector.
func (c *checker) elem(e Expr) *types.Type {
	t := c.expr(e)
	if t == nil || t.Kind != types.KSeq {
		c.errorf(e, "a value of type %v as a vector", t)
		return nil
	}
	return t.Elem()
}

func seqOf(t *types.Type) *types.Type {
	if t == nil {
		return nil
	}
	return types.Seq(t)
}
