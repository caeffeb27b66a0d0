package simplify

// Simplification of primitives: folding on literals, and algebra on scalars.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/code"
)

// prim simplifies a primitive whose operands are atoms and simplified.
func (s *simplifier) prim(b *code.Block, x *nkl.Prim) nkl.Expr {
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
		e = s.unary(x.Op.Name, x.Args[0])
	case 2:
		e = s.binary(x.Op.Name, x.Args[0], x.Args[1])
	case 3:
		e = s.choose(x.Op.Name, x.Args)
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
		words[i], ts[i] = w, code.TypeOfAtom(a)
	}
	t, err := x.Op.ResultOf(ts)
	if err != nil {
		panic("nested: primitive " + x.Op.Name + ": " + err.Error())
	}
	return literal(t, x.Op.Eval(s.p.num, ts[0].Kind).Call(words))
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

// literal is the literal of base type t for w.
func literal(t *types.Type, w prim.Word) nkl.Expr {
	switch t.Kind {
	case types.KFloat:
		return &nkl.Float{Val: prim.WordFloat(w)}
	case types.KBool:
		return code.Boolean(w != 0)
	case types.KChar:
		return &nkl.Char{Val: byte(w)}
	}
	return code.Integer(w)
}

// unary is what op(x) equals, or nil.
func (s *simplifier) unary(op string, x nkl.Expr) nkl.Expr {
	inner, ok := s.def(x).(*nkl.Prim)
	if !ok {
		return nil
	}
	switch {
	case op == "not" && inner.Op.Name == "not", op == "neg" && inner.Op.Name == "neg" && code.TypeOfAtom(x) == types.Int:
		return s.atom(inner.Args[0])
	case op == "not" && code.TypeOfAtom(inner.Args[0]) != types.Float && code.TypeOfAtom(x) == types.Bool:
		if opposite := opposites[inner.Op.Name]; opposite != "" {
			return nkl.Op(inner.Pos(), opposite, s.atom(inner.Args[0]), s.atom(inner.Args[1]))
		}
	}
	return nil
}

// opposites are the negations of comparisons, where there is no NaN.
var opposites = map[string]string{"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}

// binary is what op(x, y) equals, or nil.
func (s *simplifier) binary(op string, x, y nkl.Expr) nkl.Expr {
	if _, ok := literalWord(x); ok && commutes(op) {
		x, y = y, x
	}
	t := code.TypeOfAtom(x)
	if code.SameAtom(x, y) {
		return ofEqual(op, t, x)
	}
	if w, ok := literalWord(y); ok {
		if e := ofLiteral(op, t, x, y, w); e != nil {
			return e
		}
	}
	if e := s.compare(op, x, y); e != nil {
		return e
	}
	switch {
	case op == "lt" && s.below(x, y, maxBounds), op == "gt" && s.below(y, x, maxBounds):
		return code.Boolean(true)
	case op == "ge" && s.below(x, y, maxBounds), op == "le" && s.below(y, x, maxBounds):
		return code.Boolean(false)
	}
	return nil
}

func commutes(op string) bool {
	switch op {
	case "add", "mul", "and", "or", "xor", "eq", "ne":
		return true
	}
	return false
}

// ofEqual is what op(x, x) equals, or nil.
func ofEqual(op string, t *types.Type, x nkl.Expr) nkl.Expr {
	exact := t != types.Float
	switch op {
	case "and", "or", "max", "min":
		return x
	case "lt", "gt":
		return code.Boolean(false)
	case "eq", "le", "ge":
		if exact {
			return code.Boolean(true)
		}
	case "ne":
		if exact {
			return code.Boolean(false)
		}
	case "sub", "xor":
		if exact {
			return nkl.Zero(t)
		}
	}
	return nil
}

// ofLiteral is what op(x, y) equals for the literal y with word w, or nil.
func ofLiteral(op string, t *types.Type, x, y nkl.Expr, w prim.Word) nkl.Expr {
	switch t.Kind {
	case types.KFloat:
		if f := prim.WordFloat(w); f == 1 && (op == "mul" || op == "div") || w == 0 && op == "sub" {
			return x // exact, for NaN and -0.0 too
		}
	case types.KInt:
		return ofInt(op, x, y, w)
	case types.KBool:
		yes := w != 0
		switch {
		case op == "and" && yes, op == "or" && !yes, op == "xor" && !yes, op == "eq" && yes, op == "ne" && !yes:
			return x
		case op == "and", op == "or":
			return y
		case op == "xor", op == "eq", op == "ne":
			return nkl.Op(ir.Pos{}, "not", x)
		}
	}
	return nil
}

func ofInt(op string, x, y nkl.Expr, w prim.Word) nkl.Expr {
	switch w {
	case 0:
		switch op {
		case "add", "sub", "or", "xor", "shl", "shr":
			return x
		case "mul", "and":
			return y
		}
	case 1:
		switch op {
		case "mul", "div":
			return x
		}
	case -1:
		switch op {
		case "and":
			return x
		case "or":
			return y
		}
	}
	return nil
}

// choose is what select(c, x, y) equals, or nil.
func (s *simplifier) choose(op string, args []nkl.Expr) nkl.Expr {
	c, x, y := args[0], args[1], args[2]
	switch {
	case op != "select":
		return nil
	case code.IsTrue(c) || code.SameAtom(x, y):
		return x
	case code.IsFalse(c):
		return y
	case code.IsTrue(x) && code.IsFalse(y):
		return c
	case code.IsFalse(x) && code.IsTrue(y):
		return nkl.Op(ir.Pos{}, "not", c)
	case code.TypeOfAtom(x) != types.Bool:
		return nil
	case code.IsTrue(x):
		return nkl.Op(ir.Pos{}, "or", c, y)
	case code.IsFalse(y):
		return nkl.Op(ir.Pos{}, "and", c, x)
	}
	return nil
}
