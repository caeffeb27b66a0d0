package harlan

// Check of typed expressions: one case per form.

import "nessiec/ir/types"

// expr checks e and returns its type, nil if it never yields a value.
//
//nessiec:exhaustive harlan
func (c *checker) expr(e Expr) *types.Type {
	if c.err != nil {
		return nil
	}
	switch e := e.(type) {
	case *Ref:
		c.use(e, e.Var)
		return e.Var.Type
	case *Int:
		return types.Int
	case *Float:
		return types.Float
	case *Bool:
		return types.Bool
	case *Char:
		return types.Char
	case *Str:
		return StrType
	case *U64:
		return U64Type
	case *Void:
		return VoidType
	case *Op:
		return c.op(e)
	case *Call:
		sig, ok := c.sigs.Funcs[e.Fn]
		if !ok {
			c.errorf(e, "there is no function %s", e.Fn)
		}
		c.wants(e, e.Fn, e.Args, sig.Params)
		return sig.Result
	case *Construct:
		d := c.sigs.Cons[e.Con]
		if d == nil {
			c.errorf(e, "there is no constructor %s", e.Con)
			return nil
		}
		c.wants(e, e.Con, e.Args, d.Fields)
		return Named(c.sigs.Data[e.Con].Name)
	case *Apply:
		f := c.expr(e.Fun)
		if f == nil || !IsProcedure(f) {
			c.errorf(e, "applies a value of type %v", f)
			return nil
		}
		c.wants(e, "a procedure", e.Args, ParamsOf(f))
		return ResultOf(f)
	case *Lambda:
		if t := c.body(e.Body, e.Params...); !same(t, ResultOf(e.Type)) {
			c.errorf(e, "the body has type %v, the procedure is %v", t, e.Type)
		}
		return e.Type
	case *Cast:
		c.want(e.Of, e.From, "what is cast")
		return e.To
	case *Vector:
		for _, x := range e.Elems {
			c.want(x, e.Elem, "an element")
		}
		return types.Seq(e.Elem)
	case *Iota:
		c.want(e.Of, types.Int, "a length")
		return types.Seq(types.Int)
	case *VectorRef:
		t := c.elem(e.Vec)
		c.want(e.Index, types.Int, "an index")
		return t
	case *VectorSet:
		t := c.elem(e.Vec)
		c.want(e.Index, types.Int, "an index")
		c.want(e.Rhs, t, "an element")
		return VoidType
	case *Put:
		t := c.elem(e.Vec)
		c.want(e.Index, types.Int, "an index")
		c.want(e.Rhs, t, "an element")
		return seqOf(t)
	case *Length:
		c.elem(e.Of)
		return types.Int
	case *Pointer:
		return Ptr(c.elem(e.Of))
	case *Kernel:
		return c.kernel(e)
	case *Reduce:
		t := c.elem(e.Of)
		c.combines(e, e.X, e.Y, t, e.Body)
		return t
	case *Scan:
		t := c.elem(e.Of)
		c.want(e.Init, t, "the start of a scan")
		c.combines(e, e.X, e.Y, t, e.Body)
		return seqOf(t)
	case *Filter:
		t := c.elem(e.Of)
		if u := c.body(e.Cond, e.X); u != types.Bool || e.X.Type != t {
			c.errorf(e, "a filter of %v by %v", t, u)
		}
		return seqOf(t)
	case *Total:
		return c.elem(e.Of)
	case *Running:
		t := c.elem(e.Of)
		c.want(e.Init, t, "the start of a scan")
		return seqOf(t)
	case *Let:
		c.want(e.Rhs, e.Bind.Type, e.Bind.Name)
		return c.body(e.Body, e.Bind)
	case *Begin:
		var t *types.Type
		for _, s := range e.Steps {
			t = c.expr(s)
		}
		return t
	case *If:
		c.want(e.Cond, types.Bool, "a condition")
		return c.join(e, c.expr(e.Then), c.expr(e.Else))
	case *Match:
		return c.match(e)
	case *Arm:
		return c.body(e.Body, e.Binds...)
	case *Assert:
		c.want(e.Cond, types.Bool, "what is asserted")
		return VoidType
	case *Fail:
		return e.Type
	case *Print:
		c.expr(e.Of)
		return VoidType
	case *Write:
		c.expr(e.Of)
		c.expr(e.To)
		return VoidType
	case *While:
		c.want(e.Cond, types.Bool, "a condition")
		c.expr(e.Body)
		return VoidType
	case *Set:
		c.use(e, e.Var)
		c.want(e.Rhs, e.Var.Type, "what is assigned")
		return VoidType
	case *Tuple:
		ts := make([]*types.Type, len(e.Elems))
		for i, x := range e.Elems {
			if ts[i] = c.expr(x); ts[i] == nil {
				return nil
			}
		}
		return types.Tuple(ts...)
	case *Proj:
		t := c.expr(e.Of)
		if t == nil || t.Kind != types.KTuple || e.Index >= len(t.Elems) {
			c.errorf(e, "component %d of type %v", e.Index, t)
			return nil
		}
		return t.Elems[e.Index]
	case *Loop:
		return c.loop(e)
	case *Recur:
		if len(c.loops) == 0 && !c.open {
			c.errorf(e, "recur outside of a loop")
		} else if len(c.loops) > 0 {
			c.wants(e, "recur", e.Args, types.OfVars(c.loops[len(c.loops)-1].Binds))
		}
		return nil
	}
	panic("harlan: unknown form")
}

func (c *checker) op(e *Op) *types.Type {
	t := c.expr(e.Left)
	c.want(e.Right, t, "the second operand")
	if c.err == nil && e.Op != Equal && !IsNumber(t) {
		c.errorf(e, "%v of type %v", e.Op, t)
	}
	if e.Op.Compares() {
		return types.Bool
	}
	return t
}

func (c *checker) kernel(e *Kernel) *types.Type {
	if len(e.Binds) != len(e.Seqs) || len(e.Binds) == 0 {
		c.errorf(e, "%d variables for %d vectors", len(e.Binds), len(e.Seqs))
		return nil
	}
	for i, s := range e.Seqs {
		c.want(s, types.Seq(e.Binds[i].Type), e.Binds[i].Name)
	}
	return seqOf(c.body(e.Body, e.Binds...))
}

// combines checks the operator of a reduction.
func (c *checker) combines(e Expr, x, y *Var, t *types.Type, body Expr) {
	if u := c.body(body, x, y); c.err == nil && (u != t || x.Type != t || y.Type != t) {
		c.errorf(e, "combines %v with %v to %v, the elements are %v", x.Type, y.Type, u, t)
	}
}

// join is the type of a conditional whose arms have the types t and u.
func (c *checker) join(e Expr, t, u *types.Type) *types.Type {
	if t == nil {
		return u
	}
	if !same(u, t) {
		c.errorf(e, "the arms have the types %v and %v", t, u)
	}
	return t
}

func (c *checker) match(e *Match) *types.Type {
	of := c.expr(e.Of)
	var t *types.Type
	for _, a := range e.Arms {
		arm := a.(*Arm)
		d := c.sigs.Cons[arm.Con]
		if d == nil || of != Named(c.sigs.Data[arm.Con].Name) || len(d.Fields) != len(arm.Binds) {
			c.errorf(arm, "an arm for %s in a match of %v", arm.Con, of)
			return nil
		}
		for i, v := range arm.Binds {
			if v.Type != d.Fields[i] {
				c.errorf(arm, "field %d of %s has type %v", i+1, arm.Con, d.Fields[i])
			}
		}
		t = c.join(e, t, c.expr(arm))
	}
	return t
}

func (c *checker) loop(e *Loop) *types.Type {
	c.wants(e, "a loop", e.Inits, types.OfVars(e.Binds))
	c.loops = append(c.loops, e)
	t := c.body(e.Body, e.Binds...)
	c.loops = c.loops[:len(c.loops)-1]
	if !same(t, e.Type) {
		c.errorf(e, "the loop yields %v, not %v", t, e.Type)
	}
	return e.Type
}
