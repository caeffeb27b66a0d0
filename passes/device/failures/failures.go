// Package failures implements failed checks in kernels by error words in memory.
package failures

// The error protocol. A check that fails leaves its mark in the
// buffer that kir.ErrorWord describes: the word of the earliest launch, of the
// first check in program order, and for that check the lowest element.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// InsertErrorProtocol replaces Fail by writes of the error word.
//
//	(kernel k 1 (n) .. (fail @p "E" i))    (launch k g (n))
//	=>
//	(kernel k 1 (n errors base slot) ..
//	  (atomic old min errors 0 base)
//	  (if (ge old base) (block (atomic _ min errors slot i)) (block)))
//	(launch k g (n (errorword) (launchbase s) 1+s))     where s is the first site of k
//
// An older word is less than base: then a launch before has failed, and this
// one records nothing. Kernels that have become equal, having differed in
// positions and messages only, become one.
func InsertErrorProtocol(c *pass.Ctx, m *kir.Module) *kir.Module {
	p := &protocol{first: map[string]int{}, name: map[string]string{}, out: &kir.Module{Actions: m.Actions}}
	alike := build.Alike(c.Options)
	for _, k := range m.Kernels {
		guarded := p.kernel(k)
		first := alike.First(guarded)
		if first == guarded {
			p.out.Kernels = append(p.out.Kernels, guarded)
		}
		p.name[k.Name] = first.Name
	}
	for _, f := range m.Funcs {
		g := *f
		g.Body = p.launches(f.Body)
		p.out.Funcs = append(p.out.Funcs, &g)
	}
	return p.out
}

type protocol struct {
	first map[string]int    // the first site of a kernel that can fail
	name  map[string]string // of the kernel that takes the place of another
	out   *kir.Module
}

// A site of a kernel: two Fails of one check, in two evaluations of a thunk,
// are one site.
type site struct {
	pos ir.Pos
	msg string
}

// kernel rewrites a kernel and adds its sites to the module.
func (p *protocol) kernel(k *kir.Kernel) *kir.Kernel {
	sites := map[site]int{}
	first := len(p.out.Sites)
	ir.Walk(k.Body, func(e kir.Expr) bool {
		if f, ok := e.(*kir.Fail); ok {
			s := site{f.P, f.Error}
			if _, seen := sites[s]; !seen {
				sites[s] = len(sites)
				p.out.Sites = append(p.out.Sites, &kir.Site{Decl: ir.DeclAt(f.P), Error: f.Error})
			}
		}
		return true
	})
	if len(sites) == 0 {
		return k
	}
	p.first[k.Name] = first
	errors := kir.NewVar("errors", kir.Global(types.Int))
	base, slot := kir.NewVar("base", types.Int), kir.NewVar("slot", types.Int)
	out := *k
	out.Params = append(k.Params[:len(k.Params):len(k.Params)], errors, base, slot)
	out.Access = append(k.Access[:len(k.Access):len(k.Access)], kir.Scatter, kir.Value, kir.Value)
	out.Body = build.Spliced(k.Body, func(s kir.Expr) []kir.Expr {
		f, ok := s.(*kir.Fail)
		if !ok {
			return nil
		}
		return record(errors, base, slot, sites[site{f.P, f.Error}], f)
	})
	return &out
}

// record writes the word and, unless an earlier launch has failed, the element.
func record(errors, base, slot *kir.Var, ordinal int, f *kir.Fail) []kir.Expr {
	old := kir.NewVar("old", types.Int)
	least := func(v *kir.Var, at, val kir.Expr) kir.Expr {
		return &kir.Atomic{Node: ir.At(f.P), Bind: v, Op: prim.RMin, Buf: kir.Use(errors), Idx: at, Val: val}
	}
	elem := least(kir.NewVar("was", types.Int), plus(slot, ordinal), f.Elem)
	return []kir.Expr{
		least(old, kir.N(0), plus(base, ordinal)),
		&kir.If{Node: ir.At(f.P), Cond: kir.Apply(prim.Ge, kir.Use(old), kir.Use(base)),
			Then: &kir.Block{Stmts: []kir.Expr{elem}}, Else: &kir.Block{}},
	}
}

func plus(v *kir.Var, n int) kir.Expr {
	if n == 0 {
		return kir.Use(v)
	}
	return kir.Apply(prim.Add, kir.Use(v), kir.N(int64(n)))
}

// launches gives launches of kernels that can fail what the protocol needs.
func (p *protocol) launches(e kir.Expr) kir.Expr {
	l, ok := e.(*kir.Launch)
	if !ok {
		return e.MapChildren(p.launches)
	}
	first, fails := p.first[l.Kernel]
	if !fails && p.name[l.Kernel] == l.Kernel {
		return l
	}
	out := *l
	out.Kernel = p.name[l.Kernel]
	if fails {
		out.Args = append(l.Args[:len(l.Args):len(l.Args)], &kir.ErrorWord{}, &kir.LaunchBase{Site: first}, kir.N(int64(1+first)))
	}
	return &out
}
