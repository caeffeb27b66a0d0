package nested

// Maps that act on the world at several places do so element by element.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// OrderEffects makes maps sequential whose body reads or writes at more than
// one place. Lifted, an effect happens for all elements before the next one
// does; that is the order of elements only if there is one effect. Halves of
// the elements follow one another, so the recursion is not deep.
//
//	(each (x:t) (xs) e)
//	=> (let n:int (prim length (xs))
//	   (if (prim gt (n 0)) (call each.serial () (0 n xs)) (seq u ())))
//	   (func each.serial () (lo:int n:int xs:[t]) [u]
//	     (if (prim eq (n 1)) (let x:t (prim elt (xs lo)) (let r:u e (seq u (r))))
//	       (let h:int (prim div (n 2))
//	       (let a:[u] (call each.serial () (lo h xs))
//	       (let b:[u] (call each.serial () ((prim add (lo h)) (prim sub (n h)) xs))
//	       (prim append (a b))))))
//
// A program may stop by error at any number of places: only the first counts.
func OrderEffects(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
	o := &orderer{names: anf.FunctionNames(m), typer: anf.NewTyper(m), places: effectSitesOf(m)}
	out := m.MapBodies(o.body)
	if out == m {
		return m
	}
	n := *out
	n.Funcs = append(n.Funcs[:len(n.Funcs):len(n.Funcs)], o.made...)
	return &n
}

// An orderer knows at how many places every function acts on the world.
type orderer struct {
	names  *pass.Names
	typer  *anf.Typer
	places effectSites
	made   []*nkl.Func
}

// effectSites counts, for every function, the places where calling it reads, writes
// or stops; two stand for any larger number.
type effectSites struct {
	g    *anf.CallGraph
	acts []effectCount
}

// An effectCount is places of input and output, and all places.
type effectCount struct{ world, all int }

func (t effectCount) plus(u effectCount) effectCount {
	return effectCount{min(t.world+u.world, 2), min(t.all+u.all, 2)}
}

// mixed reports whether the order of the elements can be seen.
func (t effectCount) mixed() bool { return t.world > 0 && t.all > 1 }

func effectSitesOf(m *nkl.Module) effectSites {
	p := effectSites{anf.NewCallGraph(m), make([]effectCount, len(m.Funcs))}
	for changed := true; changed; {
		changed = false
		for i, f := range m.Funcs {
			if t := p.in(f.Body); t != p.acts[i] {
				p.acts[i], changed = t, true
			}
		}
	}
	return p
}

// in counts the places in e.
func (p effectSites) in(e nkl.Expr) (t effectCount) {
	ir.Walk(e, func(e nkl.Expr) bool {
		if i, ok := p.g.Index[anf.CalledBy(e)]; ok {
			t = t.plus(p.acts[i])
		}
		if x, ok := e.(*nkl.Prim); ok && x.Op.IsEffect() && x.Op.Code != prim.RandKey {
			here := effectCount{1, 1}
			if x.Op.Code == prim.Error {
				here.world = 0
			}
			t = t.plus(here)
		}
		return true
	})
	return t
}

func (o *orderer) body(e nkl.Expr) nkl.Expr {
	var b anf.Block
	return b.In(o.tail(&b, e))
}

// tail adds the steps of e to b, and is what e ends in.
func (o *orderer) tail(b *anf.Block, e nkl.Expr) nkl.Expr {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			b.Again(x, x.Bind, o.rhs(b, x.Rhs))
			e = x.Body
		case *nkl.Check:
			b.CheckAgain(x, x.Cond)
			e = x.Then
		default:
			return o.rhs(b, e)
		}
	}
}

// rhs is e with its maps in order; it may add steps to b.
func (o *orderer) rhs(b *anf.Block, e nkl.Expr) nkl.Expr {
	x, ok := e.(*nkl.Each)
	if !ok || !o.places.in(x.Body).mixed() {
		return e.MapBodies(o.body)
	}
	elem := o.typer.Of(x.Body)
	f, captures := o.serial(x, elem)
	n := b.Name("n", types.Int, anf.Op(prim.Length, x.Seqs[0]))
	args := append(append([]nkl.Expr{anf.Integer(0), n}, x.Seqs...), nkl.Uses(captures)...)
	some := b.Name("some", types.Bool, anf.Op(prim.Gt, n, anf.Integer(0)))
	return &nkl.If{Node: x.Node, Cond: some, Then: &nkl.Call{Fn: f.Name, Args: args}, Else: &nkl.Seq{Node: x.Node, Elem: elem}}
}

// serial makes the function that does the elements of x in order, and returns
// the variables that it takes besides the sequences.
func (o *orderer) serial(x *nkl.Each, elem *types.Type) (f *nkl.Func, captures []*nkl.Var) {
	bound := map[*nkl.Var]bool{}
	for _, v := range x.Binds {
		bound[v] = true
	}
	for _, v := range nkl.FreeVars(x.Body) {
		if !bound[v] {
			captures = append(captures, v)
		}
	}
	lo, n := types.NewVar("lo", types.Int), types.NewVar("n", types.Int)
	seqs := make([]*nkl.Var, len(x.Seqs))
	for i, v := range x.Binds {
		seqs[i] = types.NewVar(v.Name+"s", types.Seq(v.Type))
	}
	params := anf.CopyVars(captures)
	rest := append(append([]*nkl.Var(nil), seqs...), params...)
	f = &nkl.Func{Decl: ir.DeclAt(x.Pos()), Name: o.names.Fresh("each.serial"),
		Params: append([]*nkl.Var{lo, n}, rest...), Result: types.Seq(elem)}
	o.made = append(o.made, f)

	var b anf.Block
	single := b.Name("one", types.Bool, anf.Op(prim.Eq, nkl.Use(n), anf.Integer(1)))
	f.Body = b.In(&nkl.If{Node: x.Node, Cond: single,
		Then: o.one(x, elem, lo, seqs, anf.Renaming(captures, params)), Else: halves(f, lo, n, rest)})
	return f, captures
}

// one is the sequence of the value for element lo.
func (o *orderer) one(x *nkl.Each, elem *types.Type, lo *nkl.Var, seqs []*nkl.Var, env map[*nkl.Var]*nkl.Var) nkl.Expr {
	var b anf.Block
	for i, v := range x.Binds {
		b.Let(v, anf.Op(prim.Elt, nkl.Use(seqs[i]), nkl.Use(lo)))
	}
	r := b.Name("r", elem, o.tail(&b, nkl.Rename(x.Body, env)))
	return b.In(&nkl.Seq{Node: x.Node, Elem: elem, Elems: []nkl.Expr{r}})
}

// halves calls f for either half of n elements, and appends what they yield.
func halves(f *nkl.Func, lo, n *nkl.Var, rest []*nkl.Var) nkl.Expr {
	var b anf.Block
	part := func(hint string, lo, n nkl.Expr) nkl.Expr {
		return b.Name(hint, f.Result, &nkl.Call{Fn: f.Name, Args: append([]nkl.Expr{lo, n}, nkl.Uses(rest)...)})
	}
	h := b.Name("h", types.Int, anf.Op(prim.Div, nkl.Use(n), anf.Integer(2)))
	first := part("a", nkl.Use(lo), h)
	from := b.Name("lo", types.Int, anf.Op(prim.Add, nkl.Use(lo), h))
	count := b.Name("n", types.Int, anf.Op(prim.Sub, nkl.Use(n), h))
	second := part("b", from, count)
	return b.In(anf.Op(prim.Append, first, second))
}
