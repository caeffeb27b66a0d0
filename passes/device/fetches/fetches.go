// Package fetches lets ranks send what launches read and write at computed places, and no more.
package fetches

// A launch that is divided among ranks accesses some arrays at places that it computes. A rank
// which has a part of such an array finds out beforehand which elements its groups will access:
// by a launch of an inspector, a slice of the kernel that computes the places and marks them.
//
//	tree.go       the statements of a kernel, and what variables come from
//	writes.go     how it writes arrays at computed places
//	slice.go      what the places depend on
//	inspector.go  the kernel that marks them
//	small.go      arrays that are not worth it

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// PlanFetches fetches what launches gather, and finds where they scatter.
//
//	(kernel k 1 (n:int is:buf<global int> xs:buf<global int> r:buf<global int>) (value own gather write)
//	  ..(store r i (load xs (load is i)))..)
//	(launch k g (n is xs r))
//	=>
//	(kernel k 1 (..) (value own fetched write) ..)
//	(kernel k_marks 1 (n:int is:buf<global int> read:buf<global bool>) (value own marked)
//	  ..(arbitrary read (load is i) true)..)
//	(fetch k_marks g (n is) (xs) ())
//	(launch k g (n is xs r))
//
// Where places depend on what another gather reads, that is fetched before. Where they depend
// on what the array itself holds, as in a search, the array is brought everywhere. An array that is
// written at places which can be found, and not read, is delivered; so are maxima.
func PlanFetches(c *pass.Ctx, m *kir.Module) *kir.Module {
	p := &planner{Ctx: c, small: smallArguments(m, c.Desc().Grain), launches: kir.Launches(m.Funcs), over: reusing(m), names: pass.NewNames(), alike: build.Alike(c.Options)}
	for _, k := range m.Kernels {
		p.names.Take(k.Name)
	}
	out := &kir.Module{Sites: m.Sites, Actions: m.Actions}
	plans := map[string][]*inspector{}
	for _, k := range m.Kernels {
		k, plans[k.Name] = p.plan(k)
		out.Kernels = append(out.Kernels, k)
	}
	out.Kernels = append(out.Kernels, p.made...)
	for _, f := range m.Funcs {
		g := *f
		g.Body = build.Spliced(f.Body, func(s kir.Expr) (out []kir.Expr) {
			if l, ok := s.(*kir.Launch); ok {
				for _, in := range plans[l.Kernel] {
					out = append(out, &kir.Fetch{Node: l.Node, Kernel: in.kernel.Name, Groups: l.Groups, Args: at(l.Args, in.args), Bufs: at(l.Args, in.bufs), Dests: at(l.Args, in.dests)})
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

// The most parameters of an inspector, of which drivers take a kilobyte.
const maxParams = 100

// A planner makes inspectors.
type planner struct {
	*pass.Ctx
	launches map[string][]*kir.Launch
	small    map[*kir.Var]bool // arrays of host code that have few elements
	over     map[*kir.Var]bool // those that may be in the place of others
	names    *pass.Names
	made     []*kir.Kernel
	alike    *pass.Alike[*kir.Kernel] // those made
}

// plan is a kernel that says what is fetched for it, and its inspectors, in the order of their
// launches. A kernel that is not divided, and cannot be, stays as it is.
func (p *planner) plan(k *kir.Kernel) (*kir.Kernel, []*inspector) {
	g := *k
	g.Access = slices.Clone(k.Access)
	if kir.DivisionOf(k) == nil && !p.anywhere(&g) {
		return k, nil
	}
	t := treeOf(&g)
	g.Access = slices.Clone(g.Access)
	open, possible := p.candidates(t, g.Access)
	if !possible {
		return k, nil
	}
	found := stages(t, open)
	for i, v := range k.Params {
		switch {
		case open[v] != nil && g.Access[i] != kir.Gather: // it cannot be found where the kernel writes
			return k, nil
		case slices.ContainsFunc(found, func(in *inspector) bool { return slices.Contains(in.bufs, i) }):
			g.Access[i] = kir.Fetched
		}
	}
	for _, in := range found {
		p.name(in.kernel)
	}
	return &g, found
}

// anywhere makes the accesses of a kernel that does not say what its groups have such that it need
// not, and reports whether it can: what it reads is gathered, and what it writes is scattered.
func (p *planner) anywhere(k *kir.Kernel) bool {
	for i, a := range k.Access {
		switch a {
		case kir.Own, kir.RowOwn, kir.OwnNext:
			k.Access[i] = kir.Gather
		case kir.Write, kir.RowWrite:
			k.Access[i] = kir.Scatter
			if p.some(k, i, func(e kir.Expr) bool { return p.over[kir.VarOf(e)] }) { // it may be what the kernel reads
				return false
			}
		case kir.Packed, kir.Amended:
			return false
		}
	}
	return !ir.Any(k.Body, func(e kir.Expr) bool {
		f := e.Form()
		return f == kir.FormShare || f == kir.FormMerge || f == kir.FormLimit || f == kir.FormChain
	})
}

// candidates is the arrays of a kernel that inspectors may be for, with their slices. It decides how
// arrays are accessed that the kernel scatters, and reports whether it can be divided then.
func (p *planner) candidates(t *tree, access []kir.Access) (open map[*kir.Var]*slice, possible bool) {
	open = map[*kir.Var]*slice{}
	windows := windowStarts(t.kernel)
	for i, v := range t.kernel.Params {
		switch {
		case access[i] == kir.Scatter && p.some(t.kernel, i, func(e kir.Expr) bool { return e.Form() != kir.FormErrorWord }):
			if access[i] = t.delivers(v); t.alone(v) {
				access[i] = kir.Alone
				continue
			}
		case access[i] != kir.Gather || windows[v] || !p.some(t.kernel, i, func(e kir.Expr) bool { return !p.small[kir.VarOf(e)] }):
			continue
		}
		if s := sliceOf(t, map[*kir.Var]bool{v: true}); !s.refused && access[i] != kir.Scatter {
			open[v] = s
		} else if access[i] != kir.Gather {
			return nil, false
		}
	}
	return open, true
}

// windowStarts is the arrays that say where groups write, which is asked outside of kernels.
func windowStarts(k *kir.Kernel) map[*kir.Var]bool {
	out := map[*kir.Var]bool{}
	ir.Walk(k.Body, func(e kir.Expr) bool {
		if w, ok := e.(*kir.Window); ok {
			out[kir.VarOf(w.Starts)] = true
		}
		return true
	})
	return out
}

// stages makes inspectors for open arrays, and closes these: first for those of which the places
// depend on no other. What remains open needs itself.
func stages(t *tree, open map[*kir.Var]*slice) (found []*inspector) {
	ready := map[*kir.Var]bool{}
	for len(open) > 0 {
		now := map[*kir.Var]bool{}
		for v, s := range open {
			if !slices.ContainsFunc(t.kernel.Params, func(w *kir.Var) bool { return s.needed[w] && open[w] != nil }) {
				now[v] = true
			}
		}
		in := sliceOf(t, now).inspector(ready)
		if len(now) == 0 || len(in.kernel.Params) > maxParams {
			break
		}
		found = append(found, in)
		for v := range now {
			ready[v] = true
			delete(open, v)
		}
	}
	return found
}

// some reports whether argument i of some launch of a kernel is such.
func (p *planner) some(k *kir.Kernel, i int, such func(kir.Expr) bool) bool {
	return slices.ContainsFunc(p.launches[k.Name], func(l *kir.Launch) bool { return such(l.Args[i]) })
}

// name names an inspector, which is that of another kernel if they are equal.
func (p *planner) name(k *kir.Kernel) {
	if first := p.alike.First(k); first != k {
		k.Name = first.Name
		return
	}
	k.Name = p.names.Fresh(k.Name + "_marks")
	p.made = append(p.made, k)
}
