// Package regions plans fusion. It makes a graph of the invocations of kernels in a
// region of host code, package fusion plans which of them become one kernel, and the
// invocations of a cluster then stand together.
package regions

import (
	"fmt"
	"slices"
	"sync"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/fusion"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// PlanFusion decides which runs of kernels become one, and puts them into a
// Cluster.
//
//	(let (x) (run f (v n)) (let (y) (run g (x n)) (let (z) (run h (w n)) (ret y z))))
//	=>  (let (y z) (cluster (let (x) (run f (v n)) (let (y') (run g (x n))
//	                        (let (z') (run h (w n)) (ret y' z'))))) (ret y z))
//
// A region is what stands between operations of the host that end one: calls,
// conditionals, loops, effects. Within it runs and operations are reordered,
// but checks keep their order, and nothing moves up across a check of the host:
// it may guard a size. The host waits no more often, and which error is first,
// and whether there is one, stays the same. What can be fused is in pairs.go,
// planners are in package fusion. [lcu §7]
func PlanFusion(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	if planner(c) == "none" {
		return m
	}
	return plan(c, m, func(string, *fusion.Problem) {})
}

// plan plans a program and exposes what planners see in a function.
func plan(c *pass.Ctx, m *lcu.Module, see func(fn string, p *fusion.Problem)) *lcu.Module {
	kernels := map[string]*lcu.Kernel{}
	for _, k := range m.Kernels {
		kernels[k.Name] = k
	}
	funcs, changed := pass.Each(c, m.Funcs, func(c *pass.Ctx, fn *lcu.Func) *lcu.Func {
		f := &planning{Ctx: c, kernels: kernels, facts: newFacts(), fn: fn.Name, see: see, last: opt.LastUsesIn(fn.Body)}
		return fn.MapBodies(f.body)
	})
	if !changed {
		return m
	}
	return &lcu.Module{Kernels: m.Kernels, Funcs: funcs, Actions: m.Actions}
}

// Problems is what planners see of the regions of a program, in order.
func Problems(c *pass.Ctx, m *lcu.Module) (out []*fusion.Problem) {
	var mutex sync.Mutex // functions are planned side by side
	of := map[string][]*fusion.Problem{}
	plan(c, m, func(fn string, p *fusion.Problem) {
		mutex.Lock()
		defer mutex.Unlock()
		of[fn] = append(of[fn], p)
	})
	for _, f := range m.Funcs {
		out = append(out, of[f.Name]...)
	}
	return out
}

// planner is which planner a compilation uses: the exact one from -O2 on.
func planner(c *pass.Ctx) string {
	switch {
	case c.OptLevel == 0:
		return "none"
	case c.OptLevel == 1 && c.Fusion == "ilp":
		return "greedy"
	}
	return c.Fusion
}

// A planning plans one function.
type planning struct {
	*pass.Ctx
	kernels map[string]*lcu.Kernel
	facts   *facts
	fn      string
	last    opt.LastUses
	regions int // with runs, so far
	see     func(fn string, p *fusion.Problem)
}

// body plans the regions of a body, one after another.
func (f *planning) body(e lcu.Expr) lcu.Expr {
	r := newRegion()
	r.lastUses = f.last
	rest := e
	for {
		if let, ok := rest.(*lcu.Let); ok && !opt.EndsRegion(let.Rhs) {
			f.facts.define(let)
			r.add(f, &stmt{let: let})
			rest = let.Body
		} else if check, ok := rest.(*lcu.Check); ok {
			r.add(f, &stmt{check: check})
			f.facts.hold(check.Cond)
			rest = check.Then
		} else {
			break
		}
	}
	tail := f.tail(rest)
	if e == rest {
		return tail
	}
	if out := f.region(r, tail); out != nil {
		return out
	}
	return rebuild(e, rest, tail)
}

// tail is what ends a region: its own bodies are regions, and so is what follows.
func (f *planning) tail(e lcu.Expr) lcu.Expr {
	nested := func(b lcu.Expr) lcu.Expr {
		defer f.facts.enter()()
		return f.body(b)
	}
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapBodies(nested)
	}
	rhs := let.Rhs.MapBodies(nested)
	body := f.body(let.Body)
	if rhs == let.Rhs && body == let.Body {
		return e
	}
	return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs, Body: body}
}

// rebuild is e with tail in place of rest, a tail of it.
func rebuild(e, rest, tail lcu.Expr) lcu.Expr {
	if e == rest || rest == tail {
		return either(rest == tail, e, tail)
	}
	switch x := e.(type) {
	case *lcu.Let:
		return &lcu.Let{Node: x.Node, Binds: x.Binds, Rhs: x.Rhs, Body: rebuild(x.Body, rest, tail)}
	case *lcu.Check:
		return &lcu.Check{Node: x.Node, Cond: x.Cond, Error: x.Error, Then: rebuild(x.Then, rest, tail)}
	}
	panic("kernel: no tail")
}

// region is the code of a planned region, or nil if nothing is fused.
func (f *planning) region(r *region, tail lcu.Expr) lcu.Expr {
	if len(r.invocations) < 2 {
		if r.copies {
			return r.emit(nil, lcu.Replace(tail, r.same))
		}
		return nil
	}
	f.regions++
	p := r.problem(tail)
	f.see(f.fn, p)
	plan, how := f.plan(p)
	for r.divide(p, plan) {
		plan, how = f.plan(p)
	}
	if err := fusion.Verify(p, plan); err != nil {
		panic("kernel: plan of fusion: " + err.Error())
	}
	r.noteCopied(plan)
	var groups []*unit
	for _, members := range plan.Clusters() {
		var g []*stmt
		for _, i := range members {
			g = append(g, r.invocations[i].stmt)
		}
		copies := r.copiesFor(g, plan)
		all := slices.Concat(g, copies)
		if len(all) > 1 && fits(g, copies) && f.Rewrite("fuse "+names(all)) {
			groups = append(groups, r.newUnit(g, copies))
			f.Count("fused", int64(len(g)-1))
			f.Count("copied", int64(len(copies)))
		}
	}
	f.note(r, p, plan, how)
	if len(groups) == 0 && !r.copies {
		return nil
	}
	f.Count("regions", 1)
	f.Count("runs", int64(len(r.invocations)))
	return r.emit(groups, lcu.Replace(tail, r.same))
}

// plan is the plan of the planner that was asked for, and what it says of it.
func (f *planning) plan(p *fusion.Problem) (fusion.Plan, string) {
	switch name := planner(f.Ctx); name {
	case "greedy-down":
		return fusion.Down(p), name
	case "greedy-up":
		return fusion.Up(p), name
	case "vertical":
		return fusion.Vertical(p), name
	case "ilp":
		best := fusion.ILP(p)
		if best.Proved {
			return best.Plan, best.How
		}
		f.Count("not-proved", 1)
		return best.Plan, fmt.Sprintf("%s; not proved: no plan costs less than %v", best.How, best.Bound)
	}
	return fusion.Greedy(p), "greedy"
}

// Limits of what a fused kernel takes and gives.
const (
	width      = 120 // words, of which drivers guarantee a kilobyte; some are left for failures
	copyParams = 40  // if it has copies, which may be read at several places: code would double with each
)

// fits reports whether a kernel of these runs has few enough parameters.
func fits(g, copies []*stmt) bool {
	params := map[*lcu.Var]bool{}
	for _, it := range g {
		if it.node.kind != ofScatter { // its results are in the arrays that it gets
			for _, v := range it.let.Binds {
				params[v] = true
			}
		}
	}
	for _, it := range slices.Concat(g, copies) {
		for _, a := range it.call().Args {
			if r, ok := a.(*lcu.Ref); ok {
				params[r.Var] = true
			}
		}
	}
	if len(copies) > 0 && len(params) > copyParams {
		return false
	}
	words := 0 // of an array two, as there are lengths for many
	for v := range params {
		if words++; v.Type.Kind == types.KVec {
			words++
		}
	}
	return words <= width
}

// divide forbids that maps of what scans and reductions make are with them in clusters that
// do not fit; it reports whether there were such. Without it nothing of them would be fused.
func (r *region) divide(p *fusion.Problem, plan fusion.Plan) (divided bool) {
	for _, members := range plan.Clusters() {
		var g []*stmt
		for _, i := range members {
			g = append(g, r.invocations[i].stmt)
		}
		if fits(g, r.copiesFor(g, plan)) {
			continue
		}
		for n, i := range members {
			for _, j := range members[n+1:] {
				if a, b := r.invocations[i], r.invocations[j]; a.kind != ofMap && b.kind == ofMap && r.readsResultsOf(b, a) {
					p.Forbid(i, j, fusion.Because(fusion.TooWide))
					divided = true
				}
			}
		}
	}
	return divided
}

func names(g []*stmt) string {
	s := ""
	for i, it := range g {
		if i > 0 {
			s += ", "
		}
		s += it.call().Kernel
	}
	return s
}

func either[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}
