package vm

// Segment descriptors. A register holds one as its offsets: one more than
// there are segments, the total last.

import (
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
