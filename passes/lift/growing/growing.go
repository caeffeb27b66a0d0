// Package growing makes update blocks possible of loops that add elements to sequences
// and drop some.
//
// A sequence that such a loop carries becomes a view of a buffer: count elements from start
// on. There is room for more of them. An append is a put, and a number; dropping elements
// changes numbers alone. Where elements are added or dropped in front, the elements
// go round in the buffer, whose length is a power of two. A sequence of which a loop only drops
// elements needs no buffer: it is a part of the one that the loop began with.
//
//	(loop (s i) (xs 0) (if .. s (let t (append s (seq (x))) (recur t j))))
//	=> (loop (pc b n i) (0 buffer 0 0)
//	     (let did (update (b) (loop (pc b n i) (if (n + 1 <= #b) (if .. (tuple -1 b n i)
//	                (let b1 (put b n x) (recur 0 b1 (n + 1) j)))
//	                (tuple 0 b n i))))
//	     (if (did.0 < 0) (get did.1 (index did.2)) (recur did.0 (twice did.1) did.2 did.3))))
//
// An iteration that finds too little room leaves the inner loop as it begins. So it
// has done nothing yet. The outer loop doubles the buffer, and the iteration
// begins again. Code of the host runs there, too (host.go). Loops in the loop that append begin iterations of their own: the whole is
// one loop then, a machine whose blocks are the loops and what follows them. What these need of others is in registers, which they share (registers.go).
package growing

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// A Loop is a loop that has become two.
type Loop struct {
	Inner   *nkl.Loop // to be an update block
	x       *translation
	loop    *nkl.Loop
	outer   []*nkl.Var    // variables of the outer loop, as those of the inner one
	full    []*class      // those that may have no room
	results []int         // where the numbers of the result are in what the inner loop yields
	extra   []*types.Type // of those for which there are no registers
	result  *shape
	typ     *types.Type
}

// Of is l, at pos in the program, as two loops; nil if no sequence grows that it carries, and no code is for the host, or
// it does more than scalar code may. Buffers have room for at least so many elements.
func Of(sigs *nkl.Sigs, l *nkl.Loop, pos ir.Pos, least int) *Loop {
	x := &translation{classes: classesOf(sigs, l), sigs: sigs, pos: pos, latest: map[*class]*nkl.Var{}, machine: &machine{pc: types.NewVar("pc", types.Int), file: map[*nkl.Var][]*nkl.Var{}, most: least}}
	if !x.prepared(l) {
		return nil
	}
	out := &Loop{x: x, loop: l, result: x.values[l], typ: sigs.TypeOf(l)}
	if out.result == nil || out.typ == nil {
		return nil
	}
	b := x.block(l.Body, rest{}, l.Binds...)
	k := rest{to: func(v value) nkl.Expr { return x.yield(v, out.result) }}
	k.again = func(vs []value) nkl.Expr { return x.move(b, l.Binds, vs) }
	x.fill(b, l.Binds, l.Body, k)
	if x.bad {
		return nil
	}
	out.finish()
	return out
}

// maxStates is the most sequences of a loop: an int has a bit for each.
const maxStates = 30

// prepared makes the variables of buffers. It reports whether the loop may become one with
// buffers.
func (x *translation) prepared(l *nkl.Loop) bool {
	grows := x.hasHost(l)
	for _, c := range x.all {
		if c.to == nil && c.fixed() {
			grows, c.buf = true, c.sources[0]
			x.latest[c] = c.buf
		}
	}
	x.choices()
	if x.states = x.classes.states(); len(x.states) > maxStates {
		return false
	}
	for _, c := range x.states {
		if c.outside || len(c.inits) > 1 || len(c.inits) == 0 && !c.counted || !c.elem.IsScalar() {
			return false
		}
		grows = grows || c.counted
		c.buf = types.NewVar("buf", types.Seq(c.elem))
	}
	return grows
}

// choices notes which conditionals yield literals, or what is made of them: they are in buffers of their own, as if a loop carried them.
func (c *classes) choices() {
	for e, s := range c.values {
		if e.Form() != nkl.FormIf || s == nil || s.class == nil {
			continue
		}
		if x := s.class.find(); x.written && !x.outside && !x.unnamed && x.elem.IsScalar() {
			x.carried = true
		}
	}
}
