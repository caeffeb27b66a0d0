package sizes

// Arithmetic on sizes, and the indices in them.

import (
	"slices"
	"strings"

	"nessiec/ir/types"
)

// Const is the size n.
func Const(n int64) *types.Size { return types.ConstSize(n) }

// IsConst reports whether s is the number n.
func IsConst(s *types.Size, n int64) bool { return s.Op == types.SizeConst && s.N == n }

// Add is a + b. Like those of Sub and Mul, results are canonical: equal sums are one pointer.
func Add(a, b *types.Size) *types.Size { return multiple(1, a, b) }

// Sub is a - b.
func Sub(a, b *types.Size) *types.Size { return difference(a, b, 0) }

// Between is how many integers are above b and below a, if it is less than a: a - b - 1.
func Between(b, a *types.Size) *types.Size { return difference(a, b, -1) }

// Mul is a * b.
func Mul(a, b *types.Size) *types.Size {
	if a.Op == types.SizeConst {
		a, b = b, a
	}
	if b.Op == types.SizeConst {
		return multiple(b.N, a)
	}
	return linearOf(types.MulSize(a, b)).size()
}

// SumOver is the sum of body, in terms of $1, over n elements; ok is false for
// a sum of sums over elements, which sizes cannot express.
func SumOver(n, body *types.Size) (s *types.Size, ok bool) {
	if !body.Mentions(1) {
		return Mul(n, Open(body, Const(0))), true
	}
	if n.Op == types.SizeConst && n.N <= MaxPicked {
		s = Const(0)
		for i := range n.N {
			s = Add(s, Open(body, Const(i)))
		}
		return s, true
	}
	if strings.Contains(body.String(), "sum{") {
		return nil, false
	}
	return types.SumSize(n, Open(body, types.IndexSize(0))), true
}

// Subst rebuilds s bottom up by f, in canonical form; f does not see sums.
func Subst(s *types.Size, f func(*types.Size) *types.Size) *types.Size {
	if len(s.Args) == 0 {
		return f(s)
	}
	var args []*types.Size // if one changes
	for i, a := range s.Args {
		b := Subst(a, f)
		if b != a && args == nil {
			args = slices.Clone(s.Args)
		}
		if args != nil {
			args[i] = b
		}
	}
	was := s
	if args != nil {
		s = rebuild(s, args)
	}
	if s.Op != was.Op || s.Name != was.Name || was.Op == types.SizeAdd { // f has seen the parts
		return s
	}
	return f(s)
}

func rebuild(s *types.Size, args []*types.Size) *types.Size {
	switch s.Op {
	case types.SizeAdd:
		return multiple(1, args...)
	case types.SizeMul:
		p := args[0]
		for _, a := range args[1:] {
			p = Mul(p, a)
		}
		return p
	case types.SizeSum:
		if !args[1].Mentions(0) {
			return Mul(args[0], args[1])
		}
		return types.SumSize(args[0], args[1])
	}
	if s.Name == fnPick {
		return Pick(args[0], args[1:])
	}
	return types.AppSize(s.Name, args...)
}

// mentions reports whether atom a occurs in s.
func mentions(s, a *types.Size) bool {
	if s == a {
		return true
	}
	for _, b := range s.Args {
		if mentions(b, a) {
			return true
		}
	}
	return false
}

// Weight is the number of nodes of s.
func Weight(s *types.Size) int {
	n := 1
	for _, a := range s.Args {
		n += Weight(a)
	}
	return n
}

// OpenIndices lists the open indices in s, each once.
func OpenIndices(s *types.Size) []*types.Size {
	if !HasIndex(s) {
		return nil
	}
	var out []*types.Size
	var walk func(*types.Size)
	walk = func(s *types.Size) {
		if s.IsOpenIndex() {
			for _, o := range out {
				if o == s {
					return
				}
			}
			out = append(out, s)
		}
		for _, a := range s.Args {
			walk(a)
		}
	}
	walk(s)
	return out
}

// HasIndex reports whether n depends on an index, open or not.
func HasIndex(n *types.Size) bool { return strings.Contains(n.String(), "$") }

// Open puts i in the place of $1, the index of the outermost level, and takes that
// level away: a size of all elements becomes that of element i.
func Open(n, i *types.Size) *types.Size {
	if !HasIndex(n) {
		return n
	}
	return Subst(n, func(t *types.Size) *types.Size {
		switch {
		case t.Op != types.SizeIndex || t.N == 0:
			return t
		case t.N == 1:
			return i
		}
		return types.IndexSize(t.N - 1)
	})
}

// Close is the opposite of Open: a size of element i becomes that of all elements,
// in terms of their index $1.
func Close(n, i *types.Size) *types.Size {
	if !HasIndex(n) {
		return n
	}
	return Subst(n, func(t *types.Size) *types.Size {
		switch {
		case t == i:
			return types.IndexSize(1)
		case t.Op == types.SizeIndex && t.N > 0:
			return types.IndexSize(t.N + 1)
		}
		return t
	})
}

// MaxPicked is the number of elements that are told apart: of literals, of sums
// over them, and of conditions on all of them.
const MaxPicked = 4

// Pick is number i of ns. Where i is not known, that is a function of i.
func Pick(i *types.Size, ns []*types.Size) *types.Size {
	if i.Op == types.SizeConst && i.N >= 0 && i.N < int64(len(ns)) {
		return ns[i.N]
	}
	for _, n := range ns[1:] {
		if n != ns[0] {
			return types.AppSize(fnPick, append([]*types.Size{i}, ns...)...)
		}
	}
	return ns[0]
}

// Min and Max are canonical in the order of their arguments; Known.Apply may know more.
func Max(a, b *types.Size) *types.Size { return types.AppSize(fnMax, inOrder(a, b)...) }

// inOrder is the arguments of a minimum or maximum.
func inOrder(a, b *types.Size) []*types.Size {
	if a.String() > b.String() {
		a, b = b, a
	}
	return []*types.Size{a, b}
}

// Wrapped is the value of an int that is congruent to d, and may have wrapped.
func Wrapped(d *types.Size) *types.Size { return types.AppSize(fnWord, d) }

// IsWrapped reports whether s is a value that may have wrapped.
func IsWrapped(s *types.Size) bool { return s.Name == fnWord }

// IndexOf is where s stands in list, -1 if it does not.
func IndexOf(list []*types.Size, s *types.Size) int { return slices.Index(list, s) }

// IsMax reports whether s is the larger one of two ints, its arguments.
func IsMax(s *types.Size) bool { return s.Name == fnMax }

// Alternatives are the sizes of which s is one, and the index that says which; ok is false if s is
// no such size.
func Alternatives(s *types.Size) (index *types.Size, ns []*types.Size, ok bool) {
	if s.Op != types.SizeApp || s.Name != fnPick {
		return nil, nil, false
	}
	return s.Args[0], s.Args[1:], true
}
