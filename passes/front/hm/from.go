package hm

// From the types of the IR to graphs, for schemes that are written down: those
// of primitives and of the library.

import "nessiec/ir/types"

// A Reader turns types into graphs; Data are the datatypes by name.
type Reader struct {
	Data map[string]*Datatype
	vars map[*types.Type]*Type
}

// Scheme is the scheme of a function with these type parameters.
func (r *Reader) Scheme(params []*types.Type, arg, res *types.Type) *Scheme {
	r.vars = map[*types.Type]*Type{}
	s := &Scheme{}
	for _, p := range params {
		v := NewVar(p.Class)
		v.param = p
		r.vars[p] = v
		s.Vars = append(s.Vars, v)
	}
	s.Arg, s.Res = r.Type(arg), r.Type(res)
	return s
}

// Type is the graph of t, whose variables are parameters of the last Scheme.
func (r *Reader) Type(t *types.Type) *Type {
	switch t.Kind {
	case types.KInt:
		return IntType
	case types.KFloat:
		return FloatType
	case types.KBool:
		return BoolType
	case types.KChar:
		return CharType
	case types.KStream:
		return StreamType
	case types.KSeq:
		return SeqOf(r.Type(t.Elem()))
	case types.KTuple:
		return PairOf(r.Type(t.Elems[0]), r.Type(t.Elems[1]))
	case types.KFun:
		return FunOf(r.Type(t.Elems[0]), r.Type(t.Elems[1]), r.Type(t.Elems[2]))
	case types.KData:
		return DataOf(r.Data[t.Name], r.all(t.Elems[1:]))
	case types.KVar:
		return r.vars[t]
	}
	panic("hm: no graph for type " + t.String())
}

func (r *Reader) all(ts []*types.Type) []*Type {
	out := make([]*Type, len(ts))
	for i, t := range ts {
		out[i] = r.Type(t)
	}
	return out
}
