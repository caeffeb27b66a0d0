package assign

// Functions that assign elements of their arguments. Vectors are references, so the caller
// sees what such a function assigns: it yields the vector as well, and the caller's variable
// gets it.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// inouts is what functions assign.
type inouts struct {
	levels map[string][]int // by function and parameter, the deepest level of the argument of which elements are assigned; 0: none
	data   map[string]bool  // the datatypes whose values have vectors
	found  map[*harlan.Match]restoration
}

// An assignment says that a variable gets another value, or its vector other elements, down to a level; 0 is
// the variable itself.
type assignment struct {
	v     *harlan.Var
	level int
}

func newInouts(m *harlan.Module) inouts {
	all := inouts{map[string][]int{}, dataWithVectors(m), map[*harlan.Match]restoration{}}
	for _, f := range m.Funcs {
		all.levels[f.Name] = make([]int, len(f.Params))
	}
	for changed := true; changed; {
		changed = false
		for _, f := range m.Funcs {
			levels := all.levels[f.Name]
			all.eachAssignment(f.Body, func(_ harlan.Expr, a assignment) {
				if i := slices.Index(f.Params, a.v); i >= 0 && a.level > levels[i] {
					levels[i], changed = a.level, true
					clear(all.found)
				}
			})
		}
	}
	for _, f := range m.Funcs { // the vector of a parameter that gets another one is not the caller's any more
		all.eachAssignment(f.Body, func(_ harlan.Expr, a assignment) {
			if i := slices.Index(f.Params, a.v); i >= 0 && a.level == 0 {
				all.levels[f.Name][i] = 0
				clear(all.found)
			}
		})
	}
	return all
}

// level is the deepest level of argument i of which a function assigns elements.
func (m inouts) level(fn string, i int) int {
	if levels, ok := m.levels[fn]; ok {
		return levels[i]
	}
	return 0 // an extern
}

// params is the parameters of which f assigns elements.
func (m inouts) params(f *harlan.Func) (out []*harlan.Var) {
	for i, p := range f.Params {
		if m.level(f.Name, i) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// by is what e itself assigns.
func (m inouts) by(e harlan.Expr) (out []assignment) {
	switch e := e.(type) {
	case *harlan.Set:
		out = append(out, assignment{e.Var, 0})
	case *harlan.VectorSet:
		if v, indices := place(e.Vec); v != nil {
			out = append(out, assignment{v, 1 + len(indices)})
		}
	case *harlan.Call:
		m.eachPlace(e, func(i int, v *harlan.Var, indices []harlan.Expr) {
			out = append(out, assignment{v, min(m.level(e.Fn, i)+len(indices), maxLevel)})
		})
	case *harlan.Match:
		if v, _, level := m.restored(e); v != nil {
			out = append(out, assignment{v, level})
		}
	}
	return out
}

// eachPlace visits the arguments of a call that are places, and of which elements are assigned.
func (m inouts) eachPlace(e *harlan.Call, f func(i int, v *harlan.Var, indices []harlan.Expr)) {
	for i, level := range m.levels[e.Fn] {
		if v, indices := place(e.Args[i]); v != nil && level > 0 {
			f(i, v, indices)
		}
	}
}

func (m inouts) eachAssignment(e harlan.Expr, f func(harlan.Expr, assignment)) {
	ir.Walk(e, func(e harlan.Expr) bool {
		for _, a := range m.by(e) {
			f(e, a)
		}
		return true
	})
}

// assigns reports whether there is an assignment or a loop in e.
func (m inouts) assigns(e harlan.Expr) bool {
	return ir.Any(e, func(e harlan.Expr) bool {
		switch e := e.(type) {
		case *harlan.Set, *harlan.VectorSet, *harlan.While:
			return true
		case *harlan.Call:
			return m.callAssigns(e)
		}
		return false
	})
}

// callAssigns reports whether the function that e calls assigns elements of arguments.
func (m inouts) callAssigns(e *harlan.Call) bool {
	return slices.ContainsFunc(m.levels[e.Fn], func(level int) bool { return level > 0 })
}

// assignsElements reports whether elements of vectors are assigned in e.
func (m inouts) assignsElements(e harlan.Expr) bool {
	return ir.Any(e, func(e harlan.Expr) bool {
		call, ok := e.(*harlan.Call)
		return e.Form() == harlan.FormVectorSet || ok && m.callAssigns(call)
	})
}

// assigned is the variables from outside that es assign, in the order of the text.
func (m inouts) assigned(es ...harlan.Expr) (out []*harlan.Var) {
	own := harlan.BoundVars(es...)
	for _, e := range es {
		m.eachAssignment(e, func(_ harlan.Expr, a assignment) {
			if !own[a.v] && !slices.Contains(out, a.v) {
				out = append(out, a.v)
			}
		})
	}
	return out
}

// place takes an element of an element .. of the vector of a variable apart: the variable, nil if
// there is none, and the indices, the outermost first.
func place(e harlan.Expr) (v *harlan.Var, indices []harlan.Expr) {
	for x, ok := e.(*harlan.VectorRef); ok; x, ok = e.(*harlan.VectorRef) {
		e, indices = x.Vec, append(indices, x.Index)
	}
	slices.Reverse(indices)
	if r, ok := e.(*harlan.Ref); ok {
		v = r.Var
	}
	return v, indices
}

// apart reports whether indices of one moment certainly lead to different elements.
func apart(is, js []harlan.Expr) bool {
	for k := range min(len(is), len(js)) {
		if v, m, ok := sum(is[k]); ok {
			if w, n, ok := sum(js[k]); ok && v == w && m != n {
				return true
			}
		}
	}
	return false
}

// sum takes v + n, v - n, v or n apart; v is nil if there is none. Sums of one variable that wrap differ if these do.
func sum(e harlan.Expr) (v *harlan.Var, n int64, ok bool) {
	switch e := e.(type) {
	case *harlan.Ref:
		return e.Var, 0, true
	case *harlan.Int:
		return nil, e.Val, -1<<30 < e.Val && e.Val < 1<<30
	case *harlan.Op:
		r, isVar := e.Left.(*harlan.Ref)
		if k, n, ok := sum(e.Right); isVar && ok && k == nil {
			switch e.Op {
			case harlan.Add:
				return r.Var, n, true
			case harlan.Sub:
				return r.Var, -n, true
			}
		}
	}
	return nil, 0, false
}

// A path leads from the vector of a variable to one that is in it.
type path struct {
	v       *harlan.Var
	vecs    []harlan.Expr // those on the way, the variable's first
	indices []harlan.Expr
}

// path follows indices, which are values, from the vector that v has now.
func (o *once) path(at ir.Node, v *harlan.Var, indices []harlan.Expr, b *block) path {
	p := path{v, []harlan.Expr{o.use(v)}, slices.Clone(indices)}
	for i := range p.indices {
		p.indices[i] = b.name(types.Int, p.indices[i])
		p.vecs = append(p.vecs, b.name(o.sigs.TypeOf(p.vecs[i]).Elem(), &harlan.VectorRef{Node: at, Vec: p.vecs[i], Index: p.indices[i]}))
	}
	return p
}

// end is the vector to which p leads.
func (p path) end() harlan.Expr { return p.vecs[len(p.indices)] }

// put gives the variable of p a vector with e in place of the end of p: so it does, from the
// inside out, to those on the way.
func (o *once) put(at ir.Node, p path, e harlan.Expr, b *block) {
	for i := len(p.indices) - 1; i >= 0; i-- {
		e = &harlan.Put{Node: at, Vec: p.vecs[i], Index: p.indices[i], Rhs: e}
	}
	b.let(o.assign(p.v), e)
}

// setElement gives the variable of e a vector with another element.
//
//	(vectorset (vectorref m i) j x)
//	  =>  (let v (vectorref m i) (let m.1 (put m i (put v j x)) ..))
func (o *once) setElement(e *harlan.VectorSet, b *block) {
	v, indices := place(e.Vec)
	n := len(indices)
	xs := o.operands(append(indices, e.Index, e.Rhs), b)
	p := o.path(e.Node, v, xs[:n], b)
	o.put(e.Node, p, &harlan.Put{Node: e.Node, Vec: p.end(), Index: xs[n], Rhs: xs[n+1]}, b)
}

// call calls a function that assigns elements of arguments.
//
//	(call fill (m 3))              =>  (let m.1 (call fill (m 3)) ..)
//	(call last ((vectorref m i)))  =>  (let v (vectorref m i) (let r (call last (v))
//	                                   (let x (proj 0 r) (let w (proj 1 r) (let m.1 (put m i w) ..)))))
func (o *once) call(e *harlan.Call, b *block) harlan.Expr {
	assigned := map[int]path{}
	o.inouts.eachPlace(e, func(i int, v *harlan.Var, indices []harlan.Expr) { assigned[i] = path{v: v, indices: indices} })
	var operands []harlan.Expr // values of other arguments, and indices on paths
	for i, x := range e.Args {
		if p, ok := assigned[i]; ok {
			operands = append(operands, p.indices...)
		} else {
			operands = append(operands, x)
		}
	}
	values := o.operands(operands, b)
	out := *e
	out.Args = nil
	var vars []*harlan.Var // of the vectors that the function yields
	var puts []func()
	for i, x := range e.Args {
		n, w := 1, types.NewVar("v", o.sigs.TypeOf(x))
		if a, ok := assigned[i]; ok {
			n = len(a.indices)
			p := o.path(e.Node, a.v, values[:n], b)
			out.Args = append(out.Args, p.end())
			puts = append(puts, func() { o.put(e.Node, p, &harlan.Ref{Var: w}, b) })
		} else {
			out.Args = append(out.Args, values[0])
		}
		values = values[n:]
		if o.inouts.level(e.Fn, i) > 0 {
			vars = append(vars, w)
		}
	}
	x := take(b, &out, o.sigs.TypeOf(e), vars)
	for _, put := range puts {
		put()
	}
	return x
}
