package assign

// Vectors whose elements are assigned, for assign-once. (set! (vector-ref v i) e) makes a
// new vector and gives it to v. That is what the program says if nobody else holds the
// vector of v: it was made for v, and is handed on only behind the last assignment. Where
// v has vectors as elements, (set! (vector-ref (vector-ref v i) j) e) asks the same of
// these. A function that assigns elements of an argument asks it of its callers. How
// functions treat their arguments and results is in holders.go.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// checkOwnership reports assignments to elements of vectors that others may hold; true if
// there are none in f.
func (h *holders) checkOwnership(c *pass.Ctx, f *harlan.Func) bool {
	before := c.Diags.NumErrors()
	o := h.analyse(f)
	for _, e := range o.odd {
		if e.Form() != harlan.FormVectorSet {
			c.Errorf(e.Pos(), "E0451", "others may hold this vector, of which the function that gets it assigns elements").
				WithHint("a copy is (kernel ((x v)) x)")
			continue
		}
		c.Errorf(e.Pos(), "E0451", "only elements of the vector of a variable can be assigned").
			WithHint("bind the vector to a variable, and make it there")
	}
	for _, s := range o.sets {
		e, v, depth := s.e, s.v, s.level
		at := o.shared[v].e
		fresh := o.whole(v)
		switch {
		case at == nil && e.Form() == harlan.FormMatch: // the parts are asked
		case fresh == 0:
			c.Errorf(e.Pos(), "E0451", "others may hold the vector of %s, which is not made in this function", v.Name).
				WithHint("a copy is (kernel ((x v)) x)")
		case fresh < depth:
			c.Errorf(e.Pos(), "E0451", "others may hold the vectors that are elements of %s", v.Name).
				WithHint("make each of them on its own: (kernel ((i (iota n))) (make-vector m 0))")
		case at != nil:
			c.Errorf(e.Pos(), "E0451", "others may hold the vector of %s", v.Name).
				Note(at.Pos(), 1, "it is handed on here").WithHint("a copy is (kernel ((x v)) x)")
		}
	}
	return c.Diags.NumErrors() == before
}

// owners is what is known of the variables of a function; expressions are numbered in the
// order of the text. A level of a vector of vectors is the vector itself, 1, its elements,
// 2, and so on.
type owners struct {
	*holders
	*flow
	n       int
	depth   map[*harlan.Var]int // the deepest level of which elements are assigned
	sets    []set
	moved   map[harlan.Expr]bool // lets and sets that only move rows
	odd     []harlan.Expr        // assignments to elements of what is no variable's, and such vectors as arguments
	params  []*harlan.Var
	inside  map[*harlan.Var]bool // bound in the kernel at hand; nil in the function
	held    map[*harlan.Var]int  // levels that all uses only read, but where it is a result
	gives   map[*harlan.Var]int  // 1: is the result of the function, or of the kernel that binds it; one more for each constructor around it
	wrapped map[*harlan.Var]bool // is in data that is the result
	inout   []*harlan.Var        // parameters of which elements are assigned
	back    map[*harlan.Call]int // the argument, from 1, that is the element that the call replaces
	strict  bool                 // what is the result goes on only if it is not used later
	shared  map[*harlan.Var]use  // the first that hands it on, before an assignment
	bound   map[*harlan.Var]bool // by a let
	fresh   map[*harlan.Var]int  // levels that nobody else holds when it gets them
	kept    map[*harlan.Var]int  // levels that uses only read that are the last before it gets another vector
}

// A set is an expression that assigns elements.
type set struct {
	e harlan.Expr
	assignment
}

// A use is an expression that uses a variable, and its number.
type use struct {
	at int
	e  harlan.Expr
}

func (h *holders) newOwners() *owners {
	return &owners{holders: h, depth: map[*harlan.Var]int{}, held: map[*harlan.Var]int{},
		gives: map[*harlan.Var]int{}, wrapped: map[*harlan.Var]bool{}, back: map[*harlan.Call]int{}, shared: map[*harlan.Var]use{}, bound: map[*harlan.Var]bool{}, fresh: map[*harlan.Var]int{}, kept: map[*harlan.Var]int{}}
}

// find notes what is bound and assigned.
func (o *owners) find(e harlan.Expr) {
	e.Children(func(_ int, x harlan.Expr) { o.find(x) })
	switch e := e.(type) {
	case *harlan.VectorSet:
		if v, _ := place(e.Vec); v == nil {
			o.odd = append(o.odd, e)
		}
		o.findBack(e)
	case *harlan.Let:
		o.bound[e.Bind] = true
	case *harlan.Arm:
		for _, v := range e.Binds {
			o.bound[v] = true
		}
	}
	for _, a := range o.inouts.by(e) {
		if a.level > 0 {
			o.sets = append(o.sets, set{e, a})
			o.depth[a.v] = max(o.depth[a.v], a.level)
		}
	}
}

// findBack notes an element that goes through a call, and comes back: (set! (vector-ref m i) (f (vector-ref m i))).
func (o *owners) findBack(e *harlan.VectorSet) {
	call, ok := e.Rhs.(*harlan.Call)
	if !ok || slices.ContainsFunc(call.Args, o.inouts.assigns) {
		return
	}
	for i, x := range call.Args {
		if spotOf(x).is(target(e)) {
			o.back[call] = i + 1
		}
	}
}

// comesBack reports whether argument i is the element that the value of e replaces.
func (o *owners) comesBack(e *harlan.Call, i int) bool { return o.back[e] == i+1 }

// findOdd notes the arguments of which functions assign elements, but that others may hold.
func (o *owners) findOdd(e harlan.Expr) {
	e.Children(func(_ int, x harlan.Expr) { o.findOdd(x) })
	if e, ok := e.(*harlan.Call); ok {
		for i, x := range e.Args {
			if v, _ := place(x); v == nil && o.madeBy(x) < o.inouts.level(e.Fn, i) {
				o.odd = append(o.odd, x)
			}
		}
	}
}

// own notes what variables are bound and assigned to; true if that is something new. It is
// assumed of all that they get what was made for them, and lowered until all confirm each other.
func (o *owners) own(e harlan.Expr) bool {
	before := maps.Clone(o.fresh)
	ir.Walk(e, func(e harlan.Expr) bool {
		o.ownOf(e)
		return true
	})
	return !maps.Equal(o.fresh, before)
}

// ownOf is own for e itself.
func (o *owners) ownOf(e harlan.Expr) {
	switch e := e.(type) {
	case *harlan.Let:
		o.gets(e.Bind, o.madeBy(e.Rhs))
	case *harlan.Match:
		o.ownParts(e)
	case *harlan.Set:
		o.gets(e.Var, o.madeBy(e.Rhs))
	case *harlan.VectorSet:
		if v, indices := place(e.Vec); v != nil && !o.moved[e] {
			o.gets(v, below(o.madeBy(e.Rhs), 1+len(indices)))
		}
	case *harlan.Call:
		o.inouts.eachPlace(e, func(i int, v *harlan.Var, indices []harlan.Expr) {
			o.gets(v, below(o.leaves[e.Fn][i], len(indices)))
		})
	}
}

// gets notes that v gets a vector of which nobody else holds so many levels.
func (o *owners) gets(v *harlan.Var, levels int) {
	if had, ok := o.fresh[v]; ok {
		levels = min(levels, had)
	}
	o.fresh[v] = levels
}

// left is the levels of the vector of v that nobody else holds in the end, if nobody did in the beginning.
func (o *owners) left(v *harlan.Var) int {
	if levels, ok := o.fresh[v]; ok {
		return levels
	}
	return allLevels
}

// owned is the levels of the vector of v that were made for it.
func (o *owners) owned(v *harlan.Var) int {
	if !o.bound[v] {
		return 0
	}
	return o.left(v)
}

// whole is owned; of an argument of which elements are assigned, callers are asked the same.
func (o *owners) whole(v *harlan.Var) int {
	if slices.Contains(o.inout, v) {
		return o.left(v)
	}
	return o.owned(v)
}

// goesOn is the levels of the vector of v that only who gets the value of e holds, which is that vector.
func (o *owners) goesOn(e harlan.Expr, v *harlan.Var) int {
	switch {
	case o.strict && !o.moves(e, v):
		return 0
	case o.gives[v] > 0 && slices.Contains(o.params, v): // if nobody held it in the beginning
		return min(o.left(v), o.levelsRead(v))
	case o.gives[v] > 0, o.moves(e, v): // it ends here
		return min(o.owned(v), o.levelsRead(v))
	}
	return 0
}

// madeBy is the levels of the vector e that only who gets its value holds.
func (o *owners) madeBy(e harlan.Expr) int {
	switch e := e.(type) {
	case *harlan.Vector:
		return below(o.least(e.Elems), 1)
	case *harlan.Construct:
		return below(o.least(e.Args), 1)
	case *harlan.Iota, *harlan.Fail:
		return allLevels
	case *harlan.Kernel:
		return below(o.madeBy(e.Body), 1)
	case *harlan.Scan, *harlan.Filter:
		return o.elements(e, 1)
	case *harlan.Let:
		return o.madeBy(e.Body)
	case *harlan.Begin:
		return o.madeBy(e.Steps[len(e.Steps)-1])
	case *harlan.If:
		return min(o.madeBy(e.Then), o.madeBy(e.Else))
	case *harlan.Match:
		return o.least(e.Arms)
	case *harlan.Arm:
		return o.madeBy(e.Body)
	case *harlan.Call:
		levels := o.made(e.Fn)
		for i, same := range o.same[e.Fn] {
			if same {
				levels = min(levels, o.argumentMade(e, i))
			}
		}
		return levels
	case *harlan.Ref:
		if o.inouts.holds(e.Var.Type) {
			return o.goesOn(e, e.Var)
		}
	}
	if o.inouts.holds(o.sigs.TypeOf(e)) {
		return 0
	}
	return allLevels
}

// argumentMade is madeBy for argument i, which the function yields.
func (o *owners) argumentMade(e *harlan.Call, i int) int {
	if o.comesBack(e, i) {
		v, indices := place(e.Args[i])
		return above(o.whole(v), len(indices))
	}
	if v, indices := place(e.Args[i]); v != nil && o.inouts.level(e.Fn, i) > 0 {
		if len(indices) > 0 {
			return 0
		}
		return o.goesOn(e, v)
	}
	return o.madeBy(e.Args[i])
}

// moves reports whether the vector of v, which was bound, goes on with the value of e.
func (o *owners) moves(e harlan.Expr, v *harlan.Var) bool { return o.bound[v] && o.last[site{e, v}] }

// least is madeBy, of all of es.
func (o *owners) least(es []harlan.Expr) int {
	levels := allLevels
	for _, e := range es {
		levels = min(levels, o.madeBy(e))
	}
	return levels
}

// elements is levels, if the elements of the vector e are vectors.
func (o *owners) elements(e harlan.Expr, levels int) int {
	if t := o.sigs.TypeOf(e); t.Kind == types.KSeq && o.inouts.holds(t.Elem()) {
		return levels
	}
	return allLevels
}

// levelsRead is the levels of v that all uses only read.
func (o *owners) levelsRead(v *harlan.Var) int {
	if levels, used := o.held[v]; used {
		return levels
	}
	return allLevels
}

// levelsKept is the levels of v that its last uses only read.
func (o *owners) levelsKept(v *harlan.Var) int {
	if levels, used := o.kept[v]; used {
		return levels
	}
	return allLevels
}
