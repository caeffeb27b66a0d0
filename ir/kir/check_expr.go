package kir

// Checking of expressions.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// expr checks an expression and returns its type, of kind Invalid after an error.
func (c *checker) expr(e Expr) *types.Type {
	var t *types.Type // nil: what TypeOf says, which looks at parts again
	switch e := e.(type) {
	case *Ref:
		if how := c.scope[e.Var]; how == 0 || how == outOfScope {
			c.errorf("variable %s is not in scope", e.Var.Name)
		}
	case *Int, *Float, *Bool, *Char:
	case *Prim:
		t = c.prim(e)
	case *Unit:
		if !e.Op.Combines(e.Type) {
			c.errorf("%v has no identity of type %v", e.Op, e.Type)
		}
	case *Select:
		c.want("condition", e.Cond, types.Bool)
		t = c.expr(e.Then)
		c.want("else", e.Else, t)
	case *InRange:
		index := c.index(e.Idx)
		c.want("size", e.Size, index)
		t = Like(index, types.Bool)
	default:
		if c.inner {
			c.kernelExpr(e)
		} else {
			c.hostExpr(e)
		}
	}
	switch {
	case c.err != nil:
		return &types.Type{}
	case t != nil:
		return t
	}
	return TypeOf(e)
}

func (c *checker) kernelExpr(e Expr) {
	switch e := e.(type) {
	case *Load:
		c.buf(e.Buf)
		c.index(e.Idx)
	case *Digit:
		if t := c.expr(e.Val); c.err == nil && (!t.IsBase() || t == types.Bool) {
			c.errorf("digit of type %v", t)
		}
		c.want("digit", e.Index, types.Int)
	case *GroupId, *NumGroups, *LocalId:
	default:
		c.lanesExpr(e)
	}
}

func (c *checker) lanesExpr(e Expr) {
	switch e := e.(type) {
	case *Splat:
		if t := c.expr(e.Val); c.err == nil && (!t.IsBase() || e.N < 2) {
			c.errorf("%d lanes of type %v", e.N, t)
		}
	case *Ramp:
		if c.want("base", e.Base, types.Int); e.N < 2 {
			c.errorf("%d lanes", e.N)
		}
	case *MaskedLoad:
		c.buf(e.Buf)
		c.want("mask", e.Mask, Like(c.index(e.Idx), types.Bool))
		c.lanes("mask", e.Mask)
	case *Any:
		if t := c.expr(e.Mask); c.err == nil && Base(t) != types.Bool {
			c.errorf("any of type %v", t)
		}
		c.lanes("any", e.Mask)
	case *Fold:
		t := c.expr(e.Init)
		if c.err == nil && !e.Op.Combines(t) {
			c.errorf("%v of type %v", e.Op, t)
		}
		if u := c.lanes("fold", e.Val); c.err == nil && u.Elem() != t {
			c.errorf("fold of %v with %v", u, t)
		}
	default:
		c.errorf("%s is no expression of kernels", Show(e))
	}
}

// index checks an index, or lanes of them, and returns its type.
func (c *checker) index(e Expr) *types.Type {
	t := c.expr(e)
	if c.err == nil && Base(t) != types.Int {
		c.errorf("index %s has type %v, want %v", Show(e), t, types.Int)
	}
	return t
}

// lanes checks that e has lanes and returns its type.
func (c *checker) lanes(what string, e Expr) *types.Type {
	t := c.expr(e)
	if c.err == nil && LanesOf(t) == 0 {
		c.errorf("%s: %s has no lanes", what, Show(e))
	}
	return t
}

func (c *checker) hostExpr(e Expr) {
	switch e := e.(type) {
	case *Length:
		c.buf(e.Buf)
	case *ErrorWord:
	case *LaunchBase:
		if e.Site < 0 || e.Site >= c.sites {
			c.errorf("unknown site %d", e.Site)
		}
	default:
		c.errorf("%s is no expression of the host", Show(e))
	}
}

// prim checks an application of a primitive and returns its type, nil after an error.
func (c *checker) prim(e *Prim) *types.Type {
	outer := len(c.args)
	for _, a := range e.Args {
		t := c.expr(a)
		c.args = append(c.args, t)
	}
	args := c.args[outer:]
	c.args = c.args[:outer]
	switch {
	case c.err != nil:
		return nil
	case e.Op.Class != prim.Scalar:
		c.errorf("primitive %s is not allowed here", e.Op.Name)
		return nil
	}
	t, err := resultOf(e.Op, args)
	if err != nil {
		c.errorf("%s: %v", e.Op.Name, err)
	}
	return t
}

func (c *checker) each(es []Expr) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		ts[i] = c.expr(e)
	}
	return ts
}

func (c *checker) want(what string, e Expr, t *types.Type) {
	if u := c.expr(e); c.err == nil && u != t {
		c.errorf("%s %s has type %v, want %v", what, Show(e), u, t)
	}
}

// scalar checks the right-hand side of a scalar variable.
func (c *checker) scalar(what string, e Expr, v *Var) {
	c.want(what, e, v.Type)
	if c.err == nil && IsBuf(v.Type) {
		c.errorf("%s of the buffer %s", what, v.Name)
	}
}

// buf checks a buffer, which is named, and returns its element type.
func (c *checker) buf(e Expr) *types.Type {
	t := c.expr(e)
	switch {
	case c.err != nil:
	case !IsBuf(t):
		c.errorf("%s has type %v, want a buffer", Show(e), t)
	default:
		return t.Elem()
	}
	return &types.Type{}
}
