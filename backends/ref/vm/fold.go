package vm

// Reductions, scans and ranks, plain and segmented.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A folder folds the results of a thunk: one total per result, except for the
// operator id, whose result is stored as it is.
type folder struct {
	then    *Epilogue // nil if results are stored
	stores  bool      // they are, although there is an epilogue
	out     []Reg
	combine []func(x, y prim.Word) prim.Word // nil where a tuple is combined, or nothing
	ids     []bool
	joins   []join
	start   []prim.Word
}

// A Joiner is element code that combines tuples: X, what comes first, and Y.
type Joiner struct {
	X, Y []Reg
	Body *Elem
	Out  []Reg
}

// A join is a Joiner and which results of the thunk are its tuple.
type join struct {
	*Joiner
	of []int
}

func (c *Code) folder(ops []prim.Rop, joins []*Joiner, out []Reg, then *Epilogue) *folder {
	d := &folder{then: then, out: out}
	for k, op := range ops {
		d.combine = append(d.combine, op.Combine(c.fn.num, out[k].Kind))
		d.ids = append(d.ids, op == prim.RId)
		w := prim.Word(0)
		if d.combine[k] != nil {
			w = op.Identity(c.fn.num, out[k].Kind)
		}
		d.start = append(d.start, w)
		if op != prim.RJoin {
			continue
		}
		if n := len(d.joins); n == 0 || len(d.joins[n-1].of) == len(d.joins[n-1].Out) {
			d.joins = append(d.joins, join{Joiner: joins[n]})
		}
		last := &d.joins[len(d.joins)-1]
		last.of = append(last.of, k)
	}
	return d
}

// add combines the totals, which are in the cells, with the results of the thunk.
func (d *folder) add(f *Frame, cell func(k int) *prim.Word) {
	for k, r := range d.out {
		if d.combine[k] != nil {
			w := cell(k)
			*w = d.combine[k](*w, f.words[r.at])
		}
	}
	for _, j := range d.joins {
		for i, k := range j.of {
			f.words[j.X[i].at], f.words[j.Y[i].at] = *cell(k), f.words[d.out[k].at]
		}
		j.Body.exec(f)
		for i, k := range j.of {
			*cell(k) = f.words[j.Out[i].at]
		}
	}
}

// Reduce emits dst = the results of t folded over s; a result of a segmented
// reduction is a vector with one element per segment. Epilogues may be nil.
func (c *Code) Reduce(dst []Reg, ops []prim.Rop, joins []*Joiner, s Space, t *Thunk, then *Epilogue) {
	d := c.folder(ops, joins, t.Out, then)
	c.emit(func(m *Machine) {
		if s.Seg {
			m.segReduce(dst, s, t, d)
			return
		}
		f, vs := m.frame, make([]*Vector, len(t.Out))
		n := s.size(f)
		for k, r := range t.Out {
			if d.ids[k] {
				vs[k] = m.make(r.Kind, n)
			}
		}
		total := append([]prim.Word(nil), d.start...)
		if o := s.Order.of(f); o != nil {
			m.foldOrdered(o, s, t, d, vs, func(_, k int) *prim.Word { return &total[k] })
		} else {
			m.each(s, t, func(i int) {
				for k, r := range t.Out {
					if vs[k] != nil {
						vs[k].Words[i] = f.words[r.at]
					}
				}
				d.add(f, func(k int) *prim.Word { return &total[k] })
			})
		}
		if then != nil {
			m.writeTotals(dst, d, total, vs)
			return
		}
		for k := range t.Out {
			if vs[k] != nil {
				m.store(dst[k:k+1], vs[k:k+1])
			} else {
				f.words[dst[k].at] = total[k]
			}
		}
	})
}

func (m *Machine) segReduce(dst []Reg, s Space, t *Thunk, d *folder) {
	f, vs := m.frame, make([]*Vector, len(t.Out))
	for k, r := range t.Out {
		if d.ids[k] {
			vs[k] = m.make(r.Kind, s.size(f))
			continue
		}
		vs[k] = m.make(r.Kind, s.segments(f))
		for i := range vs[k].Words {
			vs[k].Words[i] = d.start[k]
		}
	}
	if o := s.Order.of(f); o != nil {
		m.foldOrdered(o, s, t, d, vs, func(seg, k int) *prim.Word { return &vs[k].Words[seg] })
	} else {
		m.each(s, t, func(i int) {
			seg := f.words[t.Index[0].at]
			for k, r := range t.Out {
				if d.ids[k] {
					vs[k].Words[i] = f.words[r.at]
				}
			}
			d.add(f, func(k int) *prim.Word { return &vs[k].Words[seg] })
		})
	}
	m.finish(dst, d, vs, func(put func(i int)) { m.below(s.segments(f), d.then.T, put) })
}

// Scan emits dst = the running folds of the results of t over s, exclusive or
// inclusive, starting anew in every segment.
func (c *Code) Scan(dst []Reg, ops []prim.Rop, joins []*Joiner, incl bool, s Space, t *Thunk, then *Epilogue) {
	c.scan(dst, c.folder(ops, joins, t.Out, then), incl, false, s, t)
}

// Prefix is the exclusive Scan over a space without segments, with one entry
// more: the fold of all results. It is stored where there is an epilogue, too.
func (c *Code) Prefix(dst []Reg, ops []prim.Rop, s Space, t *Thunk, then *Epilogue) {
	c.scan(dst, c.folder(ops, nil, t.Out, then), false, true, s, t)
}

func (c *Code) scan(dst []Reg, d *folder, incl, all bool, s Space, t *Thunk) {
	d.stores = all
	c.emit(func(m *Machine) {
		f := m.frame
		n := s.size(f)
		vs := m.outputs(t, n)
		for k, r := range t.Out {
			if all && !d.ids[k] {
				vs[k] = m.make(r.Kind, n+1)
			}
		}
		total := append([]prim.Word(nil), d.start...)
		if o := s.Order.of(f); o != nil {
			m.scanOrdered(o, s, t, d, vs, incl, total)
		} else {
			m.scanInTurn(s, t, d, vs, incl, total)
		}
		for k, v := range vs {
			if len(v.Words) > n {
				v.Words[n] = total[k]
			}
		}
		m.finish(dst, d, vs, func(put func(i int)) { m.each(s, d.then.T, put) })
	})
}

// scanInTurn scans elements as they come; total becomes what all combine to.
func (m *Machine) scanInTurn(s Space, t *Thunk, d *folder, vs []*Vector, incl bool, total []prim.Word) {
	f, seg := m.frame, int64(0)
	m.each(s, t, func(i int) {
		if now := f.words[t.Index[0].at]; s.Seg && now != seg {
			seg = now
			copy(total, d.start)
		}
		for k, r := range t.Out {
			if d.ids[k] {
				vs[k].Words[i] = f.words[r.at]
			} else if !incl {
				vs[k].Words[i] = total[k]
			}
		}
		d.add(f, func(k int) *prim.Word { return &total[k] })
		for k := range t.Out {
			if incl && !d.ids[k] {
				vs[k].Words[i] = total[k]
			}
		}
	})
}

// Rank emits dst = the place of every position in the stable order of its
// segment by the one result of t.
func (c *Code) Rank(dst Reg, down bool, s Space, t *Thunk) {
	c.emit(func(m *Machine) {
		f := m.frame
		keys := make([]prim.Word, s.size(f))
		m.each(s, t, func(i int) { keys[i] = f.words[t.Out[0].at] })
		ranks := m.make(types.KInt, len(keys))
		s.eachSegment(f, func(_, lo, hi int) {
			if lo < hi {
				copy(ranks.Words[lo:hi], interp.Rank(keys[lo:hi], t.Out[0].Kind, down))
			}
		})
		m.store([]Reg{dst}, []*Vector{ranks})
	})
}

// Sort emits dst = the results of t in order.
func (c *Code) Sort(dst Reg, down bool, s Space, t *Thunk) {
	c.emit(func(m *Machine) {
		f := m.frame
		keys := make([]prim.Word, s.size(f))
		m.each(s, t, func(i int) { keys[i] = f.words[t.Out[0].at] })
		out := m.make(t.Out[0].Kind, len(keys))
		for i, place := range interp.Rank(keys, t.Out[0].Kind, down) {
			out.Words[place] = keys[i]
		}
		m.store([]Reg{dst}, []*Vector{out})
	})
}
