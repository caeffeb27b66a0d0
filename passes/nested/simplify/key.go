package simplify

// Keys of right-hand sides: equal keys, equal values.

import (
	"math"
	"strconv"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// keyOf is a text that tells the value of rhs, whose operands are atoms; it is
// "" for what must not be shared or is not worth it.
func (s *simplifier) keyOf(rhs nkl.Expr) string {
	s.key.Reset()
	switch x := rhs.(type) {
	case *nkl.Prim:
		if x.Op.Class != prim.Scalar && x.Op.Class != prim.Seq {
			return ""
		}
		s.ofPrim(x)
	case *nkl.Tuple:
		s.head("t", "")
		s.atoms(x.Elems...)
	case *nkl.Proj:
		s.head("j", strconv.Itoa(x.Index))
		s.atoms(x.Of)
	case *nkl.Seq:
		s.head("s", x.Elem.String())
		s.atoms(x.Elems...)
	case *nkl.Str:
		s.head("c", strconv.Quote(x.Val))
	case *nkl.Call:
		if s.p.effects.Act(x) {
			return ""
		}
		s.head("f", x.Fn)
		s.atoms(x.Args...)
	default:
		return ""
	}
	return s.key.String()
}

// ofPrim gives one key to operands in either order where that is the same, and
// to a comparison and its mirror image.
func (s *simplifier) ofPrim(x *nkl.Prim) {
	code, args := x.Op.Code, x.Args
	if swapped := x.Op.Swapped; swapped != 0 && s.rank(args[1]) < s.rank(args[0]) {
		code, args = swapped, []nkl.Expr{args[1], args[0]}
	}
	s.head("p", code.String())
	s.atoms(args...)
}

func (s *simplifier) head(kind, name string) {
	s.key.WriteString(kind)
	s.key.WriteString(name)
}

// rank orders atoms, so that operands that commute have one order.
func (s *simplifier) rank(e nkl.Expr) int {
	if r, ok := e.(*nkl.Ref); ok {
		return s.id(r.Var)
	}
	return math.MaxInt
}

func (s *simplifier) id(v *nkl.Var) int {
	n, ok := s.ids[v]
	if !ok {
		n = len(s.ids)
		s.ids[v] = n
	}
	return n
}

func (s *simplifier) atoms(es ...nkl.Expr) {
	for _, e := range es {
		s.key.WriteByte(' ')
		switch e := e.(type) {
		case *nkl.Ref:
			s.key.WriteString(strconv.Itoa(s.id(e.Var)))
		case *nkl.Int:
			s.key.WriteString("i" + strconv.FormatInt(e.Val, 10))
		case *nkl.Float:
			s.key.WriteString("d" + strconv.FormatUint(math.Float64bits(e.Val), 16))
		case *nkl.Bool:
			s.key.WriteString("b" + strconv.FormatBool(e.Val))
		case *nkl.Char:
			s.key.WriteString("c" + strconv.Itoa(int(e.Val)))
		}
	}
}
