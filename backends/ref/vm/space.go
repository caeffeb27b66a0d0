package vm

// Index spaces, and running a thunk at every index.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir/prim"
)

// A Space is an index space: the indices below N, or with Seg the positions of
// the segments that Offs delimits, or with Equal as well, of so many segments
// as Offs says with Len positions each. With Long there may be more of these than an int
// counts. Values of its elements are combined in Order.
type Space struct {
	Seg, Equal   bool
	Long         bool
	N, Offs, Len Reg
	Order        Choice
}

// A Thunk is element code with the registers of its indices (one, or segment
// and position) and of its results.
type Thunk struct {
	Index  []Reg
	Body   *Elem
	Out    []Reg
	Copies int // results that are elements read, not computed
}

// size is the number of indices of s.
func (s Space) size(f *Frame) int {
	if !s.overflows(f) {
		return int(max(s.positions(f), 0))
	}
	n := 0
	s.eachSegment(f, func(_, _, hi int) { n = hi })
	return n
}

// positions is the number of indices of s, or the end of its last segment, as an int.
func (s Space) positions(f *Frame) prim.Word {
	if !s.Seg {
		return f.words[s.N.at]
	}
	if s.Equal {
		return f.run.num.MulSize(prim.Word(s.segments(f)), f.words[s.Len.at])
	}
	offs := f.vecs[s.Offs.at].Words
	if len(offs) == 0 {
		return 0
	}
	if s.Long {
		return f.run.num.OffsetSize(offs[len(offs)-1])
	}
	return offs[len(offs)-1]
}

// overflows reports whether there are more positions than an int counts.
func (s Space) overflows(f *Frame) bool {
	if !s.Long || s.Equal {
		return false
	}
	offs := f.vecs[s.Offs.at].Words
	return len(offs) > 0 && offs[len(offs)-1] < 0
}

// Bounded emits a stop unless n indices are few enough for an int and for the
// arithmetic on bounds of chunks.
func (c *Code) Bounded(n Reg) {
	c.Do(func(f *Frame) {
		if f.words[n.at] > c.fn.num.MostElements() {
			panic(&interp.Error{Kind: interp.Memory, Msg: prim.ErrSize})
		}
	})
}

// Divisible emits a stop unless the offsets of s tell where each of its segments begins.
func (c *Code) Divisible(s Space) {
	c.Do(func(f *Frame) {
		if offs := f.vecs[s.Offs.at].Words; len(offs) > 0 && offs[len(offs)-1] == c.fn.num.MaxInt() {
			panic(&interp.Error{Kind: interp.Memory, Msg: prim.ErrSize})
		}
	})
}

// segments is the number of segments of s.
func (s Space) segments(f *Frame) int {
	if s.Equal {
		return int(max(f.words[s.Offs.at], 0))
	}
	return max(len(f.vecs[s.Offs.at].Words)-1, 0)
}

// Tell emits a call of told with the number of segments of s.
func (c *Code) Tell(s Space, told func(segments int)) {
	c.Do(func(f *Frame) { told(s.segments(f)) })
}

// each runs t at every index and calls put for those where no check fails;
// then it stops the program if one did.
func (m *Machine) each(s Space, t *Thunk, put func(i int)) {
	f := m.frame
	if !s.Seg {
		m.below(s.size(f), t, put)
		return
	}
	m.run.spend(s.size(f))
	m.visits(t, put, func(visit func(i int)) {
		s.eachSegment(f, func(seg, lo, hi int) {
			f.words[t.Index[0].at] = int64(seg)
			start := prim.Word(lo)
			if s.overflows(f) {
				start = f.vecs[s.Offs.at].Words[seg]
			}
			for p := lo; p < hi; p++ {
				f.words[t.Index[1].at] = m.run.num.Wrap(start + int64(p-lo))
				visit(p)
			}
		})
	})
}

// below is each for the indices below n.
func (m *Machine) below(n int, t *Thunk, put func(i int)) {
	m.run.spend(n)
	m.visits(t, put, func(visit func(i int)) {
		for i := range n {
			m.frame.words[t.Index[0].at] = int64(i)
			visit(i)
		}
	})
}

// visits runs t, with put and errors as each does, whenever all calls visit.
func (m *Machine) visits(t *Thunk, put func(i int), all func(visit func(i int))) {
	worst := len(t.Body.fn.sites)
	all(func(i int) {
		if t.Body.exec(m.frame) == done {
			put(i)
		} else {
			worst = min(worst, m.frame.failed)
		}
	})
	if sites := t.Body.fn.sites; worst < len(sites) {
		m.fail(sites[worst].at, sites[worst].message)
	}
}

// eachSegment calls do with the bounds of every segment.
func (s Space) eachSegment(f *Frame, do func(seg, lo, hi int)) {
	if s.Equal {
		n := int(max(f.words[s.Len.at], 0))
		for seg := range s.segments(f) {
			do(seg, seg*n, seg*n+n)
		}
		return
	}
	offs, num := f.vecs[s.Offs.at].Words, f.run.num
	if s.overflows(f) {
		for seg, lo := 0, 0; seg < s.segments(f); seg++ {
			hi := lo + int(num.Sub(offs[seg+1], offs[seg])&num.MaxInt())
			do(seg, lo, hi)
			lo = hi
		}
		return
	}
	n := s.size(f)
	for seg := range s.segments(f) {
		do(seg, int(max(offs[seg], 0)), min(int(offs[seg+1]), n))
	}
}
