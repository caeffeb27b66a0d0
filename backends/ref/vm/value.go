package vm

// Registers as values of package value.

import (
	"fmt"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// typ is the type of what r holds.
func (r Reg) typ() *types.Type {
	t := map[types.Kind]*types.Type{types.KInt: types.Int, types.KFloat: types.Float, types.KBool: types.Bool,
		types.KChar: types.Char, types.KStream: types.Stream}[r.Kind]
	if r.Vec {
		return types.Vec(t)
	}
	return t
}

// load assigns a scalar or a sequence of scalars to a register.
func (m *Machine) load(r Reg, v value.Value) {
	if !r.Vec {
		m.frame.words[r.at] = prim.ToWord(v)
		return
	}
	m.frame.Hold(r, fromSeq(r.Kind, v))
}

func fromSeq(k types.Kind, v value.Value) *Vector {
	out := &Vector{Kind: k}
	switch s := v.(type) {
	case value.Ints:
		out.Words = s
	case value.Floats:
		out.Words = words(s, prim.FloatWord)
	case value.Bools:
		out.Words = words(s, prim.BoolWord)
	case value.Chars:
		out.Words = words(s, func(c byte) prim.Word { return prim.Word(c) })
	default:
		panic(fmt.Sprintf("vm: %T is not a flat vector", v))
	}
	return out
}

func words[T any](s []T, f func(T) prim.Word) []prim.Word {
	out := make([]prim.Word, len(s))
	for i, x := range s {
		out[i] = f(x)
	}
	return out
}

// value is what register r holds.
func (f *Frame) value(r Reg) value.Value {
	if !r.Vec {
		return prim.FromWord(r.Kind, f.words[r.at])
	}
	return toSeq(r.Kind, f.vecs[r.at].Words)
}

func toSeq(k types.Kind, ws []prim.Word) value.Seq {
	switch k {
	case types.KFloat:
		return value.Floats(scalars(ws, prim.WordFloat))
	case types.KBool:
		return value.Bools(scalars(ws, func(w prim.Word) bool { return w != 0 }))
	case types.KChar:
		return value.Chars(scalars(ws, func(w prim.Word) byte { return byte(w) }))
	}
	return value.Ints(ws)
}

func scalars[T any](ws []prim.Word, f func(prim.Word) T) []T {
	out := make([]T, len(ws))
	for i, w := range ws {
		out[i] = f(w)
	}
	return out
}
