package lower

// What the host sees when it launches a kernel, so that the kernel need not test
// it: reads that are in range.

import (
	"strings"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/ranges"
)

// assume compares what is known of the arguments with what the thunks need; text
// differs where the answers do.
func (v *invocation) assume() (a element.Assumed, text string) {
	a = element.Assumed{InRange: map[*lcu.At]bool{}, PerSegment: map[*lcu.Var]bool{}}
	var answers strings.Builder
	note := func(holds bool) bool {
		if holds {
			answers.WriteByte('1')
		} else {
			answers.WriteByte('0')
		}
		return holds
	}
	for _, at := range v.k.bounds.Reads {
		a.InRange[at] = note(v.inRange(at.Vec.(*lcu.Ref).Var, v.k.bounds.Of[at]))
	}
	for _, array := range v.k.Seg {
		a.PerSegment[array] = note(v.inRange(array, v.k.bounds.Segments[array]))
	}
	return a, answers.String()
}

// inRange reports whether an array has an element at an index of these bounds.
func (v *invocation) inRange(array *lcu.Var, bs []ranges.Bound) bool {
	facts := v.h.facts
	length := facts.LengthKey(kir.VarOf(v.args[v.k.number(array)].val))
	for _, b := range bs {
		if size := v.sizeKey(b.Size); size.Known() && facts.Covers(length, size.Plus(1-b.Gap)) {
			return true
		}
	}
	return false
}

// sizeKey is the key of an amount that the kernel gets.
func (v *invocation) sizeKey(a ranges.Amount) build.Key {
	if a.V == nil {
		return build.Key{Base: build.NumberBase, More: 0}
	}
	switch x := v.args[v.k.number(a.V)]; {
	case x.scalar != nil:
		return build.Key{}
	case a.Length:
		return v.h.facts.LengthKey(kir.VarOf(x.val))
	default:
		return v.h.facts.Key(x.val)
	}
}
