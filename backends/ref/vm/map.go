package vm

// Map, and the operations that choose or place elements.

import (
	"slices"

	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// outputs makes one vector of n elements for every result of t.
func (m *Machine) outputs(t *Thunk, n int) []*Vector {
	vs := make([]*Vector, len(t.Out))
	for k, r := range t.Out {
		vs[k] = m.make(r.Kind, n)
	}
	return vs
}

// store makes vs the values of dst and counts elements as written.
func (m *Machine) store(dst []Reg, vs []*Vector) {
	for k, v := range vs {
		m.run.cost.Writes += int64(len(v.Words))
		m.frame.Hold(dst[k], v)
	}
}

// Map emits dst = results of t at every index of s.
func (c *Code) Map(dst []Reg, s Space, t *Thunk) {
	c.emit(func(m *Machine) {
		n, f := s.size(m.frame), m.frame
		vs := m.outputs(t, n)
		m.each(s, t, func(i int) {
			for k, r := range t.Out {
				vs[k].Words[i] = f.words[r.at]
			}
		})
		m.run.cost.Copies += int64(n * t.Copies)
		m.store(dst, vs)
	})
}

// Once emits dst = results of t, which has no index.
func (c *Code) Once(dst []Reg, t *Thunk) {
	c.emit(func(m *Machine) {
		f := m.frame
		if t.Body.exec(f) == failed {
			s := t.Body.fn.sites[f.failed]
			m.fail(s.at, s.message)
		}
	})
	c.Move(dst, t.Out)
}

// Filter emits dst = the results of t at the indices where keep is set; with
// split dst goes on with the results at the others; with loose vectors have as
// many elements as there are indices. The last of dst is the ranks.
func (c *Code) Filter(dst []Reg, s Space, t *Thunk, keep Reg, split, loose bool) {
	c.emit(func(m *Machine) {
		f, n := m.frame, len(t.Out)
		ranks := []prim.Word{0}
		sides := 1
		if split {
			sides = 2
		}
		words := make([][]prim.Word, sides*n)
		m.each(s, t, func(int) {
			side, last := 0, ranks[len(ranks)-1]
			if f.words[keep.at] == 0 {
				side = 1
			}
			ranks = append(ranks, last+prim.Word(1-side))
			if side < sides {
				for k, r := range t.Out {
					words[side*n+k] = append(words[side*n+k], f.words[r.at])
				}
			}
		})
		vs := make([]*Vector, len(words)+1)
		for k, ws := range words {
			size := len(ws)
			if loose {
				size = len(ranks) - 1
			}
			vs[k] = m.make(t.Out[k%n].Kind, size)
			copy(vs[k].Words, ws)
			m.run.cost.Copies += int64(len(ws))
		}
		vs[len(words)] = m.make(types.KInt, len(ranks))
		copy(vs[len(words)].Words, ranks)
		m.store(dst, vs)
	})
}

// places are those where something was stored; destinations are distinct, or
// devices would store in any order.
type places []bool

// again reports whether something is stored at d already.
func (p places) again(d int64) bool {
	again := p[d]
	p[d] = true
	return again
}

func (p places) once(d int64) {
	if p.again(d) {
		panic(interp.Bug(ir.Pos{}, "two elements are stored at %d", d))
	}
}

// A Part says where a compaction puts one result of its thunk.
type Part struct {
	Into         int // number of the array
	Start, Ranks Reg
	Directory    bool // Ranks is one
	Rest         bool // what Ranks does not count
	Flag         int  // result of the thunk that says what Ranks counts; 0: none does
}

// An End is the last element of an array that a compaction makes.
type End struct {
	Into int
	Val  Reg
}

// Compact emits dst = vectors with these sizes and the results of t where parts
// put them, and with their ends; loose ones are zero elsewhere.
func (c *Code) Compact(dst []Reg, s Space, sizes []Reg, loose []bool, t *Thunk, parts []Part, ends []End) {
	c.emit(func(m *Machine) {
		f, vs, stored := m.frame, make([]*Vector, len(dst)), make([]places, len(dst))
		for a, r := range sizes {
			n := int(max(f.words[r.at], 0))
			vs[a], stored[a] = m.make(dst[a].Kind, n), make(places, n)
		}
		m.each(s, t, func(i int) {
			for k, p := range parts {
				if p.Flag > 0 && (f.words[t.Out[p.Flag].at] != 0) != p.counts(f, i) {
					panic(interp.Bug(ir.Pos{}, "the flag and the ranks of element %d of a compaction do not agree", i))
				}
				if d, ok := p.place(f, i); ok {
					stored[p.Into].once(d)
					vs[p.Into].Words[d] = f.words[t.Out[k].at]
				}
			}
		})
		for _, e := range ends {
			if d := int64(len(vs[e.Into].Words)) - 1; d >= 0 {
				stored[e.Into].once(d)
				vs[e.Into].Words[d] = f.words[e.Val.at]
			}
		}
		for a, v := range vs {
			if i := slices.Index(stored[a], false); i >= 0 && !loose[a] {
				panic(interp.Bug(ir.Pos{}, "element %d of a compaction is not stored", i))
			}
			m.run.cost.Copies += int64(len(v.Words))
		}
		m.store(dst, vs)
	})
}

// place is where the result at index i goes, if it goes anywhere.
func (p Part) place(f *Frame, i int) (int64, bool) {
	before, start := p.rank(f, i), f.words[p.Start.at]
	if p.Rest {
		before = prim.Word(i) - before
	}
	return start + before, p.counts(f, i) != p.Rest
}

// counts reports whether the ranks count index i.
func (p Part) counts(f *Frame, i int) bool {
	ranks := f.vecs[p.Ranks.at].Words
	if p.Directory {
		return directory(ranks).selects(i)
	}
	return ranks[i] < ranks[i+1]
}

// rank is how many elements the ranks count before index i.
func (p Part) rank(f *Frame, i int) prim.Word {
	ranks := f.vecs[p.Ranks.at].Words
	if p.Directory {
		return directory(ranks).rank(i)
	}
	return ranks[i]
}

// Scatter emits dst = into with the results of t combined into elements to.
func (c *Code) Scatter(dst []Reg, op prim.Rop, s Space, into []Reg, t *Thunk, to []Reg) {
	combine := make([]func(x, y prim.Word) prim.Word, len(into))
	for k, r := range into {
		combine[k] = op.Combine(c.fn.num, r.Kind)
	}
	c.emit(func(m *Machine) {
		f := m.frame
		vs := make([]*Vector, len(into))
		for k, r := range into {
			vs[k] = m.copied(f.vecs[r.at])
		}
		stored := make([]places, len(to))
		for k := range to {
			if op != prim.RMax {
				stored[k] = make(places, len(vs[k].Words))
			}
		}
		again := make([]bool, len(to))
		m.each(s, t, func(int) {
			for k, r := range to {
				d := f.words[r.at]
				if again[k] = false; uint64(d) < uint64(len(stored[k])) {
					if op == prim.RSet {
						stored[k].once(d)
					}
					again[k] = stored[k].again(d)
				}
			}
			for k, r := range t.Out {
				p := min(k, len(to)-1)
				d := f.words[to[p].at]
				switch ws := vs[k].Words; {
				case uint64(d) >= uint64(len(ws)):
				case op == prim.RArbitrary && again[p] && ws[d] != f.words[r.at]:
					m.run.undetermined = true
				case combine[k] == nil:
					ws[d] = f.words[r.at]
				default:
					ws[d] = combine[k](ws[d], f.words[r.at])
				}
			}
		})
		m.store(dst, vs)
	})
}

// copied is a copy of v.
func (m *Machine) copied(v *Vector) *Vector {
	out := m.make(v.Kind, len(v.Words))
	copy(out.Words, v.Words)
	m.run.cost.Copies += int64(len(v.Words))
	return out
}

// Vector emits dst = the vector of the elems, or of constant words.
func (c *Code) Vector(dst Reg, elems []Reg) {
	c.emit(func(m *Machine) {
		v := m.make(dst.Kind, len(elems))
		for i, r := range elems {
			v.Words[i] = m.frame.words[r.at]
		}
		m.store([]Reg{dst}, []*Vector{v})
	})
}

// String emits dst = the characters of s.
func (c *Code) String(dst Reg, s string) {
	c.emit(func(m *Machine) {
		v := m.make(types.KChar, len(s))
		for i := range len(s) {
			v.Words[i] = prim.Word(s[i])
		}
		m.store([]Reg{dst}, []*Vector{v})
	})
}
