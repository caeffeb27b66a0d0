package vm

// Element code in place of storing what reductions and scans combine. What they
// combine is no array, unless it is stored as well: it is neither counted nor held.

import (
	"slices"

	"nessiec/ir/prim"
)

// An Epilogue is element code that gets such values, Vals, at their index.
type Epilogue struct {
	T    *Thunk
	Vals []Reg
}

// NewEpilogue starts the code of t with loads of its values: those at the last
// index of t, or the only ones if it has none.
func NewEpilogue(t *Thunk, vals []Reg) *Epilogue {
	t.Body.Do(func(f *Frame) {
		i := prim.Word(0)
		if n := len(t.Index); n > 0 {
			i = f.words[t.Index[n-1].at]
		}
		for k, r := range vals {
			f.words[r.at] = f.combined[k][i]
		}
	})
	return &Epilogue{T: t, Vals: vals}
}

// finish stores vs, the results of a fold over what all visits, or what the
// epilogue makes of those that are combined.
func (m *Machine) finish(dst []Reg, d *folder, vs []*Vector, all func(put func(i int))) {
	if d.then == nil {
		m.store(dst, vs)
		return
	}
	var sums, ids []*Vector
	var from [][]prim.Word
	n := 0
	for k, v := range vs {
		if d.ids[k] {
			ids = append(ids, v)
			continue
		}
		sums, from, n = append(sums, v), append(from, v.Words), len(v.Words)
	}
	if d.stores {
		n--
	} else {
		m.run.cost.Arrays -= int64(len(from))
		sums = nil
	}
	m.frame.combined = from
	outs := m.outputs(d.then.T, n)
	all(func(i int) {
		for k, r := range d.then.T.Out {
			outs[k].Words[i] = m.frame.words[r.at]
		}
	})
	m.frame.combined = nil
	m.store(dst, slices.Concat(outs, sums, ids))
}

// writeTotals is finish for a plain reduction.
func (m *Machine) writeTotals(dst []Reg, d *folder, total []prim.Word, vs []*Vector) {
	var ids []*Vector
	var from [][]prim.Word
	for k, v := range vs {
		if v != nil {
			ids = append(ids, v)
		} else {
			from = append(from, total[k:k+1])
		}
	}
	t := d.then.T
	m.frame.combined = from
	m.visits(t, func(int) {
		for k, r := range t.Out {
			m.frame.words[dst[k].at] = m.frame.words[r.at]
		}
	}, func(visit func(i int)) { visit(0) })
	m.frame.combined = nil
	m.store(dst[len(t.Out):], ids)
}
