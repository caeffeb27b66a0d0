package nkl

// Check of expressions: one case per form.

import "nessiec/ir/types"

// expr checks e and returns its type, or nil when there is an error or e never
// yields a value. tail says whether a Recur may stand here.
//
//nessiec:exhaustive nkl
func (c *checker) expr(e Expr, tail bool) *types.Type {
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
		return types.String
	case *Prim:
		return c.prim(e)
	case *Call:
		return c.call(e)
	case *FunVal:
		return c.funVal(e)
	case *Lambda:
		return c.lambda(e)
	case *Apply:
		return c.apply(e)
	case *FoldBy:
		return c.foldBy(e)
	case *Fold:
		return c.fold(e)
	case *Tuple:
		if ts, ok := c.operands(e.Elems); ok {
			return types.Tuple(ts...)
		}
		return nil
	case *Proj:
		return c.proj(e)
	case *Con:
		return c.con(e)
	case *Uncon:
		return c.uncon(e)
	case *Variant:
		return c.variant(e)
	case *Case:
		return c.caseOf(e, tail)
	case *Arm:
		c.errorf(e, "an arm outside a case")
		return nil
	case *Scope:
		if t := c.table(e, e.Table); len(e.Rows) > 0 {
			c.arguments(e, e.Table, e.Rows, len(t.Columns), func(i int) *types.Type { return types.Seq(t.Columns[i]) })
		}
		return c.expr(e.Body, tail)
	case *Alloc:
		t := c.table(e, e.Table)
		c.arguments(e, e.Table, e.Vals, len(t.Columns), func(i int) *types.Type { return t.Columns[i] })
		return types.Int
	case *AllocAll:
		t := c.table(e, e.Table)
		c.arguments(e, e.Table, e.Seqs, len(t.Columns), func(i int) *types.Type { return types.Seq(t.Columns[i]) })
		return types.Int
	case *Reserve:
		c.table(e, e.Table)
		c.want(e.Cond, types.Bool, "a condition")
		return types.Int
	case *Store:
		t := c.table(e, e.Table)
		c.want(e.Row, types.Int, "a row")
		c.want(e.Cond, types.Bool, "a condition")
		c.arguments(e, e.Table, e.Vals, len(t.Columns), func(i int) *types.Type { return t.Columns[i] })
		return types.Bool
	case *Collect:
		return c.collect(e)
	case *Column:
		c.operands(e.After)
		if t := c.table(e, e.Table); e.Index < 0 || e.Index >= len(t.Columns) {
			c.errorf(e, "table %s has no column %d", e.Table, e.Index)
			return nil
		}
		return types.Seq(c.sigs.Tables[e.Table].Columns[e.Index])
	case *Seq:
		c.typeVars(e, e.Elem)
		for _, x := range e.Elems {
			c.want(x, e.Elem, "an element")
		}
		return types.Seq(e.Elem)
	case *Range:
		c.want(e.Lo, types.Int, "the start of a range")
		c.want(e.Hi, types.Int, "the end of a range")
		c.want(e.Step, types.Int, "the step of a range")
		return types.Seq(types.Int)
	case *Let:
		c.want(e.Rhs, e.Bind.Type, e.Bind.Name)
		c.bind(e, e.Bind)
		t := c.expr(e.Body, tail)
		c.unbind(e.Bind)
		return t
	case *If:
		return c.branch(e, tail)
	case *Check:
		c.want(e.Cond, types.Bool, "a condition")
		return c.expr(e.Then, tail)
	case *FoldIn:
		return c.value(e.Body)
	case *NewKey:
		return c.value(e.Body)
	case *Time:
		if t := c.value(e.Body); t != nil {
			return types.Tuple(t, types.Float)
		}
		return nil
	case *Loop:
		return c.loop(e)
	case *Recur:
		c.recur(e, tail)
		return nil
	case *Elem:
		return c.value(e.Body)
	case *Update:
		return c.update(e)
	case *Put:
		return c.put(e)
	case *Each:
		c.generators(e, e.Binds, e.Seqs)
		c.bindAll(e, e.Binds)
		t := c.value(e.Body)
		c.unbind(e.Binds...)
		return seqOf(t)
	case *EachIf:
		c.generators(e, e.Binds, e.Seqs)
		c.bindAll(e, e.Binds)
		c.want(e.Cond, types.Bool, "a filter")
		t := c.value(e.Body)
		c.unbind(e.Binds...)
		return seqOf(t)
	case *EachCaptured:
		return c.captured(e)
	case *CallLifted:
		return c.callLifted(e)
	case *Unused:
		c.typeVars(e, e.Type)
		if e.Type.Kind != types.KRef {
			c.errorf(e, "a value of type %v that nobody looks at", e.Type)
		}
		return e.Type
	case *Anywhere:
		if t := c.value(e.Cond); t != nil && t != types.Bool {
			c.errorf(e, "anywhere of type %v", t)
		}
		return types.Bool
	case *Regular:
		c.operands(e.Args)
		return types.Bool
	}
	panic("nkl: unknown form")
}
