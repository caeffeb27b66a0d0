package flatten

// Recursions, and what they hand over from call to call: data to which every
// call adds some is all that was ever made, for each of them.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
)

// A recursion is what is known of a recursive function that is being lifted.
type recursion struct {
	fn        string            // the function
	cycle     int               // its number among recursive functions; 0 if it is none
	tailIfs   map[*nkl.If]bool  // conditionals whose value is its result
	fromCalls map[*fkl.Var]bool // data that came with parameters, or, set, from calls on its cycle
}

func (t *translator) newRecursion(fn string, body nkl.Expr) recursion {
	r := recursion{fn, t.recursive[fn], map[*nkl.If]bool{}, map[*fkl.Var]bool{}}
	if r.cycle != 0 {
		r.results(body)
	}
	return r
}

// results notes the conditionals at the end of e.
func (r recursion) results(e nkl.Expr) {
	switch e := e.(type) {
	case *nkl.Let:
		r.results(e.Body)
	case *nkl.Check:
		r.results(e.Then)
	case *nkl.If:
		r.tailIfs[e] = true
		r.results(e.Then)
		r.results(e.Else)
	}
}

// noteParams notes the data of sequences in rs.
func (r recursion) noteParams(up bool, rs ...rep) {
	for _, x := range rs {
		switch x := x.(type) {
		case tuple:
			r.noteParams(up, x...)
		case uniformSeq:
			r.noteData(up, x.elems)
		case *nestedSeq:
			r.noteData(up, x.data)
		}
	}
}

func (r recursion) noteData(up bool, data rep) {
	for _, d := range parts(data) {
		if v, ok := d.(vector); ok && r.cycle != 0 {
			r.fromCalls[v.v.(*fkl.Ref).Var] = up
		}
	}
}

// An accumulation is a conditional whose value a recursion may hand over.
type accumulation struct {
	recursion
	of   *nkl.If // nil: it does not
	loop bool    // the next iteration of a loop may have its value
}

// accumulates reports whether the conditional adds data to what is handed over, and goes
// on: what came up must be a part of a result, what came down may be one of an
// argument.
func (g accumulation) accumulates(x, y rep) bool {
	xs, ok := x.(*nestedSeq)
	ys, also := y.(*nestedSeq)
	if !ok || !also || sameData(xs.data, ys.data) {
		return false
	}
	return g.loop || g.of != nil &&
		(g.fromRecursion(xs, true) || g.fromRecursion(ys, true) || !g.tailIfs[g.of] && (g.fromRecursion(xs, false) || g.fromRecursion(ys, false)))
}

// fromRecursion reports whether the data of v came up, or down.
func (g accumulation) fromRecursion(v *nestedSeq, up bool) bool {
	for _, d := range parts(v.data) {
		v, ok := d.(vector)
		if !ok {
			return false
		}
		if was, ok := g.fromCalls[v.v.(*fkl.Ref).Var]; !ok || was != up {
			return false
		}
	}
	return true
}

// whole reports whether x is the result of a call on the cycle, to be a result.
func (g accumulation) whole(x rep) bool {
	v, ok := x.(*nestedSeq)
	return ok && g.of != nil && g.tailIfs[g.of] && g.fromRecursion(v, true)
}
