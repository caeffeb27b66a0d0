package value

// Values as arrays, the way compiled programs hold them. A value of type t is
// the vector form of t with one element; the vector form of n elements is
//
//	base, stream   one array of n elements
//	tuple          the arrays of the components, one after another
//	datatype       that of its contents, or of the tuple that stands for it
//	[t]            an array of n lengths, then the vector form of t with their sum
//	function       that of the tuple of its captures; of the bool f if none
//
// Arrays are listed outside in, and nothing says where a segment starts: it
// starts where the one before it ends. Pack is the same without the lengths of
// outermost sequences: there every vector knows its length.

import (
	"fmt"
	"strings"

	"nessiec/ir/types"
)

// Leaf is one array of a flat value; Lens marks the lengths of segments, whose
// Seq is Ints.
type Leaf struct {
	Lens bool
	Seq  Seq
}

// Descriptor is the shape of values of type t for the C runtime: i d b c for
// int float bool char, [x], (x,y), D{name:contents}, f(x,y) for a function
// with these captures, S(tag,slots){name:fields;...} for a sum, whose fields say in
// which slots they are: %1 is the first, %1[x] the sequence in it.
func Descriptor(t *types.Type) string {
	switch t.Kind {
	case types.KInt:
		return "i"
	case types.KFloat:
		return "d"
	case types.KBool:
		return "b"
	case types.KChar:
		return "c"
	case types.KSeq:
		return "[" + Descriptor(t.Elem()) + "]"
	case types.KTuple:
		return describeTuple(flatTuple(t))
	case types.KData:
		return "D{" + strings.ToLower(t.Name) + ":" + Descriptor(t.Elems[0]) + "}"
	case types.KSum:
		return describeSum(t)
	case types.KStream:
		return "D{stream:i}"
	case types.KFun:
		return "f" + describeTuple(captures(t))
	}
	panic("value: no descriptor for type " + t.String())
}

func describeTuple(ts []*types.Type) string {
	ds := make([]string, len(ts))
	for i, t := range ts {
		ds[i] = Descriptor(t)
	}
	return "(" + strings.Join(ds, ",") + ")"
}

// captures is the types of what stands for a function value: its captures, or
// a bool that is always f.
func captures(t *types.Type) []*types.Type {
	if !hasCaptures(t) {
		return []*types.Type{types.Bool}
	}
	return t.Elems[0].Elems
}

func hasCaptures(t *types.Type) bool {
	return t.Elems[0].Kind == types.KClo && len(t.Elems[0].Elems) > 0
}

// Parts is how many scalars and arrays a value of type t is at actions and calls of compiled
// programs, where the length of a sequence that is in no other is that of its arrays.
func Parts(t *types.Type) int { return parts(t, false) }

// parts is Parts, of the elements of a sequence if inSeq is set.
func parts(t *types.Type, inSeq bool) (n int) {
	switch t.Kind {
	case types.KSeq:
		if inSeq { // the offsets
			n = 1
		}
		return n + parts(t.Elem(), true)
	case types.KTuple:
		for _, e := range t.Elems {
			n += parts(e, inSeq)
		}
		return n
	case types.KData:
		return parts(t.Elems[0], inSeq)
	case types.KSum:
		return parts(t.Tagged(), inSeq)
	case types.KFun:
		return parts(types.Tuple(captures(t)...), inSeq)
	}
	return 1
}

// Flatten is v of type t as arrays.
func Flatten(v Value, t *types.Type) []Leaf { return FlattenSeq(Of(t, v), t) }

// FlattenSeq is the vector form of the elements of s, each of type t.
func FlattenSeq(s Seq, t *types.Type) []Leaf {
	switch t.Kind {
	case types.KSeq:
		lens, n := make(Ints, s.Len()), 0
		for i := range lens {
			k := s.At(i).(Seq).Len()
			lens[i], n = int64(k), n+k
		}
		all := NewBuilder(t.Elem(), n)
		for i := range lens {
			all.AppendSeq(s.At(i).(Seq))
		}
		return append([]Leaf{{true, lens}}, FlattenSeq(all.Seq(), t.Elem())...)
	case types.KTuple:
		var leaves []Leaf
		for k, e := range t.Elems {
			leaves = append(leaves, FlattenSeq(s.(*Rows).Cols[k], e)...)
		}
		return leaves
	case types.KData:
		return FlattenSeq(s, t.Elems[0])
	case types.KSum:
		return FlattenSeq(s, t.Tagged())
	case types.KFun:
		return FlattenSeq(captureRows(s, t), types.Tuple(captures(t)...))
	}
	return []Leaf{{false, s}}
}

// captureRows is the captures of the function values in s, each of type t.
func captureRows(s Seq, t *types.Type) Seq {
	b := NewBuilder(types.Tuple(captures(t)...), s.Len())
	for i := range s.Len() {
		b.Append(captureTuple(s.At(i).(*Fun), t))
	}
	return b.Seq()
}

func captureTuple(f *Fun, t *types.Type) Tuple {
	if !hasCaptures(t) {
		return Tuple{Bool(false)}
	}
	return f.Captures
}

// funOf is the function value of type t with what captureTuple gave.
func funOf(v Tuple, t *types.Type) *Fun {
	f := &Fun{Label: t.Elems[0].Name}
	if hasCaptures(t) {
		f.Captures = v
	}
	return f
}

// Unflatten is the value of type t that leaves stand for. Leaves that do not
// fit t are an error.
func Unflatten(leaves []Leaf, t *types.Type) (Value, error) {
	s, err := UnflattenSeq(leaves, t, 1)
	if err != nil {
		return nil, err
	}
	return s.At(0), nil
}

// UnflattenSeq is the sequence of the n elements of type t that leaves stand
// for.
func UnflattenSeq(leaves []Leaf, t *types.Type, n int) (Seq, error) {
	s, err := UnflattenFrom(t, n, func(_ *types.Type, lens bool, n int) (Seq, error) {
		if len(leaves) == 0 {
			return nil, fmt.Errorf("too few arrays")
		}
		l := leaves[0]
		leaves = leaves[1:]
		if l.Lens != lens || l.Seq.Len() != n {
			return nil, fmt.Errorf("an array of %d elements does not fit", l.Seq.Len())
		}
		return l.Seq, nil
	})
	if err == nil && len(leaves) > 0 {
		err = fmt.Errorf("too many arrays")
	}
	return s, err
}

// UnflattenFrom takes the arrays of n elements of type t from next, which is told
// their element type, whether they are lengths, and how many there must be.
func UnflattenFrom(t *types.Type, n int, next func(*types.Type, bool, int) (Seq, error)) (Seq, error) {
	switch t.Kind {
	case types.KSeq:
		return unflattenNested(t.Elem(), n, next)
	case types.KTuple:
		r := &Rows{N: n, Cols: make([]Seq, len(t.Elems))}
		for k, e := range t.Elems {
			c, err := UnflattenFrom(e, n, next)
			if err != nil {
				return nil, err
			}
			r.Cols[k] = c
		}
		return r, nil
	case types.KData:
		return UnflattenFrom(t.Elems[0], n, next)
	case types.KSum:
		return UnflattenFrom(t.Tagged(), n, next)
	case types.KFun:
		s, err := UnflattenFrom(types.Tuple(captures(t)...), n, next)
		if err != nil {
			return nil, err
		}
		fs := make(Values, n)
		for i := range fs {
			fs[i] = funOf(s.At(i).(Tuple), t)
		}
		return fs, nil
	}
	return next(t, false, n)
}

func unflattenNested(elem *types.Type, n int, next func(*types.Type, bool, int) (Seq, error)) (Seq, error) {
	lens, err := next(types.Int, true, n)
	if err != nil {
		return nil, err
	}
	total := int64(0)
	for _, k := range lens.(Ints) {
		if k < 0 {
			return nil, fmt.Errorf("negative length %d", k)
		}
		total += k
	}
	all, err := UnflattenFrom(elem, int(total), next)
	if err != nil {
		return nil, err
	}
	out, start := make(Values, n), 0
	for i, k := range lens.(Ints) {
		out[i] = all.Slice(start, start+int(k))
		start += int(k)
	}
	return out, nil
}
