package anf

// Variables of loops that no iteration changes.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
)

// LoopInvariants is l without the variables that every iteration hands on as they are: what they
// begin with stands in their place.
//
//	(loop (s i) (xs 0) (if c s (recur s (i + 1))))  =>  (loop (i) (0) (if c xs (recur (i + 1))))
func LoopInvariants(l *nkl.Loop) *nkl.Loop {
	x := &invariants{loop: l, defs: map[*nkl.Var]nkl.Expr{}, changes: make([]bool, len(l.Binds))}
	x.find(l.Body)
	out, env := &nkl.Loop{Node: l.Node}, map[*nkl.Var]nkl.Expr{}
	for i, v := range l.Binds {
		if x.changes[i] {
			out.Binds, out.Inits = append(out.Binds, v), append(out.Inits, l.Inits[i])
		} else {
			env[v] = l.Inits[i]
		}
	}
	if len(env) == 0 || len(out.Binds) == 0 {
		return l
	}
	out.Body = nkl.Replace(x.without(l.Body), env)
	return out
}

type invariants struct {
	loop    *nkl.Loop
	defs    map[*nkl.Var]nkl.Expr
	changes []bool
}

// find looks for variables that iterations change in e, which ends one.
func (x *invariants) find(e nkl.Expr) {
	ir.Walk(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Let:
			x.defs[e.Bind] = e.Rhs
			_, isLoop := e.Rhs.(*nkl.Loop)
			if isLoop {
				x.find(e.Body)
			}
			return !isLoop
		case *nkl.Recur:
			for i, a := range e.Args {
				v, isVar := x.value(a).(*nkl.Ref)
				x.changes[i] = x.changes[i] || !isVar || v.Var != x.loop.Binds[i]
			}
		}
		return e.Form() != nkl.FormLoop
	})
}

// value is what e is, as far as tuples are known of which it is a part.
func (x *invariants) value(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Ref:
		switch x.defs[e.Var].(type) {
		case *nkl.Ref, *nkl.Proj:
			return x.value(x.defs[e.Var])
		}
	case *nkl.Proj:
		if r, ok := x.value(e.Of).(*nkl.Ref); ok {
			if t, ok := x.defs[r.Var].(*nkl.Tuple); ok {
				return x.value(t.Elems[e.Index])
			}
		}
	}
	return e
}

// without is e, which ends an iteration, without those variables.
func (x *invariants) without(e nkl.Expr) nkl.Expr {
	return AtRecurs(e, func(e *nkl.Recur) nkl.Expr {
		out := &nkl.Recur{Node: e.Node}
		for i, a := range e.Args {
			if x.changes[i] {
				out.Args = append(out.Args, a)
			}
		}
		return out
	})
}
