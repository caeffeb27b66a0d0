package lift

// Straight-line code as a list of steps.

import (
	"nessiec/ir/nkl"
)

// A step is a let, or a check (bind nil, expr the condition).
type step struct {
	bind  *nkl.Var
	expr  nkl.Expr
	check *nkl.Check
}

// cut takes the first step off e; rest is nil when e is not straight-line code.
func cut(e nkl.Expr) (s step, rest nkl.Expr) {
	switch e := e.(type) {
	case *nkl.Let:
		return step{bind: e.Bind, expr: e.Rhs}, e.Body
	case *nkl.Check:
		return step{expr: e.Cond, check: e}, e.Then
	}
	return step{}, nil
}

// join puts steps before e.
func join(steps []step, e nkl.Expr) nkl.Expr {
	for i := len(steps) - 1; i >= 0; i-- {
		s := steps[i]
		if s.check != nil {
			c := *s.check
			c.Cond, c.Then = s.expr, e
			e = &c
			continue
		}
		e = &nkl.Let{Node: at(s.expr), Bind: s.bind, Rhs: s.expr, Body: e}
	}
	return e
}

// dependsOn reports whether e uses a variable bound by steps.
func dependsOn(e nkl.Expr, steps []step) bool {
	bound := map[*nkl.Var]bool{}
	for _, s := range steps {
		if s.bind != nil {
			bound[s.bind] = true
		}
	}
	for _, v := range nkl.FreeVars(e) {
		if bound[v] {
			return true
		}
	}
	return false
}

// prune drops the lifted functions that nothing calls any more.
func prune(m *nkl.Module) *nkl.Module {
	used := map[string]bool{}
	var todo []nkl.Expr
	for _, f := range m.Funcs {
		todo = append(todo, f.Body)
	}
	byName := map[string]*nkl.Lifted{}
	for _, l := range m.Lifteds {
		byName[l.Name] = l
	}
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if c, ok := e.(*nkl.CallLifted); ok && !used[c.Target] {
			used[c.Target] = true
			if l := byName[c.Target]; l != nil {
				todo = append(todo, l.Body)
			}
		}
		e.Children(func(_ int, c nkl.Expr) { todo = append(todo, c) })
	}
	out := m.WithFuncs(m.Funcs)
	for _, l := range m.Lifteds {
		if used[l.Name] {
			out.Lifteds = append(out.Lifteds, l)
		}
	}
	if len(out.Lifteds) == len(m.Lifteds) {
		return m
	}
	return out
}
