package infer

// Bounds that loops keep: an int that is in a range when a loop starts, and stays
// in it in every iteration that starts so. They are guessed from what holds at
// the start, and dropped until the others confirm each other.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// A kept says that d >= 0 at the start of every iteration, in terms of the sizes
// of the loop's variables.
type kept struct {
	d      *Size
	bound  bound
	broken bool // by an iteration, in this round
}

// How many sizes the variables of a loop are compared with, and how often bounds
// are dropped before none is believed.
const (
	maxCompared  = 10
	maxWeakening = 5
	maxRecurs    = 12 // of loops for which bounds are looked for
)

// maxCandidateWeight bounds the nodes of sizes that bounds, contracts and postconditions are about.
const maxCandidateWeight = 12

// startBounds are bounds of the ints that change, as far as they hold at the
// start of the loop: from 0, from each other, and from lengths. They are of use to checks that
// are not proved without them.
func (x *Analysis) startBounds(e *nkl.Loop, inits, start []*shapes.Shape, placeholders map[string]bool) (out []*kept) {
	recurs := 0
	nkl.EachRecur(e.Body, func(*nkl.Recur) { recurs++ })
	p := x.postconditions[x.fn]
	if len(x.loops) >= maxDepth || p != nil && p.generating || recurs > maxRecurs || !x.unproved[e] || slices.Contains(inits, nil) {
		return nil
	}
	tried := map[*Size]bool{}
	try := func(d *Size, is bound) bool {
		if x.broken[is] {
			return false
		}
		holds, before := tried[d]
		if !before {
			if holds = x.NotNegative(substituted(d, start, inits)); holds {
				out = append(out, &kept{d: d, bound: is})
			}
			tried[d] = holds
		}
		return holds
	}
	others := x.comparable(e.Body, inits, start)
	for i, s := range start {
		if s.Kind != types.KInt || !placeholders[s.Size.Name] {
			continue
		}
		for _, o := range others {
			if s, it := s.Size, i+1; o.size != s && x.isLoose(e, it) == x.isLoose(e, o.it) {
				try(sizes.Sub(s, o.size), bound{e, it, o.it, false})
				if try(sizes.Sub(o.size, s), bound{e, o.it, it, false}) {
					try(sizes.Between(s, o.size), bound{e, o.it, it, true})
				}
			}
		}
	}
	return out
}

// isLoose reports whether comparable number it of a loop is a variable without bounds, whatever others have.
func (x *Analysis) isLoose(e *nkl.Loop, it int) bool {
	return it > 0 && it <= len(e.Binds) && x.loose[e.Binds[it-1]]
}

// A bound is what a kept says, whatever its sizes are called: of two that are comparable, by
// number, one is not less than the other, or more.
type bound struct {
	loop       *nkl.Loop
	more, less int
	strict     bool
}

// unbroken are those bounds of a loop that an iteration has kept. The others are not tried
// again: what is assumed becomes less from one look to the next, until contracts are proposed.
func (x *Analysis) unbroken(bounds []*kept) (out []*kept) {
	for _, k := range bounds {
		if k.broken {
			x.broken[k.bound] = true
		} else {
			out = append(out, k)
		}
	}
	return out
}

// A comparable is a size that ints of a loop may be compared with, and its number.
type comparable struct {
	size *Size
	it   int
}

// comparable are 0, the variables of a loop, what they start with, and lengths of sequences
// that it uses.
func (x *Analysis) comparable(body nkl.Expr, inits, start []*shapes.Shape) []comparable {
	out := []comparable{{sizes.Const(0), 0}}
	it := 0
	add := func(s *shapes.Shape) {
		it++
		if s == nil || s.Kind != types.KInt && s.Kind != types.KSeq || len(out) == maxCompared || sizes.Weight(s.Size) > maxCandidateWeight {
			return
		}
		if !slices.ContainsFunc(out, func(o comparable) bool { return o.size == s.Size }) {
			out = append(out, comparable{s.Size, it})
		}
	}
	for _, s := range slices.Concat(start, inits) {
		add(s)
	}
	for _, v := range nkl.FreeVars(body) {
		if v.Type.Kind == types.KSeq {
			add(x.vars[v])
		}
	}
	return out
}

// substituted is d with the sizes of other variables in the place of these.
func substituted(d *Size, these, others []*shapes.Shape) *Size {
	return sizes.Subst(d, func(t *Size) *Size {
		for i, s := range these {
			if s.Size == t && (s.Kind == types.KInt || s.Kind == types.KSeq) {
				return others[i].Size
			}
		}
		return t
	})
}

// keep tests the bounds of a loop for the next iteration.
func (x *Analysis) keep(l *loop, args []*shapes.Shape) {
	for _, k := range l.kept {
		k.broken = k.broken || !x.NotNegative(substituted(k.d, l.start, args))
	}
}
