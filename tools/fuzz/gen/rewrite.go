package gen

// Meaning-preserving rewrites: the same program said in a more roundabout way,
// which must do the same. They test what the levels have in common, too.

import (
	"math/rand/v2"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Rewrite wraps a few expressions of m in operations that change nothing.
func (mk *Maker) Rewrite(r *rand.Rand, m *nkl.Module) *nkl.Module {
	g := &generator{Maker: mk, r: r}
	for range 1 + r.IntN(4) {
		sigs := m.Sigs()
		var es []nkl.Expr
		var visit func(e nkl.Expr) bool
		visit = func(e nkl.Expr) bool {
			es = append(es, e)
			f, fold := e.(*nkl.Fold)
			if fold { // other words for its code might fail
				ir.Walk(f.Seq, visit)
			}
			return !fold
		}
		m.EachBody(func(e nkl.Expr) { ir.Walk(e, visit) })
		e := es[r.IntN(len(es))]
		if t := sigs.TypeOf(e); t != nil && firstOrder(t) {
			m = replace(m, e, g.roundabout(e, t))
		}
	}
	return m
}

func replace(m *nkl.Module, old, e nkl.Expr) *nkl.Module {
	var f func(nkl.Expr) nkl.Expr
	f = func(x nkl.Expr) nkl.Expr {
		if x == old {
			return e
		}
		return x.MapChildren(f)
	}
	return m.MapBodies(f)
}

// roundabout is e, of type t, in other words. It evaluates e once.
func (g *generator) roundabout(e nkl.Expr, t *types.Type) nkl.Expr {
	switch g.r.IntN(8) {
	case 0:
		v := types.NewVar("same", t)
		return &nkl.Let{Bind: v, Rhs: e, Body: ref(v)}
	case 1:
		return &nkl.Proj{Of: &nkl.Tuple{Elems: []nkl.Expr{e, integer(0)}}}
	case 2:
		return g.op(prim.Elt, &nkl.Seq{Elem: t, Elems: []nkl.Expr{e}}, integer(0))
	}
	switch t.Kind {
	case types.KInt:
		return g.op([]prim.Code{prim.Add, prim.Sub, prim.Or, prim.Xor, prim.Shl}[g.r.IntN(5)], e, integer(0))
	case types.KBool:
		return g.op([]prim.Code{prim.Or, prim.Xor}[g.r.IntN(2)], e, &nkl.Bool{})
	case types.KChar:
		return g.op(prim.CodeChar, g.op(prim.CharCode, e))
	case types.KFloat:
		return g.op(prim.Mul, e, &nkl.Float{Val: 1})
	case types.KSeq:
		return g.roundaboutSeq(e, t)
	case types.KSum:
		return rebuilt(e, t)
	}
	v := types.NewVar("same", t)
	return &nkl.Let{Bind: v, Rhs: e, Body: &nkl.If{Cond: &nkl.Bool{Val: g.chance(2)}, Then: ref(v), Else: ref(v)}}
}

func (g *generator) roundaboutSeq(e nkl.Expr, t *types.Type) nkl.Expr {
	v, x := types.NewVar("same", t), types.NewVar("x", t.Elem())
	named := func(body nkl.Expr) nkl.Expr { return &nkl.Let{Bind: v, Rhs: e, Body: body} }
	indices := func() nkl.Expr { return g.op(prim.Index, g.op(prim.Length, ref(v))) }
	switch g.r.IntN(8) {
	case 0:
		return g.op(prim.Append, e, &nkl.Seq{Elem: t.Elem()})
	case 1:
		return g.op(prim.Append, &nkl.Seq{Elem: t.Elem()}, e)
	case 2:
		return g.op(prim.Flatten, &nkl.Seq{Elem: t, Elems: []nkl.Expr{e}})
	case 3:
		return named(g.op(prim.Get, ref(v), indices()))
	case 4:
		return named(g.op(prim.Permute, ref(v), indices()))
	case 5:
		return named(g.op(prim.Flatten, g.op(prim.Partition, ref(v), &nkl.Seq{Elem: types.Int, Elems: []nkl.Expr{g.op(prim.Length, ref(v))}})))
	case 6:
		return &nkl.Each{Node: g.at(), Binds: []*nkl.Var{x}, Seqs: []nkl.Expr{e}, Body: ref(x)}
	}
	return &nkl.EachIf{Node: g.at(), Binds: []*nkl.Var{x}, Seqs: []nkl.Expr{e}, Cond: &nkl.Bool{Val: true}, Body: ref(x)}
}
