package value

// Values at actions and calls of compiled programs (docs/values.md):
// a scalar is itself, a tuple its components, and a sequence
// the vectors of its elements, which know its length. Nested sequences are
// packed: the offsets of the segments (where each starts, then where the last
// one ends: one entry more than there are segments), then data.

import (
	"fmt"

	"nessiec/ir/types"
)

// Pack is v of type t as scalars and vectors; vectors of offsets are Ints.
func Pack(v Value, t *types.Type) []Value {
	switch t.Kind {
	case types.KSeq:
		leaves := FlattenSeq(v.(Seq), t.Elem())
		out := make([]Value, len(leaves))
		for i, l := range leaves {
			out[i] = l.Seq
			if l.Lens {
				out[i] = offsets(l.Seq.(Ints))
			}
		}
		return out
	case types.KTuple:
		var out []Value
		for i, e := range t.Elems {
			out = append(out, Pack(v.(Tuple)[i], e)...)
		}
		return out
	case types.KData:
		return Pack(v, t.Elems[0])
	case types.KSum:
		return Pack(v, t.Tagged())
	case types.KFun:
		return Pack(captureTuple(v.(*Fun), t), types.Tuple(captures(t)...))
	}
	return []Value{v}
}

// Unpack is the value of type t that Pack turned into vs. Values that do not
// fit t are an error.
func Unpack(vs []Value, t *types.Type) (Value, error) {
	u := unpacker{vs}
	v, err := u.value(t)
	if err == nil && len(u.vs) > 0 {
		err = fmt.Errorf("too many values")
	}
	return v, err
}

type unpacker struct{ vs []Value }

func (u *unpacker) value(t *types.Type) (Value, error) {
	switch t.Kind {
	case types.KSeq:
		return u.seq(t.Elem())
	case types.KTuple:
		v := make(Tuple, len(t.Elems))
		for i, e := range t.Elems {
			x, err := u.value(e)
			if err != nil {
				return nil, err
			}
			v[i] = x
		}
		return v, nil
	case types.KData:
		return u.value(t.Elems[0])
	case types.KSum:
		return u.value(t.Tagged())
	case types.KFun:
		v, err := u.value(types.Tuple(captures(t)...))
		if err != nil {
			return nil, err
		}
		return funOf(v.(Tuple), t), nil
	}
	if len(u.vs) == 0 {
		return nil, fmt.Errorf("too few values")
	}
	v := u.vs[0]
	u.vs = u.vs[1:]
	return v, nil
}

// offsets is where segments of these lengths start, and where the last one ends.
func offsets(lens Ints) Ints {
	out := make(Ints, len(lens)+1)
	for i, n := range lens {
		out[i+1] = out[i] + n
	}
	return out
}

// lengths is the lengths of segments with these offsets, which must be some.
func lengths(offs Seq) (Ints, error) {
	at, ok := offs.(Ints)
	if !ok || len(at) == 0 || at[0] != 0 {
		return nil, fmt.Errorf("%v are no offsets", offs)
	}
	out := make(Ints, len(at)-1)
	for i := range out {
		out[i] = at[i+1] - at[i]
	}
	return out, nil
}

// seq takes the vectors of a sequence; the first one has its length.
func (u *unpacker) seq(elem *types.Type) (Value, error) {
	n, err := u.length(elem)
	if err != nil {
		return nil, err
	}
	return UnflattenFrom(elem, n, func(_ *types.Type, lens bool, n int) (Seq, error) {
		s, err := u.vector()
		if err == nil && lens {
			s, err = lengths(s)
		}
		if err == nil && s.Len() != n {
			err = fmt.Errorf("a vector of %d elements does not fit", s.Len())
		}
		if err == nil {
			u.vs = u.vs[1:]
		}
		return s, err
	})
}

// length is the number of elements, of type elem, that the next vectors hold.
func (u *unpacker) length(elem *types.Type) (int, error) {
	s, err := u.vector()
	if err != nil {
		return 0, err
	}
	switch elem.Kind {
	case types.KTuple, types.KData:
		return u.length(elem.Elems[0])
	case types.KSum:
		return u.length(elem.Tagged())
	case types.KFun:
		return u.length(captures(elem)[0])
	case types.KSeq:
		return s.Len() - 1, nil
	}
	return s.Len(), nil
}

// vector is the next value, which must be a sequence; it is not taken.
func (u *unpacker) vector() (Seq, error) {
	if len(u.vs) == 0 {
		return nil, fmt.Errorf("too few values")
	}
	s, ok := u.vs[0].(Seq)
	if !ok {
		return nil, fmt.Errorf("%v is no vector", u.vs[0])
	}
	return s, nil
}
