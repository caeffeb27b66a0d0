package nested

// Recursion that combines its results with one operation becomes tail recursion.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// AccumulateCalls gives functions an accumulator if all that they do behind a call of themselves
// is to add to its result, or to combine it by another operation on ints or bools whose order does not matter.
// What remains are tail calls.
//
//	(func f () (n:int) int (if c e (let a:int e1 (let r:int (call f () (a)) (prim add (n r))))))
//	=> (func f () (n:int) int (call f.from () (n 0)))
//	   (func f.from () (n:int acc:int) int
//	     (if c (prim add (acc e)) (let a:int e1 (let acc.1:int (prim add (n acc)) (call f.from () (a acc.1))))))
func AccumulateCalls(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	out := m.WithFuncs(nil)
	changed := false
	for _, f := range m.Funcs {
		a := accumulator{fn: f.Name, acc: types.NewVar("acc", f.Result)}
		if !a.block(f.Body) || !a.combines || !c.Rewrite("an accumulator for "+f.Name) {
			out.Funcs = append(out.Funcs, f)
			continue
		}
		changed = true
		a.neutral = anf.Neutral(c.Num(), a.op, f.Result)
		from, start := *f, *f
		from.Name = f.Name + ".from"
		from.Params = append(slices.Clip(f.Params), a.acc)
		from.Body = a.rewrite(f.Body, from.Name)
		start.Params = anf.CopyVars(f.Params)
		start.Body = &nkl.Call{Fn: from.Name, Args: append(nkl.Uses(start.Params), a.neutral)}
		out.Funcs = append(out.Funcs, &from, &start)
	}
	if !changed {
		return m
	}
	return out
}

// An accumulator looks at the calls of fn in its own body, and rewrites them.
type accumulator struct {
	fn       string
	acc      *nkl.Var
	combines bool
	op       prim.Code // that combines results
	neutral  nkl.Expr  // changes nothing by it
}

// block reports whether all calls of the function in the block e are tail calls once there is an accumulator.
func (a *accumulator) block(e nkl.Expr) bool {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			if a.isCall(x.Rhs) {
				return a.linear(x.Body, x.Bind) && !ir.Any(x.Body, anf.Acts)
			}
			if ir.Any(x.Rhs, a.isCall) {
				return false
			}
			e = x.Body
		case *nkl.Check:
			e = x.Then
		case *nkl.If:
			if !a.block(x.Then) {
				return false
			}
			e = x.Else
		case *nkl.Call:
			return true
		default:
			return !ir.Any(e, a.isCall)
		}
	}
}

func (a *accumulator) isCall(e nkl.Expr) bool {
	c, ok := e.(*nkl.Call)
	return ok && c.Fn == a.fn
}

// linear reports whether e combines r with something else, or is r.
func (a *accumulator) linear(e nkl.Expr, r *nkl.Var) bool {
	switch e := e.(type) {
	case *nkl.Ref:
		return e.Var == r
	case *nkl.Let:
		if !uses(e.Rhs, r) {
			return a.linear(e.Body, r)
		}
		return a.linear(e.Rhs, r) && !uses(e.Body, r) && a.linear(e.Body, e.Bind)
	case *nkl.If:
		return !uses(e.Cond, r) && a.linear(e.Then, r) && a.linear(e.Else, r)
	case *nkl.Prim:
		op, ok := a.operation(e, r)
		if !ok || a.combines && op != a.op {
			return false
		}
		a.combines, a.op = true, op
		return true
	}
	return false
}

// operation is what combines r, one of the operands of e, with the other one. To subtract from it is to add.
func (a *accumulator) operation(e *nkl.Prim, r *nkl.Var) (op prim.Code, ok bool) {
	if t := r.Type; t != types.Int && t != types.Bool || len(e.Args) != 2 || uses(e.Args[0], r) == uses(e.Args[1], r) {
		return 0, false
	}
	switch op = e.Op.Code; op {
	case prim.Sub:
		return prim.Add, uses(e.Args[0], r)
	case prim.Add, prim.Mul, prim.And, prim.Or, prim.Xor, prim.Max, prim.Min:
		return op, true
	}
	return 0, false
}

func uses(e nkl.Expr, v *nkl.Var) bool { return slices.Contains(nkl.FreeVars(e), v) }

// rewrite is the block e with the accumulator: calls are of the function from, and what is no call is
// combined with it.
func (a *accumulator) rewrite(e nkl.Expr, from string) nkl.Expr {
	var b anf.Block
	for {
		switch x := e.(type) {
		case *nkl.Let:
			if call, ok := x.Rhs.(*nkl.Call); ok && call.Fn == a.fn {
				more := b.Take(nkl.Rename(x.Body, map[*nkl.Var]*nkl.Var{x.Bind: a.acc}))
				return b.In(tailCall(call, from, b.Name("acc", a.acc.Type, more)))
			}
			b.Again(x, x.Bind, x.Rhs)
			e = x.Body
		case *nkl.Check:
			b.CheckAgain(x, x.Cond)
			e = x.Then
		case *nkl.If:
			return b.In(&nkl.If{Node: x.Node, Cond: x.Cond, Then: a.rewrite(x.Then, from), Else: a.rewrite(x.Else, from)})
		default:
			call, ok := e.(*nkl.Call)
			switch {
			case ok && call.Fn == a.fn:
				return b.In(tailCall(call, from, nkl.Use(a.acc)))
			case nkl.IsAtom(e) && anf.SameAtom(e, a.neutral):
				return b.In(nkl.Use(a.acc))
			}
			return b.In(nkl.Op(e.Pos(), a.op, nkl.Use(a.acc), b.Name("value", a.acc.Type, e)))
		}
	}
}

// tailCall is a call as one of from, which has an accumulator.
func tailCall(c *nkl.Call, from string, acc nkl.Expr) nkl.Expr {
	return &nkl.Call{Node: c.Node, Fn: from, Args: append(slices.Clip(c.Args), acc)}
}
