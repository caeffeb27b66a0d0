package transfers

// Reads at the entry of functions. What a function reads first often depends on
// its arguments only; its caller reads it together with what it must read itself
// before the call. So a level of a recursion waits once, where it would wait for
// what is left of the level above, and then for what comes next.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// AdvanceReads makes callers read what functions read first, where they read
// something anyway.
//
//	f(a): (launch g ..a..b..) (read (x) (b) (0)) s..      (read (y) (c) (0)) (callhost (r) f (d))
//	=>
//	f.rest(a b x): s..  (launch g ..d..e..) (read (y z) (c e) (0 0)) (callhost (r) f.rest (d e z))
//
// A call that stands under the condition that there is something to do is
// prepared without it: kernels then have nothing to do.
func AdvanceReads(c *pass.Ctx, m *kir.Module) *kir.Module {
	r := readSchedulerOf(c, m)
	for _, f := range m.Funcs {
		a := &readHoister{Ctx: c, readScheduler: r, name: f.Name}
		if out := a.module(m); out != m {
			m, r = out, r.with(out)
		}
	}
	return m
}

// A readHoister is a function cut in two behind its first Read.
type readHoister struct {
	*pass.Ctx
	*readScheduler
	name   string
	params []*kir.Var
	head   []kir.Expr // what makes the values of the Read, and the Read
	args   []kir.Expr // of the rest
	first  *kir.Func
	rest   *kir.Func
	sites  int // calls that became calls of the rest
}

// module is m with the function cut, if that saves a Read somewhere.
func (a *readHoister) module(m *kir.Module) *kir.Module {
	i := slices.IndexFunc(m.Funcs, func(f *kir.Func) bool { return f.Name == a.name })
	if !a.split(m.Funcs[i]) {
		return m
	}
	funcs, _ := ir.MapSlice(slices.Concat(m.Funcs[:i], []*kir.Func{a.first, a.rest}, m.Funcs[i+1:]), a.in)
	if a.sites == 0 {
		return m
	}
	return &kir.Module{Sites: m.Sites, Kernels: m.Kernels, Funcs: funcs, Actions: m.Actions}
}

// split cuts f, if what comes before its first Read can change places.
func (a *readHoister) split(f *kir.Func) bool {
	stmts := f.Body.(*kir.Block).Stmts
	at := slices.IndexFunc(stmts, func(e kir.Expr) bool { return !a.movable(e) })
	if at < 0 {
		return false
	}
	if _, ok := stmts[at].(*kir.Read); !ok {
		return false
	}
	entry, others, ok := a.slice(stmts[:at], stmts[at])
	if !ok {
		return false
	}
	a.params, a.head = f.Params, append(entry, stmts[at])
	body := &kir.Block{Node: f.Body.(*kir.Block).Node, Stmts: slices.Concat(others, stmts[at+1:])}
	a.rest = &kir.Func{Decl: f.Decl, Name: f.Name + ".rest", Params: a.handedOver(body), Results: f.Results, Body: body}
	a.first = a.wrapper(f)
	return true
}

// slice is those of stmts that the Read needs, and the others, if they can
// come after it; no kernel that can fail is among what the Read needs.
func (a *readHoister) slice(stmts []kir.Expr, read kir.Expr) (entry, others []kir.Expr, ok bool) {
	needs, later := map[*kir.Var]bool{}, map[*kir.Var]bool{}
	add(needs, a.effects(read).uses)
	add(later, a.effects(read).writes)
	for i := len(stmts) - 1; i >= 0; i-- {
		f := a.effects(stmts[i])
		if !meet(f.binds, needs) && !meet(f.writes, needs) {
			if meet(f.uses, later) {
				return nil, nil, false
			}
			others = append(others, stmts[i])
			continue
		}
		if f.fails {
			return nil, nil, false
		}
		entry = append(entry, stmts[i])
		add(needs, f.uses)
		add(later, f.writes)
	}
	slices.Reverse(entry)
	slices.Reverse(others)
	return entry, others, true
}

// handedOver is what the rest uses of the parameters, the entry and its Read.
func (a *readHoister) handedOver(rest kir.Expr) (out []*kir.Var) {
	used := map[*kir.Var]bool{}
	for _, v := range kir.FreeVars(rest) {
		used[v] = true
	}
	add := func(v *kir.Var) {
		if used[v] {
			out = append(out, v)
			a.args = append(a.args, kir.Use(v))
		}
	}
	for _, v := range a.params {
		add(v)
	}
	for _, e := range a.head {
		kir.EachBind(e, add)
	}
	return out
}

// wrapper is f as its entry and a call of the rest.
func (a *readHoister) wrapper(f *kir.Func) *kir.Func {
	results := make([]*kir.Var, len(f.Results))
	values := make([]kir.Expr, len(f.Results))
	for i, t := range f.Results {
		results[i] = types.NewVar("r", t)
		values[i] = kir.Use(results[i])
	}
	params, env := make([]*kir.Var, len(f.Params)), map[*kir.Var]kir.Expr{}
	for i, p := range f.Params {
		params[i] = types.NewVar(p.Name, p.Type)
		env[p] = kir.Use(params[i])
	}
	entry, call := a.prepared(env, &kir.CallHost{Binds: results})
	g := *f
	g.Params = params
	g.Body = &kir.Block{Node: f.Body.(*kir.Block).Node, Stmts: append(entry, call, &kir.Return{Vals: values})}
	return &g
}

// prepared is the entry for these arguments, and the call of the rest that
// stands for call.
func (a *readHoister) prepared(args map[*kir.Var]kir.Expr, call *kir.CallHost) (entry []kir.Expr, rest kir.Expr) {
	b := kir.CopyWith(&kir.Block{Stmts: append(slices.Clone(a.head), &kir.CallHost{Args: a.args})}, args).(*kir.Block)
	n := len(b.Stmts) - 1
	for _, e := range b.Stmts[:n] {
		entry = append(entry, ir.CalledAt(e, call.Pos()))
	}
	return entry, &kir.CallHost{Node: call.Node, Binds: call.Binds, Fn: a.rest.Name, Args: b.Stmts[n].(*kir.CallHost).Args}
}

// in is g with calls of the function replaced where that saves a Read.
func (a *readHoister) in(g *kir.Func) *kir.Func { return g.MapBodies(a.inBlock) }

func (a *readHoister) inBlock(e kir.Expr) kir.Expr {
	b := e.(*kir.Block)
	stmts, changed := ir.MapSlice(b.Stmts, func(st kir.Expr) kir.Expr { return st.MapBodies(a.inBlock) })
	for i := range stmts {
		if list := a.at(stmts, i); list != nil {
			return a.inBlock(&kir.Block{Node: b.Node, Stmts: list})
		}
	}
	if !changed {
		return e
	}
	return &kir.Block{Node: b.Node, Stmts: stmts}
}

// at is the list stmts with the call in number i replaced, nil if there is none
// or if it waits as often.
func (a *readHoister) at(stmts []kir.Expr, i int) []kir.Expr {
	before, call, after := a.site(stmts, i)
	if call == nil {
		return nil
	}
	env := map[*kir.Var]kir.Expr{}
	for k, p := range a.params {
		env[p] = call.Args[k]
	}
	entry, rest := a.prepared(env, call)
	entry, same := a.padded(slices.Concat(stmts[:i], before), entry)
	made := kir.Replace(&kir.Block{Stmts: append(entry, rest)}, same).(*kir.Block).Stmts
	entry, rest = made[:len(entry)], made[len(entry)]
	before, others := a.needed(before, entry)
	again := []kir.Expr{after(append(others, rest))}
	list := a.list(slices.Concat(stmts[:i], before, entry, again, stmts[i+1:]))
	if early, late := a.hoistable(stmts[i], stmts[i+1:]); early != nil && readsIn(list) > readsIn(stmts) {
		list = a.list(slices.Concat(stmts[:i], early, before, entry, again, late))
	}
	if readsIn(list) > readsIn(stmts) || !a.Rewrite("read at the call what "+a.name+" reads first") {
		return nil
	}
	a.sites++
	return list
}

func readsIn(stmts []kir.Expr) (n int) {
	for _, e := range stmts {
		if _, ok := e.(*kir.Read); ok {
			n++
		}
	}
	return n
}

// needed is those of stmts that the entry needs, and the others, which may come
// after it.
func (a *readHoister) needed(stmts, entry []kir.Expr) (first, others []kir.Expr) {
	needs, writes := map[*kir.Var]bool{}, map[*kir.Var]bool{}
	for _, e := range entry {
		add(needs, a.effects(e).uses)
		add(writes, a.effects(e).writes)
	}
	for i := len(stmts) - 1; i >= 0; i-- {
		f := a.effects(stmts[i])
		if meet(f.binds, needs) || meet(f.writes, needs) || meet(f.uses, writes) {
			add(needs, f.uses)
			first = append(first, stmts[i])
		} else {
			add(writes, f.writes)
			others = append(others, stmts[i])
		}
	}
	slices.Reverse(first)
	slices.Reverse(others)
	return first, others
}

// site is the call of the function in statement number i: what comes before it
// there, and how the statement is built with other statements in its place.
func (a *readHoister) site(stmts []kir.Expr, i int) (before []kir.Expr, call *kir.CallHost, after func([]kir.Expr) kir.Expr) {
	switch e := stmts[i].(type) {
	case *kir.CallHost:
		if e.Fn == a.name {
			return nil, e, func(list []kir.Expr) kir.Expr { return list[0] }
		}
	case *kir.Choose:
		then := e.Then.(*kir.Block)
		at := slices.IndexFunc(then.Stmts, func(e kir.Expr) bool { return !a.movable(e) || a.effects(e).fails })
		if at < 0 {
			return nil, nil, nil
		}
		call, ok := then.Stmts[at].(*kir.CallHost)
		if !ok || call.Fn != a.name || len(call.Args) == 0 || !positive(stmts[:i], e.Cond, call.Args[0]) {
			return nil, nil, nil
		}
		return then.Stmts[:at], call, func(list []kir.Expr) kir.Expr {
			out := *e
			out.Then = &kir.Block{Node: then.Node, Stmts: slices.Concat(list, then.Stmts[at+1:])}
			return &out
		}
	}
	return nil, nil, nil
}

// positive reports whether cond says that n, the number of elements that a
// lifted call is about, is not 0.
func positive(stmts []kir.Expr, cond, n kir.Expr) bool {
	for _, e := range stmts {
		d, ok := e.(*kir.Def)
		if !ok || !build.Same(cond, kir.Use(d.Bind)) {
			continue
		}
		p, ok := d.Rhs.(*kir.Prim)
		return ok && p.Op.Code == prim.Gt && build.Same(p.Args[0], n) && kir.IsInt(p.Args[1], 0)
	}
	return false
}
