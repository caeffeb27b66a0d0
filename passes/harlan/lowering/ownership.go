package lowering

// Vectors whose elements are assigned, for assign-once. (set! (vector-ref v i) e) makes a
// new vector and gives it to v. That is what the program says if nobody else holds the
// vector of v: the function has made it, and hands it on only behind the last assignment.

import (
	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/passes/pass"
)

// checkOwnership reports assignments to elements of vectors that others may hold; true if
// there are none.
func checkOwnership(c *pass.Ctx, f *harlan.Func) bool {
	before := c.Diags.NumErrors()
	o := &owners{last: map[*harlan.Var]int{}, fresh: map[*harlan.Var]bool{}, shared: map[*harlan.Var]harlan.Expr{}}
	o.find(f.Body)
	if len(o.last) == 0 && len(o.odd) == 0 {
		return true
	}
	o.n = 0
	o.walk(f.Body, true)
	for _, e := range o.odd {
		c.Errorf(e.Pos(), "E0451", "only elements of the vector of a variable can be assigned").
			WithHint("bind the vector to a variable, and make it there")
	}
	for _, e := range o.sets {
		v := target(e)
		at := o.shared[v]
		switch {
		case !o.fresh[v]:
			c.Errorf(e.Pos(), "E0451", "others may hold the vector of %s, which is not made in this function", v.Name).
				WithHint("a copy is (kernel ((x v)) x)")
		case at != nil:
			c.Errorf(e.Pos(), "E0451", "others may hold the vector of %s", v.Name).
				Note(at.Pos(), 1, "it is handed on here").WithHint("a copy is (kernel ((x v)) x)")
		}
	}
	return c.Diags.NumErrors() == before
}

// owners is what is known of the variables of a function; expressions are numbered in the
// order of the text.
type owners struct {
	n      int
	last   map[*harlan.Var]int // number of the last assignment to an element
	sets   []*harlan.VectorSet
	odd    []harlan.Expr
	fresh  map[*harlan.Var]bool // made in this function, always
	shared map[*harlan.Var]harlan.Expr
	loops  []span
}

// A span is a loop, by numbers.
type span struct {
	from, to int
	own      map[*harlan.Var]bool // bound inside
}

// find numbers the assignments and loops.
func (o *owners) find(e harlan.Expr) {
	o.n++
	from := o.n
	switch e := e.(type) {
	case *harlan.VectorSet:
		if v := target(e); v != nil {
			o.sets = append(o.sets, e)
			o.last[v] = o.n
		} else {
			o.odd = append(o.odd, e)
		}
	case *harlan.Let:
		o.fresh[e.Bind] = makesVector(e.Rhs)
	case *harlan.Set:
		if !makesVector(e.Rhs) {
			defer func() { o.fresh[e.Var] = false }()
		}
	}
	e.Children(func(_ int, x harlan.Expr) { o.find(x) })
	if w, ok := e.(*harlan.While); ok {
		s := span{from, o.n, map[*harlan.Var]bool{}}
		ir.Walk(harlan.Expr(w), func(e harlan.Expr) bool {
			harlan.EachBind(e, func(v *harlan.Var) { s.own[v] = true })
			return true
		})
		o.loops = append(o.loops, s)
	}
}

// makesVector reports whether nobody but who gets the value of e holds it.
func makesVector(e harlan.Expr) bool {
	switch e := e.(type) {
	case *harlan.Vector, *harlan.Iota, *harlan.Kernel, *harlan.Scan, *harlan.Filter:
		return true
	case *harlan.Let:
		return makesVector(e.Body)
	case *harlan.Begin:
		return makesVector(e.Steps[len(e.Steps)-1])
	case *harlan.If:
		return makesVector(e.Then) && makesVector(e.Else)
	}
	return false
}

// walk notes where vectors are handed on while elements are still assigned. reads says
// that what stands here is only read.
func (o *owners) walk(e harlan.Expr, reads bool) {
	o.n++
	at := o.n
	switch e := e.(type) {
	case *harlan.Ref:
		if !reads && o.shared[e.Var] == nil && at < o.end(e.Var, at) {
			o.shared[e.Var] = e
		}
	case *harlan.VectorRef:
		o.walk(e.Vec, true)
		o.walk(e.Index, true)
	case *harlan.VectorSet:
		o.walk(e.Vec, true)
		o.walk(e.Index, true)
		o.walk(e.Rhs, false)
	case *harlan.Length, *harlan.Print, *harlan.Write, *harlan.Op, *harlan.Iota, *harlan.Assert, *harlan.Cast:
		e.Children(func(_ int, x harlan.Expr) { o.walk(x, true) })
	case *harlan.Begin:
		for i, s := range e.Steps {
			o.walk(s, reads || i < len(e.Steps)-1)
		}
	case *harlan.Lambda:
		o.walk(e.Body, false)
		for _, v := range harlan.FreeVars(e) {
			if o.shared[v] == nil && at < o.end(v, at) {
				o.shared[v] = e
			}
		}
	case *harlan.Kernel:
		for _, s := range e.Seqs {
			o.walk(s, true)
		}
		o.walk(e.Body, false)
	case *harlan.While:
		o.walk(e.Cond, true)
		o.walk(e.Body, true)
	default:
		e.Children(func(_ int, x harlan.Expr) { o.walk(x, false) })
	}
}

// end is the number of the last assignment to an element of the vector of v that may come
// after number at: in a loop around both, all of them do.
func (o *owners) end(v *harlan.Var, at int) int {
	last := o.last[v]
	for _, s := range o.loops {
		if s.from <= at && at <= s.to && s.from <= last && !s.own[v] {
			return max(last, at+1)
		}
	}
	return last
}
