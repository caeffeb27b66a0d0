// Package strategy decides how SOACs are executed on a kind of device:
// choose-strategies.
//
//	scalar    arithmetic of plans
//	plan      a plan being written
//	tiles     products
//	kind      what serial and parallel groups do differently
//	steps     launches for elements and segments
//	rows      segmented reductions
//	scans     scans
//	strategy  the pass: what is decided for every SOAC
//
// What follows from the device, from types and from what element code costs is decided
// here; the rest, by the sizes that a program has, is a condition of a plan. Lowering
// has a template for every step, and decides nothing.
package strategy

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/target"
	"nessiec/passes/lower/element"
	"nessiec/passes/pass"
)

// ChooseStrategies gives every SOAC a plan: by which launches it is executed, and which
// elements the groups of each have. Where that depends on the shape of its index space,
// the plan has the alternatives, and the conditions by which the host chooses.
//
//	(kernel k (n:int xs:vec<float>) (float) (let (s:float) (reduce (add) n (thunk (i:int) (ret (at xs i)))) (ret s)))
//	=>
//	(kernel k (n:int xs:vec<float>) (float)
//	  (let (s:float)
//	    (staged (reduce (add) n (thunk (i:int) (ret (at xs i))))
//	      (plan (m:int) (steps (step fold chunks 4096) (step combine onegroup))))
//	    (ret s)))
func ChooseStrategies(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	return Choose(c.Options, m, c.Desc())
}

// Choose is ChooseStrategies for any kind of device.
func Choose(o pass.Options, m *lcu.Module, t target.Desc) *lcu.Module {
	out := &lcu.Module{Target: lcu.TargetOf(t), Kernels: make([]*lcu.Kernel, len(m.Kernels)), Funcs: m.Funcs, Actions: m.Actions}
	ir.AtOnce(len(m.Kernels), func(i int) {
		k := m.Kernels[i]
		let := k.Body.(*lcu.Let)
		staged := &lcu.Staged{Node: ir.At(let.Rhs.Pos()), Soac: let.Rhs, Plan: planOf(o, element.SourceOf(k, o.Num()), t)}
		out.Kernels[i] = &lcu.Kernel{Decl: k.Decl, Name: k.Name, Params: k.Params, Results: k.Results,
			Body: &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: staged, Body: let.Body}}
	})
	return out
}

// planOf is the plan of the SOAC of a kernel.
func planOf(o pass.Options, src *element.Source, t target.Desc) *lcu.Plan {
	p := chooser{newPlan(src), t, kindOf(t)}
	switch s := src.SOAC.(type) {
	case *lcu.Once:
		return p.otherwise(step(lcu.All, lcu.Single))
	case *lcu.Update:
		return p.otherwise(p.each(lcu.All, 1)) // an index may have much to do
	case *lcu.Compact:
		return p.compact(s)
	case *lcu.Reduce:
		return p.reduce(src.Results(s.Ops, s.Joins))
	case *lcu.Scan:
		return p.scan(src.Results(s.Ops, s.Joins))
	case *lcu.Prefix:
		return p.scan(src.Results(s.Ops, nil))
	case *lcu.Directory:
		return p.otherwise(p.words(lcu.FoldStoring), p.words(lcu.ScanStored))
	case *lcu.SegReduce:
		return p.segReduce(o, src.Results(s.Ops, s.Joins))
	case *lcu.SegScan:
		return p.segScan(src.Results(s.Ops, s.Joins))
	case *lcu.Rank:
		return p.rank()
	case *lcu.Sort:
		return p.otherwise(p.sort()...)
	}
	return p.everyElement()
}

// reduce: one chunk needs no second step.
func (p chooser) reduce(r element.Results) *lcu.Plan {
	if len(r.Monoids) == 0 {
		return p.everyElement()
	}
	return p.otherwise(p.chunks(lcu.Fold, p.t.Grain), step(lcu.Combine, lcu.OneGroup))
}

// rank compares the elements of rows with each other, if they are several and short.
func (p chooser) rank() *lcu.Plan {
	if p.length != nil {
		short := p.let("short", both(atLeast(lcu.Use(p.count), number(2)), atMost(lcu.Use(p.length), number(lcu.MostRanked))))
		p.when(short, step(lcu.Place, p.kind.row))
	}
	return p.otherwise(p.sort(p.eachSegment(lcu.Place))...)
}

// sort is the steps of a radix sort by one key; those of a rank end in place.
func (p chooser) sort(place ...*lcu.Step) []*lcu.Step {
	keys := p.each(lcu.Keys, p.t.Grain)
	if place != nil {
		keys = p.eachSegment(lcu.Keys)
	}
	scan := lcu.Digits
	arrays := p.t.Ranks || !p.t.Waits // from one to the next: each rank wants the counts of all, or the host learns of them at once
	if arrays {
		scan = lcu.OneGroup
	}
	steps := []*lcu.Step{keys, step(lcu.CountDigits, lcu.Chunks, number(p.t.Grain)),
		step(lcu.ScanDigits, scan), step(lcu.MoveDigits, lcu.Chunks, number(p.t.Grain))}
	switch {
	case place != nil:
		return append(append(steps, p.plainEach(lcu.BySegment)), place...)
	case arrays: // the last move was to an array of its own
		return steps
	}
	return append(steps, p.plainEach(lcu.Place))
}
