package vcode

// Instructions on operands, which fit them.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/ir/vcode"
)

// apply is the results of an instruction.
func (x *machine) apply(at ir.Pos, op vcode.Opcode, t *types.Type, args []*entry) []*entry {
	of := op.Of()
	for i, want := range of.ArgTypes(t) {
		x.sound(args[i].sd == (want == types.Sd) && (args[i].sd || args[i].elem == want.Elem()), at)
	}
	if of.Class == vcode.IO {
		return x.effect(at, op, t, args)
	}
	var out *entry
	switch {
	case op == vcode.OpPack:
		return x.pack(at, args)
	case op == vcode.OpRand:
		out = x.rand(at, args[0])
	case op == vcode.OpIntToBool:
		out = &entry{elem: types.Bool}
		for _, w := range args[0].words {
			out.words = append(out.words, prim.BoolWord(w != 0))
		}
	case of.Class == vcode.Elementwise:
		out = x.elementwise(at, of, args)
	case of.Class == vcode.Scanning, of.Class == vcode.Reducing:
		out = x.fold(at, of, args)
	default:
		out = x.special(at, op, args)
	}
	x.step(out.len())
	return []*entry{out}
}

// elementwise applies a primitive to elements.
func (x *machine) elementwise(at ir.Pos, of *vcode.Op, args []*entry) *entry {
	for _, a := range args[1:] {
		x.need(a.len() == args[0].len(), at, vcode.ErrLengths)
	}
	p := of.Code.Prim()
	op := p.Eval(x.num, kind(args[len(args)-1]))
	if of.Code == prim.Select {
		op = p.Eval(x.num, types.KBool)
	}
	out := &entry{elem: args[len(args)-1].elem, words: make([]prim.Word, args[0].len())}
	switch of.Results {
	case "b":
		out.elem = types.Bool
	case "i":
		out.elem = types.Int
	case "f":
		out.elem = types.Float
	}
	divides := (of.Code == prim.Div || of.Code == prim.Rem) && kind(args[1]) == types.KInt
	for i := range out.words {
		row := make([]prim.Word, len(args))
		for k, a := range args {
			row[k] = a.words[i]
		}
		if divides {
			x.need(row[1] != 0, at, p.Checks[0].Error)
		}
		out.words[i] = op.Call(row)
	}
	return out
}

// rand draws an int below each element.
func (x *machine) rand(at ir.Pos, limits *entry) *entry {
	key := x.world.Key()
	out := make([]int64, limits.len())
	for i, v := range limits.words {
		x.need(v > 0, at, prim.ErrRand)
		out[i] = x.num.RandInt(value.Mix(key, uint64(i)), v)
	}
	return ints(out)
}

// fold scans or reduces segments.
func (x *machine) fold(at ir.Pos, of *vcode.Op, args []*entry) *entry {
	v, s := args[0], args[1]
	x.describes(at, s, v)
	combine, identity := of.Rop.Combine(x.num, kind(v)), of.Rop.Identity(x.num, kind(v))
	out := &entry{elem: v.elem}
	i := 0
	for _, l := range s.lens {
		sum := identity
		for range l {
			if of.Class == vcode.Scanning {
				out.words = append(out.words, sum)
			}
			sum = combine(sum, v.words[i])
			i++
		}
		if of.Class == vcode.Reducing {
			out.words = append(out.words, sum)
		}
	}
	return out
}

// describes checks that a descriptor is one of a vector, perSegment that a vector has an
// element for each segment.
func (x *machine) describes(at ir.Pos, s, v *entry) {
	x.need(s.total() == int64(v.len()), at, vcode.ErrDescriptor)
}

func (x *machine) perSegment(at ir.Pos, v, s *entry) {
	x.need(v.len() == len(s.lens), at, vcode.ErrSegments)
}
