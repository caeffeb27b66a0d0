// Package legal rewrites what a target does not have: names, long argument lists,
// what warps do.
package legal

// The last step before emitters: names. A variable is called hint_N, with a
// number that makes it unique in its declaration, a kernel k_name and a host
// function f_name: no keyword, built-in or macro of C, OpenCL C or CUDA looks
// like that.

import (
	"slices"
	"strconv"
	"strings"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/passes/pass"
)

// LegaliseTarget gives everything a name that all targets accept, and replaces
// what the target cannot do: what warps do, where it has none (warps.go), and more
// arguments than devices take (arguments.go).
//
//	(kernel sum.1 1 (n:int a:buf<global int>) ..)  =>  (kernel k_sum_1 1 (n_0:int a_0:buf<global int>) ..)
func LegaliseTarget(c *pass.Ctx, m *kir.Module) *kir.Module {
	m = withinArguments(m, c.Num())
	l := &legaliser{names: pass.NewNames(), kernels: map[string]string{}, funcs: map[string]string{}}
	for _, k := range m.Kernels {
		l.kernels[k.Name] = l.unique("k_" + clean(k.Name))
	}
	for _, f := range m.Funcs {
		l.funcs[f.Name] = l.unique("f_" + clean(f.Name))
	}
	out := &kir.Module{Sites: m.Sites}
	out.Kernels, _ = pass.Each(c, m.Kernels, func(c *pass.Ctx, k *kir.Kernel) *kir.Kernel {
		g := *k
		if !c.Can().Shuffles {
			g.Body = withoutWarps(k)
		}
		g.Name = l.kernels[k.Name]
		g.Params, g.Body = rename(k.Params, g.Body)
		return &g
	})
	out.Funcs, _ = pass.Each(c, m.Funcs, func(_ *pass.Ctx, f *kir.Func) *kir.Func {
		g := *f
		g.Name = l.funcs[f.Name]
		g.Params, g.Body = rename(f.Params, l.calls(f.Body))
		return &g
	})
	for _, a := range m.Actions {
		out.Actions = append(out.Actions, l.action(a))
	}
	return out
}

type legaliser struct {
	names          *pass.Names
	kernels, funcs map[string]string
}

// unique is Fresh without the dot that it may add.
func (l *legaliser) unique(name string) string {
	s := strings.ReplaceAll(l.names.Fresh(name), ".", "_")
	for i := 2; s != name && l.names.Fresh(s) != s; i++ {
		s = name + "_" + strconv.Itoa(i)
	}
	return s
}

func (l *legaliser) action(a *program.Action) *program.Action {
	if a.Fn == "" {
		return a
	}
	b := *a
	b.Fn = l.funcs[a.Fn]
	return &b
}

// clean makes a name of letters, digits and single underscores that begins
// with a letter.
func clean(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		switch {
		case letter || '0' <= c && c <= '9' && b.Len() > 0:
			b.WriteByte(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "v"
	}
	return strings.TrimSuffix(b.String(), "_")
}

// rename gives the variables of a declaration their names.
func rename(params []*kir.Var, body kir.Expr) ([]*kir.Var, kir.Expr) {
	all := slices.Clone(params)
	ir.Walk(body, func(e kir.Expr) bool {
		kir.EachBind(e, func(v *kir.Var) { all = append(all, v) })
		return true
	})
	env, used := make(map[*kir.Var]*kir.Var, len(all)), map[string]int{}
	hints := map[string]string{} // names of variables, cleaned
	for _, v := range all {
		hint, known := hints[v.Name]
		if !known {
			hint = clean(v.Name)
			hints[v.Name] = hint
		}
		env[v] = kir.NewVar(hint+"_"+strconv.Itoa(used[hint]), v.Type)
		used[hint]++
	}
	ps := make([]*kir.Var, len(params))
	for i, p := range params {
		ps[i] = env[p]
	}
	return ps, kir.Rename(body, env)
}

// calls is host code in which kernels and functions have their names.
func (l *legaliser) calls(e kir.Expr) kir.Expr {
	switch s := e.(type) {
	case *kir.Launch:
		t := *s
		t.Kernel = l.kernels[s.Kernel]
		return &t
	case *kir.Fetch:
		t := *s
		t.Kernel = l.kernels[s.Kernel]
		return &t
	case *kir.CallHost:
		t := *s
		t.Fn = l.funcs[s.Fn]
		return &t
	}
	return e.MapBodies(l.calls)
}
