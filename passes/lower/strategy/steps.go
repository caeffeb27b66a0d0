package strategy

import (
	"nessiec/ir/lcu"
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
		return p.otherwise(p.segments(lcu.All))
	}
	return p.otherwise(p.each(lcu.All, p.t.Grain))
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

// segments is a step with something to do for every element of every segment.
func (p chooser) segments(w lcu.Work) *lcu.Step {
	return step(w, p.kind.segments, number(p.t.Grain))
}

// plainEach is each for a step without element code.
func (p chooser) plainEach(w lcu.Work) *lcu.Step {
	if p.kind.each == lcu.Chunks {
		return step(w, lcu.Chunks, number(p.t.Grain))
	}
	return step(w, p.kind.each)
}
