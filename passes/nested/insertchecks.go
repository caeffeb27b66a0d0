package nested

// Makes every possible run-time failure an explicit check.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/nested/typecases"
	"nessiec/passes/pass"
	"nessiec/passes/sizes"
)

// InsertChecks puts the preconditions of partial primitives (prim.Checks) and
// the equal lengths of generators into Checks; from here on primitives are
// total. Arguments that a condition mentions are named first, from left to
// right, so the order of evaluation stays.
//
//	(prim @1:2:3 div (e1 e2))
//	=> (let x:int e1 (let y:int e2
//	   (check @1:2:3 (prim ne (y 0)) "Divide by zero." (prim @1:2:3 div (x y)))))
//	(each @1:2:3 (x:a y:b) (xs ys) e)
//	=> (check @1:2:3 (prim eq ((prim length (xs)) (prim length (ys)))) "Length mismatch ..." (each ...))
//
// A check whose condition is known to hold is left out (anf.Known): lengths are not
// negative, sequences are made with equal lengths, a check above says so, or places are
// an order of all elements.
// With -unsafe the pass removes the checks of the library instead.
func InsertChecks(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	if c.Options.Unsafe {
		return m.MapBodies(dropChecks)
	}
	i := &insertion{ctx: c, typer: anf.NewErasedTyper(m), bodies: map[string]nkl.Expr{}, done: map[nkl.Expr]checked{}}
	for _, f := range m.Funcs {
		i.bodies[f.Name] = f.Body
	}
	return m.MapBodies(func(e nkl.Expr) nkl.Expr { return i.body(e).out })
}

func dropChecks(e nkl.Expr) nkl.Expr {
	if k, ok := e.(*nkl.Check); ok {
		return dropChecks(k.Then)
	}
	return e.MapChildren(dropChecks)
}

// insertion rewrites a module: a function before those that ask what it yields.
type insertion struct {
	ctx    *pass.Ctx
	typer  *anf.Typer
	bodies map[string]nkl.Expr // of functions
	done   map[nkl.Expr]checked
}

// checked is a body with its checks.
type checked struct {
	out   nkl.Expr
	order bool // it yields an order
}

// body rewrites the body e of a function.
func (i *insertion) body(e nkl.Expr) checked {
	if b, ok := i.done[e]; ok {
		return b
	}
	i.done[e] = checked{} // while it is rewritten, nothing is known of its own calls
	k := &checks{insertion: i, known: anf.NewKnown(i.ctx.Num())}
	out, value := k.expr(e)
	i.done[e] = checked{out, k.isOrder(value)}
	return i.done[e]
}

// checks rewrites one function.
type checks struct {
	*insertion // nil: nothing is known of functions
	known      *anf.Known
}

// expr rewrites e. value is the node that yields its value: what remains of
// the result after lets and checks.
func (k *checks) expr(e nkl.Expr) (out, value nkl.Expr) {
	switch e := e.(type) {
	case *nkl.Prim:
		if len(e.Op.Checks) > 0 {
			return k.prim(e)
		}
	case *nkl.Each:
		return k.each(e)
	case *nkl.Let:
		rhs, v := k.expr(e.Rhs)
		k.known.Def[e.Bind] = v
		body, value := k.expr(e.Body)
		if rhs == e.Rhs && body == e.Body {
			return e, value
		}
		return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: rhs, Body: body}, value
	case *nkl.Check:
		cond, _ := k.expr(e.Cond)
		then, value := k.expr(e.Then)
		if cond == e.Cond && then == e.Then {
			return e, value
		}
		return &nkl.Check{Node: e.Node, Cond: cond, Error: e.Error, Then: then}, value
	}
	out = e.MapChildren(k.plain)
	return out, out
}

// plain rewrites e, which need not be evaluated before what comes next.
func (k *checks) plain(e nkl.Expr) nkl.Expr {
	m := k.known.Mark()
	out, _ := k.expr(e)
	k.known.Undo(m)
	return out
}

// named rewrites e and gives it a name in b, with what is known of its value.
func (k *checks) named(b *anf.Block, hint string, e nkl.Expr) nkl.Expr {
	out, value := k.expr(e)
	if nkl.IsAtom(out) {
		return out
	}
	v := types.NewVar(hint, k.typer.Of(e))
	k.known.Def[v] = value
	b.Let(v, out)
	return nkl.Use(v)
}

func (k *checks) prim(e *nkl.Prim) (out, value nkl.Expr) {
	var b anf.Block
	args := make([]nkl.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = k.named(&b, "arg", a)
	}
	for _, ch := range e.Op.Checks {
		if !k.evident(ch, args) {
			b.Check(k.condition(ch, e.Op, args), ch.Error, e.Pos())
			k.learn(ch, args)
		}
	}
	call := e.MapOperands(replaceBy(args))
	return b.In(call), call
}

func (k *checks) each(e *nkl.Each) (out, value nkl.Expr) {
	var b anf.Block
	if len(e.Seqs) == 1 {
		v := e.MapChildren(k.plain)
		return v, v
	}
	seqs := make([]nkl.Expr, len(e.Seqs))
	var cond nkl.Expr
	for i, s := range e.Seqs {
		seqs[i] = k.named(&b, "xs", s)
	}
	for _, s := range seqs[1:] {
		if k.sameLength(seqs[0], s) {
			continue
		}
		k.learn(sameLength, []nkl.Expr{seqs[0], s})
		if same := anf.Op(prim.Eq, anf.Op(prim.Length, seqs[0]), anf.Op(prim.Length, s)); cond == nil {
			cond = same
		} else {
			cond = anf.Op(prim.And, cond, same)
		}
	}
	if cond != nil {
		b.Check(cond, prim.ErrEach, e.Pos())
	}
	v := e.MapOperands(replaceBy(seqs)).MapBodies(k.plain)
	return b.In(v), v
}

// sameLength is the condition of generators.
var sameLength = prim.Check{Cond: prim.SameLength, Args: []int{0, 1}}

// sameLength reports whether two sequences, atoms, are certainly equally long.
func (k *checks) sameLength(a, b nkl.Expr) bool {
	n, m := k.known.Length(a), k.known.Length(b)
	return n != nil && m != nil && k.known.Same(n, m)
}

// says is what a check says of sizes, nil if that is nothing.
func (k *checks) says(ch prim.Check, args []nkl.Expr) *sizes.Cond {
	arg := args[ch.Args[0]]
	if ch.Cond == prim.SameLength {
		n, m := k.known.Length(arg), k.known.Length(args[ch.Args[1]])
		if n == nil || m == nil {
			return nil
		}
		return sizes.Equal(n, m)
	}
	if !nkl.IsAtom(arg) || anf.TypeOfAtom(arg) != types.Int {
		return nil
	}
	n := k.known.Value(arg)
	switch ch.Cond {
	case prim.NonZero:
		return sizes.Negate(sizes.Equal(n, sizes.Const(0)))
	case prim.NotNegative:
		return sizes.LessEq(sizes.Const(0), n)
	case prim.Positive:
		return sizes.Less(sizes.Const(0), n)
	}
	return nil
}

// learn notes that a check holds from here on.
func (k *checks) learn(ch prim.Check, args []nkl.Expr) { k.known.Learn(k.says(ch, args)) }

// evident reports whether a check always holds for these arguments, atoms. Divisors that
// are no literals are always checked: whether they are is an invariant of the language.
func (k *checks) evident(ch prim.Check, args []nkl.Expr) bool {
	if _, ok := args[ch.Args[0]].(*nkl.Ref); ok && ch.Cond == prim.NonZero {
		return false
	}
	if x, ok := args[ch.Args[0]].(*nkl.Float); ok {
		switch ch.Cond {
		case prim.NonZero:
			return x.Val != 0 && x.Val == x.Val
		case prim.NotNegative:
			return x.Val >= 0
		case prim.Positive:
			return x.Val > 0
		}
	}
	switch ch.Cond {
	case prim.SameLength:
		return k.sameLength(args[ch.Args[0]], args[ch.Args[1]])
	case prim.Distinct:
		return k.isOrder(args[ch.Args[0]])
	case prim.IndicesIn:
		return k.isOrder(args[ch.Args[0]]) && k.sameLength(args[ch.Args[0]], args[ch.Args[1]])
	}
	return k.known.Prove(k.says(ch, args))
}

// isOrder reports whether e is the places of elements in some order: those below their number,
// once each. Places of one order by another one are such.
func (k *checks) isOrder(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Ref:
		return k.known.Def[e.Var] != nil && k.isOrder(k.known.Def[e.Var])
	case *nkl.Call:
		return k.insertion != nil && k.body(k.bodies[e.Fn]).order
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Rank, prim.RankDown:
			return true
		case prim.Get:
			return k.isOrder(e.Args[0]) && k.isOrder(e.Args[1]) && k.sameLength(e.Args[0], e.Args[1])
		}
	}
	return false
}

// condition is the condition of a check of primitive p on these arguments,
// which are atoms, as an expression.
func (k *checks) condition(ch prim.Check, p *prim.Prim, args []nkl.Expr) nkl.Expr {
	arg := func(i int) nkl.Expr { return args[ch.Args[i]] }
	switch ch.Cond {
	case prim.NonZero:
		return anf.Op(prim.Ne, arg(0), zeroLike(arg(0)))
	case prim.NotNegative:
		if anf.TypeOfAtom(arg(0)) == types.Float {
			return anf.Op(prim.Not, anf.Op(prim.Lt, arg(0), &nkl.Float{}))
		}
		return anf.Op(prim.Ge, arg(0), anf.Integer(0))
	case prim.Positive:
		return anf.Op(prim.Gt, arg(0), zeroLike(arg(0)))
	case prim.IndexIn:
		return within(arg(0), anf.Op(prim.Length, arg(1)))
	case prim.IndicesIn:
		if i := k.only(arg(0)); i != nil {
			return within(i, anf.Op(prim.Length, arg(1)))
		}
		return allWithin(arg(0), arg(1))
	case prim.SameLength:
		return anf.Op(prim.Eq, anf.Op(prim.Length, arg(0)), anf.Op(prim.Length, arg(1)))
	case prim.Distinct:
		return distinct(arg(0), indexed(ch, p, args))
	case prim.AllNotNegative:
		return allNotNegative(arg(0))
	case prim.SumIsLength:
		// The sum cannot wrap unseen: of counts that are not negative, the
		// first partial sum that is too large for an int comes out negative.
		return anf.Op(prim.And, allNotNegative(anf.Op(prim.PlusScan, arg(0))), anf.Op(prim.Eq, anf.Op(prim.Sum, arg(0)), anf.Op(prim.Length, arg(1))))
	}
	panic("nested: no expression for condition " + ch.Cond.String())
}

// only is the element of a literal of one atom, or nil.
func (k *checks) only(a nkl.Expr) nkl.Expr {
	if r, ok := a.(*nkl.Ref); ok {
		if s, ok := k.known.Def[r.Var].(*nkl.Seq); ok && len(s.Elems) == 1 && nkl.IsAtom(s.Elems[0]) {
			return s.Elems[0]
		}
	}
	return nil
}

func zeroLike(e nkl.Expr) nkl.Expr { return nkl.Zero(anf.TypeOfAtom(e)) }

// within is 0 <= i < n for an atom i.
func within(i, n nkl.Expr) nkl.Expr {
	below := anf.Op(prim.Lt, i, n)
	if k, ok := i.(*nkl.Int); ok && k.Val >= 0 {
		return below
	}
	return anf.Op(prim.And, anf.Op(prim.Ge, i, anf.Integer(0)), below)
}

func allWithin(is, xs nkl.Expr) nkl.Expr {
	n := types.NewVar("n", types.Int)
	all := anf.Op(prim.All, typecases.Each(is, types.Int, func(i nkl.Expr) nkl.Expr { return within(i, nkl.Use(n)) }))
	return &nkl.Let{Bind: n, Rhs: anf.Op(prim.Length, xs), Body: all}
}

func allNotNegative(ns nkl.Expr) nkl.Expr {
	return anf.Op(prim.All, typecases.Each(ns, types.Int, func(n nkl.Expr) nkl.Expr { return anf.Op(prim.Ge, n, anf.Integer(0)) }))
}

// indexed is the sequence that the indices of a Distinct check point into,
// according to the IndicesIn check before it.
func indexed(ch prim.Check, p *prim.Prim, args []nkl.Expr) nkl.Expr {
	for _, other := range p.Checks {
		if other.Cond == prim.IndicesIn && other.Args[0] == ch.Args[0] {
			return args[other.Args[1]]
		}
	}
	panic("nested: distinct indices of " + p.Name + " into nothing")
}

// distinct marks the places of xs that is point to; there are as many marks as
// indices iff no two are equal.
func distinct(is, xs nkl.Expr) nkl.Expr {
	marks := anf.Op(prim.Write, anf.Op(prim.Dist, anf.Boolean(false), anf.Op(prim.Length, xs)), is, anf.Op(prim.Dist, anf.Boolean(true), anf.Op(prim.Length, is)))
	count := anf.Op(prim.Sum, typecases.Each(marks, types.Bool, func(f nkl.Expr) nkl.Expr { return anf.Op(prim.Btoi, f) }))
	return anf.Op(prim.Eq, count, anf.Op(prim.Length, is))
}
