package infer

// Bounds that loops keep: an int that is in a range when a loop starts, and stays
// in it in every iteration that starts so. They are guessed from what holds at
// the start, and dropped until the others confirm each other.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// A kept says that d >= 0 at the start of every iteration, in terms of the sizes
// of the loop's variables.
type kept struct {
	d      *Size
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

// checks reports whether e makes a check that is not proved, by those that are.
func checks(e nkl.Expr, proved map[*nkl.Check]bool) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		c, is := e.(*nkl.Check)
		return is && !proved[c]
	})
}

// startBounds are bounds of the ints that change, as far as they hold at the
// start of the loop: from 0, from each other, and from lengths. They are of use to checks.
func (x *Analysis) startBounds(body nkl.Expr, inits, start []*shape, placeholders map[string]bool) (out []*kept) {
	recurs := 0
	eachRecur(body, func(*nkl.Recur) { recurs++ })
	p := x.postconditions[x.fn]
	if !x.rect || len(x.loops) >= maxDepth || p != nil && p.generating || recurs > maxRecurs || !checks(body, nil) || slices.Contains(inits, nil) {
		return nil
	}
	first := func(d *Size) *Size { return substituted(d, start, inits) }
	try := func(d *Size) bool {
		holds := x.NotNegative(first(d))
		if holds {
			out = append(out, &kept{d: d})
		}
		return holds
	}
	others := x.comparable(body, inits, start)
	for _, s := range start {
		if s.kind != types.KInt || !placeholders[s.size.Name] {
			continue
		}
		for _, o := range others {
			if o != s.size {
				try(sizes.Sub(s.size, o))
				if try(sizes.Sub(o, s.size)) {
					try(sizes.Between(s.size, o))
				}
			}
		}
	}
	return out
}

// comparable are sizes that ints of a loop may be compared with: 0, its other
// variables, what they start with, and lengths of sequences that it uses.
func (x *Analysis) comparable(body nkl.Expr, inits, start []*shape) []*Size {
	out := []*Size{sizes.Const(0)}
	add := func(n *Size) {
		if len(out) < maxCompared && sizes.IndexOf(out, n) < 0 && sizes.Weight(n) <= maxCandidateWeight {
			out = append(out, n)
		}
	}
	for _, list := range [][]*shape{start, inits} {
		for _, s := range list {
			if s.kind == types.KInt || s.kind == types.KSeq {
				add(s.size)
			}
		}
	}
	for _, v := range nkl.FreeVars(body) {
		if s := x.vars[v]; s != nil && s.kind == types.KSeq {
			add(s.size)
		}
	}
	return out
}

// substituted is d with the sizes of other variables in the place of these.
func substituted(d *Size, these, others []*shape) *Size {
	return sizes.Subst(d, func(t *Size) *Size {
		for i, s := range these {
			if s.size == t && (s.kind == types.KInt || s.kind == types.KSeq) {
				return others[i].size
			}
		}
		return t
	})
}

// keep tests the bounds of a loop for the next iteration.
func (x *Analysis) keep(l *loop, args []*shape) {
	for _, k := range l.kept {
		k.broken = k.broken || !x.NotNegative(substituted(k.d, l.start, args))
	}
}
