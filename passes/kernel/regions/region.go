package regions

// The dependence graph of a region of host code.

import (
	"math/big"
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/code"
	"nessiec/passes/kernel/fusion"
)

// A item is an operation of a region: a let, or a check.
type item struct {
	let   *lcu.Let
	check *lcu.Check
	at    int // its place
	uses  map[*lcu.Var]bool
	deps  []*item     // what comes before it in any order
	past  [2]*big.Int // if not nil: places of all that comes before it, and of what it reads, directly or not
	node  *run        // if it runs a kernel
	count *run        // if it is the number of survivors of a filter
}

func (it *item) run() *lcu.Run { return it.let.Rhs.(*lcu.Run) }

// A region is a region: its items in program order.
type region struct {
	items    []*item
	runs     []*run
	made     map[*lcu.Var]result
	defined  map[*lcu.Var]*item
	same     map[*lcu.Var]lcu.Expr // what variables stand for: lengths of results, copies of arrays
	copies   bool                  // there are any of these
	effect   *item                 // the last item that may fail
	barrier  *item                 // the last check of the host
	tailUses map[*lcu.Var]bool
	counts   map[*lcu.Var]*run // numbers of survivors
	arrayOf  map[*lcu.Var]int  // in the problem
	gone     map[*item]bool    // what the plan copies
	homes    map[*item][]*unit // where items stand
}

// A result is result k of a run.
type result struct {
	run *run
	k   int
}

func newRegion() *region {
	return &region{made: map[*lcu.Var]result{}, defined: map[*lcu.Var]*item{},
		same: map[*lcu.Var]lcu.Expr{}, tailUses: map[*lcu.Var]bool{},
		counts: map[*lcu.Var]*run{}, arrayOf: map[*lcu.Var]int{}}
}

// add appends an item. A length that is known to be the size of a run is none:
// it stands for that size; and a map that copies arrays stands for these.
func (r *region) add(f *planning, it *item) {
	if it.let != nil && (r.isLength(f, it.let) || r.isCopy(f, it.let)) {
		return
	}
	it.at, it.uses = len(r.items), map[*lcu.Var]bool{}
	r.items = append(r.items, it)
	may := it.check != nil
	if it.check != nil {
		c := *it.check
		c.Cond = lcu.Replace(c.Cond, r.same)
		it.check = &c
		r.use(it, c.Cond)
	} else {
		let := *it.let
		let.Rhs = lcu.Replace(let.Rhs, r.same)
		it.let = &let
		r.use(it, let.Rhs)
		if run, ok := let.Rhs.(*lcu.Run); ok {
			r.addRun(f, it, run)
			may = it.node.checks
		}
		r.addCount(f, it)
		for _, v := range let.Binds {
			r.defined[v] = it
		}
	}
	r.depend(it, r.barrier)
	if it.node != nil && (it.node.parts.Segmented() || it.node.sets()) {
		r.depend(it, r.effect) // that segments fit, or places differ, may be what a check before has made sure
	}
	if may {
		r.depend(it, r.effect)
		r.effect = it
	}
	if it.check != nil {
		r.barrier = it
	}
}

// isLength notes a length that is known without the array.
func (r *region) isLength(f *planning, let *lcu.Let) bool {
	l, ok := let.Rhs.(*lcu.Length)
	if !ok {
		return false
	}
	n := f.facts.size[l.Vec.(*lcu.Ref).Var]
	if n == nil {
		return false
	}
	r.same[let.Binds[0]] = lcu.Replace(n, r.same)
	return true
}

// isCopy notes a map that makes arrays again that there are: as many elements,
// each the one at its own index.
func (r *region) isCopy(f *planning, let *lcu.Let) bool {
	run, ok := let.Rhs.(*lcu.Run)
	if !ok {
		return false
	}
	m, ok := f.kernels[run.Kernel].Body.(*lcu.Let).Rhs.(*lcu.Map)
	if !ok || m.T.Body.Form() == lcu.FormRet {
		return false
	}
	m = lcu.Replace(code.Instance(f.kernels[run.Kernel], run.Args), r.same).(*lcu.Map)
	from := code.Copied(m.T)
	if len(from) == 0 || len(from) != len(let.Binds) {
		return false
	}
	for _, v := range from {
		n := f.facts.size[v]
		if n == nil || f.facts.atoms([]lcu.Expr{lcu.Replace(n, r.same)}) != f.facts.atoms([]lcu.Expr{m.N}) {
			return false
		}
	}
	if !f.Rewrite("drop a copy by " + run.Kernel) {
		return false
	}
	for k, v := range let.Binds {
		r.same[v] = lcu.Use(from[k])
		f.facts.size[v] = f.facts.size[from[k]]
	}
	r.copies = true
	return true
}

// use notes the variables of an operation and what defines them here.
func (r *region) use(it *item, e lcu.Expr) {
	for _, v := range lcu.FreeVars(e) {
		it.uses[v] = true
		r.depend(it, r.defined[v])
	}
}

func (r *region) depend(it, on *item) {
	if on != nil && on != it && !slices.Contains(it.deps, on) {
		it.deps = append(it.deps, on)
	}
	if on != nil && on.count != nil {
		r.depend(it, on.count.item)
	}
}

// addRun makes the node of an item that runs a kernel.
func (r *region) addRun(f *planning, it *item, run *lcu.Run) {
	it.node = newRun(f, it, run)
	it.node.num = len(r.runs)
	r.findSpace(it.node)
	r.runs = append(r.runs, it.node)
	for k, v := range it.let.Binds {
		r.made[v] = result{it.node, k}
	}
	f.facts.results(it.let.Binds, it.node.soac)
}

// problem is what planners see of the region.
func (r *region) problem(tail lcu.Expr) *fusion.Problem {
	for _, v := range lcu.FreeVars(lcu.Replace(tail, r.same)) {
		r.tailUses[v] = true
	}
	p := fusion.New(len(r.runs))
	r.orders(p)
	for j, b := range r.runs {
		for i, a := range r.runs[:j] {
			why := r.apart(a, b)
			if by := r.bridge(a, b, why); by != nil {
				p.Bridges = append(p.Bridges, fusion.Bridge{I: i, J: j, By: by})
			} else if why != "" {
				p.KeepApart(i, j, why)
			}
		}
	}
	r.arrays(p)
	r.wholes(p)
	r.survivorRules(p)
	r.waits(p)
	r.mayCopy(p)
	return p
}

// bridge is the runs of which one has to be with a and b, which cannot be alone
// for this reason; nil if there is none.
func (r *region) bridge(a, b *run, why string) []int {
	switch why {
	case sizesDiffer:
		return r.rowBridge(a, b)
	case noEnd:
		return r.onceBridge(a, b)
	}
	return nil
}

// orders adds what orders runs, and keeps those apart between which something
// else has to happen.
func (r *region) orders(p *fusion.Problem) {
	before := map[*item]map[int]bool{} // runs before an item
	far := map[int]map[int]bool{}      // with host code in between
	for _, it := range r.items {
		all := map[int]bool{}
		before[it] = all
		var strict map[int]bool
		if it.node != nil {
			strict = map[int]bool{}
			far[it.node.num] = strict
		}
		for _, d := range it.deps {
			for i := range before[d] {
				all[i] = true
				by := d.node
				if d.count != nil {
					by = d.count
				}
				if strict != nil && (by == nil || i != by.num && far[by.num][i]) {
					strict[i] = true
				}
			}
			if d.node != nil {
				all[d.node.num] = true
			}
		}
		if it.node == nil {
			continue
		}
		for i := range it.node.num {
			if strict[i] {
				p.KeepApart(i, it.node.num, "the host comes between them")
			}
			if strict[i] || slices.Contains(it.deps, r.runs[i].item) {
				p.Edges = append(p.Edges, fusion.Edge{From: i, To: it.node.num})
			}
		}
	}
}

// arrays lists the arrays that runs make and read.
func (r *region) arrays(p *fusion.Problem) {
	array := func(v *lcu.Var, a fusion.Array) int {
		k, ok := r.arrayOf[v]
		if !ok {
			k = len(p.Arrays)
			r.arrayOf[v] = k
			p.Arrays = append(p.Arrays, a)
		}
		return k
	}
	for i, x := range r.runs {
		for _, v := range lcu.FreeVars(x.soac) {
			if v.Type.Kind == types.KVec {
				a := &p.Arrays[array(v, fusion.Array{Maker: -1, Weight: x.weight()})]
				a.Readers = append(a.Readers, i)
			}
		}
		for _, v := range x.item.let.Binds {
			if v.Type.Kind == types.KVec {
				array(v, fusion.Array{Maker: i, Stored: r.escapes(v), Weight: x.weight()})
			}
		}
	}
}

// escapes reports whether anything but runs of the region uses v.
func (r *region) escapes(v *lcu.Var) bool {
	return r.tailUses[v] || slices.ContainsFunc(r.items, func(it *item) bool { return it.node == nil && it.count == nil && it.uses[v] })
}

// wholes adds what maps must not store beside what has no place for results of
// maps.
func (r *region) wholes(p *fusion.Problem) {
	for i, m := range r.runs {
		for j, s := range r.runs {
			if i != j && m.kind == ofMap && s.absorbs() && !m.after(s) && p.Apart(i, j) == "" {
				r.whole(p, m.item.let.Binds, j)
			}
		}
	}
}

// whole says that these results must not be stored if the run that makes them
// is fused with all of these.
func (r *region) whole(p *fusion.Problem, vs []*lcu.Var, with ...int) {
	for _, v := range vs {
		switch k, ok := r.arrayOf[v]; {
		case !ok:
		case p.Arrays[k].Stored && len(with) == 1:
			p.KeepApart(p.Arrays[k].Maker, with[0], v.Name+" is needed elsewhere, and a kernel of both cannot make it")
		default:
			p.Wholes = append(p.Wholes, fusion.Whole{Array: k, With: with})
		}
	}
}
