package infer

// Checks that never hold where they stand: what find-mismatches reports. The analysis
// asks, at every check, whether what is known refutes it, and notes whether the check is
// certainly reached. A check about the sizes of parameters is asked about again at every
// call of its function, as two calls may differ.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// A reach is whether code is executed, once its function is called, unless the program
// has ended before or runs forever.
type reach uint8

const (
	Certainly reach = iota
	perhaps
	never // or what is before it fails
)

// Mismatches are what the analysis finds, at its last look at each function.
type Mismatches struct {
	Made    map[*nkl.Var]nkl.Expr  // right-hand sides
	Found   map[string][]*Mismatch // by function
	Open    map[string][]Demand    // checks that depend on the arguments, by function
	Calls   map[string][]string    // functions that are certainly called, by caller
	params  map[string]bool        // names of sizes of parameters, of the function at hand
	Formals map[string][]*nkl.Var  // parameters of functions
	Times   map[*Size]*Size        // of indices of maps: how many elements there are
}

// A Mismatch is a check that fails where it stands.
type Mismatch struct {
	Check *nkl.Check
	Part  part
	Calls []ir.Pos // through which the check is reached in the function it was found in, the innermost first
	Reach reach
}

// A part is that one of the conditions of a check which does not hold.
type part struct {
	Cond *nkl.Prim
	Args []*Size    // what it compares; nil for what is no int
	Of   []sequence // which sequence each of these is the length of
}

// A sequence is what a variable of a function holds. In a length of something else, v is
// nil; there is no function where it is no length.
type sequence struct {
	Fn string
	V  *nkl.Var
}

// A Demand is a check that is certainly reached and depends on the sizes of parameters.
type Demand struct {
	check *nkl.Check
	parts []part
	conds []*sizes.Cond
	calls []ir.Pos
}

// Bounds of what is remembered of a function.
const (
	maxDemands = 16
	maxChain   = 6
)

// start forgets what an earlier look at f has found.
func (m *Mismatches) start(s *scheme, f *nkl.Func) {
	if m == nil {
		return
	}
	m.Found[f.Name], m.Open[f.Name], m.Calls[f.Name] = nil, nil, nil
	m.params, m.Formals[f.Name] = map[string]bool{}, f.Params
	for _, p := range s.params {
		p.EachSize(func(n *Size) { m.params[n.Name] = true })
	}
}

// repeat says that what follows is done n times, each for another index i; n is nil for any
// number.
func (x *Analysis) repeat(i, n *Size) {
	if x.Mismatches != nil && i != nil {
		x.Mismatches.Times[i] = n
	}
	switch {
	case x.Mismatches == nil || x.reach == never:
	case n != nil && sizes.IsConst(n, 0):
		x.reach = never
	case n == nil || !x.NotNegative(sizes.Sub(n, sizes.Const(1))):
		x.reach = perhaps
	}
}

// choose says that what follows is done if c.
func (x *Analysis) choose(c *sizes.Cond) {
	if x.Mismatches == nil || x.reach == never {
		return
	}
	switch holds, known := x.Decide(c); {
	case !known:
		x.reach = perhaps
	case !holds:
		x.reach = never
	}
}

// compare asks whether a check, whose condition is cond, fails for certain.
func (x *Analysis) compare(e *nkl.Check, cond *sizes.Cond) {
	m := x.Mismatches
	if x.reach == never || x.Proved[e] {
		return
	}
	d := Demand{check: e}
	for _, p := range x.parts(e.Cond) {
		d.parts, d.conds = append(d.parts, p.part), append(d.conds, p.cond)
	}
	if x.reach == Certainly {
		x.demand(m, d) // also of what all calls agree in: each says where its lengths come from
	}
	x.meet(d)
}

// meet notes a mismatch if a demand does not hold. What follows is not reached then.
func (x *Analysis) meet(d Demand) {
	for i, c := range d.conds {
		at, fails := x.fails(c)
		if !fails {
			continue
		}
		p := d.parts[i].mapSizes(func(n *Size) *Size { return x.Canon(at(n)) })
		x.Mismatches.Found[x.fn] = append(x.Mismatches.Found[x.fn], &Mismatch{d.check, p, d.calls, x.reach})
		x.reach = never
		return
	}
}

// fails reports whether c does not hold, for one element of the innermost map at least: at
// is what sizes are for that one.
func (x *Analysis) fails(c *sizes.Cond) (at func(*Size) *Size, fails bool) {
	if len(x.open) > 0 && c != nil {
		i := x.open[len(x.open)-1]
		if n := x.Mismatches.Times[i]; n != nil && n.Op == types.SizeConst && n.N <= sizes.MaxPicked {
			for k := range n.N {
				at := func(n *Size) *Size { return sizes.Open(sizes.Close(n, i), sizes.Const(k)) }
				if holds, known := x.Decide(c.MapSizes(at)); known && !holds {
					return at, true
				}
			}
		}
	}
	holds, known := x.Decide(c)
	return func(n *Size) *Size { return n }, known && !holds
}

// mapSizes applies f to the sizes that p compares.
func (p part) mapSizes(f func(*Size) *Size) part {
	args := make([]*Size, len(p.Args))
	for i, n := range p.Args {
		if n != nil {
			args[i] = f(n)
		}
	}
	p.Args = args
	return p
}

// demand remembers those conditions of d that only the arguments can decide.
func (x *Analysis) demand(m *Mismatches, d Demand) {
	out := Demand{check: d.check, calls: d.calls}
	for i, c := range d.conds {
		if m.about(c) {
			out.parts, out.conds = append(out.parts, d.parts[i]), append(out.conds, c)
		}
	}
	if len(out.conds) > 0 && len(m.Open[x.fn]) < maxDemands {
		m.Open[x.fn] = append(m.Open[x.fn], out)
	}
}

// about reports whether c speaks of sizes of parameters, and of no other names.
func (m *Mismatches) about(c *sizes.Cond) bool {
	ok, some := c != nil, false
	c.MapSizes(func(n *Size) *Size {
		sizes.Subst(n, func(t *Size) *Size {
			switch {
			case t.IsOpenIndex():
				ok = false
			case t.Op == types.SizeVar, t.Op == types.SizeApp && t.Name[0] != '%':
				ok, some = ok && m.params[t.Name], true
			}
			return t
		})
		return n
	})
	return ok && some
}

// passes asks whether the arguments of a call are what the function demands.
func (x *Analysis) passes(fn string, pos ir.Pos, args []nkl.Expr, u *use) {
	m := x.Mismatches
	if x.reach == Certainly {
		m.Calls[x.fn] = append(m.Calls[x.fn], fn)
	}
	if fn == x.fn {
		return
	}
	for _, d := range m.Open[fn] {
		if x.reach == never || len(d.calls) == maxChain {
			return
		}
		at := Demand{check: d.check, calls: append(append([]ir.Pos(nil), d.calls...), pos)}
		for i, c := range d.conds {
			p := d.parts[i].mapSizes(u.size)
			p.Of = make([]sequence, len(p.Of))
			for k, s := range d.parts[i].Of {
				p.Of[k] = m.actual(s, x.fn, fn, args)
			}
			at.parts, at.conds = append(at.parts, p), append(at.conds, c.MapSizes(u.size))
		}
		x.meet(at)
		if x.reach == Certainly {
			x.demand(m, at)
		}
	}
}

// A condition is one of those that a check is the conjunction of.
type condition struct {
	part
	cond *sizes.Cond
}

// parts are the comparisons that the condition e is the conjunction of.
func (x *Analysis) parts(e nkl.Expr) (out []condition) {
	r, ok := e.(*nkl.Ref)
	if !ok {
		return nil
	}
	p, ok := x.Mismatches.Made[r.Var].(*nkl.Prim)
	s := x.vars[r.Var]
	switch {
	case !ok || s == nil || s.Cond == nil:
		return nil
	case p.Op.Code == prim.And:
		return append(x.parts(p.Args[0]), x.parts(p.Args[1])...)
	}
	c := condition{part{Cond: p}, s.Cond}
	for _, a := range p.Args {
		n, of := x.measured(a)
		c.Args, c.Of = append(c.Args, n), append(c.Of, of)
	}
	return []condition{c}
}

// measured is the value of the int e, an atom, nil if it is none, and the sequence that it
// is the length of.
func (x *Analysis) measured(e nkl.Expr) (n *Size, of sequence) {
	switch e := e.(type) {
	case *nkl.Int:
		return x.Int(sizes.Const(e.Val)), of
	case *nkl.Ref:
		if s := x.vars[e.Var]; s != nil && s.Kind == types.KInt {
			n = s.Size
		}
		if p, ok := x.Mismatches.Made[e.Var].(*nkl.Prim); ok && p.Op.Code == prim.Length {
			of.Fn = x.fn
			if r, ok := p.Args[0].(*nkl.Ref); ok {
				of.V = r.Var
			}
		}
	}
	return n, of
}

// actual is s in the function caller, which calls fn: an argument, if s is a parameter.
func (m *Mismatches) actual(s sequence, caller, fn string, args []nkl.Expr) sequence {
	i := slices.Index(m.Formals[fn], s.V)
	if s.Fn != fn || s.V == nil || i < 0 {
		return s
	}
	r, ok := args[i].(*nkl.Ref)
	if !ok {
		return sequence{Fn: caller}
	}
	return sequence{caller, r.Var}
}
