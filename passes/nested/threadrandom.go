package nested

// Random numbers get explicit keys.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// ThreadRandom passes the key of the generator along: a function
// that draws takes the halves of the key as its last parameters, as
// ir/prim/random.go defines keys.
//
//	(prim rand (v))          =>  (prim rand_int (high low v))
//	(call f () (x))          =>  (call f () (x high low))
//	(foldin 1 e)             =>  (let high:int (prim mix_hi (high low -2))
//	                             (let low:int (prim mix_lo (high low -2)) e))
//	(newkey e)               =>  (let key:<int int> (prim rand_key ()) ... e)
//	(each (x:t) (xs) (prim rand (x)))
//	=> (each (x:t i:int) (xs (prim index ((prim length (xs)))))
//	     (let high:int (prim mix_hi (high low i)) ... (prim rand_int (high low x))))
//
// Functions of actions start with the key 0.
func ThreadRandom(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
	g := anf.NewCallGraph(m)
	t := &threader{g: g, names: anf.FunctionNames(m), typer: anf.NewTyper(m), draws: make([]bool, len(m.Funcs))}
	t.spread()
	t.keyed = make([]string, len(m.Funcs))
	entry := t.entries()
	for i, f := range m.Funcs {
		if t.keyed[i] = f.Name; entry[i] && t.draws[i] && t.called(i) {
			t.keyed[i] = t.names.Fresh(f.Name + ".keyed")
		}
	}
	out := m.WithFuncs(nil)
	same := true
	for i, f := range m.Funcs {
		fs := t.function(i, f, entry[i])
		same = same && len(fs) == 1 && fs[0] == f
		out.Funcs = append(out.Funcs, fs...)
	}
	if same {
		return m
	}
	return out
}

// A threader knows which functions draw with the key that they get.
type threader struct {
	g     *anf.CallGraph
	names *pass.Names
	typer *anf.Typer
	draws []bool
	keyed []string // name of the function that takes the key
}

// A randomKey is the two halves of a key, which are atoms.
type randomKey struct{ high, low nkl.Expr }

// spread finds the functions that draw.
func (t *threader) spread() {
	for changed := true; changed; {
		changed = false
		for i, f := range t.g.M.Funcs {
			if !t.draws[i] && t.drawing(f.Body) {
				t.draws[i], changed = true, true
			}
		}
	}
}

// drawing reports whether e draws with the key that it runs with.
func (t *threader) drawing(e nkl.Expr) bool {
	found := false
	ir.Walk(e, func(e nkl.Expr) bool {
		i, ok := t.g.Index[anf.CalledBy(e)]
		found = found || ok && t.draws[i] || anf.IsOp(e, prim.Rand)
		return !found && e.Form() != nkl.FormNewKey
	})
	return found
}

// entries marks the functions that actions call.
func (t *threader) entries() []bool {
	out := make([]bool, len(t.g.M.Funcs))
	for _, a := range t.g.M.Actions {
		if i, ok := t.g.Index[a.Fn]; ok {
			out[i] = true
		}
	}
	return out
}

// called reports whether a function calls function i.
func (t *threader) called(i int) bool {
	for _, calls := range t.g.Calls {
		for _, j := range calls {
			if i == j {
				return true
			}
		}
	}
	return false
}

// function makes the keyed form of f; for an entry that others call too, also
// one without the key.
func (t *threader) function(i int, f *nkl.Func, entry bool) []*nkl.Func {
	zero := randomKey{anf.Integer(0), anf.Integer(0)}
	g := *f
	if !t.draws[i] || entry && t.keyed[i] == f.Name {
		if g.Body = t.expr(f.Body, zero); g.Body == f.Body {
			return []*nkl.Func{f}
		}
		return []*nkl.Func{&g}
	}
	high, low := types.NewVar("high", types.Int), types.NewVar("low", types.Int)
	g.Name = t.keyed[i]
	g.Params = append(f.Params[:len(f.Params):len(f.Params)], high, low)
	g.Body = t.expr(f.Body, randomKey{nkl.Use(high), nkl.Use(low)})
	if !entry {
		return []*nkl.Func{&g}
	}
	start := *f
	start.Params = anf.CopyVars(f.Params)
	call := &nkl.Call{Fn: g.Name} // no call of the source
	for _, v := range start.Params {
		call.Args = append(call.Args, nkl.Use(v))
	}
	call.Args = append(call.Args, zero.high, zero.low)
	start.Body = call
	return []*nkl.Func{&start, &g}
}

// expr rewrites e, which runs with this key; it returns e itself where no
// number is drawn.
func (t *threader) expr(e nkl.Expr, key randomKey) nkl.Expr {
	sub := func(e nkl.Expr) nkl.Expr { return t.expr(e, key) }
	switch x := e.(type) {
	case *nkl.Prim:
		if x.Op.Code == prim.Rand {
			return t.draw(x, sub(x.Args[0]), key)
		}
	case *nkl.Call:
		if i, ok := t.g.Index[x.Fn]; ok && t.draws[i] {
			args, _ := ir.MapSlice(x.Args, sub)
			args = append(args[:len(args):len(args)], key.high, key.low)
			return &nkl.Call{Node: x.Node, Fn: t.keyed[i], Args: args}
		}
	case *nkl.FoldIn:
		return t.fold(key, anf.Integer(prim.FoldPart(x.Num)), x.Body)
	case *nkl.NewKey:
		var b anf.Block
		fresh := b.Name("key", types.Tuple(types.Int, types.Int), anf.Op(prim.RandKey))
		key.high = b.Name("high", types.Int, &nkl.Proj{Index: 0, Of: fresh})
		key.low = b.Name("low", types.Int, &nkl.Proj{Index: 1, Of: fresh})
		return b.In(t.expr(x.Body, key))
	case *nkl.Each:
		return t.each(x, key)
	case *nkl.EachIf:
		return t.eachIf(x, key)
	}
	return e.MapChildren(sub)
}

// fold rewrites e, which runs with part x of the key.
func (t *threader) fold(key randomKey, x, e nkl.Expr) nkl.Expr {
	if !t.drawing(e) {
		return t.expr(e, key)
	}
	var b anf.Block
	high := b.Name("high", types.Int, anf.Op(prim.MixHi, key.high, key.low, x))
	low := b.Name("low", types.Int, anf.Op(prim.MixLo, key.high, key.low, x))
	return b.In(t.expr(e, randomKey{high, low}))
}

func (t *threader) draw(x *nkl.Prim, limit nkl.Expr, key randomKey) nkl.Expr {
	code := prim.RandInt
	if t.typer.Of(x.Args[0]) == types.Float {
		code = prim.RandFloat
	}
	return anf.OpAt(x.Pos(), code, key.high, key.low, limit)
}

func (t *threader) each(x *nkl.Each, key randomKey) nkl.Expr {
	if !t.drawing(x.Body) {
		return x.MapChildren(func(e nkl.Expr) nkl.Expr { return t.expr(e, key) })
	}
	b, binds, seqs, i := t.numbered(x.Binds, x.Seqs, key)
	return b.In(&nkl.Each{Node: x.Node, Binds: binds, Seqs: seqs, Body: t.fold(key, nkl.Use(i), x.Body)})
}

func (t *threader) eachIf(x *nkl.EachIf, key randomKey) nkl.Expr {
	if !t.drawing(x.Cond) && !t.drawing(x.Body) {
		return x.MapChildren(func(e nkl.Expr) nkl.Expr { return t.expr(e, key) })
	}
	b, binds, seqs, i := t.numbered(x.Binds, x.Seqs, key)
	return b.In(&nkl.EachIf{Node: x.Node, Binds: binds, Seqs: seqs,
		Cond: t.fold(key, nkl.Use(i), x.Cond), Body: t.fold(key, nkl.Use(i), x.Body)})
}

// numbered adds the generator i of element numbers.
func (t *threader) numbered(binds []*nkl.Var, seqs []nkl.Expr, key randomKey) (b *anf.Block, vs []*nkl.Var, xs []nkl.Expr, i *nkl.Var) {
	xs, _ = ir.MapSlice(seqs, func(e nkl.Expr) nkl.Expr { return t.expr(e, key) })
	b, i = new(anf.Block), types.NewVar("i", types.Int)
	first := b.Name("xs", types.Seq(binds[0].Type), xs[0])
	n := len(binds)
	xs = append([]nkl.Expr{first}, xs[1:n]...)
	return b, append(binds[:n:n], i), append(xs, anf.Op(prim.Index, anf.Op(prim.Length, first))), i
}

// replaceBy returns the elements of es, one at each call.
func replaceBy(es []nkl.Expr) func(nkl.Expr) nkl.Expr {
	k := -1
	return func(nkl.Expr) nkl.Expr { k++; return es[k] }
}
