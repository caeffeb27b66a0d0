package vm

// Updates: thunks that replace elements of segments of their own.

import "nessiec/ir/prim"

// An Update is what the thunk of an update does to vectors.
type Update struct {
	Into   []Reg // the vectors that it begins with
	Segs   []Reg // of each: the offsets of the segments, or the length of all
	States []Reg // where the thunk finds the segment that belongs to its index
	whole  []Reg // the vectors as they are now

	Scratch []Reg // where the thunk finds its scratch states
	Sizes   []int // of each, in elements
}

// NewUpdate is the update of a thunk: the first of its code takes the segments.
func (f *Func) NewUpdate(u Update, t *Thunk) *Update {
	for _, r := range u.Into {
		u.whole = append(u.whole, f.Reg(r.typ()))
	}
	t.Body.Do(func(f *Frame) {
		i := int(f.words[t.Index[0].at])
		for k, seg := range u.Segs {
			ws, lo, hi := f.vecs[u.whole[k].at].Words, 0, 0
			if seg.Vec {
				offs := f.vecs[seg.at].Words
				lo, hi = int(offs[i]), int(offs[i+1])
			} else {
				n := int(max(f.words[seg.at], 0))
				lo, hi = i*n, i*n+n
			}
			f.Hold(u.States[k], &Vector{Kind: u.Into[k].Kind, Words: ws[lo:hi], holds: 1}) // its bytes are those of the whole
		}
		for k, r := range u.Scratch {
			f.Hold(r, &Vector{Kind: r.Kind, Words: make([]prim.Word, u.Sizes[k]), holds: 1})
		}
	})
	return &u
}

// Update emits dst = the results of t at every index of s, and where outcome is not
// negative that state as all indices leave it.
func (c *Code) Update(dst []Reg, s Space, u *Update, t *Thunk, outcome []int) {
	c.emit(func(m *Machine) {
		f, n := m.frame, s.size(m.frame)
		for k, r := range u.Into {
			f.Hold(u.whole[k], m.copied(f.vecs[r.at]))
		}
		vs := make([]*Vector, len(dst))
		for j, k := range outcome {
			if k >= 0 {
				vs[j] = f.vecs[u.whole[k].at]
			} else {
				vs[j] = m.make(dst[j].Kind, n)
			}
		}
		m.each(s, t, func(i int) {
			for j, k := range outcome {
				if k < 0 {
					vs[j].Words[i] = f.words[t.Out[j].at]
				}
			}
		})
		m.store(dst, vs)
	})
}

// Put emits dst = the state vec with element idx replaced by val, in place.
func Put(e Emitter, dst, vec, idx, val Reg) {
	e.Do(func(f *Frame) {
		v := f.vecs[vec.at]
		if i := f.words[idx.at]; uint64(i) < uint64(len(v.Words)) {
			v.Words[i] = f.words[val.at]
			f.run.cost.Writes++
		}
	})
	e.Move([]Reg{dst}, []Reg{vec})
}
