package vcode

// Types of entries of the stack. A type says what inference knows beside the kind: that
// a vector has one element (int), that a descriptor has one segment (sd<#1>). An entry of such
// a type may stand wherever the more general one is expected.
//
//	int float bool           a vector with one element
//	vec<int> vec<float> ...  a vector
//	sd<#1>, sd<>             a segment descriptor: of one segment, of any number
//	<a b>                    a pair

import "nessiec/ir/types"

// OneSegment is the type of descriptors of one segment.
var OneSegment = types.Sd.WithSizes(types.ConstSize(1))

// General is the type of entries of which nothing but the kind is known.
func General(t *types.Type) *types.Type {
	switch t.Kind {
	case types.KSd:
		return types.Sd
	case types.KVec:
		return t
	case types.KTuple:
		return types.Tuple(General(t.Elems[0]), General(t.Elems[1]))
	}
	return types.Vec(t)
}

// Join is the type of what is an a or a b; ok is false if they are different kinds of entries.
func Join(a, b *types.Type) (t *types.Type, ok bool) {
	switch {
	case a == b:
		return a, true
	case a.Kind == types.KTuple && b.Kind == types.KTuple:
		x, ok1 := Join(a.Elems[0], b.Elems[0])
		y, ok2 := Join(a.Elems[1], b.Elems[1])
		if !ok1 || !ok2 {
			return nil, false
		}
		return types.Tuple(x, y), true
	case a.Kind == types.KTuple || b.Kind == types.KTuple:
		return nil, false
	}
	t = General(a)
	return t, t == General(b)
}

// Fits reports whether an entry of type a may stand where one of type b is expected.
func Fits(a, b *types.Type) bool {
	t, ok := Join(a, b)
	return ok && t == b
}

// One reports whether t is the type of vectors with one element.
func One(t *types.Type) bool { return t.IsBase() }

// ElemOf is the base type of a vector, with one element or more; nil if t is no vector.
func ElemOf(t *types.Type) *types.Type {
	switch {
	case t.IsBase():
		return t
	case t.Kind == types.KVec:
		return t.Elem()
	}
	return nil
}

// Describe names a type of entries as people who write VCODE do.
func Describe(t *types.Type) string {
	switch {
	case t == nil:
		return "nothing"
	case t.Kind == types.KSd:
		return "a segment descriptor"
	case t.Kind == types.KTuple:
		return "a pair"
	}
	return "a vector of " + map[types.Kind]string{types.KInt: "INT", types.KFloat: "FLOAT", types.KBool: "BOOL"}[ElemOf(t).Kind]
}

// TypeWord is the word of a type behind an instruction.
func TypeWord(t *types.Type) string {
	switch t {
	case types.Int:
		return "INT"
	case types.Float:
		return "FLOAT"
	case types.Bool:
		return "BOOL"
	case types.Char:
		return "CHAR"
	case types.Sd:
		return "SEGDES"
	}
	return ""
}

// ParseTypeWord is the type that a word means; nil if it means none.
func ParseTypeWord(w string) *types.Type {
	for _, t := range []*types.Type{types.Int, types.Float, types.Bool, types.Char, types.Sd} {
		if TypeWord(t) == w {
			return t
		}
	}
	return nil
}
