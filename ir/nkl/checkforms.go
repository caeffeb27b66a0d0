package nkl

// Check of the forms that need more than a line: applications, function
// values, loops, branches, components.

import (
	"slices"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

func (c *checker) prim(e *Prim) *types.Type {
	if e.Op == nil {
		c.errorf(e, "an unknown primitive")
		return nil
	}
	ts, ok := c.operands(e.Args)
	if !ok {
		return nil
	}
	t, err := e.Op.ResultOf(ts)
	if err != nil {
		c.errorf(e, "primitive %s: %v", e.Op.Name, err)
	}
	return t
}

func (c *checker) call(e *Call) *types.Type {
	f := c.sigs.Funcs[e.Fn]
	if f == nil {
		c.errorf(e, "there is no function %s", e.Fn)
		return nil
	}
	if len(e.TypeArgs) != len(f.TypeParams) {
		c.errorf(e, "%s gets %d type arguments, expected %d", e.Fn, len(e.TypeArgs), len(f.TypeParams))
		return nil
	}
	for i, t := range e.TypeArgs {
		c.typeVars(e, t)
		if p := f.TypeParams[i]; !prim.InClass(t, p.Class) {
			c.errorf(e, "type argument %v of %s is not of class %v", t, e.Fn, p.Class)
		}
	}
	inst := Instance(f, e.TypeArgs)
	c.arguments(e, e.Fn, e.Args, len(f.Params), func(i int) *types.Type { return inst(f.Params[i].Type) })
	return inst(f.Result)
}

func (c *checker) callLifted(e *CallLifted) *types.Type {
	f, l := c.sigs.Funcs[e.Fn], c.sigs.Lifteds[e.Target]
	lifts := l != nil && l.Of == e.Fn || c.sigs.Funcs[e.Target] != nil && c.sigs.LiftedBy[e.Fn] == e.Target
	if f == nil || !lifts {
		c.errorf(e, "%s is not a lifted %s", e.Target, e.Fn)
		return nil
	}
	c.arguments(e, e.Fn, e.Args, len(f.Params), func(i int) *types.Type { return f.Params[i].Type })
	return f.Result
}

func (c *checker) lambda(e *Lambda) *types.Type {
	t := c.body(e, []*Var{e.Param}, e.Body, true, e.Captures)
	if t == nil {
		return nil
	}
	return lambdaType(e, t)
}

func (c *checker) funVal(e *FunVal) *types.Type {
	c.typeVars(e, e.Type)
	if e.Type.Kind != types.KFun || e.Type.Elems[0] != types.Clo(e.Fn) {
		c.errorf(e, "function %s as a value of type %v", e.Fn, e.Type)
	} else if f := c.sigs.Funcs[e.Fn]; f != nil {
		if _, ok := MatchFun(f, e.Type); !ok {
			c.errorf(e, "function %s is not of type %v", e.Fn, e.Type)
		}
	}
	return e.Type
}

func (c *checker) apply(e *Apply) *types.Type {
	f := c.value(e.Fun)
	if f == nil {
		return nil
	}
	if f.Kind != types.KFun {
		c.errorf(e, "applies a value of type %v", f)
		return nil
	}
	c.want(e.Arg, f.Elems[1], "the argument")
	return f.Elems[2]
}

// loop has no type when it never ends.
func (c *checker) loop(e *Loop) *types.Type {
	c.arguments(e, "a loop", e.Inits, len(e.Binds), func(i int) *types.Type { return e.Binds[i].Type })
	c.bindAll(e, e.Binds)
	c.loops = append(c.loops, e)
	t := c.expr(e.Body, true)
	c.loops = c.loops[:len(c.loops)-1]
	c.unbind(e.Binds...)
	return t
}

func (c *checker) update(e *Update) *types.Type {
	c.arguments(e, "an update block", e.Inits, len(e.Binds), func(i int) *types.Type { return e.Binds[i].Type })
	if len(e.Sizes) != len(e.Scratch) {
		c.errorf(e, "%d scratch sequences and %d sizes", len(e.Scratch), len(e.Sizes))
		return nil
	}
	for k, v := range e.Scratch {
		if v.Type.Kind != types.KSeq || !v.Type.Elem().IsScalar() || e.Sizes[k] <= 0 {
			c.errorf(e, "a scratch sequence of type %v with %d elements", v.Type, e.Sizes[k])
		}
	}
	c.bindAll(e, slices.Concat(e.Binds, e.Scratch))
	t := c.value(e.Body)
	c.unbind(slices.Concat(e.Binds, e.Scratch)...)
	return t
}

// collect checks that the code of e yields what it is given.
func (c *checker) collect(e *Collect) *types.Type {
	c.arguments(e, "what is collected", e.Inits, len(e.Binds), func(i int) *types.Type { return e.Binds[i].Type })
	var columns []*types.Type
	for _, name := range e.Tables {
		for _, t := range c.table(e, name).Columns {
			columns = append(columns, types.Seq(t))
		}
	}
	all := slices.Concat(e.First, e.Columns, e.Binds)
	if len(e.Binds) == 0 || len(e.First) != len(e.Tables) || types.Tuple(types.OfVars(e.Columns)...) != types.Tuple(columns...) {
		c.errorf(e, "collects other columns than those of its tables")
		return nil
	}
	c.bindAll(e, all)
	c.want(e.Code, types.Tuple(types.OfVars(slices.Concat(e.Binds, e.Columns))...), "what stays of tables")
	c.unbind(all...)
	return e.ValueType()
}

func (c *checker) put(e *Put) *types.Type {
	t := c.value(e.Seq)
	if t == nil {
		return nil
	}
	if t.Kind != types.KSeq {
		c.errorf(e, "puts an element into type %v", t)
		return nil
	}
	c.want(e.Idx, types.Int, "the index")
	c.want(e.Val, t.Elem(), "the element")
	return t
}

// recur returns no type: it never yields a value.
func (c *checker) recur(e *Recur, tail bool) {
	if !tail || len(c.loops) == 0 {
		c.errorf(e, "recur is not in tail position of a loop")
		return
	}
	l := c.loops[len(c.loops)-1]
	c.arguments(e, "recur", e.Args, len(l.Binds), func(i int) *types.Type { return l.Binds[i].Type })
}

func (c *checker) branch(e *If, tail bool) *types.Type {
	c.want(e.Cond, types.Bool, "a condition")
	t := c.expr(e.Then, tail)
	u := c.expr(e.Else, tail)
	switch {
	case t == nil:
		return u
	case u != nil && !Same(t, u):
		c.errorf(e, "the branches have types %v and %v", t, u)
	}
	return t
}

func (c *checker) proj(e *Proj) *types.Type {
	t := c.value(e.Of)
	if t == nil {
		return nil
	}
	if t.Kind != types.KTuple || e.Index < 0 || e.Index >= len(t.Elems) {
		c.errorf(e, "component %d of type %v", e.Index, t)
		return nil
	}
	return t.Elems[e.Index]
}

func (c *checker) con(e *Con) *types.Type {
	c.typeVars(e, e.Type)
	t := contents(e.Type)
	if t == nil {
		c.errorf(e, "%v is not a datatype", e.Type)
		return nil
	}
	c.want(e.Of, t, "the contents")
	return e.Type
}

func (c *checker) uncon(e *Uncon) *types.Type {
	t := c.value(e.Of)
	if t == nil {
		return nil
	}
	u := contents(t)
	if u == nil {
		c.errorf(e, "%v is not a datatype", t)
	}
	return u
}
