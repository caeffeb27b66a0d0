package boundary

// Recursions, and what they hand over from call to call: data to which every
// call adds some is all that was ever made, for each of them.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/passes/flatten/rep"
)

// A Recursion is what is known of a recursive function that is being lifted.
type Recursion struct {
	Fn        string            // the function
	Cycle     int               // its number among recursive functions; 0 if it is none
	TailIfs   map[*nkl.If]bool  // conditionals whose value is its result
	FromCalls map[*fkl.Var]bool // data that came with parameters, or, set, from calls on its cycle
	Chained   bool              // a call on its cycle gets sequences that another one returned
}

// Results notes the conditionals at the end of e.
func (r Recursion) Results(e nkl.Expr) {
	switch e := e.(type) {
	case *nkl.Let:
		r.Results(e.Body)
	case *nkl.Check:
		r.Results(e.Then)
	case *nkl.If:
		r.TailIfs[e] = true
		r.Results(e.Then)
		r.Results(e.Else)
	}
}

// Chains reports whether body hands on sequences that one of those calls returned, or made of these, to
// another one. Then what such a function returns without need would grow call by call.
func Chains(body nkl.Expr, calls func(nkl.Expr) bool) bool {
	returned := map[*nkl.Var]bool{}
	made := func(e nkl.Expr) bool {
		return ir.Any(e, calls) || slices.ContainsFunc(nkl.FreeVars(e), func(v *nkl.Var) bool { return returned[v] })
	}
	note := func(v *nkl.Var, e nkl.Expr) {
		returned[v] = rep.Nodes(v.Type) > 0 && made(e)
	}
	return ir.Any(body, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Let:
			note(e.Bind, e.Rhs)
		case *nkl.EachCaptured:
			for i, v := range e.Binds {
				note(v, e.Seqs[i])
			}
		case *nkl.CallLifted:
			return calls(e) && slices.ContainsFunc(e.Args, made)
		}
		return false
	})
}

// NoteParams notes the data of sequences in rs.
func (r Recursion) NoteParams(up bool, rs ...rep.Value) {
	for _, x := range rs {
		switch x := x.(type) {
		case rep.Tuple:
			r.NoteParams(up, x...)
		case rep.Seq:
			r.noteData(up, x.Elems)
		case *rep.Nested:
			r.noteData(up, x.Data)
		}
	}
}

func (r Recursion) noteData(up bool, data rep.Value) {
	for _, d := range rep.Parts(data) {
		if v, ok := d.(*rep.Nested); ok {
			r.noteData(up, v.Data)
		}
	}
	for _, d := range leaves(data) {
		if v, ok := d.(rep.Vector); ok && r.Cycle != 0 {
			r.FromCalls[v.Vec.(*fkl.Ref).Var] = up
		}
	}
}

// leaves lists what data is in; where elements are views, that are their bounds.
func leaves(data rep.Value) (out []rep.Value) {
	for _, d := range rep.Parts(data) {
		if v, ok := d.(*rep.Nested); ok && v.Packed == nil {
			out = append(out, v.Starts, v.Lens)
		} else {
			out = append(out, d)
		}
	}
	return out
}

// An Accumulation is a conditional whose value a recursion may hand over.
type Accumulation struct {
	Recursion
	Of   *nkl.If // nil: it does not
	Loop bool    // the next iteration of a loop may have its value
}

// accumulates reports whether the conditional adds data to what is handed over, and goes
// on: what came up must be a part of a result, what came down may be one of an
// argument.
func (g Accumulation) accumulates(x, y rep.Value) bool {
	xs, ok := x.(*rep.Nested)
	ys, also := y.(*rep.Nested)
	if !ok || !also || rep.SameData(xs.Data, ys.Data) {
		return false
	}
	if g.Loop {
		return true
	}
	if g.Of == nil {
		return false
	}
	if g.fromRecursion(xs, true) || g.fromRecursion(ys, true) || g.fromRecursion(xs, false) || g.fromRecursion(ys, false) {
		return true
	}
	below, others := rep.Parts(xs.Data), rep.Parts(ys.Data)
	for i := range below {
		if g.accumulates(below[i], others[i]) {
			return true
		}
	}
	return false
}

// fromRecursion reports whether the data of v came up, or down.
func (g Accumulation) fromRecursion(v *rep.Nested, up bool) bool {
	for _, d := range leaves(v.Data) {
		v, ok := d.(rep.Vector)
		if !ok {
			return false
		}
		if was, ok := g.FromCalls[v.Vec.(*fkl.Ref).Var]; !ok || was != up {
			return false
		}
	}
	return true
}

// whole reports whether x is the result of a call on the cycle, to be a result.
func (g Accumulation) whole(x rep.Value) bool {
	v, ok := x.(*rep.Nested)
	return ok && g.Of != nil && g.TailIfs[g.Of] && g.fromRecursion(v, true)
}
