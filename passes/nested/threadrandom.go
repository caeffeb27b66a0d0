package nested

// Random numbers get explicit keys.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/code"
	"nessiec/passes/pass"
)

// ThreadRandom passes the key of the generator along (PASSES G7): a function
// that reaches rand takes the key as its last parameter. Keys are derived from
// source positions, as ir/prim/random.go defines them.
//
//	(prim @0:3:7 rand (v))                  =>  (prim rand_int ((prim mix (key 3079)) v))
//	(call @0:3:7 f () (x))                  =>  (call f () (x (prim mix (key 3079))))
//	(each @0:3:7 (x:t) (xs) (prim rand (x)))
//	=> (let site:int (prim mix (key 3079))
//	   (each (x:t i:int) (xs (prim index ((prim length (xs)))))
//	     (let key:int (prim mix (site i)) (prim rand ...))))
//	(let x:t e b), where e may reach rand_seed
//	=> (let x:t e (let key:int (prim rand_key ()) b))
//
// Functions of actions start with rand_key().
func ThreadRandom(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
	g := code.NewCallGraph(m)
	t := &threader{g: g, names: code.FunctionNames(m), typer: code.NewTyper(m)}
	t.draws = g.Reaching(func(e nkl.Expr) bool { return code.IsOp(e, "rand") })
	t.seeds = g.Reaching(func(e nkl.Expr) bool { return code.IsOp(e, "rand_seed") })
	t.keyed = make([]string, len(m.Funcs))
	entry := t.entries()
	for i, f := range m.Funcs {
		if t.keyed[i] = f.Name; entry[i] && t.draws[i] && t.called(i) {
			t.keyed[i] = t.names.Fresh(f.Name + ".keyed")
		}
	}
	out := &nkl.Module{Actions: m.Actions}
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

// A threader knows which functions reach the generator.
type threader struct {
	g      *code.CallGraph
	names  *pass.Names
	typer  *code.Typer
	draws  []bool   // reaches rand
	seeds  []bool   // reaches rand_seed
	keyed  []string // name of the function that takes the key
	reseed map[nkl.Expr]bool
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
	key := types.NewVar("key", types.Int)
	t.reseed = map[nkl.Expr]bool{}
	t.mayReseed(f.Body)
	body := t.expr(f.Body, nkl.Use(key))
	g := *f
	g.Body = body
	switch {
	case body == f.Body && !t.draws[i]:
		return []*nkl.Func{f}
	case !t.draws[i]:
		return []*nkl.Func{&g}
	case entry && t.keyed[i] == f.Name:
		g.Body = &nkl.Let{Bind: key, Rhs: code.Op("rand_key"), Body: body}
		return []*nkl.Func{&g}
	}
	g.Name = t.keyed[i]
	g.Params = append(f.Params[:len(f.Params):len(f.Params)], key)
	if !entry {
		return []*nkl.Func{&g}
	}
	start := *f
	start.Params = code.CopyVars(f.Params)
	call := &nkl.Call{Fn: g.Name} // no call of the source
	for _, v := range start.Params {
		call.Args = append(call.Args, nkl.Use(v))
	}
	call.Args = append(call.Args, code.Op("rand_key"))
	start.Body = call
	return []*nkl.Func{&start, &g}
}

// mayReseed records for e and everything in it whether it may reach rand_seed.
func (t *threader) mayReseed(e nkl.Expr) bool {
	i, ok := t.g.Index[code.CalledBy(e)]
	may := ok && t.seeds[i] || code.IsOp(e, "rand_seed")
	e.Children(func(_ int, c nkl.Expr) {
		if t.mayReseed(c) {
			may = true
		}
	})
	if may {
		t.reseed[e] = true
	}
	return may
}

// expr rewrites e, which runs with this key; it returns e itself where no
// number is drawn.
func (t *threader) expr(e nkl.Expr, key nkl.Expr) nkl.Expr {
	sub := func(e nkl.Expr) nkl.Expr { return t.expr(e, key) }
	switch x := e.(type) {
	case *nkl.Prim:
		if x.Op.Name == "rand" {
			return t.draw(x, sub(x.Args[0]), key)
		}
	case *nkl.Call:
		if i, ok := t.g.Index[x.Fn]; ok && t.draws[i] {
			args, _ := ir.MapSlice(x.Args, sub)
			args = append(args[:len(args):len(args)], mixPos(key, x.Pos()))
			return &nkl.Call{Node: x.Node, Fn: t.keyed[i], Args: args}
		}
	case *nkl.Let:
		if t.reseed[x.Rhs] {
			fresh := types.NewVar("key", types.Int)
			rhs, body := sub(x.Rhs), t.expr(x.Body, nkl.Use(fresh))
			if body != x.Body {
				body = &nkl.Let{Bind: fresh, Rhs: code.Op("rand_key"), Body: body}
			}
			return &nkl.Let{Node: x.Node, Bind: x.Bind, Rhs: rhs, Body: body}
		}
	case *nkl.Each:
		return t.each(x, key)
	case *nkl.EachIf:
		return t.eachIf(x, key)
	}
	return e.MapChildren(sub)
}

// mixPos is the key of what stands at position p.
func mixPos(key nkl.Expr, p ir.Pos) nkl.Expr { return code.Op("mix", key, code.Integer(p.Key())) }

func (t *threader) draw(x *nkl.Prim, limit, key nkl.Expr) nkl.Expr {
	name := "rand_int"
	if t.typer.Of(x.Args[0]) == types.Float {
		name = "rand_float"
	}
	return code.OpAt(x.Pos(), name, mixPos(key, x.Pos()), limit)
}

// inElement rewrites e, which runs for every element: site and i are the
// variables of the key of the map and of the number of the element.
func (t *threader) inElement(e nkl.Expr, site, i *nkl.Var) nkl.Expr {
	key := types.NewVar("key", types.Int)
	out := t.expr(e, nkl.Use(key))
	if out == e {
		return e
	}
	return &nkl.Let{Bind: key, Rhs: code.Op("mix", nkl.Use(site), nkl.Use(i)), Body: out}
}

func (t *threader) each(x *nkl.Each, key nkl.Expr) nkl.Expr {
	site, i := types.NewVar("site", types.Int), types.NewVar("i", types.Int)
	seqs, _ := ir.MapSlice(x.Seqs, func(e nkl.Expr) nkl.Expr { return t.expr(e, key) })
	body := t.inElement(x.Body, site, i)
	if body == x.Body {
		return x.MapOperands(replaceBy(seqs))
	}
	b, binds, seqs := t.numbered(x.Binds, seqs, site, i, mixPos(key, x.Pos()))
	return b.In(&nkl.Each{Node: x.Node, Binds: binds, Seqs: seqs, Body: body})
}

func (t *threader) eachIf(x *nkl.EachIf, key nkl.Expr) nkl.Expr {
	site, i := types.NewVar("site", types.Int), types.NewVar("i", types.Int)
	seqs, _ := ir.MapSlice(x.Seqs, func(e nkl.Expr) nkl.Expr { return t.expr(e, key) })
	cond, body := t.inElement(x.Cond, site, i), t.inElement(x.Body, site, i)
	if cond == x.Cond && body == x.Body {
		return x.MapOperands(replaceBy(seqs))
	}
	b, binds, seqs := t.numbered(x.Binds, seqs, site, i, mixPos(key, x.Pos()))
	return b.In(&nkl.EachIf{Node: x.Node, Binds: binds, Seqs: seqs, Cond: cond, Body: body})
}

// replaceBy returns the elements of es, one at each call.
func replaceBy(es []nkl.Expr) func(nkl.Expr) nkl.Expr {
	k := -1
	return func(nkl.Expr) nkl.Expr { k++; return es[k] }
}

// numbered adds the generator i of element numbers, and binds site.
func (t *threader) numbered(binds []*nkl.Var, seqs []nkl.Expr, site, i *nkl.Var, key nkl.Expr) (*code.Block, []*nkl.Var, []nkl.Expr) {
	b := new(code.Block)
	first := b.Name("xs", types.Seq(binds[0].Type), seqs[0])
	b.Let(site, key)
	n := len(binds)
	seqs = append([]nkl.Expr{first}, seqs[1:n]...)
	return b, append(binds[:n:n], i), append(seqs, code.Op("index", code.Op("length", first)))
}
