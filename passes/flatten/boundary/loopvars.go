package boundary

// Sequences in sequences that loops of the host carry from one iteration to the next.

import (
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
// it has, and unfit notes that something would be copied for that.
type LoopVar struct {
	Kept         rep.Value
	N            fkl.Expr
	Copies       func()
	elems        rep.Value
	extentBefore fkl.Expr
	First        fkl.Expr // limit of the first iteration
	Limit        *fkl.Var
}

// An iterationEnd is the end of an iteration, with the limits that have changed.
type iterationEnd struct {
	form   *fkl.Recur
	limits map[*LoopVar]fkl.Expr
}

// NewLoopVar is what is carried as elems, in b, and was first before the loop.
func NewLoopVar(b, before *emit.Block, elems, first rep.Value) *LoopVar {
	return &LoopVar{elems: elems, extentBefore: extent(b, elems), First: GrowthLimit(before, extent(before, first))}
}

// Enter adds x, of value r in the loop and init before it.
func (c *HostLoop) Enter(x *LoopVar, r, init rep.Value) {
	if u, ok := r.(rep.Seq); ok && x.Kept == nil && depths(u.Elems) > 0 {
		EachDepth(u.Elems, nil, func(v *rep.Nested, _ rep.Value) { v.CoversData = true })
		*x = *NewLoopVar(c.Body, c.Outside, u.Elems, init.(rep.Seq).Elems)
	}
	c.Of = append(c.Of, x)
}

// Next is r, what x is next, and its limit, nil if that is as before.
func (x *LoopVar) Next(b *emit.Block, r rep.Value) (rep.Value, fkl.Expr) {
	if !grows(r, x.elems) {
		return r, nil
	}
	if x.Limit == nil {
		x.Limit = types.NewVar("limit", types.Int)
	}
	return compactBeyond(b, r, x.elems, x.extentBefore, emit.Ref(x.Limit))
}

// Recur ends an iteration in b with the values rs of its variables.
func (c *HostLoop) Recur(b *emit.Block, form *fkl.Recur, rs []rep.Value) fkl.Expr {
	e, at := iterationEnd{form, map[*LoopVar]fkl.Expr{}}, 0
	for _, r := range rs {
		for _, r := range rep.Parts(r) {
			x := c.Of[at]
			at++
			if u, ok := r.(rep.Seq); ok && x.elems != nil {
				u.Elems, e.limits[x] = x.Next(b, u.Elems)
				r = u
			}
			var flat []rep.Value
			LoopReps(b, r, x.Kept, x.Copies, &flat)
			form.Args = append(form.Args, rep.Values(b, flat)...)
		}
	}
	c.ends = append(c.ends, e)
	return b.In(form)
}

// Close gives the loop the limits that it needs.
func (c *HostLoop) Close(l *fkl.Loop) {
	for _, x := range c.Of {
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
