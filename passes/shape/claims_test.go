package shape_test

// What the types of a program say of lengths, as checks: whatever passes rely
// on is tested when the program runs.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// claims adds checks of sizes to m: variables whose types have equal sizes are
// equally long, elements of a level with one size have that length, elements
// of two sequences with one inner size are equally long, and sizes that are
// numbers or arithmetic on lengths have that value.
func claims(m *nkl.Module) *nkl.Module {
	return mapFuncs(m, func(params []*nkl.Var, body nkl.Expr) nkl.Expr {
		k := &claimer{known: map[*types.Size]*nkl.Var{}, pairs: map[pair]*nkl.Var{}}
		return k.after(params, func() nkl.Expr { return k.expr(body) })
	})
}

func mapFuncs(m *nkl.Module, f func([]*nkl.Var, nkl.Expr) nkl.Expr) *nkl.Module {
	out := *m
	out.Funcs = nil
	for _, fn := range m.Funcs {
		g := *fn
		g.Body = f(fn.Params, fn.Body)
		out.Funcs = append(out.Funcs, &g)
	}
	return &out
}

type pair struct {
	length, inner *types.Size
	elem          *types.Type
}

type claimer struct {
	known map[*types.Size]*nkl.Var // a sequence of that length, in scope
	pairs map[pair]*nkl.Var        // a sequence of that length and inner size
}

// in evaluates f in a scope of its own.
func (k *claimer) in(f func() nkl.Expr) nkl.Expr {
	known, pairs := k.known, k.pairs
	k.known, k.pairs = map[*types.Size]*nkl.Var{}, map[pair]*nkl.Var{}
	for s, v := range known {
		k.known[s] = v
	}
	for s, v := range pairs {
		k.pairs[s] = v
	}
	e := f()
	k.known, k.pairs = known, pairs
	return e
}

// after puts checks of vs, which are now in scope, before what rest makes.
func (k *claimer) after(vs []*nkl.Var, rest func() nkl.Expr) nkl.Expr {
	var l nkl.Lets
	for _, v := range vs {
		k.claim(&l, v)
	}
	return l.In(rest())
}

func (k *claimer) claim(l *nkl.Lets, v *nkl.Var) {
	if v.Type.Kind != types.KSeq {
		return
	}
	n := v.Type.Sizes[0]
	k.equal(l, length(l, v), k.value(l, n))
	if k.known[n] == nil {
		k.known[n] = v
	}
	elem := v.Type.Elem()
	if elem.Kind != types.KSeq {
		return
	}
	inner := elem.Sizes[0]
	if value := k.value(l, inner); value != nil {
		x := types.NewVar("x", anySizes(elem))
		k.allEqual(l, value, []*nkl.Var{x}, v)
		return
	}
	p := pair{n, inner, elem.Erase()}
	if w := k.pairs[p]; w != nil {
		x, y := types.NewVar("x", anySizes(elem)), types.NewVar("y", anySizes(elem))
		k.allEqual(l, nil, []*nkl.Var{x, y}, v, w)
		return
	}
	k.pairs[p] = v
}

func (k *claimer) equal(l *nkl.Lets, a, b nkl.Expr) {
	if b != nil {
		l.Check(ir.Pos{}, l.Name("claim", types.Bool, nkl.Op(ir.Pos{}, prim.Eq, a, b)), "Claim.")
	}
}

// allEqual claims that all elements of v are value long, or as long as those of w.
func (k *claimer) allEqual(l *nkl.Lets, value nkl.Expr, xs []*nkl.Var, vs ...*nkl.Var) {
	var body nkl.Lets
	a := length(&body, xs[0])
	if value == nil {
		value = length(&body, xs[1])
	}
	each := &nkl.EachCaptured{Binds: xs, Seqs: nkl.Uses(vs), Body: body.In(nkl.Op(ir.Pos{}, prim.Eq, a, value))}
	if r, ok := value.(*nkl.Ref); ok && len(xs) == 1 {
		each.Uniform = []*nkl.Var{r.Var}
	}
	flags := l.Name("flags", types.SeqN(types.Bool, types.VarSize("flags")), each)
	l.Check(ir.Pos{}, l.Name("claim", types.Bool, nkl.Op(ir.Pos{}, prim.All, flags)), "Claim.")
}

// anySizes is t without what it says.
func anySizes(t *types.Type) *types.Type {
	return t.Map(func(t *types.Type) *types.Type {
		if t.Kind == types.KSeq {
			return t.WithSizes(types.VarSize("any"))
		}
		return t
	})
}

func length(l *nkl.Lets, v *nkl.Var) nkl.Expr {
	return l.Name("length", types.Int, nkl.Op(ir.Pos{}, prim.Length, nkl.Use(v)))
}

// value computes a size from the lengths in scope, or is nil.
func (k *claimer) value(l *nkl.Lets, s *types.Size) nkl.Expr {
	if v := k.known[s]; v != nil {
		return length(l, v)
	}
	op := prim.Code(0)
	switch s.Op {
	case types.SizeConst:
		return &nkl.Int{Val: s.N}
	case types.SizeAdd:
		op = prim.Add
	case types.SizeMul:
		op = prim.Mul
	case types.SizeApp:
		op = map[string]prim.Code{"%div": prim.Div, "%rem": prim.Rem, "%min": prim.Min, "%max": prim.Max}[s.Name]
	}
	if op == 0 {
		return nil
	}
	var out nkl.Expr
	for _, a := range s.Args {
		e := k.value(l, a)
		switch {
		case e == nil:
			return nil
		case out == nil:
			out = e
		default:
			out = l.Name("value", types.Int, nkl.Op(ir.Pos{}, op, out, e))
		}
	}
	return out
}

// expr adds the claims of what e binds.
func (k *claimer) expr(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		out := *e
		out.Rhs = k.in(func() nkl.Expr { return k.expr(e.Rhs) })
		out.Body = k.after([]*nkl.Var{e.Bind}, func() nkl.Expr { return k.expr(e.Body) })
		return &out
	case *nkl.Check:
		out := *e
		out.Then = k.expr(e.Then)
		return &out
	case *nkl.EachCaptured:
		out := *e
		out.Body = k.in(func() nkl.Expr { return k.after(e.Binds, func() nkl.Expr { return k.expr(e.Body) }) })
		out.Uniform, out.Shared = captures(&out)
		return &out
	case *nkl.Loop:
		out := *e
		out.Body = k.in(func() nkl.Expr { return k.after(e.Binds, func() nkl.Expr { return k.expr(e.Body) }) })
		return &out
	}
	return e.MapBodies(func(b nkl.Expr) nkl.Expr { return k.in(func() nkl.Expr { return k.expr(b) }) })
}

// captures lists the free variables of the body of a map.
func captures(e *nkl.EachCaptured) (uniform, shared []*nkl.Var) {
	bound := map[*nkl.Var]bool{}
	for _, v := range e.Binds {
		bound[v] = true
	}
	for _, v := range nkl.FreeVars(e.Body) {
		switch {
		case bound[v]:
		case v.Type.Has(types.KSeq):
			shared = append(shared, v)
		default:
			uniform = append(uniform, v)
		}
	}
	return uniform, shared
}
