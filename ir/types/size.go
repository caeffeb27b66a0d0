package types

// Sizes: the compile-time lengths of [shape §3], with the correction
// that a size under k sequence levels is a function of k indices. The index of
// the j-th enclosing sequence level of the same type, counted from outside, is
// written $j: [[int#psi($1)]#alpha] is a ragged matrix of alpha rows.

import (
	"slices"
	"strconv"
	"strings"
)

// A SizeOp is the constructor of a size.
type SizeOp uint8

// The size constructors.
const (
	SizeConst SizeOp = iota // N
	SizeVar                 // Name: an unknown fixed size, or an opened index
	SizeIndex               // $N: index of the N-th enclosing level of the type
	SizeApp                 // Name(Args): an unknown size depending on indices
	SizeAdd                 // sum of Args, canonical order, constant first
	SizeMul                 // product of Args, canonical order, constant first
	SizeSum                 // sum over $0 < Args[0] of Args[1]
)

// Size is an interned size expression: equal iff the pointers are.
type Size struct {
	Op   SizeOp
	N    int64
	Name string
	Args []*Size
	key  string
	hash uint64
}

func (s *Size) String() string { return s.key }

// ConstSize is the known size n.
func ConstSize(n int64) *Size {
	if n >= -1 && n < int64(len(small))-1 {
		return small[n+1]
	}
	return internSize(SizeConst, n, "")
}

// small are the known sizes from -1 on, which everybody asks for.
var small = func() (s [10]*Size) {
	for i := range s {
		s[i] = internSize(SizeConst, int64(i)-1, "")
	}
	return s
}()

// VarSize is an unknown fixed size.
func VarSize(name string) *Size { return internSize(SizeVar, 0, name) }

// IndexSize is the index $n of an enclosing sequence level.
func IndexSize(n int64) *Size { return internSize(SizeIndex, n, "") }

// AppSize is an unknown size that depends on args; without args it is VarSize.
func AppSize(name string, args ...*Size) *Size {
	if len(args) == 0 {
		return VarSize(name)
	}
	return internSize(SizeApp, 0, name, args...)
}

// AddSize is the canonical sum of args.
func AddSize(args ...*Size) *Size { return arith(SizeAdd, 0, args) }

// MulSize is the canonical product of args.
func MulSize(args ...*Size) *Size { return arith(SizeMul, 1, args) }

// SumSize is the sum of body over $0 from 0 to bound-1; a body without $0 is a
// product.
func SumSize(bound, body *Size) *Size {
	if !body.Mentions(0) {
		return MulSize(bound, body)
	}
	return internSize(SizeSum, 0, "", bound, body)
}

// arith flattens, folds constants and sorts, so that equal sums print alike.
func arith(op SizeOp, unit int64, args []*Size) *Size {
	var room [9]*Size // on the stack, as interning keeps none of it
	k, flat := flattened(op, args, unit, append(room[:0], nil))
	rest := flat[1:]
	if op == SizeMul && k == 0 || len(rest) == 0 {
		return ConstSize(k)
	}
	slices.SortFunc(rest, func(a, b *Size) int { return strings.Compare(a.key, b.key) })
	switch {
	case k != unit:
		flat[0] = ConstSize(k)
	case len(rest) == 1:
		return rest[0]
	default:
		flat = rest
	}
	return internSize(op, 0, "", flat...)
}

// flattened is k and the constants in args, and flat with all else that is in them.
func flattened(op SizeOp, args []*Size, k int64, flat []*Size) (int64, []*Size) {
	for _, a := range args {
		switch {
		case a.Op == op:
			k, flat = flattened(op, a.Args, k, flat)
		case a.Op == SizeConst && op == SizeAdd:
			k += a.N
		case a.Op == SizeConst:
			k *= a.N
		default:
			flat = append(flat, a)
		}
	}
	return k, flat
}

// Mentions reports whether $n occurs in s.
func (s *Size) Mentions(n int64) bool {
	if s.Op == SizeIndex {
		return s.N == n
	}
	for _, a := range s.Args {
		if a.Mentions(n) {
			return true
		}
	}
	return false
}

// Map rebuilds s bottom up by f, keeping the canonical form. What f has made is not given to f again, also where
// it is all that is left of a sum.
func (s *Size) Map(f func(*Size) *Size) *Size {
	if len(s.Args) == 0 {
		return f(s)
	}
	op := s.Op
	args, changed := make([]*Size, len(s.Args)), false
	for i, a := range s.Args {
		args[i] = a.Map(f)
		changed = changed || args[i] != a
	}
	if changed {
		switch s.Op {
		case SizeAdd:
			s = AddSize(args...)
		case SizeMul:
			s = MulSize(args...)
		case SizeSum:
			s = SumSize(args[0], args[1])
		default:
			s = AppSize(s.Name, args...)
		}
	}
	if s.Op != op {
		return s
	}
	return f(s)
}

// text is what String returns.
func (s *Size) text() string {
	var b strings.Builder
	s.write(&b)
	return b.String()
}

func (s *Size) write(b *strings.Builder) {
	switch s.Op {
	case SizeConst:
		b.WriteString(strconv.FormatInt(s.N, 10))
	case SizeVar:
		b.WriteString(s.Name)
	case SizeIndex:
		b.WriteString("$" + strconv.FormatInt(s.N, 10))
	case SizeApp:
		s.writeArgs(b, s.Name)
	case SizeAdd:
		s.writeArgs(b, "add")
	case SizeMul:
		s.writeArgs(b, "mul")
	case SizeSum:
		s.writeArgs(b, "sum")
	}
}

func (s *Size) writeArgs(b *strings.Builder, name string) {
	b.WriteString(name + "{")
	for i, a := range s.Args {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(a.key)
	}
	b.WriteByte('}')
}
