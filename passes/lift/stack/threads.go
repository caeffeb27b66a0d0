package stack

// Recursive functions that hand sequences from call to call, as one loop. It carries its stacks as
// sequences that grow, so it can go on where one is full, with what it has written by then.

import (
	"maps"
	"slices"

	"nessiec/ir/nkl"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
)

// Threads is the machine of f if calls hand sequences on, each what the one before it has made of
// them; nil if f is no such function, or does more between calls than it may. Parameters in handed are known to be so.
func Threads(x *scalars.Code, between Between, f *nkl.Func, handed map[*nkl.Var]bool) *Machine {
	if m := threads(x, between, f, handed); m != nil {
		return m
	}
	if g := withResults(f, func(e nkl.Expr) bool { return callsOthers(between, e) }); g != nil {
		if m := threads(x, between, g, handed); m != nil {
			return m
		}
		f = g
	}
	a := asidesOf(x, between, f)
	if a == nil {
		return nil
	}
	root := *x.Funcs[asideName(f.Name)]
	params := own(a, f, f.Params)
	on := slices.Clone(root.Params[len(params):])
	var none []*nkl.Var
	for k, v := range on {
		if t := slices.IndexFunc(a.trails, func(t *trail) bool { return t.at == k }); t >= 0 {
			on[k] = f.Params[a.trails[t].param(f)]
		} else {
			none = append(none, v)
		}
	}
	params = slices.Concat(params, on)
	root.Body = nkl.Rename(nkl.Freshen(root.Body), anf.Renaming(root.Params, params))
	root.Params = params
	x.Funcs[root.Name] = &root
	m := threads(x, between, &root, handed)
	if m != nil {
		m.aside, m.more = none, true
	}
	return m
}

func threads(x *scalars.Code, between Between, f *nkl.Func, handed map[*nkl.Var]bool) *Machine {
	on := &handedOn{map[*nkl.Var]bool{}, map[*nkl.Var]*row{}}
	maps.Copy(on.threads, handed)
	m := machineOf(blocksOf(x, between, f, on))
	if m == nil || len(on.threads) == 0 || !m.serially() {
		return nil
	}
	return m
}

// Loop is the body of the function, as one loop.
func (m *Machine) Loop() nkl.Expr {
	r := m.newRun()
	r.grows = true
	r.end = func() nkl.Expr {
		var l nkl.Lets
		of, n, t := m.of([]*nkl.Var{m.result()}), 0, m.root.Result
		if m.more {
			t = t.Elems[0]
		}
		return l.In(joined(&l, t, func() nkl.Expr {
			n++
			return nkl.Use(r.regs[of[n-1]])
		}))
	}
	var l nkl.Lets
	for _, v := range m.aside {
		l.Bind(v, &nkl.Seq{Node: m.at(), Elem: v.Type.Elem()})
	}
	inits := m.start(&l)
	inits = append(inits[:1], inits[2:]...)
	for _, v := range r.stacks {
		s := &nkl.Seq{Node: m.at(), Elem: v.Type.Elem(), Elems: []nkl.Expr{nkl.Zero(v.Type.Elem())}} // the number of the end
		inits = append(inits, l.Name("stack", v.Type, s))
	}
	for _, v := range r.data {
		inits = append(inits, l.Name("saved", v.Type, nkl.Zero(v.Type)))
	}
	return l.In(nkl.Freshen(r.loop(inits)))
}
