package nkl

// Primitives on sequences. Outside their checks they do what the table says.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

func (c *compiler) seqOp(a *application) {
	switch l := a.op.Lift.(type) {
	case prim.Reduction:
		c.fold(a, l.Op)
		return
	case prim.Scanning:
		c.scan(a, l.Op)
		return
	}
	op := seqOps[a.op.Code]
	if op == nil {
		panic("nkl: no code for primitive " + a.op.Name)
	}
	c.emit(op(a))
}

// seqOps makes the instruction of a primitive.
var seqOps = map[prim.Code]func(a *application) instr{
	prim.Length: length, prim.Elt: elt, prim.Index: index, prim.Dist: dist, prim.Get: get, prim.Pack: pack, prim.Append: appendOp,
	prim.Flatten: flatten, prim.Partition: partition, prim.Permute: permute, prim.Write: write,
	prim.Rank: rank(false), prim.RankDown: rank(true),
}

// seqResult makes an instruction whose result is the sequence that f makes; its
// work is the lengths of its operands and its result.
func seqResult(a *application, f func(m *machine) value.Seq) instr {
	d := a.dst[0].at
	return func(m *machine) {
		for _, rs := range a.args {
			if len(rs) > 0 && rs[0].kind == types.KSeq {
				if s, ok := m.v[rs[0].at].(value.Seq); ok {
					m.work += int64(s.Len())
				}
			}
		}
		s := f(m)
		m.work += int64(s.Len())
		m.copies(a.pos, s)
		m.step(1)
		m.limits(a.pos)
		m.v[d] = s
	}
}

func length(a *application) instr {
	d := a.dst[0].at
	return func(m *machine) {
		m.step(1)
		m.w[d] = int64(a.seq(m, 0).Len())
	}
}

func elt(a *application) instr {
	i, zero := a.arg(1), value.Zero(a.res)
	return func(m *machine) {
		m.step(1)
		s, k := a.seq(m, 0), m.w[i]
		if uint64(k) >= uint64(s.Len()) {
			unbox(m, zero, a.dst)
			return
		}
		getElem(m, s, int(k), a.dst)
	}
}

func index(a *application) instr {
	n := a.arg(0)
	return seqResult(a, func(m *machine) value.Seq {
		k := int(max(m.w[n], 0))
		m.mem.seq(a.pos, k, wordBytes)
		out := make(value.Ints, k)
		for i := range out {
			out[i] = int64(i)
		}
		return out
	})
}

func dist(a *application) instr {
	n, elem := a.arg(1), a.types[0]
	bytes := 0
	for _, k := range leaves(elem) {
		bytes += elemBytes(k)
	}
	return seqResult(a, func(m *machine) value.Seq {
		k := int(max(m.w[n], 0))
		m.mem.seq(a.pos, k, bytes)
		return value.Of(elem, box(m, elem, a.args[0])).Gather(make([]int64, k))
	})
}

// gather is s.Gather(idx), counted.
func gather(m *machine, a *application, s value.Seq, idx []int64) value.Seq {
	m.mem.seq(a.pos, len(idx), rowBytes(s))
	return s.Gather(idx)
}

func get(a *application) instr {
	elem := a.types[0].Elem()
	return seqResult(a, func(m *machine) value.Seq {
		s, idx := a.seq(m, 0), a.seq(m, 1).(value.Ints)
		return gatherTotal(m, a, s, idx, elem)
	})
}

// gatherTotal is gather where an index out of range gives the zero of elem.
func gatherTotal(m *machine, a *application, s value.Seq, idx value.Ints, elem *types.Type) value.Seq {
	n := int64(s.Len())
	var safe value.Ints
	for k, i := range idx {
		if uint64(i) >= uint64(n) {
			if safe == nil {
				safe = append(value.Ints(nil), idx...)
			}
			safe[k] = n
		}
	}
	if safe == nil {
		return gather(m, a, s, idx)
	}
	return gather(m, a, value.Concat(s, value.Of(elem, value.Zero(elem))), safe)
}

func pack(a *application) instr {
	return seqResult(a, func(m *machine) value.Seq {
		s, flags := a.seq(m, 0), a.seq(m, 1).(value.Bools)
		return gather(m, a, s, trueIndices(flags[:min(len(flags), s.Len())]))
	})
}

func appendOp(a *application) instr {
	return seqResult(a, func(m *machine) value.Seq {
		x, y := a.seq(m, 0), a.seq(m, 1)
		m.mem.seq(a.pos, x.Len()+y.Len(), rowBytes(x))
		return value.Concat(x, y)
	})
}

func flatten(a *application) instr {
	empty := value.Empty(a.res.Elem())
	return seqResult(a, func(m *machine) value.Seq {
		parts, n := []value.Seq{empty}, 0
		for _, p := range a.seq(m, 0).(value.Values) {
			parts = append(parts, p.(value.Seq))
			n += p.(value.Seq).Len()
		}
		m.mem.seq(a.pos, n, rowBytes(empty))
		return value.Concat(parts...)
	})
}

func partition(a *application) instr {
	return seqResult(a, func(m *machine) value.Seq {
		s, lens := a.seq(m, 0), a.seq(m, 1).(value.Ints)
		m.mem.seq(a.pos, len(lens), valueBytes)
		out := make(value.Values, len(lens))
		start := int64(0)
		for i, l := range lens {
			end := min(start+max(l, 0), int64(s.Len()))
			out[i] = s.Slice(int(start), int(end))
			start = end
		}
		return out
	})
}

// permute gathers by the inverse of the indices.
func permute(a *application) instr {
	elem := a.types[0].Elem()
	return seqResult(a, func(m *machine) value.Seq {
		s, idx := a.seq(m, 0), a.seq(m, 1).(value.Ints)
		inverse := make(value.Ints, s.Len())
		for i := range inverse {
			inverse[i] = -1
		}
		for k, i := range idx {
			if k < s.Len() && uint64(i) < uint64(len(inverse)) {
				inverse[i] = int64(k)
			}
		}
		return gatherTotal(m, a, s, inverse, elem)
	})
}

func write(a *application) instr {
	return seqResult(a, func(m *machine) value.Seq {
		s, idx, vals := a.seq(m, 0), a.seq(m, 1).(value.Ints), a.seq(m, 2)
		from := make(value.Ints, s.Len(), s.Len()+1)
		for i := range from {
			from[i] = int64(i)
		}
		for k, i := range idx {
			if k < vals.Len() && uint64(i) < uint64(len(from)) {
				from[i] = int64(s.Len() + k)
			}
		}
		return gather(m, a, value.Concat(s, vals), from)
	})
}

func rank(down bool) func(*application) instr {
	return func(a *application) instr {
		k := a.types[0].Elem().Kind
		return seqResult(a, func(m *machine) value.Seq {
			m.mem.seq(a.pos, a.seq(m, 0).Len(), wordBytes)
			return value.Ints(interp.Rank(words(a.seq(m, 0)), k, down))
		})
	}
}
