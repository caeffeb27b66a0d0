package gen

// Literals, and sequences of them: often empty somewhere, ragged, of sizes at
// which devices change their ways.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/tools/fuzz/scalars"
)

// Sizes around those of warps and groups, and of grids.
var (
	oddSizes  = []int64{1, 31, 32, 33, 255, 256, 257}
	hugeSizes = []int64{1023, 1025, 4096, 65535, 65536, 65537}
)

// literal is a constant of a base type, small or extreme.
func (g *generator) literal(t *types.Type) nkl.Expr {
	switch t.Kind {
	case types.KFloat:
		vs := []float64{0, 1, -1, 0.5, 2.25, -3, 1e10}
		return &nkl.Float{Val: vs[g.r.IntN(len(vs))]}
	case types.KBool:
		return &nkl.Bool{Val: g.chance(2)}
	case types.KChar:
		return &nkl.Char{Val: scalars.Char(g.r.IntN)}
	case types.KInt:
		if g.chance(12) {
			vs := []int64{-2147483648, 2147483647, 65536, -1}
			return integer(vs[g.r.IntN(len(vs))])
		}
		return integer(int64(g.r.IntN(9) - 2))
	}
	panic("gen: no literal of type " + t.String())
}

// withData binds a few sequences of literals, which the optimiser sees.
func (g *generator) withData(env scope, body func(scope) nkl.Expr) nkl.Expr {
	l := &nkl.Lets{}
	for range g.r.IntN(3) {
		v := types.NewVar("d", g.seqType(1+g.r.IntN(3)))
		l.Bind(v, g.constant(v.Type, false))
		env = env.with(v)
	}
	return l.In(body(env))
}

// constant is a value of type t; large makes it long if it is flat.
func (g *generator) constant(t *types.Type, large bool) nkl.Expr {
	switch t.Kind {
	case types.KTuple:
		return &nkl.Tuple{Elems: []nkl.Expr{g.constant(t.Elems[0], false), g.constant(t.Elems[1], false)}}
	case types.KData:
		return &nkl.Con{Type: t, Of: g.constant(t.Elems[0], false)}
	case types.KSum:
		return g.variantOf(t, func(f *types.Type) nkl.Expr { return g.constant(f, false) })
	case types.KSeq:
		return g.list(t, large)
	}
	return g.literal(t)
}

// list is a sequence of constants: few written out, or many computed.
func (g *generator) list(t *types.Type, large bool) nkl.Expr {
	switch sizes := hugeSizes; {
	case t.Elem() != types.Int:
	case !large && !g.chance(12):
	default:
		if !large {
			sizes = oddSizes
		}
		i := types.NewVar("i", types.Int)
		return &nkl.Each{Node: g.at(), Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{g.op(prim.Index, integer(sizes[g.r.IntN(len(sizes))]))},
			Body: g.op(prim.Sub, g.op(prim.Rem, g.op(prim.Mul, ref(i), integer(7)), integer(int64(1+g.r.IntN(12)))), integer(int64(g.r.IntN(4))))}
	}
	s := &nkl.Seq{Elem: t.Elem()}
	for range []int{0, 1, 2, 3, 3, 4, 5, 7}[g.r.IntN(8)] {
		s.Elems = append(s.Elems, g.constant(t.Elem(), false))
	}
	return s
}
