package recursion

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// Down is the loop to the end of the recursion, which yields a tuple: the value there, and
// what was put aside; b has steps before it.
func (r *Recursion) Down(b *anf.Block) *nkl.Loop {
	l := &nkl.Loop{Node: r.sites[0].call.Node}
	env := map[*nkl.Var]*nkl.Var{}
	for k, v := range r.vars {
		env[v] = r.params[k]
	}
	for _, k := range r.carry {
		v := types.NewVar(r.params[k].Name, r.params[k].Type)
		env[r.vars[k]] = v
		l.Binds, l.Inits = append(l.Binds, v), append(l.Inits, nkl.Use(r.params[k]))
	}
	first := anf.Integer(0)
	if t := r.element(); t != nil {
		r.saved = types.NewVar("saved", types.Seq(t))
		first = b.Name("none", r.saved.Type, &nkl.Seq{Elem: t})
	} else {
		r.saved = types.NewVar("depth", types.Int)
	}
	l.Binds, l.Inits = append(l.Binds, r.saved), append(l.Inits, first)
	l.Body = nkl.Rename(r.iteration(r.body), env)
	return l
}

// iteration is e, which ends an iteration of the function, as an iteration of the loop.
func (r *Recursion) iteration(e nkl.Expr) nkl.Expr {
	return anf.Ending(e, func(e nkl.Expr) nkl.Expr {
		switch e := e.(type) {
		case *nkl.Let:
			if i := slices.IndexFunc(r.sites, func(s *site) bool { return s.result == e.Bind }); i >= 0 {
				return r.push(i)
			}
			return nil
		case *nkl.Check, *nkl.If:
			return nil
		case *nkl.Recur:
			args := nkl.Uses(r.vars)
			for i, k := range r.loop {
				args[k] = e.Args[i]
			}
			return r.recur(e.Node, args, nkl.Use(r.saved))
		case *nkl.Call:
			if e.Fn == r.name {
				return r.recur(e.Node, e.Args, nkl.Use(r.saved))
			}
		}
		var b anf.Block
		end := b.Name("end", r.result, e)
		return b.In(&nkl.Tuple{Elems: []nkl.Expr{end, nkl.Use(r.saved)}})
	})
}

// recur begins another iteration with these arguments of the function.
func (r *Recursion) recur(at ir.Node, args []nkl.Expr, saved nkl.Expr) nkl.Expr {
	out := &nkl.Recur{Node: at}
	for _, k := range r.carry {
		out.Args = append(out.Args, args[k])
	}
	out.Args = append(out.Args, saved)
	return out
}

// push puts aside what is needed behind call i, and begins the next iteration.
func (r *Recursion) push(i int) nkl.Expr {
	s := r.sites[i]
	t, at := r.element(), s.call.Node
	b := s.before
	if t == nil {
		more := b.Name("more", types.Int, anf.OpAt(at.P, prim.Add, nkl.Use(r.saved), anf.Integer(1)))
		b.Check(b.Name("counts", types.Bool, anf.OpAt(at.P, prim.Gt, more, nkl.Use(r.saved))), prim.ErrSize, at.P)
		return b.In(r.recur(at, s.call.Args, more))
	}
	vals := make([]nkl.Expr, len(r.slots))
	for k, v := range s.saves {
		vals[s.slots[k]] = nkl.Use(v)
	}
	for k, slot := range r.slots {
		if vals[k] == nil {
			vals[k] = b.Zero(slot)
		}
	}
	if r.numbered() {
		vals = append([]nkl.Expr{anf.Integer(int64(i))}, vals...)
	}
	one := b.Name("one", types.Seq(t), &nkl.Seq{Node: at, Elem: t, Elems: []nkl.Expr{b.Name("save", t, nkl.Pair(vals...))}})
	more := b.Name("more", types.Seq(t), anf.OpAt(at.P, prim.Append, nkl.Use(r.saved), one))
	return b.In(r.recur(at, s.call.Args, more))
}

// Up is the loop back from the value that Down yields, and what it has put aside; b has steps
// before it. Sequences in the value are variables of their own: some may be handed on as they are.
func (r *Recursion) Up(b *anf.Block, value, saved nkl.Expr) *nkl.Loop {
	at := r.sites[0].call.Node
	n := saved
	if r.element() != nil {
		n = b.Name("depth", types.Int, anf.OpAt(at.P, prim.Length, saved))
	}
	val, i := types.NewVar("value", r.result), types.NewVar("i", types.Int)
	var body, step anf.Block
	end := body.Name("end", types.Bool, anf.OpAt(at.P, prim.Eq, nkl.Use(i), anf.Integer(0)))
	next := step.Name("next", types.Int, anf.OpAt(at.P, prim.Sub, nkl.Use(i), anf.Integer(1)))
	l := &nkl.Loop{Node: at, Binds: []*nkl.Var{val, i}, Inits: []nkl.Expr{value, n},
		Body: body.In(&nkl.If{Cond: end, Then: nkl.Use(val), Else: step.In(r.behind(&step, val, saved, next))})}
	if parts := anf.LoopParts(b, l); parts != nil {
		return parts
	}
	return l
}

// behind is what follows the call that has yielded val, and what it needs is at place next.
func (r *Recursion) behind(b *anf.Block, val *nkl.Var, saved, next nkl.Expr) nkl.Expr {
	var parts []nkl.Expr
	at := r.sites[0].call.P
	if t := r.element(); t != nil {
		all := b.Name("save", t, anf.OpAt(at, prim.Elt, saved, next))
		parts = []nkl.Expr{all}
		if t.Kind == types.KTuple && (len(r.slots) != 1 || r.numbered()) {
			parts = nil
			for k, u := range t.Elems {
				parts = append(parts, b.Name("part", u, anf.Part(k, all)))
			}
		}
	}
	slots := parts
	if r.numbered() {
		slots = parts[1:]
	}
	code := func(s *site) nkl.Expr {
		env := map[*nkl.Var]nkl.Expr{s.result: nkl.Use(val)}
		for k, v := range s.saves {
			env[v] = slots[s.slots[k]]
		}
		for k, v := range r.vars {
			if env[v] == nil {
				env[v] = nkl.Use(r.params[k])
			}
		}
		return nkl.Replace(nkl.Freshen(r.back(s.behind, next)), env)
	}
	var which nkl.Expr
	if r.numbered() {
		which = parts[0]
	}
	return anf.Chosen(at, which, len(r.sites), func(k int) nkl.Expr { return code(r.sites[k]) })
}

// back is e, which yields what the function does, as the end of an iteration of the loop back.
func (r *Recursion) back(e nkl.Expr, next nkl.Expr) nkl.Expr {
	return anf.AtEnds(e, func(e nkl.Expr) nkl.Expr {
		var b anf.Block
		val := b.Name("value", r.result, e)
		return b.In(&nkl.Recur{Node: r.sites[0].call.Node, Args: []nkl.Expr{val, next}})
	})
}
