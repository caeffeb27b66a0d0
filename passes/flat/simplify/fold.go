package simplify

// Folding: operations whose results are known atoms.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// equal is the atoms that the results of e equal, or nil.
func (s *simplifier) equal(e fkl.Expr) []fkl.Expr {
	var a fkl.Expr
	switch e := e.(type) {
	case *fkl.Prim:
		a = s.prim(e)
	case *fkl.Length:
		a = s.size(e.Vec)
	case *fkl.At:
		a = s.element(e)
	case *fkl.If:
		return sameBranches(e)
	}
	if a == nil {
		return nil
	}
	return []fkl.Expr{a}
}

// fewLengths is how many lengths the host adds up sooner than a kernel.
const fewLengths = 8

// offsets is e, or, if e is the offsets of a few lengths that the host has, their
// sums as a literal vector.
func (s *simplifier) offsets(l *fkl.Lets, e fkl.Expr) fkl.Expr {
	o, ok := e.(*fkl.Offsets)
	if !ok {
		return e
	}
	lens, ok := s.defs[o.Vec.(*fkl.Ref).Var].op.(*fkl.Vec)
	if !ok || len(lens.Vals) > fewLengths || !s.allow("add up a few lengths", e) {
		return e
	}
	vals := []fkl.Expr{fkl.N(0)}
	for _, n := range lens.Vals {
		v := fkl.NewVar("start", types.Int)
		s.bind(l, []*fkl.Var{v}, &fkl.Prim{Op: o.Op.Prim(), Args: []fkl.Expr{vals[len(vals)-1], n}})
		vals = append(vals, s.atom(fkl.Use(v)))
	}
	return &fkl.Vec{Node: o.Node, Elem: types.Int, Vals: vals}
}

// sameBranches is the atoms that both branches yield, if they do nothing else.
func sameBranches(e *fkl.If) []fkl.Expr {
	then, ok1 := e.Then.(*fkl.Ret)
	els, ok2 := e.Else.(*fkl.Ret)
	if !ok1 || !ok2 {
		return nil
	}
	for i, v := range then.Vals {
		if !SameAtom(v, els.Vals[i]) {
			return nil
		}
	}
	return then.Vals
}

// SameAtom reports whether two atoms are the same variable or literal; floats
// by their bits.
func SameAtom(a, b fkl.Expr) bool {
	if r, ok := a.(*fkl.Ref); ok {
		q, ok := b.(*fkl.Ref)
		return ok && r.Var == q.Var
	}
	x, ok1 := literal(a)
	y, ok2 := literal(b)
	return ok1 && ok2 && a.Form() == b.Form() && prim.ToWord(x) == prim.ToWord(y)
}

// literal is the value of a literal.
func literal(e fkl.Expr) (value.Value, bool) {
	switch e := e.(type) {
	case *fkl.Int:
		return value.Int(e.Val), true
	case *fkl.Float:
		return value.Float(e.Val), true
	case *fkl.Bool:
		return value.Bool(e.Val), true
	case *fkl.Char:
		return value.Char(e.Val), true
	}
	return nil, false
}

func isInt(e fkl.Expr, n int64) bool {
	i, ok := e.(*fkl.Int)
	return ok && i.Val == n
}

func isBool(e fkl.Expr, b bool) bool {
	x, ok := e.(*fkl.Bool)
	return ok && x.Val == b
}

// prim folds a scalar primitive.
func (s *simplifier) prim(e *fkl.Prim) fkl.Expr {
	if e.Op.Class != prim.Scalar {
		return nil
	}
	args := make([]value.Value, len(e.Args))
	for i, a := range e.Args {
		v, ok := literal(a)
		if !ok {
			return s.algebra(e)
		}
		args[i] = v
	}
	t := fkl.Sigs{}.TypeOf(e)
	return literalOf(ir.At(e.Pos()), e.Op.Apply(s.num, args, t))
}

func literalOf(at ir.Node, v value.Value) fkl.Expr {
	switch v := v.(type) {
	case value.Int:
		return &fkl.Int{Node: at, Val: int64(v)}
	case value.Float:
		return &fkl.Float{Node: at, Val: float64(v)}
	case value.Bool:
		return &fkl.Bool{Node: at, Val: bool(v)}
	case value.Char:
		return &fkl.Char{Node: at, Val: byte(v)}
	}
	panic("flat: value of a scalar primitive is no scalar")
}

// algebra folds by the laws of integers and truth values; floats have few.
func (s *simplifier) algebra(e *fkl.Prim) fkl.Expr {
	x := e.Args[0]
	if len(e.Args) == 3 {
		return s.selection(e)
	}
	if len(e.Args) != 2 {
		return nil
	}
	y := e.Args[1]
	switch e.Op.Code {
	case prim.Add, prim.Or, prim.Xor, prim.AddSize, prim.AddOffset:
		if isInt(x, 0) || isBool(x, false) {
			return y
		}
		if z := s.cancelled(e); z != nil {
			return z
		}
		return unit(x, y, 0, false)
	case prim.Sub, prim.Shl, prim.Shr:
		if z := s.cancelled(e); z != nil {
			return z
		}
		return unit(x, y, 0, false)
	case prim.Mul, prim.MulSize:
		if isInt(x, 1) {
			return y
		}
		return unit(x, y, 1, true)
	case prim.Div:
		return unit(x, y, 1, true)
	case prim.And:
		if isBool(x, true) {
			return y
		}
		return unit(x, y, -1, true)
	case prim.Max, prim.Min:
		if SameAtom(x, y) {
			return x
		}
	case prim.Eq, prim.Le, prim.Ge, prim.Ne, prim.Lt, prim.Gt:
		return compared(e.Op.Code, x, y)
	}
	return nil
}

// cancelled is z for (z - a) + a, a + (z - a), (z + a) - a and (a + z) - a. Ints
// wrap around, so this is exact.
func (s *simplifier) cancelled(e *fkl.Prim) fkl.Expr {
	x, y := e.Args[0], e.Args[1]
	switch e.Op.Code {
	case prim.Add:
		if z, a := s.intOperands(prim.Sub, x); a != nil && SameAtom(a, y) {
			return z
		}
		if z, a := s.intOperands(prim.Sub, y); a != nil && SameAtom(a, x) {
			return z
		}
	case prim.Sub:
		z, a := s.intOperands(prim.Add, x)
		switch {
		case a != nil && SameAtom(a, y):
			return z
		case a != nil && SameAtom(z, y):
			return a
		}
	}
	return nil
}

// intOperands is the operands of the operation op on ints that x is the result
// of, or nil.
func (s *simplifier) intOperands(op prim.Code, x fkl.Expr) (a, b fkl.Expr) {
	r, ok := x.(*fkl.Ref)
	if !ok || r.Var.Type != types.Int {
		return nil, nil
	}
	p, ok := s.defs[r.Var].op.(*fkl.Prim)
	if !ok || p.Op.Code != op {
		return nil, nil
	}
	return p.Args[0], p.Args[1]
}

// unit is x if y is the int n or the truth value b.
func unit(x, y fkl.Expr, n int64, b bool) fkl.Expr {
	if isInt(y, n) || isBool(y, b) {
		return x
	}
	return nil
}

// compared folds the comparison of an atom with itself; a NaN differs from
// itself.
func compared(op prim.Code, x, y fkl.Expr) fkl.Expr {
	r, ok := x.(*fkl.Ref)
	if !ok || r.Var.Type == types.Float || !SameAtom(x, y) {
		return nil
	}
	return &fkl.Bool{Val: op == prim.Eq || op == prim.Le || op == prim.Ge}
}

func (s *simplifier) selection(e *fkl.Prim) fkl.Expr {
	switch {
	case e.Op.Code != prim.Select:
		return nil
	case s.known.is(e.Args[0], true):
		return e.Args[1]
	case s.known.is(e.Args[0], false) || SameAtom(e.Args[1], e.Args[2]):
		return e.Args[2]
	}
	return nil
}
