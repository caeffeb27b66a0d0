package boundary

// Sequences in sequences that loops of the host carry from one iteration to the next.

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// A HostLoop is a loop of the host that is being translated, with what its variables carry.
type HostLoop struct {
	Of            []*LoopVar
	Outside, Body *emit.Block
	Outer         *HostLoop
	ends          []iterationEnd
}

// A LoopVar is a component of the variables of a loop: its value in an iteration, if it is a
// sequence, how many elements that has, and beyond how many it is compacted. There is
// no limit unless it may grow. If its descriptors stay, kept has them, n is how many elements
// it has, and unfit notes that something would be copied for that. If Room is set, the data of
// its innermost sequences has room; Grows notes that an iteration appends to such data, Lost
// that nobody knows how many elements of it count. Window tells how the sequence itself is handed
// on, and numbers are the variables for that.
type LoopVar struct {
	Window       WindowPart
	numbers      []*fkl.Var
	firstNumbers []fkl.Expr // in the first iteration
	Kept         rep.Value
	N            fkl.Expr
	Copies       func()
	Room         bool
	Grows, Lost  func()
	used         []*fkl.Var // how many elements of data with room count
	firstUsed    []fkl.Expr // in the first iteration
	elems        rep.Value
	extentBefore fkl.Expr
	First        fkl.Expr // limit of the first iteration
	Limit        *fkl.Var
}

// An iterationEnd is the end of an iteration, with the limits that have changed, and the numbers
// beside data.
type iterationEnd struct {
	form    *fkl.Recur
	limits  map[*LoopVar]fkl.Expr
	numbers map[*LoopVar][]fkl.Expr
}

// NewLoopVar is what is carried as elems, in b, and was first before the loop.
func NewLoopVar(b, before *emit.Block, elems, first rep.Value) *LoopVar {
	x := &LoopVar{}
	x.carry(b, before, elems, first)
	return x
}

func (x *LoopVar) carry(b, before *emit.Block, elems, first rep.Value) {
	x.elems, x.extentBefore, x.First = elems, extent(b, elems), GrowthLimit(before, extent(before, first))
}

// First is init, with which x begins, as it is handed on.
func (c *HostLoop) First(x *LoopVar, init rep.Value) rep.Value {
	u, ok := init.(rep.Seq)
	if !ok || x.Kept != nil {
		return init
	}
	u, x.firstNumbers = x.Window.Give(c.Outside, u)
	return u
}

// Enter adds x and returns its value in the loop; it was handed on as r, and as init before the loop.
func (c *HostLoop) Enter(x *LoopVar, r, init rep.Value) rep.Value {
	u, ok := r.(rep.Seq)
	if ok && x.Kept == nil {
		x.numbers = x.Window.variables()
		numbers := make([]fkl.Expr, len(x.numbers))
		for i, v := range x.numbers {
			numbers[i] = emit.Ref(v)
		}
		u = x.Window.Take(c.Body, u, numbers)
		r = u
	}
	if ok {
		u.SetHandedOn(c.Body, false)
	}
	if ok && x.Kept == nil && depths(u.Elems) > 0 {
		EachDepth(u.Elems, nil, func(v *rep.Nested, _ rep.Value) { v.CoversData = true })
		first := init.(rep.Seq).Elems
		carry(c, u.Elems, first)
		if x.Room {
			x.enterRoom(c.Outside, c.Body, u.Elems, first)
		}
		x.carry(c.Body, c.Outside, u.Elems, first)
	}
	c.Of = append(c.Of, x)
	return r
}

// carry notes that c hands on the data of sequences in elems, which begins with that of first: that is
// what an outer loop hands on, if it is known to be.
func carry(c *HostLoop, elems, first rep.Value) {
	before := Roomy(first)
	for k, data := range Roomy(elems) {
		if len(before) > k && rep.GrownFrom(c.Outside, before[k]) != nil {
			rep.SetGrown(c.Body, data, rep.GrownFrom(c.Outside, before[k]))
		} else {
			rep.SetCarried(c.Body, data)
		}
	}
}

// Next is u, what x is next, and its limit, nil if that is as before.
func (x *LoopVar) Next(b *emit.Block, u rep.Seq) (rep.Seq, fkl.Expr) {
	if !grows(u.Elems, x.elems) {
		return u, nil
	}
	if x.Limit == nil {
		x.Limit = types.NewVar("limit", types.Int)
	}
	return compactBeyond(b, u, x.elems, x.extentBefore, emit.Ref(x.Limit))
}

// Recur ends an iteration in b with the values rs of its variables.
func (c *HostLoop) Recur(b *emit.Block, form *fkl.Recur, rs []rep.Value) fkl.Expr {
	e, at := iterationEnd{form, map[*LoopVar]fkl.Expr{}, map[*LoopVar][]fkl.Expr{}}, 0
	for _, r := range rs {
		for _, r := range rep.Parts(r) {
			x := c.Of[at]
			at++
			if u, ok := r.(rep.Seq); ok && x.elems != nil {
				if !x.Room && appendsTo(b, u.Elems, x.elems) {
					x.Grows()
				}
				u, e.limits[x] = x.Next(b, u)
				if x.Room {
					e.numbers[x] = x.usedNext(b, u.Elems)
				}
				r = u
			}
			if u, ok := r.(rep.Seq); ok && x.Kept == nil {
				x.Window.note(b, u)
				u = rep.Fitted(b, u)
				data, numbers := x.Window.Give(b, u)
				r, e.numbers[x] = data, append(e.numbers[x], numbers...)
			}
			var flat []rep.Value
			LoopReps(b, r, x.Kept, x.Copies, &flat)
			form.Args = append(form.Args, rep.Values(b, flat)...)
		}
	}
	c.ends = append(c.ends, e)
	return b.In(form)
}

// Compacts reports whether a variable has a limit, so that its data may have elements that nobody sees.
func (c *HostLoop) Compacts() bool {
	return slices.ContainsFunc(c.Of, func(x *LoopVar) bool { return x.Limit != nil })
}

// Close gives the loop the limits that it needs, and the numbers beside data.
func (c *HostLoop) Close(l *fkl.Loop) {
	for _, x := range c.Of {
		l.Binds = append(append(l.Binds, x.used...), x.numbers...)
		l.Inits = append(append(l.Inits, x.firstUsed...), x.firstNumbers...)
		for _, e := range c.ends {
			e.form.Args = append(e.form.Args, e.numbers[x]...)
		}
		if x.Limit == nil {
			continue
		}
		l.Binds, l.Inits = append(l.Binds, x.Limit), append(l.Inits, x.First)
		for _, e := range c.ends {
			next := e.limits[x]
			if next == nil {
				next = emit.Ref(x.Limit)
			}
			e.form.Args = append(e.form.Args, next)
		}
	}
}
