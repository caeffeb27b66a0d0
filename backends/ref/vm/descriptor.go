package vm

// Segment descriptors. A register holds one as its offsets: one more than
// there are segments, the total last.

import (
	"fmt"
	"slices"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// ints emits dst = the n ints that fill computes.
func (c *Code) ints(dst Reg, n func(f *Frame) int, fill func(f *Frame, ws []prim.Word)) {
	c.emit(func(m *Machine) {
		v := m.make(types.KInt, n(m.frame))
		fill(m.frame, v.Words)
		m.store([]Reg{dst}, []*Vector{v})
	})
}

// Offsets emits dst = the descriptor of segments of these lengths.
func (c *Code) Offsets(dst, lens Reg) {
	c.ints(dst, func(f *Frame) int { return len(f.vecs[lens.at].Words) + 1 }, func(f *Frame, ws []prim.Word) {
		for i, n := range f.vecs[lens.at].Words {
			ws[i+1] = c.fn.num.AddSize(ws[i], n)
		}
	})
}

// Given emits dst = the descriptor of segments of these lengths, of which it was
// said where they start and how many elements they have. It panics if that is
// wrong.
func (c *Code) Given(dst, lens, starts, total Reg) {
	c.Offsets(dst, lens)
	c.Do(func(f *Frame) {
		offs := f.vecs[dst.at].Words
		at, n := f.vecs[starts.at].Words, len(offs)-1
		if len(at) != n || !slices.Equal(at, offs[:n]) || f.words[total.at] != offs[n] {
			panic(fmt.Sprintf("vm: segments of lengths %d start at %d and end at %d", f.vecs[lens.at].Words, at, f.words[total.at]))
		}
	})
}

// Join emits dst = the descriptor of the segments of outer, which are made of
// segments of inner, with the elements of those.
func (c *Code) Join(dst, outer, inner Reg) {
	c.ints(dst, func(f *Frame) int { return len(f.vecs[outer.at].Words) }, func(f *Frame, ws []prim.Word) {
		offs := f.vecs[inner.at].Words
		for i, k := range f.vecs[outer.at].Words {
			ws[i] = offs[k]
		}
	})
}

// Regular emits dst = the descriptor of count segments of length length.
func (c *Code) Regular(dst, count, length Reg) {
	c.ints(dst, func(f *Frame) int { return int(max(f.words[count.at], 0)) + 1 }, func(f *Frame, ws []prim.Word) {
		for i := range ws {
			ws[i] = c.fn.num.MulSize(prim.Word(i), f.words[length.at])
		}
	})
}

// Lens emits dst = the lengths of the segments of sd.
func (c *Code) Lens(dst, sd Reg) {
	c.ints(dst, Space{Seg: true, Offs: sd}.segments, func(f *Frame, ws []prim.Word) {
		offs := f.vecs[sd.at].Words
		for i := range ws {
			ws[i] = c.fn.num.Sub(offs[i+1], offs[i])
		}
	})
}

// Starts emits dst = the positions where the segments of sd start.
func (c *Code) Starts(dst, sd Reg) {
	c.ints(dst, Space{Seg: true, Offs: sd}.segments, func(f *Frame, ws []prim.Word) {
		copy(ws, f.vecs[sd.at].Words)
	})
}

// Count emits dst = the number of segments of sd.
func (c *Code) Count(dst, sd Reg) {
	c.Do(func(f *Frame) { f.words[dst.at] = prim.Word(Space{Seg: true, Offs: sd}.segments(f)) })
}

// Total emits dst = the number of elements of all segments of sd, which waits
// for the device.
func (c *Code) Total(dst, sd Reg) {
	c.Positions(dst, Space{Seg: true, Offs: sd})
	c.Do(func(f *Frame) { f.run.cost.HostTransfer++ })
}

// Positions emits dst = the number of positions of s, as its segments tell.
func (c *Code) Positions(dst Reg, s Space) {
	c.Do(func(f *Frame) { f.words[dst.at] = s.positions(f) })
}
