package gen

// Expressions of base types.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// literal is a constant, small ones and extreme ones.
func (g *generator) literal(t *types.Type) nkl.Expr {
	switch t.Kind {
	case types.KFloat:
		vs := []float64{0, 1, -1, 0.5, 2.25, -3, 1e10}
		return &nkl.Float{Val: vs[g.r.IntN(len(vs))]}
	case types.KBool:
		return &nkl.Bool{Val: g.r.IntN(2) == 0}
	case types.KChar:
		return &nkl.Char{Val: rune('a' + g.r.IntN(5))}
	}
	if g.r.IntN(12) == 0 {
		vs := []int64{-2147483648, 2147483647, 65536, -1}
		return integer(vs[g.r.IntN(len(vs))])
	}
	return integer(int64(g.r.IntN(9) - 2))
}

// scalar is an expression of base type t.
func (g *generator) scalar(t *types.Type, env scope) nkl.Expr {
	switch t.Kind {
	case types.KInt:
		return g.intExpr(env)
	case types.KBool:
		return g.boolExpr(env)
	case types.KFloat:
		return g.floatExpr(env)
	}
	return g.literal(t)
}

func (g *generator) intExpr(env scope) nkl.Expr {
	switch g.r.IntN(8) {
	case 0, 1, 2:
		ops := []string{"add", "sub", "mul", "max", "min"}
		return op(ops[g.r.IntN(len(ops))], g.expr(types.Int, env), g.expr(types.Int, env))
	case 3:
		d := op("max", g.expr(types.Int, env), integer(1))
		if g.c.Risky {
			d = g.expr(types.Int, env)
		}
		return op([]string{"div", "rem"}[g.r.IntN(2)], g.expr(types.Int, env), d)
	case 4:
		return op("btoi", g.expr(types.Bool, env))
	case 5:
		if vs := env.seqs(); len(vs) > 0 {
			return op("length", ref(g.pick(vs)))
		}
	case 6, 7:
		ops := []string{"sum", "max_val", "min_val", "sum", "product"}
		return op(ops[g.r.IntN(len(ops))], g.expr(types.Seq(types.Int), env))
	}
	return g.literal(types.Int)
}

func (g *generator) boolExpr(env scope) nkl.Expr {
	switch g.r.IntN(5) {
	case 0:
		ops := []string{"and", "or", "xor"}
		return op(ops[g.r.IntN(len(ops))], g.expr(types.Bool, env), g.expr(types.Bool, env))
	case 1:
		return op("not", g.expr(types.Bool, env))
	case 2:
		return op([]string{"all", "any", "parity"}[g.r.IntN(3)], g.expr(types.Seq(types.Bool), env))
	}
	ops := []string{"lt", "le", "gt", "ge", "eq", "ne"}
	return op(ops[g.r.IntN(len(ops))], g.expr(types.Int, env), g.expr(types.Int, env))
}

func (g *generator) floatExpr(env scope) nkl.Expr {
	switch g.r.IntN(4) {
	case 0:
		return op("to_float", g.expr(types.Int, env))
	case 1:
		return op([]string{"max_val", "min_val"}[g.r.IntN(2)], g.expr(types.Seq(types.Float), env))
	}
	ops := []string{"add", "sub", "mul", "max", "min"}
	return op(ops[g.r.IntN(len(ops))], g.expr(types.Float, env), g.expr(types.Float, env))
}

// bounded is an int in 0..n-1.
func (g *generator) bounded(env scope, n int64) nkl.Expr {
	return op("rem", op("max", g.expr(types.Int, env), integer(0)), integer(n))
}
