package lcu

// Verify checks a module: scope, unique binders, types of every form, that
// thunks compute scalars only and that kernels are closed lists of SOACs. What
// a single language forbids is in grammar/kernel.go.

import (
	"fmt"
	"slices"

	"nessiec/ir/types"
)

// Verify reports the first thing wrong with m.
func Verify(m *Module) error { return VerifyRest(m, m) }

// VerifyRest is Verify of m, of whose kernels only those of rest are looked into.
func VerifyRest(m, rest *Module) error {
	sigs := m.Sigs()
	params := map[string][]*Var{}
	for _, f := range m.Funcs {
		if _, twice := params[f.Name]; twice {
			return fmt.Errorf("function %s is defined twice", f.Name)
		}
		params[f.Name] = f.Params
	}
	kernels := map[string][]*Var{}
	for _, k := range m.Kernels {
		if _, twice := kernels[k.Name]; twice {
			return fmt.Errorf("kernel %s is defined twice", k.Name)
		}
		kernels[k.Name] = k.Params
	}
	scope := make(map[*Var]int8, 64)
	check := func(what, name string, ps []*Var, body Expr, results []*types.Type, p place) error {
		clear(scope)
		c := &checker{funcs: params, kernels: kernels, sigs: sigs, scope: scope, place: p}
		c.bind(ps)
		if c.same("results", c.tail(body, nil), results); c.err != nil {
			return fmt.Errorf("%s %s: %w", what, name, c.err)
		}
		return nil
	}
	for _, k := range rest.Kernels {
		if err := check("kernel", k.Name, k.Params, k.Body, k.Results, inKernel); err != nil {
			return err
		}
	}
	for _, f := range m.Funcs {
		if err := check("func", f.Name, f.Params, f.Body, f.Results, onHost); err != nil {
			return err
		}
	}
	return checkActions(m, params)
}

func checkActions(m *Module, funcs map[string][]*Var) error {
	for _, a := range m.Actions {
		if _, ok := funcs[a.Fn]; a.Fn != "" && !ok {
			return fmt.Errorf("action %s calls the unknown function %s", a.Name, a.Fn)
		}
	}
	return nil
}

const (
	inScope int8 = 1 + iota
	outOfScope
)

// A place tells which forms may stand where the checker is.
type place uint8

const (
	onHost   place = iota
	inKernel       // Let, Ret and SOACs
	inThunk        // element code
	inPlan         // scalars by which the host chooses
)

// A checker checks one function or kernel.
type checker struct {
	funcs, kernels map[string][]*Var
	sigs           Sigs
	scope          map[*Var]int8
	place          place
	err            error
}

// A loop is the loop whose next iteration a Recur would start; nil where there
// is none, which is everywhere but in tail position of a Loop.
type loop []*Var

func (c *checker) errorf(f string, a ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(f, a...)
	}
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

func sameType(a, b *types.Type) bool { return a == b || a != nil && b != nil && a.Erase() == b.Erase() }

// tail checks e and returns the types of its results; l is the loop that a
// Recur in tail position continues. After the first error it returns nil.
func (c *checker) tail(e Expr, l loop) []*types.Type {
	if c.err != nil {
		return nil
	}
	if c.place == inKernel && !kernelForm(e) {
		c.errorf("%s in a kernel", Schema[e.Form()].Name)
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
		ts := c.tail(e.Body, append(loop{}, e.Binds...))
		c.unbind(e.Binds)
		return ts
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

// kernelForm reports whether e may stand in a kernel, outside thunks.
func kernelForm(e Expr) bool {
	switch e.(type) {
	case *Let, *Ret, *Ref, *Int, *Float, *Bool, *Char:
		return true
	}
	return IsSOAC(e)
}

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

// vec checks an array operand and returns its element type. In thunks arrays
// are not computed, only named.
func (c *checker) vec(e Expr) *types.Type {
	t := c.one(e)
	if c.err != nil {
		return t
	}
	if _, named := e.(*Ref); c.place == inThunk && !named {
		c.errorf("a thunk computes the array %s", Show(e))
	} else if t.Kind != types.KVec {
		c.errorf("operand %s has type %v, want an array", Show(e), t)
	} else {
		return t.Elem()
	}
	return &types.Type{}
}
