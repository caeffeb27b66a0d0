package sizing

// The values of ints that primitives yield.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Functions of sizes, as in package sizes.
const (
	fnPos  = "%pos"
	fnWord = "%word"
)

// functions are those that primitives on ints stand for.
var functions = map[prim.Code]string{prim.Div: "%div", prim.Rem: "%rem", prim.Min: "%min", prim.Max: "%max"}

// maxWeight bounds the nodes of a value: a larger one gets a name.
const maxWeight = 24

// Apply is the value of a primitive on ints; nil if nothing is known of it.
func Apply(op prim.Code, args []Of) *types.Size {
	vs := make([]*types.Size, len(args))
	for i, a := range args {
		if vs[i] = a.Value; vs[i] == nil {
			return nil
		}
	}
	out := apply(op, vs)
	if out == nil || weight(out) > maxWeight {
		return nil
	}
	return out
}

func apply(op prim.Code, vs []*types.Size) *types.Size {
	switch op {
	case prim.Add, prim.AddSize:
		return types.AddSize(vs...)
	case prim.Sub:
		return types.AddSize(vs[0], types.MulSize(types.ConstSize(-1), vs[1]))
	case prim.Mul, prim.MulSize:
		return types.MulSize(vs...)
	case prim.OffsetSize:
		if sum := vs[0]; sum.Op == types.SizeSum && IsName(sum.Args[1]) { // of lengths
			return sum
		}
		return nil
	case prim.Neg:
		return types.MulSize(types.ConstSize(-1), vs[0])
	}
	f, ok := functions[op]
	if !ok {
		return nil
	}
	if op == prim.Max {
		if isZero(vs[0]) {
			return types.AppSize(fnPos, vs[1])
		}
		if isZero(vs[1]) {
			return types.AppSize(fnPos, vs[0])
		}
	}
	return types.AppSize(f, vs...)
}

func isZero(n *types.Size) bool { return n.Op == types.SizeConst && n.N == 0 }

func weight(n *types.Size) int {
	w := 1
	for _, a := range n.Args {
		w += weight(a)
	}
	return w
}

// AtLeastZero is n if it is not negative, and zero otherwise.
func (s *Scope) AtLeastZero(n *types.Size) *types.Size {
	switch {
	case n == nil:
		return nil
	case n.Op == types.SizeConst && n.N < 0:
		return types.ConstSize(0)
	case s.natural(n):
		return n
	}
	return types.AppSize(fnPos, n)
}

// natural reports whether n is known not to be negative. Functions with a name are: they are
// lengths and counts of elements, as their sums are. So is a little more than a length, as no
// memory holds so many elements that their number wraps.
func (s *Scope) natural(n *types.Size) bool {
	const little = 1 << 20
	switch {
	case n.Op == types.SizeConst:
		return n.N >= 0
	case n.Name == fnPos, s.lengths[n], IsName(n) && n.Op == types.SizeApp:
		return true
	case n.Op == types.SizeSum:
		return s.natural(n.Args[1])
	case n.Op == types.SizeAdd && len(n.Args) == 2 && n.Args[0].Op == types.SizeConst:
		return n.Args[0].N >= 0 && n.Args[0].N < little && s.natural(n.Args[1])
	}
	return false
}

// Element is the value of element i of a vector: where it is there for sure, as elements out
// of range are zero.
func (s *Scope) Element(vec, i Of) *types.Size {
	n, f := vec.Length(), vec.Each()
	if f == nil || i.Value == nil {
		return nil
	}
	next := types.AddSize(i.Value, types.ConstSize(1))
	last := next == n && s.natural(i.Value)
	first := isZero(i.Value) && n.Op == types.SizeAdd && n.Args[0].Op == types.SizeConst && n.Args[0].N > 0 && s.natural(n)
	if last || first {
		return At(f, i.Value)
	}
	return nil
}

// Primitive is the primitive that a function of sizes stands for; 0 if there is none.
func Primitive(function string) prim.Code {
	for op, f := range functions {
		if f == function {
			return op
		}
	}
	return 0
}
