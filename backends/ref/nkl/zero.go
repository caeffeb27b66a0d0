package nkl

// Zeros of recursive datatypes.

import (
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// zero is the identity value of type t: of a recursive datatype, the first constructor
// of which there is a value without that datatype, with zeros.
func (p *linker) zero(t *types.Type) value.Value {
	if !t.Has(types.KRef) {
		return value.Zero(t)
	}
	v, _ := p.zeroWithout(t, map[*types.Type]bool{})
	return v
}

// zeroWithout is zero without values of the datatypes in open; ok says that there is one.
func (p *linker) zeroWithout(t *types.Type, open map[*types.Type]bool) (v value.Value, ok bool) {
	switch t.Kind {
	case types.KSeq:
		return value.Empty(t.Elem()), true
	case types.KData:
		return p.zeroWithout(t.Elems[0], open)
	case types.KTuple:
		vs, ok := p.zerosWithout(t.Elems, open)
		return value.Tuple(vs), ok
	case types.KSum:
		vs, ok := p.zerosWithout(t.Cons()[0].Elems, open)
		if !ok {
			return nil, false
		}
		return value.Variant(t, 0, vs), true
	case types.KRef:
		if open[t] {
			return nil, false
		}
		open[t] = true
		defer delete(open, t)
		for tag, con := range p.sigs.Cons(t) {
			if vs, ok := p.zerosWithout(con.Elems, open); ok {
				return &value.Rec{Tag: tag, Con: con, Fields: vs}, true
			}
		}
		return &value.Rec{}, false
	}
	return value.Zero(t), true
}

func (p *linker) zerosWithout(ts []*types.Type, open map[*types.Type]bool) (vs []value.Value, ok bool) {
	for _, t := range ts {
		v, ok := p.zeroWithout(t, open)
		if !ok {
			return nil, false
		}
		vs = append(vs, v)
	}
	return vs, true
}
