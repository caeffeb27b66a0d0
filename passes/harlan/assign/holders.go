package assign

// Who holds vectors, over all functions of a module: which levels of its arguments a
// function only reads, and which levels of its result it has made. Both are assumed of
// all, and lowered until all functions confirm each other.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/harlan"
)

// allLevels is more levels than any vector has.
const allLevels = 1 << 20

// result is where a value is the result of the function, or an element that a kernel
// makes, in place of the levels that are only read; one less for each constructor around it.
const result = -1

// holders is what is known of functions.
type holders struct {
	sigs    *harlan.Sigs
	inouts  inouts
	results map[string]int    // levels that the function has made, and does not keep
	reads   map[string][]int  // levels of every parameter that are only read, but where it is the result
	same    map[string][]bool // parameters that may be the result, or in data that is
	wrapped map[string][]bool // those that may be in data
	leaves  map[string][]int  // levels of every argument that nobody else holds afterwards, if nobody did before
}

func newHolders(m *harlan.Module, sigs *harlan.Sigs, all inouts) *holders {
	h := &holders{sigs: sigs, inouts: all, results: map[string]int{}, reads: map[string][]int{}, same: map[string][]bool{}, wrapped: map[string][]bool{}, leaves: map[string][]int{}}
	for _, f := range m.Funcs {
		h.results[f.Name] = allLevels
		h.reads[f.Name] = slices.Repeat([]int{allLevels}, len(f.Params))
		h.leaves[f.Name] = slices.Clone(h.reads[f.Name])
		h.same[f.Name], h.wrapped[f.Name] = make([]bool, len(f.Params)), make([]bool, len(f.Params))
	}
	for changed := true; changed; {
		changed = false
		for _, f := range m.Funcs {
			o := h.analyse(f)
			made, reads, leaves, same, wrapped := o.madeBy(f.Body), make([]int, len(f.Params)), make([]int, len(f.Params)), make([]bool, len(f.Params)), make([]bool, len(f.Params))
			for i, p := range f.Params {
				leaves[i], reads[i], same[i], wrapped[i] = o.left(p), o.levelsRead(p), o.gives[p] > 0, o.wrapped[p]
			}
			changed = changed || made != h.results[f.Name] || !slices.Equal(reads, h.reads[f.Name]) ||
				!slices.Equal(leaves, h.leaves[f.Name]) || !slices.Equal(same, h.same[f.Name]) || !slices.Equal(wrapped, h.wrapped[f.Name])
			h.results[f.Name], h.reads[f.Name], h.leaves[f.Name], h.same[f.Name], h.wrapped[f.Name] = made, reads, leaves, same, wrapped
		}
	}
	return h
}

// analyse is what is known of a function's variables, given what is of functions.
func (h *holders) analyse(f *harlan.Func) *owners {
	o := h.newOwners()
	o.inout = h.inouts.params(f)
	o.flow, o.params, o.moved = flowOf(f, h.inouts), f.Params, h.inouts.rotations(f.Body)
	o.find(f.Body)
	o.walk(f.Body, result)
	for o.own(f.Body) {
	}
	o.strict = true // who calls sees what is assigned of the result
	o.findOdd(f.Body)
	o.strict = false
	return o
}

// made is the levels of what a function yields that nobody else holds: externs keep nothing.
func (h *holders) made(fn string) int {
	if levels, ok := h.results[fn]; ok {
		return levels
	}
	return allLevels
}

// argument is the levels of argument i that a call only reads, whose value is treated as only says.
func (h *holders) argument(fn string, i, only int) int {
	reads, ok := h.reads[fn]
	switch {
	case !ok: // an extern
		return allLevels
	case !h.same[fn][i]:
		return reads[i]
	case h.wrapped[fn][i] && only >= 0 && only < allLevels: // the levels of the result are others
		return 0
	case reads[i] == allLevels:
		return only
	}
	return min(reads[i], max(only, 0))
}

// below is levels of elements, as levels of a vector that is so much above them.
func below(levels, above int) int { return min(max(levels, 0)+above, allLevels) }

// walk notes where vectors are handed on. only is the levels of the value of e that are
// only read, or result. Expressions are numbered in the order of the text.
func (o *owners) walk(e harlan.Expr, only int) {
	o.n++
	at := o.n
	switch e := e.(type) {
	case *harlan.Ref:
		o.use(e.Var, e, at, only)
	case *harlan.VectorRef:
		o.operand(e.Vec, []harlan.Expr{e.Index}, o.elements(e.Vec, below(only, 1)))
		o.walk(e.Index, allLevels)
	case *harlan.VectorSet:
		o.walk(e.Vec, allLevels)
		o.walk(e.Index, allLevels)
		if o.moved[e] {
			o.walk(e.Rhs, allLevels)
		} else {
			o.walk(e.Rhs, 0)
		}
	case *harlan.Op:
		o.operand(e.Left, []harlan.Expr{e.Right}, allLevels)
		o.walk(e.Right, allLevels)
	case *harlan.Length, *harlan.Print, *harlan.Write, *harlan.Iota, *harlan.Assert, *harlan.Cast, *harlan.While:
		e.Children(func(_ int, x harlan.Expr) { o.walk(x, allLevels) })
	case *harlan.Call:
		o.call(e, at, only)
	case *harlan.Let:
		o.binding(e, only)
	case *harlan.Begin:
		for _, s := range e.Steps[:len(e.Steps)-1] {
			o.walk(s, allLevels)
		}
		o.walk(e.Steps[len(e.Steps)-1], only)
	case *harlan.If:
		o.walk(e.Cond, allLevels)
		o.walk(e.Then, only)
		o.walk(e.Else, only)
	case *harlan.Match:
		o.match(e, at, only)
	case *harlan.Construct:
		o.construct(e, only)
	case *harlan.Arm:
		o.walk(e.Body, only)
	case *harlan.Lambda:
		o.walk(e.Body, 0)
		for _, v := range harlan.FreeVars(e) {
			o.use(v, e, at, 0)
		}
	case *harlan.Kernel:
		o.kernel(e)
	case *harlan.Reduce:
		o.walk(e.Of, o.elements(e.Of, 1))
		o.walk(e.Body, 0)
	case *harlan.Scan:
		o.walk(e.Init, 0)
		o.walk(e.Of, o.elements(e.Of, 1))
		o.walk(e.Body, 0)
	case *harlan.Filter:
		o.walk(e.Of, o.elements(e.Of, 1))
		o.walk(e.Cond, allLevels)
	default:
		e.Children(func(_ int, x harlan.Expr) { o.walk(x, 0) })
	}
}

// construct walks what makes data, which has its arguments one level down. A result has a vector that it has once.
func (o *owners) construct(e *harlan.Construct, only int) {
	for i, x := range e.Args {
		inside := 0
		if only < 0 && !o.twice(e.Args, i) {
			inside = only - 1
		}
		o.walk(x, inside)
	}
}

// twice reports whether another argument may have what argument i has.
func (o *owners) twice(args []harlan.Expr, i int) bool {
	for _, v := range harlan.FreeVars(args[i]) {
		if o.inouts.holds(v.Type) && slices.ContainsFunc(slices.Delete(slices.Clone(args), i, i+1), func(x harlan.Expr) bool { return uses(x, v) > 0 }) {
			return true
		}
	}
	return false
}

// operand walks an operand in front of rest. What these assign, who gets the operands sees, so a vector that is
// assigned there is handed on.
func (o *owners) operand(e harlan.Expr, rest []harlan.Expr, only int) {
	for _, x := range rest {
		for _, v := range harlan.FreeVars(e) {
			if o.assignsOf(v, x) {
				only = 0
			}
		}
	}
	o.walk(e, only)
}

// call walks a call, number at. What a function assigns of an argument, it hands on, if it does,
// when it is assigned; no other argument may be a vector of which that is a part.
func (o *owners) call(e *harlan.Call, at, only int) {
	for i, x := range e.Args {
		if o.inouts.level(e.Fn, i) > 0 {
			reads := 0 // its elements are assigned
			if v, _ := place(x); v != nil {
				reads = allLevels // as of a variable
			}
			o.walk(x, reads)
		} else {
			o.operand(x, e.Args[i+1:], o.readsOf(e, i, only))
		}
	}
	end, steady := o.n, !slices.ContainsFunc(e.Args, o.inouts.assigns)
	o.inouts.eachPlace(e, func(i int, v *harlan.Var, indices []harlan.Expr) {
		reads := o.readsOf(e, i, only)
		if len(indices) > 0 {
			reads = below(reads, len(indices))
		}
		o.use(v, e, end, reads)
		for j, x := range e.Args {
			if w, others := place(x); j != i && o.mayHold(x, v) && !(w == v && steady && apart(indices, others)) {
				o.share(v, use{at, x})
			}
		}
	})
}

// readsOf is argument, unless what is left of the argument goes back to where it was.
func (o *owners) readsOf(e *harlan.Call, i, only int) int {
	if o.comesBack(e, i) {
		only = allLevels
	} else if only < 0 && o.twice(e.Args, i) {
		only = 0
	}
	return o.argument(e.Fn, i, only)
}

// mayHold reports whether the value of e may be the vector of v, or have a part of it.
func (o *owners) mayHold(e harlan.Expr, v *harlan.Var) bool {
	t := o.sigs.TypeOf(e)
	return t != nil && !t.IsScalar() && t != harlan.StrType && slices.Contains(harlan.FreeVars(e), v) && !o.isNew(e)
}

// isNew reports whether the value of e has no part that is older than it.
func (o *owners) isNew(e harlan.Expr) bool {
	switch e := e.(type) {
	case *harlan.Vector, *harlan.Iota, *harlan.Kernel, *harlan.Scan, *harlan.Filter:
		t := o.sigs.TypeOf(e).Elem()
		return t.IsScalar() || t == harlan.StrType
	case *harlan.Call:
		return o.made(e.Fn) == allLevels && !slices.Contains(o.same[e.Fn], true)
	}
	return false
}

// binding walks a let. Where the vector of a place is bound, and stays there as it is, the body says what is
// read of it.
func (o *owners) binding(e *harlan.Let, only int) {
	v, _ := place(e.Rhs)
	if v == nil || o.moved[e] {
		rhs := 0
		if o.moved[e] {
			rhs = allLevels
		}
		o.walk(e.Rhs, rhs)
		o.walk(e.Body, only)
		return
	}
	rhs, before := o.n, o.levelsKept(v)
	delete(o.kept, v)
	o.skip(e.Rhs)
	o.walk(e.Body, only)
	behind := o.n
	reads := min(o.levelsRead(e.Bind), o.levelsKept(e.Bind))
	if o.levelsKept(v) < allLevels || o.gives[e.Bind] > 0 || o.depth[e.Bind] > 0 || o.assignsOf(v, e.Body) {
		reads = 0
	}
	o.kept[v] = min(before, o.levelsKept(v))
	o.n = rhs
	o.walk(e.Rhs, reads)
	o.n = behind
}

// assignsOf reports whether e assigns elements of the vector of v.
func (o *owners) assignsOf(v *harlan.Var, e harlan.Expr) (assigns bool) {
	o.inouts.eachAssignment(e, func(_ harlan.Expr, a assignment) { assigns = assigns || a.v == v && a.level > 0 })
	return assigns
}

// skip numbers e.
func (o *owners) skip(e harlan.Expr) {
	ir.Walk(e, func(harlan.Expr) bool { o.n++; return true })
}

// kernel walks a kernel: its body first, which says what is read of the elements of sources.
func (o *owners) kernel(e *harlan.Kernel) {
	sources, outside := o.n, o.inside
	for _, s := range e.Seqs {
		o.skip(s)
	}
	o.inside = harlan.BoundVars(e.Body)
	o.walk(e.Body, result)
	behind := o.n
	o.n, o.inside = sources, outside
	for i, s := range e.Seqs {
		o.operand(s, e.Seqs[i+1:], o.elements(s, below(o.levelsRead(e.Binds[i]), 1)))
	}
	o.n = behind
}

// use notes that e, at a number, uses the vector of v, of which levels are only read, or result.
func (o *owners) use(v *harlan.Var, e harlan.Expr, at, only int) {
	if !o.inouts.holds(v.Type) {
		return
	}
	if only < 0 && (o.inside == nil || o.inside[v]) {
		if g := o.gives[v]; g == 0 || -only < g {
			o.gives[v] = -only
		}
		o.wrapped[v] = o.wrapped[v] || only < result
		only = 0
	} else if o.moves(e, v) {
		o.kept[v] = min(o.levelsKept(v), max(only, 0))
		return
	} else {
		only = max(only, 0)
		o.held[v] = min(o.levelsRead(v), only)
	}
	if only < o.depth[v] && o.assigned[site{e, v}] {
		o.share(v, use{at, e})
	}
}

// share notes that others hold the vector of v.
func (o *owners) share(v *harlan.Var, u use) {
	if first := o.shared[v]; first.e == nil || u.at < first.at {
		o.shared[v] = u
	}
}
