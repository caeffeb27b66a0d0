package flat

// What stays while a recursion is on.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flat/simplify"
	"nessiec/passes/pass"
)

// CutRecursions makes what follows a recursive call a function of as little as it
// can be computed from. That alone is held during the call: cheap vectors that
// others determine are computed again, and those that are computed from much but
// are little are computed before.
//
//	(let (r) (call f a) e)
//	=>  (let (r) (call f a) (let (q) (call f.after x r) (ret q)))
//	    f.after = (x r): what e needs of the code before, from x, and e
//
// Checks have been made before the call, so what is computed again makes none.
// What is held is a minimum cut of the graph of values, by their sizes (mincut.go,
// values.go), as in the choice of what to save for a backward pass.
func CutRecursions(c *pass.Ctx, m *fkl.Module) *fkl.Module {
	cycles := cyclesOf(m)
	out := &fkl.Module{Actions: m.Actions}
	for todo := m.Funcs; len(todo) > 0; todo = todo[1:] {
		f := todo[0]
		k := &cutter{Ctx: c, fun: f, calls: func(e fkl.Expr) bool { return callsAny(e, cycles[f.Name]) }, values: newValues(f.Params)}
		g := *f
		g.Body = k.body(f.Body)
		if k.after == nil {
			out.Funcs = append(out.Funcs, f)
			continue
		}
		out.Funcs = append(out.Funcs, &g)
		cycles[k.after.Name] = cycles[f.Name]
		todo = append([]*fkl.Func{f, k.after}, todo[1:]...)
	}
	if len(out.Funcs) == len(m.Funcs) {
		return m
	}
	return simplify.Dead(c, out)
}

// cyclesOf is, for every function, those that it can call and that can call it.
func cyclesOf(m *fkl.Module) map[string]map[string]bool {
	calls, reach := map[string][]string{}, map[string]map[string]bool{}
	for _, f := range m.Funcs {
		simplify.EachCall(f.Body, func(c *fkl.Call) { calls[f.Name] = append(calls[f.Name], c.Fn) })
	}
	for _, f := range m.Funcs {
		seen := map[string]bool{}
		todo := calls[f.Name]
		for len(todo) > 0 {
			g := todo[0]
			todo = todo[1:]
			if !seen[g] {
				seen[g] = true
				todo = append(todo[:len(todo):len(todo)], calls[g]...)
			}
		}
		reach[f.Name] = seen
	}
	out := map[string]map[string]bool{}
	for f, gs := range reach {
		out[f] = map[string]bool{}
		for g := range gs {
			if reach[g][f] {
				out[f][g] = true
			}
		}
	}
	return out
}

func callsAny(e fkl.Expr, fs map[string]bool) (found bool) {
	if len(fs) > 0 {
		simplify.EachCall(e, func(c *fkl.Call) { found = found || fs[c.Fn] })
	}
	return found
}

// A cutter cuts one function behind its first recursive call that is not its end.
type cutter struct {
	*pass.Ctx
	fun    *fkl.Func
	calls  func(fkl.Expr) bool
	values *values
	after  *fkl.Func
}

// body is e, at the end of the function, where values are known.
func (k *cutter) body(e fkl.Expr) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Let:
		if k.calls(e.Rhs) {
			return k.cut(e)
		}
		k.values.define(e)
		if b := k.body(e.Body); b != e.Body {
			return &fkl.Let{Node: e.Node, Binds: e.Binds, Rhs: e.Rhs, Body: b}
		}
	case *fkl.Check:
		if b := k.body(e.Then); b != e.Then {
			return &fkl.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: b}
		}
	case *fkl.If:
		mark := k.values.mark()
		one := k.body(e.Then)
		k.values.rollback(mark)
		if k.after != nil {
			return &fkl.If{Node: e.Node, Cond: e.Cond, Then: one, Else: e.Else}
		}
		if two := k.body(e.Else); two != e.Else {
			return &fkl.If{Node: e.Node, Cond: e.Cond, Then: e.Then, Else: two}
		}
	}
	return e
}

// cut cuts behind the recursive call in whole.
func (k *cutter) cut(whole *fkl.Let) fkl.Expr {
	if _, ends := whole.Body.(*fkl.Ret); ends || k.after != nil {
		return whole
	}
	before := len(k.values.lets)
	k.values.passed = k.passed(whole.Rhs)
	let, held, weight := k.values.leastHeld(whole)
	was, back := k.values.readThrough(fkl.FreeVars(let.Body)), 0
	for _, v := range let.Binds {
		back += k.values.weight(v)
	}
	if weight >= unlimited/1024 || 4*(weight+back) > 3*(was+back) || !k.Rewrite("hold less during a recursion of "+k.fun.Name) {
		return whole
	}
	early, again, rest := k.values.divide(before, held, let.Body)
	f := &fkl.Func{Decl: k.fun.Decl, Name: k.fun.Name + ".after", Results: k.fun.Results}
	call := &fkl.Call{Fn: f.Name}
	env := map[*fkl.Var]fkl.Expr{}
	rest = readInPlace(k.values.lets, wrap(again, rest))
	for _, v := range fkl.FreeVars(rest) {
		p := types.CopyVar(v)
		env[v] = fkl.Use(p)
		f.Params, call.Args = append(f.Params, p), append(call.Args, fkl.Use(v))
	}
	f.Body = fkl.CopyWith(rest, env)
	forgetLoose(f.Body)
	k.after = f
	results := make([]*fkl.Var, len(f.Results))
	for i, t := range f.Results {
		results[i] = types.NewVar("r", t)
	}
	end := &fkl.Let{Node: ir.At(let.Pos()), Binds: results, Rhs: call, Body: &fkl.Ret{Node: ir.At(let.Pos()), Vals: fkl.Uses(results)}}
	return wrap(early, &fkl.Let{Node: let.Node, Binds: let.Binds, Rhs: let.Rhs, Body: end})
}

// forgetLoose takes sizes from the types of what loose packs make in e, and of what is as long as
// that: parts of a split that are made again have as many elements as there are flags, not as they had.
func forgetLoose(e fkl.Expr) {
	longer := map[*fkl.Var]bool{}
	ir.Walk(e, func(e fkl.Expr) bool {
		l, ok := e.(*fkl.Let)
		if !ok {
			return true
		}
		binds := l.Binds
		if p, ok := l.Rhs.(*fkl.Pack); ok && p.Loose {
			binds = l.Binds[:len(p.Vecs)]
		} else if !takes(l.Rhs, longer) {
			return true
		}
		for _, v := range binds {
			v.Type, v.Value = v.Type.Erase(), nil
			longer[v] = true
		}
		return true
	})
}

// takes reports whether an operand of e, outside of its bodies, is in vs; an element of a vector does
// not depend on how long it is.
func takes(e fkl.Expr, vs map[*fkl.Var]bool) bool {
	found := false
	if _, read := e.(*fkl.At); !read {
		e.MapOperands(func(x fkl.Expr) fkl.Expr {
			if r, ok := x.(*fkl.Ref); ok && vs[r.Var] {
				found = true
			}
			return x
		})
	}
	return found
}

// passed is the parameters that the function hands on to itself in e as they are: those
// stay in any case.
func (k *cutter) passed(e fkl.Expr) map[*fkl.Var]bool {
	var out map[*fkl.Var]bool
	simplify.EachCall(e, func(c *fkl.Call) {
		same := map[*fkl.Var]bool{}
		for i, p := range k.fun.Params {
			if c.Fn == k.fun.Name && simplify.SameAtom(c.Args[i], fkl.Use(p)) && (out == nil || out[p]) {
				same[p] = true
			}
		}
		out = same
	})
	return out
}

// wrap puts lets around body.
func wrap(lets []*fkl.Let, body fkl.Expr) fkl.Expr {
	for i := len(lets) - 1; i >= 0; i-- {
		l := lets[i]
		body = &fkl.Let{Node: l.Node, Binds: l.Binds, Rhs: l.Rhs, Body: body}
	}
	return body
}
