package strategy

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/target"
)

// A chooser writes the plan of a SOAC for a kind of device.
type chooser struct {
	*plan
	t    target.Desc
	kind kind
}

// everyElement is one launch, which makes all results of all elements.
func (p chooser) everyElement() *lcu.Plan {
	if p.segmented() {
		return p.otherwise(p.eachSegment(lcu.All))
	}
	return p.otherwise(p.each(lcu.All, p.t.Grain))
}

// compact goes through the elements that flags select, if these are cheap and cannot fail:
// costly ones are computed in lanes, selected or not.
func (p chooser) compact(s *lcu.Compact) *lcu.Plan {
	if s.Directories != nil {
		return p.otherwise(p.words(lcu.Selected))
	}
	if p.kind.each == lcu.Chunks && s.Flagged() && checks(s.T) == 0 && !lcu.Costly(s.T) {
		return p.otherwise(p.chunks(lcu.Selected, p.t.Grain))
	}
	return p.everyElement()
}

// checks is how many checks t has.
func checks(t *lcu.Thunk) (n int) {
	ir.Walk(lcu.Expr(t), func(e lcu.Expr) bool {
		if e.Form() == lcu.FormCheck {
			n++
		}
		return true
	})
	return n
}

// each is a step with something to do for every element.
func (p chooser) each(w lcu.Work, grain int) *lcu.Step {
	if p.kind.each == lcu.Chunks {
		return p.chunks(w, grain)
	}
	return step(w, p.kind.each)
}

// chunks is a step whose groups have runs of elements. A loop of a serial group is split
// where element code asks whether its index is below a number.
func (p chooser) chunks(w lcu.Work, grain int) *lcu.Step {
	s := step(w, lcu.Chunks, number(grain))
	if p.kind.splits && p.src.Split != nil {
		s.Args = append(s.Args, p.src.Split.Bound)
	}
	return s
}

// words is a step whose groups have runs of ints that hold flags.
func (p chooser) words(w lcu.Work) *lcu.Step {
	return step(w, lcu.Words, number(p.t.Grain/prim.FlagBits))
}

// segments is a step with something to do for every element of every segment.
func (p chooser) segments(w lcu.Work) *lcu.Step {
	return step(w, p.kind.segments, number(p.t.Grain))
}

// eachSegment is segments for a step that combines nothing: where all segments have the
// same length, the number of an element says which one it is in.
func (p chooser) eachSegment(w lcu.Work) *lcu.Step {
	if p.length != nil && p.kind.each == lcu.Items {
		return step(w, lcu.Items)
	}
	return p.segments(w)
}

// plainEach is each for a step without element code.
func (p chooser) plainEach(w lcu.Work) *lcu.Step {
	if p.kind.each == lcu.Chunks {
		return step(w, lcu.Chunks, number(p.t.Grain))
	}
	return step(w, p.kind.each)
}
