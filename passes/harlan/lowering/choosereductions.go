package lowering

// The pass choose-reductions.

import (
	"nessiec/ir/harlan"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// ChooseReductions names the operators of reductions and scans that there are primitives
// for, whether they are written as operators or by their definitions.
//
//	(reduce x:int y:int v (op + x y))                             =>  (total sum v)
//	(reduce x:int y:int v (let a x (let b y (if (op < a b) b a))))  =>  (total max v)
//
// What does so to each field of a datatype with one constructor is a reduction of each
// (fieldwise.go). Those of u64 are functions. The larger of two floats is not max_val where one is NaN.
func ChooseReductions(c *pass.Ctx, m *harlan.Module) *harlan.Module {
	r := reductions{}
	out := *m
	out.Funcs = nil
	for _, f := range m.Funcs {
		r[f.Name] = f
	}
	for _, f := range m.Funcs {
		g := *f
		g.Body = r.choose(f.Body)
		out.Funcs = append(out.Funcs, &g)
	}
	return &out
}

// reductions chooses reductions, and knows the functions of the module by name.
type reductions map[string]*harlan.Func

func (r reductions) choose(e harlan.Expr) harlan.Expr {
	switch e := e.MapChildren(r.choose).(type) {
	case *harlan.Reduce:
		if f, ok := foldingOf(e.X, e.Y, e.Body); ok {
			return &harlan.Total{Node: e.Node, Op: f, Of: e.Of}
		}
		if f, ok := r.fieldwise(e); ok {
			return f
		}
		return e
	case *harlan.Scan:
		if f, ok := foldingOf(e.X, e.Y, e.Body); ok {
			return &harlan.Running{Node: e.Node, Op: f, Init: e.Init, Of: e.Of}
		}
		return e
	default:
		return e
	}
}

// foldingOf is the folding that combines x and y to e.
func foldingOf(x, y *harlan.Var, e harlan.Expr) (harlan.Folding, bool) {
	return foldingAs(map[*harlan.Var]*harlan.Var{x: x, y: y}, x, y, e)
}

// foldingAs is foldingOf, where names stand for x and y.
func foldingAs(names map[*harlan.Var]*harlan.Var, x, y *harlan.Var, e harlan.Expr) (harlan.Folding, bool) {
	for {
		l, ok := e.(*harlan.Let)
		if !ok {
			break
		}
		r, ok := l.Rhs.(*harlan.Ref)
		if !ok {
			return 0, false
		}
		names[l.Bind] = names[r.Var]
		e = l.Body
	}
	is := func(e harlan.Expr, v *harlan.Var) bool {
		r, ok := e.(*harlan.Ref)
		return ok && names[r.Var] == v
	}
	both := func(a, b harlan.Expr) bool { return is(a, x) && is(b, y) || is(a, y) && is(b, x) }
	switch e := e.(type) {
	case *harlan.Op:
		if (x.Type == types.Int || x.Type == types.Float) && both(e.Left, e.Right) {
			switch e.Op {
			case harlan.Add:
				return harlan.Sum, true
			case harlan.Mul:
				return harlan.Product, true
			}
		}
	case *harlan.If:
		return choiceOf(e, x, is, both)
	}
	return 0, false
}

// choiceOf is the folding that a conditional of x and y is.
func choiceOf(e *harlan.If, x *harlan.Var, is func(harlan.Expr, *harlan.Var) bool, both func(a, b harlan.Expr) bool) (harlan.Folding, bool) {
	if b, ok := e.Else.(*harlan.Bool); ok && !b.Val && both(e.Cond, e.Then) {
		return harlan.All, true
	}
	if b, ok := e.Then.(*harlan.Bool); ok && b.Val && both(e.Cond, e.Else) {
		return harlan.Some, true
	}
	c, ok := e.Cond.(*harlan.Op)
	if !ok || x.Type != types.Int || !both(c.Left, c.Right) || !both(e.Then, e.Else) {
		return 0, false
	}
	thenLeft := is(e.Then, x) == is(c.Left, x) // the first arm is the left operand
	switch c.Op {
	case harlan.Less, harlan.LessEqual:
		if thenLeft {
			return harlan.Minimum, true
		}
		return harlan.Maximum, true
	case harlan.Greater, harlan.GreaterEqual:
		if thenLeft {
			return harlan.Maximum, true
		}
		return harlan.Minimum, true
	}
	return 0, false
}
