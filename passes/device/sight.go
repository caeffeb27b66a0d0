package device

// What the host sees when it launches a kernel, so that the kernel need not test
// it: reads that are in range.

import (
	"strings"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
)

// A sight is what the host sees of the arguments of a kernel.
type sight struct {
	reads map[*lcu.At]bool  // these are in range
	seg   map[*lcu.Var]bool // these have an element for every segment
	text  string            // differs where the others do
}

// look compares what is known of the arguments with what the thunks need.
func (r *run) look() sight {
	s := sight{reads: map[*lcu.At]bool{}, seg: map[*lcu.Var]bool{}}
	var text strings.Builder
	note := func(so bool) bool {
		if so {
			text.WriteByte('1')
		} else {
			text.WriteByte('0')
		}
		return so
	}
	for _, at := range r.plan.reads {
		s.reads[at] = note(r.inRange(at.Vec.(*lcu.Ref).Var, r.plan.bounds[at]))
	}
	for _, v := range r.plan.seg {
		s.seg[v] = note(r.inRange(v, r.plan.segBounds[v]))
	}
	s.text = text.String()
	return s
}

// inRange reports whether array v has an element at an index of these bounds.
func (r *run) inRange(v *lcu.Var, bs []bound) bool {
	length := r.facts.LengthKey(kir.VarOf(r.args[r.number[v]].val))
	for _, b := range bs {
		if size := r.sizeKey(b.size); size.Known() && r.facts.Covers(length, size.Plus(1-b.gap)) {
			return true
		}
	}
	return false
}

// sizeKey is the key of an amount that the kernel gets.
func (r *run) sizeKey(a amount) build.Key {
	if a == zero {
		return build.Key{Base: build.NumberBase, More: 0}
	}
	switch x := r.args[r.number[a.v]]; {
	case x.cell != nil:
		return build.Key{}
	case a.length:
		return r.facts.LengthKey(kir.VarOf(x.val))
	default:
		return r.facts.Key(x.val)
	}
}
