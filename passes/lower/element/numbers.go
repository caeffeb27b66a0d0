package element

// Primitives that only find a number which the place has: the start of a row, the
// index in it, the row and column of an output.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
)

// inRow is the value of a primitive that only finds the start of the row, or
// the index in it; nil for any other.
func (p *Place) inRow(code prim.Code, args []kir.Expr) kir.Expr {
	switch {
	case p.Row == nil:
	case code == prim.Mul && build.Same(args[0], p.Seg) && sameNumber(args[1], p.Row.Length):
		return p.Row.Start
	case code == prim.Sub && build.Same(args[0], p.Pos) && build.Same(args[1], p.Row.Start):
		return p.InRow
	}
	return nil
}

// inOutput is the value of a primitive that only finds the row or column of the
// output; nil for any other.
func (p *Place) inOutput(code prim.Code, args []kir.Expr) kir.Expr {
	e := p.Output
	is := func(a, b kir.Expr) bool { return sameNumber(args[0], a) && sameNumber(args[1], b) }
	switch {
	case e == nil:
	case code == prim.Div && is(e.At, e.Cols):
		return e.Row
	case code == prim.Rem && is(e.At, e.Cols), code == prim.Sub && is(e.At, e.Start):
		return e.Col
	case code == prim.Mul && is(e.Row, e.Cols):
		return e.Start
	}
	return nil
}

// sameNumber reports whether two atoms are the same variable or literal.
func sameNumber(a, b kir.Expr) bool {
	n, ok := kir.Literal(a)
	return build.Same(a, b) || ok && kir.IsInt(b, n)
}
