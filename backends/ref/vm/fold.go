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
	combine []func(x, y prim.Word) prim.Word
	start   []prim.Word
	total   []prim.Word
}

func (c *Code) folder(ops []prim.Rop, out []Reg, then *Epilogue) *folder {
	d := &folder{then: then, out: out, total: make([]prim.Word, len(out))}
	for k, op := range ops {
		d.combine = append(d.combine, op.Combine(c.fn.num, out[k].Kind))
		w := prim.Word(0)
		if d.combine[k] != nil {
			w = op.Identity(c.fn.num, out[k].Kind)
		}
		d.start = append(d.start, w)
	}
	return d
}

// Reduce emits dst = the results of t folded over s; a result of a segmented
// reduction is a vector with one element per segment. Epilogues may be nil.
func (c *Code) Reduce(dst []Reg, ops []prim.Rop, s Space, t *Thunk, then *Epilogue) {
	d := c.folder(ops, t.Out, then)
	c.emit(func(m *Machine) {
		if s.Seg {
			m.segReduce(dst, s, t, d)
			return
		}
		f, vs := m.frame, make([]*Vector, len(t.Out))
		n := s.size(f)
		for k, r := range t.Out {
			if d.combine[k] == nil {
				vs[k] = m.make(r.Kind, n)
			}
		}
		total := append([]prim.Word(nil), d.start...)
		m.each(s, t, func(i int) {
			for k, r := range t.Out {
				if vs[k] != nil {
					vs[k].Words[i] = f.words[r.at]
				} else {
					total[k] = d.combine[k](total[k], f.words[r.at])
				}
			}
		})
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
		if d.combine[k] == nil {
			vs[k] = m.make(r.Kind, s.size(f))
			continue
		}
		vs[k] = m.make(r.Kind, s.segments(f))
		for i := range vs[k].Words {
			vs[k].Words[i] = d.start[k]
		}
	}
	m.each(s, t, func(i int) {
		seg := f.words[t.Index[0].at]
		for k, r := range t.Out {
			ws := vs[k].Words
			if d.combine[k] == nil {
				ws[i] = f.words[r.at]
			} else {
				ws[seg] = d.combine[k](ws[seg], f.words[r.at])
			}
		}
	})
	m.finish(dst, d, vs, func(put func(i int)) { m.below(s.segments(f), d.then.T, put) })
}

// Scan emits dst = the running folds of the results of t over s, exclusive or
// inclusive, starting anew in every segment.
func (c *Code) Scan(dst []Reg, ops []prim.Rop, incl bool, s Space, t *Thunk, then *Epilogue) {
	c.scan(dst, ops, incl, false, s, t, then)
}

// Prefix is the exclusive Scan over a space without segments, with one entry
// more: the fold of all results. It is stored where there is an epilogue, too.
func (c *Code) Prefix(dst []Reg, ops []prim.Rop, s Space, t *Thunk, then *Epilogue) {
	c.scan(dst, ops, false, true, s, t, then)
}

func (c *Code) scan(dst []Reg, ops []prim.Rop, incl, all bool, s Space, t *Thunk, then *Epilogue) {
	d := c.folder(ops, t.Out, then)
	d.stores = all
	c.emit(func(m *Machine) {
		f := m.frame
		n := s.size(f)
		vs := m.outputs(t, n)
		for k, r := range t.Out {
			if all && d.combine[k] != nil {
				vs[k] = m.make(r.Kind, n+1)
			}
		}
		total, seg := append([]prim.Word(nil), d.start...), int64(0)
		m.each(s, t, func(i int) {
			if now := f.words[t.Index[0].at]; s.Seg && now != seg {
				seg = now
				copy(total, d.start)
			}
			for k, r := range t.Out {
				w := f.words[r.at]
				switch {
				case d.combine[k] == nil:
					vs[k].Words[i] = w
				case incl:
					total[k] = d.combine[k](total[k], w)
					vs[k].Words[i] = total[k]
				default:
					vs[k].Words[i] = total[k]
					total[k] = d.combine[k](total[k], w)
				}
			}
		})
		for k, v := range vs {
			if len(v.Words) > n {
				v.Words[n] = total[k]
			}
		}
		m.finish(dst, d, vs, func(put func(i int)) { m.each(s, d.then.T, put) })
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
