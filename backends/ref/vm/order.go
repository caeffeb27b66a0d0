package vm

// Orders of combination: what devices combine first. Without one, a fold combines
// elements as they come.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// An Algebra combines tuples of values, those results of a thunk that are combined.
type Algebra struct {
	Kinds   []types.Kind
	Unit    []prim.Word
	Joined  []bool                      // element code combines them, not a primitive
	Combine func(dst, x, y []prim.Word) // x, then y; dst may be either
}

// Ordered reports whether element code combines some of them.
func (a *Algebra) Ordered() bool {
	for _, j := range a.Joined {
		if j {
			return true
		}
	}
	return false
}

// An Order combines the values of an index space, one tuple after another in vals. Offs
// delimits its segments; nil means that there are none.
type Order interface {
	// Fold is what each segment combines to, or all elements.
	Fold(a *Algebra, vals []prim.Word, offs []int) [][]prim.Word
	// Scan hands out what precedes every element in its segment, and this with its own
	// value, and returns what all elements combine to if there are no segments.
	Scan(a *Algebra, vals []prim.Word, offs []int, out func(i int, before, with []prim.Word)) []prim.Word
}

// A Choice is the order of an operation on an index space, once its shape is known; nil
// if it has none.
type Choice func(f *Frame) Order

// of is the order at f; nil if there is none.
func (c Choice) of(f *Frame) Order {
	if c == nil {
		return nil
	}
	return c(f)
}

// algebra is what a folder combines, and which results these are.
func (d *folder) algebra(f *Frame) (a *Algebra, at []int) {
	a = &Algebra{}
	for k, id := range d.ids {
		if id {
			continue
		}
		at = append(at, k)
		a.Kinds, a.Unit, a.Joined = append(a.Kinds, d.out[k].Kind), append(a.Unit, d.start[k]), append(a.Joined, d.combine[k] == nil)
	}
	place := make([]int, len(d.out)) // of a result in its tuple
	for i, k := range at {
		place[k] = i
	}
	a.Combine = func(dst, x, y []prim.Word) {
		for i, k := range at {
			if c := d.combine[k]; c != nil {
				dst[i] = c(x[i], y[i])
			}
		}
		for _, j := range d.joins {
			for i, k := range j.of {
				f.words[j.X[i].at], f.words[j.Y[i].at] = x[place[k]], y[place[k]]
			}
			j.Body.exec(f)
			for i, k := range j.of {
				dst[place[k]] = f.words[j.Out[i].at]
			}
		}
	}
	return a, at
}

// evaluated runs t at every index, stores the results that nothing combines in vs, and
// returns the others, tuple after tuple.
func (m *Machine) evaluated(s Space, t *Thunk, d *folder, at []int, vs []*Vector) []prim.Word {
	f := m.frame
	vals := make([]prim.Word, s.size(f)*len(at))
	m.each(s, t, func(i int) {
		for j, k := range at {
			vals[i*len(at)+j] = f.words[t.Out[k].at]
		}
		for k, id := range d.ids {
			if id {
				vs[k].Words[i] = f.words[t.Out[k].at]
			}
		}
	})
	return vals
}

// foldOrdered folds in an order; cell is where segment seg has the total of result k.
func (m *Machine) foldOrdered(o Order, s Space, t *Thunk, d *folder, vs []*Vector, cell func(seg, k int) *prim.Word) {
	a, at := d.algebra(m.frame)
	vals := m.evaluated(s, t, d, at, vs)
	for seg, total := range o.Fold(a, vals, s.offsets(m.frame)) {
		for i, k := range at {
			*cell(seg, k) = total[i]
		}
	}
}

// scanOrdered scans in an order; total becomes what all elements combine to.
func (m *Machine) scanOrdered(o Order, s Space, t *Thunk, d *folder, vs []*Vector, incl bool, total []prim.Word) {
	a, at := d.algebra(m.frame)
	vals := m.evaluated(s, t, d, at, vs)
	all := o.Scan(a, vals, s.offsets(m.frame), func(i int, before, with []prim.Word) {
		if incl {
			before = with
		}
		for j, k := range at {
			vs[k].Words[i] = before[j]
		}
	})
	for i, w := range all {
		total[at[i]] = w
	}
}

// offsets is where the segments of s start, and the end of the last; nil without any.
func (s Space) offsets(f *Frame) []int {
	if !s.Seg {
		return nil
	}
	offs := make([]int, s.segments(f)+1)
	s.eachSegment(f, func(seg, lo, hi int) { offs[seg], offs[seg+1] = lo, hi })
	return offs
}

// Shape emits the numbers that tell the shape of s: of indices, of segments if it has
// any, and the length of these if it has one.
func (c *Code) Shape(s Space, dst []Reg) {
	c.Do(func(f *Frame) {
		for i, r := range dst {
			switch i {
			case 0:
				f.words[r.at] = max(s.positions(f), 0)
			case 1:
				f.words[r.at] = prim.Word(s.segments(f))
			case 2:
				f.words[r.at] = max(f.words[s.Len.at], 0)
			}
		}
	})
}

// EvenRows emits dst = whether cond holds and all segments of s have a length.
func (c *Code) EvenRows(dst, cond Reg, s Space, length Reg) {
	c.Do(func(f *Frame) {
		even := f.words[cond.at] != 0
		if even {
			s.eachSegment(f, func(_, lo, hi int) { even = even && prim.Word(hi-lo) == f.words[length.at] })
		}
		f.words[dst.at] = prim.BoolWord(even)
	})
}
