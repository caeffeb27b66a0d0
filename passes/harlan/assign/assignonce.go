// Package assign holds the pass assign-once, which makes assignments bindings, and what it knows of vectors:
// which variables stand for the same one (places.go, procedures.go), who holds it (ownership.go, holders.go, and for
// those in data records.go), which rows only move (rotations.go), what is ahead of a use (flow.go), and which
// functions assign elements of their arguments (inouts.go).
package assign

import (
	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// AssignOnce makes every assignment a binding of a new variable. What arms of a
// conditional assign, they yield; a while is a loop of the variables that it assigns.
//
//	(begin (set x (op + x 1)) (print x))
//	  =>  (let x.1 (op + x 1) (print x.1))
//	(begin (if c (set x 1) (void)) x)
//	  =>  (let x.1 (if c 1 x) x.1)
//	(begin (while (op < x 9) (set x (op + x 1))) x)
//	  =>  (let x.2 (loop int (x.1) (x) (if (op < x.1 9) (recur (op + x.1 1)) x.1)) x.2)
//
// A procedure has the values of variables as they are where it is made. What a kernel or a
// procedure assigns must be its own, and an element can be assigned where nobody else may
// hold the vector (ownership.go). A function that assigns elements of its arguments yields
// these vectors, too (inouts.go).
func AssignOnce(c *pass.Ctx, m *harlan.Module) *harlan.Module {
	m, all := namePlaces(m)
	out := *m
	out.Funcs = nil
	sigs := m.Sigs()
	var h *holders // of what is asked only where elements are assigned
	for _, f := range m.Funcs {
		if !all.assigns(f.Body) {
			out.Funcs = append(out.Funcs, f)
			continue
		}
		if all.assignsElements(f.Body) {
			if h == nil {
				h = newHolders(m, sigs, all)
			}
			if !h.checkOwnership(c, f) {
				continue
			}
		}
		o := &once{c: c, sigs: sigs, inouts: all, now: map[*harlan.Var]*harlan.Var{}}
		g := *f
		params := all.params(f)
		g.Body = o.arm(f.Body, f.Result, params, func(*block) {})
		g.Result = resultType(f.Result, params)
		out.Funcs = append(out.Funcs, &g)
	}
	return &out
}

// once translates a function. now is the variable with the present value of those that
// are assigned.
type once struct {
	c      *pass.Ctx
	sigs   *harlan.Sigs
	inouts inouts
	now    map[*harlan.Var]*harlan.Var
}

// A block is steps in order: bindings, and what is evaluated for its effect.
type block struct{ steps []step }

type step struct {
	v *harlan.Var // nil: the value is dropped
	e harlan.Expr
}

func (b *block) let(v *harlan.Var, e harlan.Expr) { b.steps = append(b.steps, step{v, e}) }

// name binds e, unless it is an atom.
func (b *block) name(t *types.Type, e harlan.Expr) harlan.Expr {
	if isAtom(e) || t == nil || t == harlan.VoidType {
		if !isAtom(e) {
			b.let(nil, e)
			return &harlan.Void{}
		}
		return e
	}
	v := types.NewVar("v", t)
	b.let(v, e)
	return &harlan.Ref{Var: v}
}

// in is e behind the steps.
func (b *block) in(e harlan.Expr) harlan.Expr {
	for i := len(b.steps) - 1; i >= 0; i-- {
		s := b.steps[i]
		at := ir.At(s.e.Pos())
		if s.v != nil {
			e = &harlan.Let{Node: at, Bind: s.v, Rhs: s.e, Body: e}
		} else if more, ok := e.(*harlan.Begin); ok {
			e = &harlan.Begin{Node: at, Steps: append([]harlan.Expr{s.e}, more.Steps...)}
		} else {
			e = &harlan.Begin{Node: at, Steps: []harlan.Expr{s.e, e}}
		}
	}
	return e
}

func isAtom(e harlan.Expr) bool {
	switch e.(type) {
	case *harlan.Ref, *harlan.Int, *harlan.Float, *harlan.Bool, *harlan.Char, *harlan.Str, *harlan.U64, *harlan.Void:
		return true
	}
	return false
}

// current is the variable with the value that v has now.
func (o *once) current(v *harlan.Var) *harlan.Var {
	if w := o.now[v]; w != nil {
		return w
	}
	return v
}

func (o *once) use(v *harlan.Var) harlan.Expr { return &harlan.Ref{Var: o.current(v)} }

// assign makes a new variable for v.
func (o *once) assign(v *harlan.Var) *harlan.Var {
	w := types.NewVar(v.Name, v.Type)
	o.now[v] = w
	return w
}

// closed is e on its own: what it assigns is its own.
func (o *once) closed(e harlan.Expr) harlan.Expr {
	if !o.inouts.assigns(e) {
		return o.renamed(e)
	}
	var b block
	x := o.value(e, &b)
	return b.in(x)
}

// renamed is e, which assigns nothing, with the present variables.
func (o *once) renamed(e harlan.Expr) harlan.Expr {
	if r, ok := e.(*harlan.Ref); ok {
		if w := o.now[r.Var]; w != nil {
			return &harlan.Ref{Node: r.Node, Var: w}
		}
	}
	return e.MapChildren(o.renamed)
}

// value is the value of e behind the steps that it adds to b.
func (o *once) value(e harlan.Expr, b *block) harlan.Expr {
	if !o.inouts.assigns(e) {
		return o.renamed(e)
	}
	switch e := e.(type) {
	case *harlan.Set:
		rhs := o.value(e.Rhs, b)
		b.let(o.assign(e.Var), rhs)
		return &harlan.Void{Node: e.Node}
	case *harlan.VectorSet:
		o.setElement(e, b)
		return &harlan.Void{Node: e.Node}
	case *harlan.Begin:
		last := len(e.Steps) - 1
		for _, s := range e.Steps[:last] {
			if x := o.value(s, b); !isAtom(x) {
				b.let(nil, x)
			}
		}
		return o.value(e.Steps[last], b)
	case *harlan.Let:
		b.let(e.Bind, o.value(e.Rhs, b))
		return o.value(e.Body, b)
	case *harlan.If:
		cond := o.value(e.Cond, b)
		arms := o.arms(e, []harlan.Expr{e.Then, e.Else}, o.inouts.assigned(e.Then, e.Else), nil, b)
		return arms(func(es []harlan.Expr) harlan.Expr {
			return &harlan.If{Node: e.Node, Cond: cond, Then: es[0], Else: es[1]}
		})
	case *harlan.Match:
		return o.match(e, b)
	case *harlan.While:
		o.loop(e, b)
		return &harlan.Void{Node: e.Node}
	case *harlan.Call:
		if o.inouts.callAssigns(e) {
			return o.call(e, b)
		}
	}
	return o.operation(e, b)
}

// operation is value for forms with operands, which are evaluated in order, and bodies,
// which assign only what is theirs.
func (o *once) operation(e harlan.Expr, b *block) harlan.Expr {
	var operands []harlan.Expr
	e.MapOperands(func(x harlan.Expr) harlan.Expr {
		operands = append(operands, x)
		return x
	})
	values := o.operands(operands, b)
	i := 0
	e = e.MapOperands(func(harlan.Expr) harlan.Expr {
		i++
		return values[i-1]
	})
	own := map[*harlan.Var]bool{}
	harlan.EachBind(e, func(v *harlan.Var) { own[v] = true })
	return e.MapBodies(func(body harlan.Expr) harlan.Expr {
		for _, v := range o.inouts.assigned(body) {
			if own[v] {
				continue
			}
			o.c.Errorf(o.inouts.assignmentTo(v, body).Pos(), "E0450", "%s is from outside of the %s that assigns it", v.Name, whatHasBody(e)).
				WithHint("what it computes for one element others do not see: let it yield the new value")
		}
		before := o.saved()
		x := o.closed(body)
		o.now = before
		return x
	})
}

func (o *once) saved() map[*harlan.Var]*harlan.Var {
	c := make(map[*harlan.Var]*harlan.Var, len(o.now))
	for v, w := range o.now {
		c[v] = w
	}
	return c
}

// assignmentTo is the first expression in e that assigns v.
func (m inouts) assignmentTo(v *harlan.Var, e harlan.Expr) (at harlan.Expr) {
	m.eachAssignment(e, func(x harlan.Expr, a assignment) {
		if at == nil && a.v == v {
			at = x
		}
	})
	return at
}

func whatHasBody(e harlan.Expr) string {
	switch e.(type) {
	case *harlan.Lambda:
		return "procedure"
	case *harlan.Kernel:
		return "kernel"
	}
	return "reduction"
}

// operands evaluates es in order: those in front of steps of another are named.
func (o *once) operands(es []harlan.Expr, b *block) []harlan.Expr {
	out := make([]harlan.Expr, len(es))
	for i, e := range es {
		var own block
		x := o.value(e, &own)
		if len(own.steps) > 0 {
			for j := range i {
				out[j] = b.name(o.sigs.TypeOf(es[j]), out[j])
			}
			b.steps = append(b.steps, own.steps...)
		}
		out[i] = x
	}
	return out
}
