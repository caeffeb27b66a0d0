package lcu

// Verify checks a module: scope, unique binders, types of every form, that
// thunks compute scalars only and that kernels are closed lists of SOACs. What
// a single language forbids is in grammar/kernel.go.

import (
	"fmt"

	"nessiec/ir/types"
	"nessiec/ir/typing"
)

// Verify reports the first thing wrong with m.
func Verify(m *Module) error { return VerifyRest(m, m) }

// VerifyRest is Verify of m, of whose kernels only those of rest are looked into.
func VerifyRest(m, rest *Module) error {
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
	c := &checker{funcs: params, kernels: kernels, sigs: m.Sigs()}
	c.Language = typing.Language[Expr]{Types: func(e Expr) []*types.Type { return c.tail(e, nil) }, Var: VarOf, Show: Show}
	check := func(what, name string, ps []*Var, body Expr, results []*types.Type, p place) error {
		c.Start()
		c.place = p
		c.Bind(ps)
		if c.Same("results", c.tail(body, nil), results); c.Err != nil {
			return fmt.Errorf("%s %s: %w", what, name, c.Err)
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

// A place tells which forms may stand where the checker is.
type place uint8

const (
	onHost   place = iota
	inKernel       // Let, Ret and SOACs
	inThunk        // element code
	inPlan         // scalars by which the host chooses
)

// A checker checks functions and kernels, one after another.
type checker struct {
	typing.Checker[Expr]
	funcs, kernels map[string][]*Var
	sigs           Sigs
	place          place
}

// A loop is the loop whose next iteration a Recur would start; nil where there
// is none, which is everywhere but in tail position of a Loop.
type loop []*Var

// tail checks e and returns the types of its results; l is the loop that a
// Recur in tail position continues. After the first error it returns nil.
func (c *checker) tail(e Expr, l loop) []*types.Type {
	if c.Err != nil {
		return nil
	}
	if c.place == inKernel && !kernelForm(e) {
		c.Errorf("%s in a kernel", Schema[e.Form()].Name)
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
		ts := c.tail(e.Body, append(loop{}, e.Binds...))
		c.Unbind(e.Binds)
		return ts
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

// kernelForm reports whether e may stand in a kernel, outside thunks.
func kernelForm(e Expr) bool {
	switch e.(type) {
	case *Let, *Ret, *Ref, *Int, *Float, *Bool, *Char:
		return true
	}
	return IsSOAC(e)
}

// vec checks an array operand and returns its element type. In thunks arrays
// are not computed, only named.
func (c *checker) vec(e Expr) *types.Type {
	t := c.One(e)
	if c.Err != nil {
		return t
	}
	if _, named := e.(*Ref); c.place == inThunk && !named {
		c.Errorf("a thunk computes the array %s", Show(e))
	} else if t.Kind != types.KVec {
		c.Errorf("operand %s has type %v, want an array", Show(e), t)
	} else {
		return t.Elem()
	}
	return &types.Type{}
}
