package growing

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// longestLiteral is the most characters of a text that are put one by one, without a loop.
const longestLiteral = 16

// elementwise is l with loops where it appends sequences that are no literals, and short
// texts as literals.
//
//	(let u (append s t) e)
//	=> (let u (loop (r i) (s 0) (if (i == #t) r (let q (append r (seq ((elt t i)))) (recur q (i + 1))))) e)
func elementwise(l *nkl.Loop) *nkl.Loop {
	defs := map[*nkl.Var]nkl.Expr{}
	isLiteral := func(e nkl.Expr) bool {
		_, is := defs[nkl.VarOf(e)].(*nkl.Seq)
		return is
	}
	var rewrite func(e nkl.Expr) nkl.Expr
	rewrite = func(e nkl.Expr) nkl.Expr {
		switch e := e.(type) {
		case *nkl.Let:
			rhs := rewrite(e.Rhs)
			defs[e.Bind] = rhs
			return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: rhs, Body: rewrite(e.Body)}
		case *nkl.If:
			if isChoice(e, defs) {
				return &nkl.If{Node: e.Node, Cond: e.Cond, Then: rewrite(e.Then), Else: e.Else}
			}
		case *nkl.Str:
			if len(e.Val) <= longestLiteral {
				s := &nkl.Seq{Node: e.Node, Elem: types.Char}
				for i := range len(e.Val) {
					s.Elems = append(s.Elems, &nkl.Char{Val: e.Val[i]})
				}
				return s
			}
		case *nkl.Prim:
			if e.Op.Code == prim.Append && !isLiteral(e.Args[0]) && !isLiteral(e.Args[1]) {
				return oneByOne(e.Node, e.Args[0], e.Args[1])
			}
		}
		return e.MapChildren(rewrite)
	}
	return rewrite(l).(*nkl.Loop)
}

// oneByOne appends the elements of t to s.
func oneByOne(at ir.Node, s, t nkl.Expr) nkl.Expr {
	st := anf.TypeOfAtom(s)
	r, i := types.NewVar("r", st), types.NewVar("i", types.Int)
	var b, more anf.Block
	n := op(&b, types.Int, prim.Length, t)
	end := op(&b, types.Bool, prim.Eq, nkl.Use(i), n)
	x := op(&more, st.Elem(), prim.Elt, t, nkl.Use(i))
	one := more.Name("one", st, &nkl.Seq{Elem: st.Elem(), Elems: []nkl.Expr{x}})
	q := more.Name("q", st, &nkl.Prim{Node: at, Op: prim.Append.Prim(), Args: []nkl.Expr{nkl.Use(r), one}})
	next := op(&more, types.Int, prim.Add, nkl.Use(i), anf.Integer(1))
	return &nkl.Loop{Node: at, Binds: []*nkl.Var{r, i}, Inits: []nkl.Expr{s, anf.Integer(0)},
		Body: b.In(&nkl.If{Cond: end, Then: nkl.Use(r), Else: more.In(&nkl.Recur{Args: []nkl.Expr{q, next}})})}
}
