package nkl

// Registers. A value of type t lives in one register for each of its leaves:
// a scalar in a word register, a sequence or function value in a value
// register, a tuple in those of its components, a datatype in those of its
// contents or of the tuple that stands for it.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A reg is a register of a frame. Kind is that of a scalar, or KSeq, KFun or KRef.
type reg struct {
	kind types.Kind
	at   int
}

// boxed reports whether values of kind k live in value registers.
func boxed(k types.Kind) bool { return k == types.KSeq || k == types.KFun || k == types.KRef }

// leaves lists the kinds of the leaves of t.
func leaves(t *types.Type) []types.Kind { return appendLeaves(nil, t) }

func appendLeaves(ks []types.Kind, t *types.Type) []types.Kind {
	switch t.Kind {
	case types.KTuple:
		for _, u := range t.Elems {
			ks = appendLeaves(ks, u)
		}
		return ks
	case types.KData:
		return appendLeaves(ks, t.Elems[0])
	case types.KSum:
		return appendLeaves(ks, t.Tagged())
	case types.KInt, types.KFloat, types.KBool, types.KChar, types.KStream, types.KSeq, types.KFun, types.KRef:
		return append(ks, t.Kind)
	}
	panic("nkl: no value has type " + t.String())
}

// components is the type whose components a projection from t selects.
func components(t *types.Type) []*types.Type {
	for t.Kind == types.KData {
		t = t.Elems[0]
	}
	return t.Elems
}

// box is the value of type t in regs.
func box(m *machine, t *types.Type, regs []reg) value.Value {
	b := boxer{m, regs}
	return b.value(t)
}

type boxer struct {
	m    *machine
	regs []reg // not yet used
}

func (b *boxer) value(t *types.Type) value.Value {
	switch t.Kind {
	case types.KTuple:
		v := make(value.Tuple, len(t.Elems))
		for i, u := range t.Elems {
			v[i] = b.value(u)
		}
		return v
	case types.KData:
		return b.value(t.Elems[0])
	case types.KSum:
		return b.value(t.Tagged())
	}
	r := b.regs[0]
	b.regs = b.regs[1:]
	if boxed(r.kind) {
		return b.m.v[r.at]
	}
	return prim.FromWord(r.kind, b.m.w[r.at])
}

// unbox puts v into regs.
func unbox(m *machine, v value.Value, regs []reg) {
	rest := unboxInto(m.w, m.v, v, regs)
	if len(rest) > 0 {
		panic("nkl: value does not fit its type")
	}
}

func unboxInto(ws []prim.Word, vs []value.Value, v value.Value, regs []reg) []reg {
	if t, ok := v.(value.Tuple); ok {
		for _, x := range t {
			regs = unboxInto(ws, vs, x, regs)
		}
		return regs
	}
	if r := regs[0]; boxed(r.kind) {
		vs[r.at] = v
	} else {
		ws[r.at] = prim.ToWord(v)
	}
	return regs[1:]
}
