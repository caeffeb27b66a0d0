package nkl

// Iterations of loops.

// EachRecur visits the places where e goes on with the loop around it.
func EachRecur(e Expr, visit func(*Recur)) {
	switch e := e.(type) {
	case *Recur:
		visit(e)
	case *Let:
		EachRecur(e.Body, visit)
	case *Check:
		EachRecur(e.Then, visit)
	case *Scope:
		EachRecur(e.Body, visit)
	case *If:
		EachRecur(e.Then, visit)
		EachRecur(e.Else, visit)
	}
}

// Changing says which variables of a loop are not always passed on as they are.
func (x *Loop) Changing() []bool {
	out := make([]bool, len(x.Binds))
	EachRecur(x.Body, func(r *Recur) {
		for i, a := range r.Args {
			ref, is := a.(*Ref)
			out[i] = out[i] || !is || ref.Var != x.Binds[i]
		}
	})
	return out
}
