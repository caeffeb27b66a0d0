package vm

// Rank directories of flags.

import (
	"math/bits"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Directory emits dst = a rank directory of every result of t, but for those that pass
// through: the results themselves.
func (c *Code) Directory(dst []Reg, passed []bool, s Space, t *Thunk) {
	num := c.fn.num
	c.emit(func(m *Machine) {
		n, f := s.size(m.frame), m.frame
		vs := m.outputs(t, n)
		for k := range t.Out {
			if !passed[k] {
				vs[k] = m.make(types.KInt, 2*(n/prim.FlagBits+1)+1)
			}
		}
		m.each(s, t, func(i int) {
			for k, r := range t.Out {
				if passed[k] {
					vs[k].Words[i] = f.words[r.at]
				} else if w := 2*(i/prim.FlagBits) + 2; f.words[r.at] != 0 {
					vs[k].Words[w] = num.Or(vs[k].Words[w], num.Shl(1, int64(i%prim.FlagBits)))
				}
			}
		})
		for k, v := range vs {
			if passed[k] {
				continue
			}
			for w := 1; w < len(v.Words); w += 2 {
				v.Words[w] = v.Words[0]
				v.Words[0] += int64(bits.OnesCount32(uint32(v.Words[w+1])))
			}
		}
		m.store(dst, vs)
	})
}

// A directory is one that is read.
type directory []int64

// selects reports whether the flag of index i is set.
func (d directory) selects(i int) bool {
	return uint32(d[2*(i/prim.FlagBits)+2])>>(i%prim.FlagBits)&1 != 0
}

// rank is the number of selected elements before index i.
func (d directory) rank(i int) int64 {
	w := 2 * (i / prim.FlagBits)
	return d[w+1] + int64(bits.OnesCount32(uint32(d[w+2])&(1<<(i%prim.FlagBits)-1)))
}
