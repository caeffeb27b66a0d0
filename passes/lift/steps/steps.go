// Package steps has straight-line code as a list of steps, which may be ordered anew.
package steps

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
)

// A Step is a let, or a check (Bind nil, Expr the condition).
type Step struct {
	Bind  *nkl.Var
	Expr  nkl.Expr
	Check *nkl.Check
}

// Cut takes the first step off e; rest is nil when e is not straight-line code.
func Cut(e nkl.Expr) (s Step, rest nkl.Expr) {
	switch e := e.(type) {
	case *nkl.Let:
		return Step{Bind: e.Bind, Expr: e.Rhs}, e.Body
	case *nkl.Check:
		return Step{Expr: e.Cond, Check: e}, e.Then
	}
	return Step{}, nil
}

// Join puts steps before e.
func Join(steps []Step, e nkl.Expr) nkl.Expr {
	for i := len(steps) - 1; i >= 0; i-- {
		s := steps[i]
		if s.Check != nil {
			c := *s.Check
			c.Cond, c.Then = s.Expr, e
			e = &c
			continue
		}
		e = &nkl.Let{Node: ir.At(s.Expr.Pos()), Bind: s.Bind, Rhs: s.Expr, Body: e}
	}
	return e
}

// Of is the steps of straight-line code, and what is behind them.
func Of(e nkl.Expr) (steps []Step, tail nkl.Expr) {
	for s, rest := Cut(e); rest != nil; s, rest = Cut(e) {
		steps, e = append(steps, s), rest
	}
	return steps, e
}
