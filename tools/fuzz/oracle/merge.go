package oracle

// Several programs as one: each with names of its own.

import (
	"fmt"

	"nessiec/ir/kir"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
)

// merged is the modules of cases, all of one family, in one.
func merged(cases []Case) any {
	if _, ok := cases[0].Program.Module.(*kir.Module); ok {
		out := &kir.Module{}
		for i, c := range cases {
			addDevice(out, c.Program.Module.(*kir.Module), fmt.Sprintf("p%d.", i))
		}
		return out
	}
	out := &nkl.Module{}
	for i, c := range cases {
		addNested(out, c.Program.Module.(*nkl.Module), fmt.Sprintf("p%d.", i))
	}
	return out
}

// addNested adds m to out, every name with a prefix.
func addNested(out, m *nkl.Module, prefix string) {
	var f func(nkl.Expr) nkl.Expr
	f = func(e nkl.Expr) nkl.Expr {
		e = e.MapChildren(f)
		if c, ok := e.(*nkl.Call); ok {
			d := *c
			d.Fn = prefix + c.Fn
			return &d
		}
		return e
	}
	for _, fn := range m.Funcs {
		g := *fn
		g.Name, g.Body = prefix+fn.Name, f(fn.Body)
		out.Funcs = append(out.Funcs, &g)
	}
	out.Actions = append(out.Actions, renamed(m.Actions, prefix)...)
}

// addDevice adds m to out, every name with a prefix.
func addDevice(out, m *kir.Module, prefix string) {
	var f func(kir.Expr) kir.Expr
	f = func(e kir.Expr) kir.Expr {
		e = e.MapChildren(f)
		switch x := e.(type) {
		case *kir.CallHost:
			d := *x
			d.Fn = prefix + x.Fn
			return &d
		case *kir.Launch:
			d := *x
			d.Kernel = prefix + x.Kernel
			return &d
		}
		return e
	}
	for _, k := range m.Kernels {
		c := *k
		c.Name = prefix + k.Name
		out.Kernels = append(out.Kernels, &c)
	}
	for _, fn := range m.Funcs {
		g := *fn
		g.Name, g.Body = prefix+fn.Name, f(fn.Body)
		out.Funcs = append(out.Funcs, &g)
	}
	out.Actions = append(out.Actions, renamed(m.Actions, prefix)...)
}

// renamed is the actions of a program whose names get a prefix, and one that
// says where they end.
func renamed(actions []*program.Action, prefix string) (out []*program.Action) {
	for _, a := range actions {
		b := *a
		b.Fn, b.Result, b.Args = prefix+a.Fn, prefix+a.Result, nil
		for _, arg := range a.Args {
			b.Args = append(b.Args, prefix+arg)
		}
		if b.Name != "" {
			b.Name = prefix + a.Name
		}
		out = append(out, &b)
	}
	return append(out, &program.Action{Kind: program.Say, TypeText: "end of " + prefix})
}
