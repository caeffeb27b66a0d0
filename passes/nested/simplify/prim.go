package simplify

// Simplification of primitives: folding on literals, and algebra on scalars.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// prim simplifies a primitive whose operands are atoms and simplified.
func (s *simplifier) prim(b *anf.Block, x *nkl.Prim) nkl.Expr {
	if x.Op.Class == prim.Seq {
		return s.seqPrim(b, x)
	}
	if x.Op.Class != prim.Scalar {
		return x
	}
	if c := s.fold(x); c != nil {
		return c
	}
	var e nkl.Expr
	switch len(x.Args) {
	case 1:
		e = s.unary(x.Op.Code, x.Args[0])
	case 2:
		e = s.binary(x.Op.Code, x.Args[0], x.Args[1])
	case 3:
		e = s.choose(x.Op.Code, x.Args)
	}
	if e == nil {
		return x
	}
	if p, ok := e.(*nkl.Prim); ok {
		return s.prim(b, p)
	}
	return e
}

// fold evaluates a primitive of literals, or returns nil.
func (s *simplifier) fold(x *nkl.Prim) nkl.Expr {
	if len(x.Args) == 0 || x.Op.Eval == nil {
		return nil
	}
	words := make([]prim.Word, len(x.Args))
	ts := make([]*types.Type, len(x.Args))
	for i, a := range x.Args {
		w, ok := literalWord(a)
		if !ok {
			return nil
		}
		words[i], ts[i] = w, anf.TypeOfAtom(a)
	}
	t, err := x.Op.ResultOf(ts)
	if err != nil {
		panic("nested: primitive " + x.Op.Name + ": " + err.Error())
	}
	return anf.Literal(t, x.Op.Eval(s.p.num, ts[0].Kind).Call(words))
}

func literalWord(e nkl.Expr) (prim.Word, bool) {
	switch e := e.(type) {
	case *nkl.Int:
		return e.Val, true
	case *nkl.Float:
		return prim.FloatWord(e.Val), true
	case *nkl.Bool:
		return prim.BoolWord(e.Val), true
	case *nkl.Char:
		return prim.Word(e.Val), true
	}
	return 0, false
}

// unary is what op(x) equals, or nil.
func (s *simplifier) unary(op prim.Code, x nkl.Expr) nkl.Expr {
	inner, ok := s.def(x).(*nkl.Prim)
	if !ok {
		return nil
	}
	switch {
	case op == prim.Not && inner.Op.Code == prim.Not, op == prim.Neg && inner.Op.Code == prim.Neg && anf.TypeOfAtom(x) == types.Int:
		return s.atom(inner.Args[0])
	case op == prim.Not && anf.TypeOfAtom(inner.Args[0]) != types.Float && anf.TypeOfAtom(x) == types.Bool:
		if opposite := inner.Op.Negation; opposite != 0 {
			return nkl.Op(inner.Pos(), opposite, s.atom(inner.Args[0]), s.atom(inner.Args[1]))
		}
	}
	return nil
}

// binary is what op(x, y) equals, or nil.
func (s *simplifier) binary(op prim.Code, x, y nkl.Expr) nkl.Expr {
	if _, ok := literalWord(x); ok && op.Prim().Commutes() {
		x, y = y, x
	}
	t := anf.TypeOfAtom(x)
	if anf.SameAtom(x, y) {
		return ofEqual(op, t, x)
	}
	if w, ok := literalWord(y); ok {
		if e := ofLiteral(op, t, x, y, w); e != nil {
			return e
		}
	}
	if t == types.Int {
		if e := s.undone(op, x, y); e != nil {
			return e
		}
	}
	if e := s.compare(op, x, y); e != nil {
		return e
	}
	if e := s.extreme(op, x, y); e != nil {
		return e
	}
	switch {
	case op == prim.Lt && s.below(x, y, maxBounds), op == prim.Gt && s.below(y, x, maxBounds):
		return anf.Boolean(true)
	case op == prim.Ge && s.below(x, y, maxBounds), op == prim.Le && s.below(y, x, maxBounds):
		return anf.Boolean(false)
	}
	return nil
}

// undone is the operand of a sum x of which y takes the other one away, or of a difference to which y is added again; or nil. Ints wrap,
// so it is the same for all of them.
func (s *simplifier) undone(op prim.Code, x, y nkl.Expr) nkl.Expr {
	// without is operand 1-k of the operation code that e is, if y is its operand k.
	without := func(e nkl.Expr, code prim.Code, k int, y nkl.Expr) nkl.Expr {
		if p, ok := s.def(e).(*nkl.Prim); ok && p.Op.Code == code && anf.SameAtom(s.atom(p.Args[k]), y) {
			return s.atom(p.Args[1-k])
		}
		return nil
	}
	switch op {
	case prim.Sub:
		if out := without(x, prim.Add, 0, y); out != nil {
			return out
		}
		return without(x, prim.Add, 1, y)
	case prim.Add:
		if out := without(x, prim.Sub, 1, y); out != nil {
			return out
		}
		return without(y, prim.Sub, 1, x)
	}
	return nil
}

// ofEqual is what op(x, x) equals, or nil.
func ofEqual(op prim.Code, t *types.Type, x nkl.Expr) nkl.Expr {
	exact := t != types.Float
	switch op {
	case prim.And, prim.Or, prim.Max, prim.Min:
		return x
	case prim.Lt, prim.Gt:
		return anf.Boolean(false)
	case prim.Eq, prim.Le, prim.Ge:
		if exact {
			return anf.Boolean(true)
		}
	case prim.Ne:
		if exact {
			return anf.Boolean(false)
		}
	case prim.Sub, prim.Xor:
		if exact {
			return nkl.Zero(t)
		}
	}
	return nil
}

// ofLiteral is what op(x, y) equals for the literal y with word w, or nil.
func ofLiteral(op prim.Code, t *types.Type, x, y nkl.Expr, w prim.Word) nkl.Expr {
	switch t.Kind {
	case types.KFloat:
		if f := prim.WordFloat(w); f == 1 && (op == prim.Mul || op == prim.Div) || w == 0 && op == prim.Sub {
			return x // exact, for NaN and -0.0 too
		}
	case types.KInt:
		return ofInt(op, x, y, w)
	case types.KBool:
		yes := w != 0
		switch {
		case op == prim.And && yes, op == prim.Or && !yes, op == prim.Xor && !yes, op == prim.Eq && yes, op == prim.Ne && !yes:
			return x
		case op == prim.And, op == prim.Or:
			return y
		case op == prim.Xor, op == prim.Eq, op == prim.Ne:
			return nkl.Op(ir.Pos{}, prim.Not, x)
		}
	}
	return nil
}

func ofInt(op prim.Code, x, y nkl.Expr, w prim.Word) nkl.Expr {
	switch w {
	case 0:
		switch op {
		case prim.Add, prim.Sub, prim.Or, prim.Xor, prim.Shl, prim.Shr:
			return x
		case prim.Mul, prim.And:
			return y
		}
	case 1:
		switch op {
		case prim.Mul, prim.Div:
			return x
		}
	case -1:
		switch op {
		case prim.And:
			return x
		case prim.Or:
			return y
		}
	}
	return nil
}

// choose is what select(c, x, y) equals, or nil.
func (s *simplifier) choose(op prim.Code, args []nkl.Expr) nkl.Expr {
	c, x, y := args[0], args[1], args[2]
	switch {
	case op != prim.Select:
		return nil
	case anf.IsTrue(c) || anf.SameAtom(x, y):
		return x
	case anf.IsFalse(c):
		return y
	case anf.IsTrue(x) && anf.IsFalse(y):
		return c
	case anf.IsFalse(x) && anf.IsTrue(y):
		return nkl.Op(ir.Pos{}, prim.Not, c)
	case anf.TypeOfAtom(x) != types.Bool:
		return nil
	case anf.IsTrue(x):
		return nkl.Op(ir.Pos{}, prim.Or, c, y)
	case anf.IsFalse(y):
		return nkl.Op(ir.Pos{}, prim.And, c, x)
	}
	return nil
}
