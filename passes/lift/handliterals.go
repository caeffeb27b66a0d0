package lift

// Literals that scalar functions read are handed to them.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/lift/stack"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// HandLiterals makes parameters of the literal sequences of which functions read elements,
// if the functions are scalar code then, recursive or not. Their callers make the
// literals, before the map or the loop in which the call is, and so do functions for the literals of
// their own loops. So a table of directions, or the letters of a text, are in memory once, and the
// code that reads them is scalar code.
//
//	(func f () (i:int) int (loop (k:int) (i) .. (let s:[int] (seq int (3 5 7)) (let e:int (prim elt (s k)) ..))))
//	(each (i:int) (xs) (call f () (i)))
//	=> (func f () (i:int s:[int]) int (loop (k:int) (i) .. (let e:int (prim elt (s k)) ..)))
//	   (let s:[int] (seq int (3 5 7)) (each (i:int) (xs) (call f () (i s))))
func HandLiterals(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	h := &handing{m: m, own: map[string][]*nkl.Var{}, made: map[*nkl.Var][]*nkl.Let{}, takes: map[string]bool{}}
	for _, f := range m.Funcs {
		h.own[f.Name] = h.literals(f)
		h.takes[f.Name] = f.Result.IsScalar()
	}
	for _, a := range m.Actions {
		h.takes[a.Fn] = false
	}
	for _, l := range m.Liftings {
		h.takes[l.Fn], h.takes[l.By] = false, false
	}
	if len(h.made) == 0 {
		return m
	}
	for {
		h.spread()
		out := h.module()
		code, good := scalars.Of(out), true
		for fn, needs := range h.needs {
			if len(needs) > 0 && code.Function(fn) < 0 && !stack.Admits(code, code.Funcs[fn]) {
				h.takes[fn], good = false, false
			}
		}
		switch {
		case !good:
		case h.handed == 0 || !c.Rewrite("hand literals on"):
			return m
		default:
			c.Count("literals handed", h.handed)
			return out
		}
	}
}

type handing struct {
	m      *nkl.Module
	own    map[string][]*nkl.Var   // literals of which functions read elements, and nothing else
	made   map[*nkl.Var][]*nkl.Let // what makes a literal, in order
	takes  map[string]bool         // functions that take literals
	needs  map[string][]*nkl.Var   // the literals that they take
	handed int64
}

// literals is the literal sequences of scalars in f that are read only.
func (h *handing) literals(f *nkl.Func) (out []*nkl.Var) {
	uses, reads, closed := map[*nkl.Var]int{}, map[*nkl.Var]int{}, map[*nkl.Var][]*nkl.Let{}
	ir.Walk(f.Body, func(e nkl.Expr) bool {
		nkl.EachUse(e, func(v *nkl.Var) { uses[v]++ })
		switch e := e.(type) {
		case *nkl.Let:
			if steps, ok := constant(e, closed); ok {
				closed[e.Bind] = steps
				if e.Bind.Type.Kind == types.KSeq {
					out = append(out, e.Bind)
				}
			}
		case *nkl.Prim:
			if e.Op.Code == prim.Elt || e.Op.Code == prim.Length {
				if r, ok := e.Args[0].(*nkl.Ref); ok {
					reads[r.Var]++
				}
			}
		}
		return true
	})
	out = slices.DeleteFunc(out, func(v *nkl.Var) bool { return uses[v] == 0 || uses[v] != reads[v] })
	for _, v := range out {
		h.made[v] = closed[v]
	}
	return out
}

// constant is the steps that make what l binds, if that is a literal sequence of scalars, or a
// tuple in one; closed has those of tuples.
func constant(l *nkl.Let, closed map[*nkl.Var][]*nkl.Let) (steps []*nkl.Let, ok bool) {
	switch e := l.Rhs.(type) {
	case *nkl.Str:
		return []*nkl.Let{l}, true
	case *nkl.Seq:
		ok = e.Elem.IsScalar() && len(e.Elems) > 0
	case *nkl.Tuple:
		ok = l.Bind.Type.IsScalar()
	}
	for _, v := range nkl.FreeVars(l.Rhs) {
		ok = ok && closed[v] != nil
		for _, step := range closed[v] {
			if !slices.Contains(steps, step) {
				steps = append(steps, step)
			}
		}
	}
	return append(steps, l), ok
}

// spread finds which literals functions take: their own, and those of functions that they call.
func (h *handing) spread() {
	h.needs, h.handed = map[string][]*nkl.Var{}, 0
	for changed := true; changed; {
		changed = false
		for _, f := range h.m.Funcs {
			if !h.takes[f.Name] {
				continue
			}
			needs := append(slices.Clone(h.needs[f.Name]), h.own[f.Name]...)
			ir.Walk(f.Body, func(e nkl.Expr) bool {
				needs = append(needs, h.needs[anf.CalledBy(e)]...)
				return true
			})
			needs = distinct(needs)
			changed = changed || len(needs) > len(h.needs[f.Name])
			h.needs[f.Name] = needs
		}
	}
}

// distinct is vs without those that come again.
func distinct(vs []*nkl.Var) (out []*nkl.Var) {
	for _, v := range vs {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// module is the module with the functions that take literals.
func (h *handing) module() *nkl.Module {
	out := h.m.WithFuncs(nil)
	for _, f := range h.m.Funcs {
		needs := h.needs[f.Name]
		if len(needs) == 0 {
			out.Funcs = append(out.Funcs, f.MapBodies(h.host))
			continue
		}
		g, env := *f, map[*nkl.Var]*nkl.Var{}
		g.Params = slices.Clone(f.Params)
		for _, v := range needs {
			env[v] = types.CopyVar(v)
			g.Params = append(g.Params, env[v])
		}
		g.Body = h.reads(f.Body, func(v *nkl.Var) *nkl.Var { return env[v] })
		h.handed += int64(len(needs))
		out.Funcs = append(out.Funcs, &g)
	}
	return out
}

// reads is code that finds literals where at says, and hands them to calls.
func (h *handing) reads(e nkl.Expr, at func(v *nkl.Var) *nkl.Var) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Ref:
		if v := at(e.Var); v != nil {
			return nkl.Use(v)
		}
		return e
	case *nkl.Let:
		if at(e.Bind) != nil {
			return h.reads(e.Body, at)
		}
	case *nkl.Call:
		needs := h.needs[e.Fn]
		if len(needs) == 0 {
			return e
		}
		out := *e
		out.Args = slices.Clone(e.Args)
		for _, v := range needs {
			out.Args = append(out.Args, nkl.Use(at(v)))
		}
		return &out
	}
	return e.MapChildren(func(e nkl.Expr) nkl.Expr { return h.reads(e, at) })
}

// host is code that makes the literals of its loops, and those that its calls need, before
// loops and maps.
func (h *handing) host(e nkl.Expr) nkl.Expr {
	var b anf.Block
	return b.In(b.Rewrite(e, func(_ *nkl.Var, e nkl.Expr) nkl.Expr {
		if e.Form() == nkl.FormIf {
			return e.MapBodies(h.host)
		}
		env := map[*nkl.Var]*nkl.Var{}
		h.within(e, false, func(v *nkl.Var) { h.make(&b, v, env) })
		if len(env) == 0 {
			return e
		}
		return h.reads(e, func(v *nkl.Var) *nkl.Var { return env[v] })
	}))
}

// within calls f for the literals that calls in e need, and those that loops in e make, or all that it makes.
func (h *handing) within(e nkl.Expr, all bool, f func(v *nkl.Var)) {
	for _, v := range h.needs[anf.CalledBy(e)] {
		f(v)
	}
	if l, ok := e.(*nkl.Let); ok && all && h.made[l.Bind] != nil {
		h.handed++
		f(l.Bind)
	}
	e.Children(func(_ int, c nkl.Expr) { h.within(c, all || e.Form() == nkl.FormLoop, f) })
}

// make adds the steps that make literal v, under other names.
func (h *handing) make(b *anf.Block, v *nkl.Var, env map[*nkl.Var]*nkl.Var) {
	for _, l := range h.made[v] {
		if env[l.Bind] == nil {
			env[l.Bind] = types.CopyVar(l.Bind)
			b.Let(env[l.Bind], nkl.Rename(l.Rhs, env))
		}
	}
}
