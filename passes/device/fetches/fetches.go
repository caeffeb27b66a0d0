// Package fetches lets ranks bring what launches gather, and no more.
package fetches

// A launch that is divided among ranks reads some arrays at places that it computes. A rank
// which has a part of such an array finds out beforehand which elements its groups will read:
// by a launch of an inspector, a slice of the kernel that computes the places and marks them.
//
//	tree.go       the statements of a kernel, and what variables come from
//	slice.go      what the places depend on
//	inspector.go  the kernel that marks them
//	small.go      arrays that are not worth it

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// PlanFetches fetches what launches gather.
//
//	(kernel k 1 (n:int is:buf<global int> xs:buf<global int> r:buf<global int>) (value own gather write)
//	  ..(store r i (load xs (load is i)))..)
//	(launch k g (n is xs r))
//	=>
//	(kernel k 1 (..) (value own fetched write) ..)
//	(kernel k_reads 1 (n:int is:buf<global int> read:buf<global bool>) (value own marked)
//	  ..(arbitrary read (load is i) true)..)
//	(fetch k_reads g (n is) (xs))
//	(launch k g (n is xs r))
//
// Where places depend on what another gather reads, that is fetched before. Where they depend
// on what the array itself holds, as in a search, the array is brought everywhere.
func PlanFetches(c *pass.Ctx, m *kir.Module) *kir.Module {
	p := &planner{Ctx: c, small: smallArguments(m, c.Desc().Grain), launches: kir.Launches(m.Funcs), names: pass.NewNames(), equal: map[string]string{}}
	for _, k := range m.Kernels {
		p.names.Take(k.Name)
	}
	out := &kir.Module{Sites: m.Sites, Actions: m.Actions}
	plans := map[string][]*inspector{}
	for _, k := range m.Kernels {
		if plan := p.plan(k); plan != nil {
			plans[k.Name] = plan
			k = fetched(k, plan)
		}
		out.Kernels = append(out.Kernels, k)
	}
	if len(plans) == 0 {
		return m
	}
	out.Kernels = append(out.Kernels, p.made...)
	for _, f := range m.Funcs {
		g := *f
		g.Body = build.Spliced(f.Body, func(s kir.Expr) (out []kir.Expr) {
			if l, ok := s.(*kir.Launch); ok && plans[l.Kernel] != nil {
				for _, in := range plans[l.Kernel] {
					out = append(out, &kir.Fetch{Node: l.Node, Kernel: in.kernel.Name, Groups: l.Groups, Args: at(l.Args, in.args), Bufs: at(l.Args, in.marks)})
				}
				return append(out, l)
			}
			return nil
		})
		out.Funcs = append(out.Funcs, &g)
	}
	return out
}

// at is the elements of es with these numbers.
func at(es []kir.Expr, numbers []int) (out []kir.Expr) {
	for _, i := range numbers {
		out = append(out, es[i])
	}
	return out
}

// fetched is a kernel before whose launches what a plan marks is fetched.
func fetched(k *kir.Kernel, plan []*inspector) *kir.Kernel {
	g := *k
	g.Access = slices.Clone(k.Access)
	for _, in := range plan {
		for _, i := range in.marks {
			g.Access[i] = kir.Fetched
		}
	}
	return &g
}

// The most parameters of an inspector, of which drivers take a kilobyte.
const maxParams = 100

// A planner makes inspectors.
type planner struct {
	*pass.Ctx
	launches map[string][]*kir.Launch
	small    map[*kir.Var]bool // arrays of host code
	names    *pass.Names
	made     []*kir.Kernel
	equal    map[string]string // names of those made, by their texts
}

// plan is the inspectors of a kernel in the order of their launches; none if it is not divided
// or gathers nothing that may be large.
func (p *planner) plan(k *kir.Kernel) (out []*inspector) {
	if kir.DivisionOf(k) == nil || p.argument(k, func(a kir.Access, e kir.Expr) bool { return a == kir.Scatter && e.Form() != kir.FormErrorWord }) {
		return nil
	}
	t := treeOf(k)
	open := map[*kir.Var]*slice{}
	for i, v := range k.Params {
		if k.Access[i] != kir.Gather || !slices.ContainsFunc(p.launches[k.Name], func(l *kir.Launch) bool { return !p.small[kir.VarOf(l.Args[i])] }) {
			continue
		}
		if s := sliceOf(t, map[*kir.Var]bool{v: true}); !s.refused && len(s.kept) > 0 {
			open[v] = s
		}
	}
	ready := map[*kir.Var]bool{}
	for len(open) > 0 {
		now := map[*kir.Var]bool{}
		for v, s := range open {
			if !slices.ContainsFunc(k.Params, func(w *kir.Var) bool { return s.needed[w] && open[w] != nil }) {
				now[v] = true
			}
		}
		if len(now) == 0 {
			break // they need each other
		}
		in := sliceOf(t, now).inspector(ready)
		if len(in.kernel.Params) > maxParams {
			break
		}
		p.name(in.kernel)
		out = append(out, in)
		for v := range now {
			ready[v] = true
			delete(open, v)
		}
	}
	return out
}

// argument reports whether some launch of a kernel has an argument of which f holds.
func (p *planner) argument(k *kir.Kernel, f func(kir.Access, kir.Expr) bool) bool {
	return slices.ContainsFunc(p.launches[k.Name], func(l *kir.Launch) bool {
		for i, a := range l.Args {
			if f(k.Access[i], a) {
				return true
			}
		}
		return false
	})
}

// name names an inspector, which is that of another kernel if they are equal.
func (p *planner) name(k *kir.Kernel) {
	key := build.TextOf(p.Options, k)
	if p.equal[key] == "" {
		p.equal[key] = p.names.Fresh(k.Name + "_reads")
		p.made = append(p.made, k)
	}
	k.Name = p.equal[key]
}
