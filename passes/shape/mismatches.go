package shape

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
	certainly reach = iota
	perhaps
	never // or what is before it fails
)

// mismatches are what the analysis finds, at its last look at each function.
type mismatches struct {
	made    map[*nkl.Var]nkl.Expr  // right-hand sides
	found   map[string][]*mismatch // by function
	open    map[string][]demand    // checks that depend on the arguments, by function
	calls   map[string][]string    // functions that are certainly called, by caller
	params  map[string]bool        // names of sizes of parameters, of the function at hand
	formals map[string][]*nkl.Var  // parameters of functions
	times   map[*size]*size        // of indices of maps: how many elements there are
}

func newMismatches() *mismatches {
	return &mismatches{made: map[*nkl.Var]nkl.Expr{}, found: map[string][]*mismatch{}, open: map[string][]demand{},
		calls: map[string][]string{}, formals: map[string][]*nkl.Var{}, times: map[*size]*size{}}
}

// A mismatch is a check that fails where it stands.
type mismatch struct {
	check *nkl.Check
	part  part
	calls []ir.Pos // through which the check is reached in the function it was found in, the innermost first
	reach reach
}

// A part is that one of the conditions of a check which does not hold.
type part struct {
	cond *nkl.Prim
	args []*size    // what it compares; nil for what is no int
	of   []sequence // which sequence each of these is the length of
}

// A sequence is what a variable of a function holds. In a length of something else, v is
// nil; there is no function where it is no length.
type sequence struct {
	fn string
	v  *nkl.Var
}

// A demand is a check that is certainly reached and depends on the sizes of parameters.
type demand struct {
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
func (m *mismatches) start(s *scheme, f *nkl.Func) {
	if m == nil {
		return
	}
	m.found[f.Name], m.open[f.Name], m.calls[f.Name] = nil, nil, nil
	m.params, m.formals[f.Name] = map[string]bool{}, f.Params
	for _, p := range s.params {
		p.eachSize(func(n *size) { m.params[n.Name] = true })
	}
}

// repeat says that what follows is done n times, each for another index i; n is nil for any
// number.
func (x *analysis) repeat(i, n *size) {
	if x.mismatches != nil && i != nil {
		x.mismatches.times[i] = n
	}
	switch {
	case x.mismatches == nil || x.reach == never:
	case n != nil && sizes.IsConst(n, 0):
		x.reach = never
	case n == nil || !x.NotNegative(sizes.Sub(n, sizes.Const(1))):
		x.reach = perhaps
	}
}

// choose says that what follows is done if c.
func (x *analysis) choose(c *sizes.Cond) {
	if x.mismatches == nil || x.reach == never {
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
func (x *analysis) compare(e *nkl.Check, cond *sizes.Cond) {
	m := x.mismatches
	if x.reach == never || x.proved[e] {
		return
	}
	d := demand{check: e}
	for _, p := range x.parts(e.Cond) {
		d.parts, d.conds = append(d.parts, p.part), append(d.conds, p.cond)
	}
	if x.reach == certainly {
		x.demand(m, d) // also of what all calls agree in: each says where its lengths come from
	}
	x.meet(d)
}

// meet notes a mismatch if a demand does not hold. What follows is not reached then.
func (x *analysis) meet(d demand) {
	for i, c := range d.conds {
		at, fails := x.fails(c)
		if !fails {
			continue
		}
		p := d.parts[i].mapSizes(func(n *size) *size { return x.Canon(at(n)) })
		x.mismatches.found[x.fn] = append(x.mismatches.found[x.fn], &mismatch{d.check, p, d.calls, x.reach})
		x.reach = never
		return
	}
}

// fails reports whether c does not hold, for one element of the innermost map at least: at
// is what sizes are for that one.
func (x *analysis) fails(c *sizes.Cond) (at func(*size) *size, fails bool) {
	if len(x.open) > 0 && c != nil {
		i := x.open[len(x.open)-1]
		if n := x.mismatches.times[i]; n != nil && n.Op == types.SizeConst && n.N <= sizes.MaxPicked {
			for k := range n.N {
				at := func(n *size) *size { return sizes.Open(sizes.Close(n, i), sizes.Const(k)) }
				if holds, known := x.Decide(c.MapSizes(at)); known && !holds {
					return at, true
				}
			}
		}
	}
	holds, known := x.Decide(c)
	return func(n *size) *size { return n }, known && !holds
}

// mapSizes applies f to the sizes that p compares.
func (p part) mapSizes(f func(*size) *size) part {
	args := make([]*size, len(p.args))
	for i, n := range p.args {
		if n != nil {
			args[i] = f(n)
		}
	}
	p.args = args
	return p
}

// demand remembers those conditions of d that only the arguments can decide.
func (x *analysis) demand(m *mismatches, d demand) {
	out := demand{check: d.check, calls: d.calls}
	for i, c := range d.conds {
		if m.about(c) {
			out.parts, out.conds = append(out.parts, d.parts[i]), append(out.conds, c)
		}
	}
	if len(out.conds) > 0 && len(m.open[x.fn]) < maxDemands {
		m.open[x.fn] = append(m.open[x.fn], out)
	}
}

// about reports whether c speaks of sizes of parameters, and of no other names.
func (m *mismatches) about(c *sizes.Cond) bool {
	ok, some := c != nil, false
	c.MapSizes(func(n *size) *size {
		sizes.Subst(n, func(t *size) *size {
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
func (x *analysis) passes(fn string, pos ir.Pos, args []nkl.Expr, u *use) {
	m := x.mismatches
	if x.reach == certainly {
		m.calls[x.fn] = append(m.calls[x.fn], fn)
	}
	if fn == x.fn {
		return
	}
	for _, d := range m.open[fn] {
		if x.reach == never || len(d.calls) == maxChain {
			return
		}
		at := demand{check: d.check, calls: append(append([]ir.Pos(nil), d.calls...), pos)}
		for i, c := range d.conds {
			p := d.parts[i].mapSizes(u.size)
			p.of = make([]sequence, len(p.of))
			for k, s := range d.parts[i].of {
				p.of[k] = m.actual(s, x.fn, fn, args)
			}
			at.parts, at.conds = append(at.parts, p), append(at.conds, c.MapSizes(u.size))
		}
		x.meet(at)
		if x.reach == certainly {
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
func (x *analysis) parts(e nkl.Expr) (out []condition) {
	r, ok := e.(*nkl.Ref)
	if !ok {
		return nil
	}
	p, ok := x.mismatches.made[r.Var].(*nkl.Prim)
	s := x.vars[r.Var]
	switch {
	case !ok || s == nil || s.cond == nil:
		return nil
	case p.Op.Code == prim.And:
		return append(x.parts(p.Args[0]), x.parts(p.Args[1])...)
	}
	c := condition{part{cond: p}, s.cond}
	for _, a := range p.Args {
		n, of := x.measured(a)
		c.args, c.of = append(c.args, n), append(c.of, of)
	}
	return []condition{c}
}

// measured is the value of the int e, an atom, nil if it is none, and the sequence that it
// is the length of.
func (x *analysis) measured(e nkl.Expr) (n *size, of sequence) {
	switch e := e.(type) {
	case *nkl.Int:
		return sizes.Const(e.Val), of
	case *nkl.Ref:
		if s := x.vars[e.Var]; s != nil && s.kind == types.KInt {
			n = s.size
		}
		if p, ok := x.mismatches.made[e.Var].(*nkl.Prim); ok && p.Op.Code == prim.Length {
			of.fn = x.fn
			if r, ok := p.Args[0].(*nkl.Ref); ok {
				of.v = r.Var
			}
		}
	}
	return n, of
}

// actual is s in the function caller, which calls fn: an argument, if s is a parameter.
func (m *mismatches) actual(s sequence, caller, fn string, args []nkl.Expr) sequence {
	i := slices.Index(m.formals[fn], s.v)
	if s.fn != fn || s.v == nil || i < 0 {
		return s
	}
	r, ok := args[i].(*nkl.Ref)
	if !ok {
		return sequence{fn: caller}
	}
	return sequence{caller, r.Var}
}
