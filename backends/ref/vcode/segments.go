package vcode

// Instructions by segments.

import (
	"slices"

	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/vcode"
)

// special is the result of an instruction with a rule of its own.
func (x *machine) special(at ir.Pos, op vcode.Opcode, args []*entry) *entry {
	switch op {
	case vcode.OpLength:
		return ints([]int64{int64(args[0].len())})
	case vcode.OpMakeSegdes:
		x.need(!slices.ContainsFunc(args[0].words, func(n int64) bool { return n < 0 }), at, vcode.ErrNegative)
		return descriptor(args[0].words)
	case vcode.OpLengths:
		return ints(args[0].lens)
	case vcode.OpDist:
		x.perSegment(at, args[0], args[1])
		return x.fill(args[1], args[0], func(s int, _ int64) prim.Word { return args[0].words[s] })
	case vcode.OpIndex:
		x.perSegment(at, args[0], args[2])
		x.perSegment(at, args[1], args[2])
		return x.fill(args[2], args[0], func(s int, i int64) prim.Word {
			return x.num.Add(args[0].words[s], x.num.Mul(args[1].words[s], i))
		})
	case vcode.OpRankUp, vcode.OpRankDown:
		return x.rank(at, op == vcode.OpRankDown, args[0], args[1])
	case vcode.OpExtract:
		return x.extract(at, args[0], args[1], args[2])
	case vcode.OpReplace:
		return x.replace(at, args)
	case vcode.OpPermute:
		return x.permute(at, args[0], args[1], nil, args[2])
	case vcode.OpFPermute:
		return x.permute(at, args[0], args[1], args[2], args[3])
	case vcode.OpBPermute:
		return x.gather(at, args[0], args[1], nil, args[2], args[3])
	case vcode.OpBFPermute:
		return x.gather(at, args[0], args[1], args[2], args[3], args[4])
	case vcode.OpDPermute:
		return x.merge(at, args[0], args[1], nil, args[2], args[3], args[4])
	case vcode.OpDFPermute:
		return x.merge(at, args[0], args[1], args[2], args[3], args[4], args[5])
	}
	panic(interp.Bug(at, "the machine has no instruction %v", op))
}

// fill makes the elements of the segments of s, from their numbers and the indices in them,
// of the type of like.
func (x *machine) fill(s, like *entry, f func(s int, i int64) prim.Word) *entry {
	x.step(int(min(s.total(), 1<<40)))
	out := &entry{elem: like.elem}
	for k, l := range s.lens {
		for i := range l {
			out.words = append(out.words, f(k, i))
		}
	}
	return out
}

func (x *machine) rank(at ir.Pos, down bool, v, s *entry) *entry {
	x.describes(at, s, v)
	var out []int64
	starts := s.starts()
	for k := range s.lens {
		out = append(out, interp.Rank(v.words[starts[k]:starts[k+1]], kind(v), down)...)
	}
	return ints(out)
}

func (x *machine) extract(at ir.Pos, v, i, s *entry) *entry {
	x.describes(at, s, v)
	x.perSegment(at, i, s)
	out, starts := &entry{elem: v.elem}, s.starts()
	for k, l := range s.lens {
		x.need(inside(i.words[k], l), at, vcode.ErrIndex)
		out.words = append(out.words, v.words[starts[k]+i.words[k]])
	}
	return out
}

func inside(i, n int64) bool { return 0 <= i && i < n }

func (x *machine) replace(at ir.Pos, args []*entry) *entry {
	v, i, with, s := args[0], args[1], args[2], args[3]
	x.describes(at, s, v)
	x.perSegment(at, i, s)
	x.perSegment(at, with, s)
	out, starts := &entry{elem: v.elem, words: slices.Clone(v.words)}, s.starts()
	for k, l := range s.lens {
		x.need(inside(i.words[k], l), at, vcode.ErrIndex)
		out.words[starts[k]+i.words[k]] = with.words[k]
	}
	return out
}

// permute moves elements, those that are flagged if there are flags; then nothing has to be a
// permutation, and places that nothing is moved to are zero.
func (x *machine) permute(at ir.Pos, v, i, flags, s *entry) *entry {
	x.describes(at, s, v)
	x.need(i.len() == v.len(), at, vcode.ErrLengths)
	if flags != nil {
		x.need(flags.len() == v.len(), at, vcode.ErrLengths)
	}
	out := &entry{elem: v.elem, words: make([]prim.Word, v.len())}
	hit := x.write(at, out.words, v, i, flags, s, s)
	x.need(flags != nil || !slices.Contains(hit, false), at, vcode.ErrPermutation)
	return out
}

// write writes the elements of v, with segments s, to places i of segments to, and returns
// where something was written.
func (x *machine) write(at ir.Pos, out []prim.Word, v, i, flags, s, to *entry) []bool {
	hit, starts, j := make([]bool, len(out)), to.starts(), 0
	for k, l := range s.lens {
		for range l {
			if flags == nil || flags.words[j] != 0 {
				x.need(inside(i.words[j], to.lens[k]), at, vcode.ErrIndex)
				out[starts[k]+i.words[j]] = v.words[j]
				hit[starts[k]+i.words[j]] = true
			}
			j++
		}
	}
	return hit
}

// merge is a copy of into, of shape to, with elements of v written into it.
func (x *machine) merge(at ir.Pos, v, i, flags, into, s, to *entry) *entry {
	x.describes(at, s, v)
	x.need(i.len() == v.len(), at, vcode.ErrLengths)
	if flags != nil {
		x.need(flags.len() == v.len(), at, vcode.ErrLengths)
	}
	x.describes(at, to, into)
	x.need(len(s.lens) == len(to.lens), at, vcode.ErrCounts)
	out := &entry{elem: into.elem, words: slices.Clone(into.words)}
	x.write(at, out.words, v, i, flags, s, to)
	return out
}

// gather reads elements of v, with segments s, at places i, of shape by.
func (x *machine) gather(at ir.Pos, v, i, flags, s, by *entry) *entry {
	x.describes(at, s, v)
	x.describes(at, by, i)
	if flags != nil {
		x.need(flags.len() == i.len(), at, vcode.ErrLengths)
	}
	x.need(len(s.lens) == len(by.lens), at, vcode.ErrCounts)
	out, starts, j := &entry{elem: v.elem, words: make([]prim.Word, i.len())}, s.starts(), 0
	for k, l := range by.lens {
		for range l {
			if flags == nil || flags.words[j] != 0 {
				x.need(inside(i.words[j], s.lens[k]), at, vcode.ErrIndex)
				out.words[j] = v.words[starts[k]+i.words[j]]
			}
			j++
		}
	}
	return out
}

// pack keeps the flagged elements, and makes the descriptor of their segments.
func (x *machine) pack(at ir.Pos, args []*entry) []*entry {
	v, flags, s := args[0], args[1], args[2]
	x.describes(at, s, v)
	x.need(flags.len() == v.len(), at, vcode.ErrLengths)
	x.step(v.len())
	out, lens, j := &entry{elem: v.elem}, make([]int64, len(s.lens)), 0
	for k, l := range s.lens {
		for range l {
			if flags.words[j] != 0 {
				out.words = append(out.words, v.words[j])
				lens[k]++
			}
			j++
		}
	}
	return []*entry{out, descriptor(lens)}
}
