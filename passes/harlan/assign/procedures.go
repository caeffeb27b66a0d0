package assign

// Variables that stand for procedures. A procedure that is only applied can stand where it is applied, as long as
// the variables that it has from outside are not assigned. So it reads and assigns elements of their vectors there.

import (
	"nessiec/ir"
	"nessiec/ir/harlan"
)

// isProcedure reports whether the variable of a let is a procedure of vectors of which elements are assigned, and
// is only applied.
func (p *places) isProcedure(l *harlan.Let) bool {
	f, ok := l.Rhs.(*harlan.Lambda)
	if !ok {
		return false
	}
	free := map[*harlan.Var]bool{}
	for _, v := range harlan.FreeVars(f) {
		free[v] = true
	}
	assigned, kept := false, true
	for _, e := range []harlan.Expr{f.Body, l.Body} {
		p.eachAssignment(e, func(_ harlan.Expr, a assignment) {
			if free[a.v] {
				assigned, kept = true, kept && a.level > 0
			}
		})
	}
	applied := 0
	ir.Walk(l.Body, func(e harlan.Expr) bool {
		if a, ok := e.(*harlan.Apply); ok && isRef(a.Fun, l.Bind) {
			applied++
		}
		return true
	})
	return assigned && kept && applied == uses(l.Body, l.Bind)
}

// applied is the body of a let with its procedure where that is applied.
//
//	(let f (lambda (i) (vectorref v i)) (begin (vectorset v 0 1) (apply f (0))))
//	  =>  (begin (vectorset v 0 1) (let i 0 (vectorref v i)))
func applied(e harlan.Expr, l *harlan.Let) harlan.Expr {
	e = e.MapChildren(func(e harlan.Expr) harlan.Expr { return applied(e, l) })
	a, ok := e.(*harlan.Apply)
	if !ok || !isRef(a.Fun, l.Bind) {
		return e
	}
	f := harlan.Freshen(l.Rhs).(*harlan.Lambda)
	var b block
	for i, v := range f.Params {
		b.let(v, a.Args[i])
	}
	return b.in(anew(f.Body))
}

// anew is a copy of e, all of it.
func anew(e harlan.Expr) harlan.Expr { return e.MapChildren(anew).MovedTo(e.Pos()) }
