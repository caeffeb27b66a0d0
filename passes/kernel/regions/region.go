package regions

// The dependence graph of a region of host code.

import (
	"math/big"
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/fusion"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// A stmt is an operation of a region: a let, or a check.
type stmt struct {
	let       *lcu.Let
	check     *lcu.Check
	at        int // its place
	uses      map[*lcu.Var]bool
	deps      []*stmt     // what comes before it in any order
	ancestors [2]*big.Int // if not nil: places of all that comes before it, and of what it reads, directly or not
	node      *invocation // if it runs a kernel
	count     *invocation // if it is the number of selected elements of a filter
}

func (it *stmt) call() *lcu.Run { return it.let.Rhs.(*lcu.Run) }

// A region is a region: its statements in program order.
type region struct {
	stmts       []*stmt
	invocations []*invocation
	made        map[*lcu.Var]result
	defined     map[*lcu.Var]*stmt
	same        map[*lcu.Var]lcu.Expr // what variables stand for: lengths of results, copies of arrays
	copies      bool                  // there are any of these
	effect      *stmt                 // the last statement that may fail
	barrier     *stmt                 // the last check of the host
	guards      map[[2]int]*stmt      // the last statement that may fail before a size and its segments were gone over
	lengths     map[*lcu.Var]lcu.Expr // of arrays
	tailUses    map[*lcu.Var]bool
	counts      map[*lcu.Var]*invocation // numbers of selected elements
	arrayOf     map[*lcu.Var]int         // in the problem
	copied      map[*stmt]bool           // what the plan copies
	unitsOf     map[*stmt][]*unit        // the units that hold each statement
	lastUses    opt.LastUses
}

// A result is result k of a run.
type result struct {
	invocation *invocation
	k          int
}

func newRegion() *region {
	return &region{made: map[*lcu.Var]result{}, defined: map[*lcu.Var]*stmt{},
		same: map[*lcu.Var]lcu.Expr{}, tailUses: map[*lcu.Var]bool{},
		counts: map[*lcu.Var]*invocation{}, guards: map[[2]int]*stmt{}, lengths: map[*lcu.Var]lcu.Expr{}, arrayOf: map[*lcu.Var]int{}}
}

// add appends a statement. A length that is known to be the size of a run is none:
// it stands for that size; and a map that copies arrays stands for these.
func (r *region) add(f *planning, it *stmt) {
	if it.let != nil && (r.isLength(f, it.let) || r.isCopy(f, it.let)) {
		return
	}
	it.at, it.uses = len(r.stmts), map[*lcu.Var]bool{}
	r.stmts = append(r.stmts, it)
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
			r.addInvocation(f, it, run)
			may = it.node.checks
		}
		r.addCount(f, it)
		for _, v := range let.Binds {
			r.defined[v] = it
		}
	}
	r.depend(it, r.barrier)
	if it.node != nil {
		r.depend(it, r.guard(it.node))
	}
	if may {
		r.depend(it, r.effect)
		r.effect = it
	}
	if it.check != nil {
		r.barrier = it
	}
}

// guard is the statement that has made sure, if any has, that segments of x fit or that
// its places differ. What is gone over a second time fits as it did the first time, whatever
// was checked in between.
func (r *region) guard(x *invocation) *stmt {
	switch {
	case x.parts.Segmented():
		rows := [2]int{x.n, x.segs}
		if _, ok := r.guards[rows]; !ok {
			r.guards[rows] = r.effect
		}
		return r.guards[rows]
	case x.sets():
		return r.effect
	}
	return nil
}

// isLength notes a length that is known without the array, or was asked for before: behind a check, a second one would wait for that.
func (r *region) isLength(f *planning, let *lcu.Let) bool {
	l, ok := let.Rhs.(*lcu.Length)
	if !ok {
		return false
	}
	of := l.Vec.(*lcu.Ref).Var
	n := f.facts.size[of]
	if n == nil {
		n = r.lengths[of]
	}
	if n == nil {
		r.lengths[of] = lcu.Use(let.Binds[0])
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
	m, ok := opt.SOAC(f.kernels[run.Kernel]).(*lcu.Map)
	if !ok || m.T.Body.Form() == lcu.FormRet {
		return false
	}
	if n := len(opt.Copied(m.T)); n == 0 || n != len(let.Binds) {
		return false
	}
	m = lcu.Replace(opt.LookAt(f.kernels[run.Kernel], run.Args), r.same).(*lcu.Map)
	from := opt.Copied(m.T)
	for _, v := range from {
		n := f.facts.size[v]
		if n == nil || f.facts.atoms([]lcu.Expr{lcu.Replace(n, r.same)}) != f.facts.atoms([]lcu.Expr{m.N}) {
			return false
		}
	}
	if !f.Rewrite("drop a copy by " + run.Kernel) {
		return false
	}
	f.Verdict(pass.Verdict{Of: opt.Places(m), Fused: true, Why: "a copy of what there is"})
	for k, v := range let.Binds {
		r.same[v] = lcu.Use(from[k])
		f.facts.size[v] = f.facts.size[from[k]]
	}
	r.copies = true
	return true
}

// use notes the variables of an operation and what defines them here.
func (r *region) use(it *stmt, e lcu.Expr) {
	for _, v := range lcu.FreeVars(e) {
		it.uses[v] = true
		r.depend(it, r.defined[v])
	}
}

func (r *region) depend(it, on *stmt) {
	if on != nil && on != it && !slices.Contains(it.deps, on) {
		it.deps = append(it.deps, on)
	}
	if on != nil && on.count != nil {
		r.depend(it, on.count.stmt)
	}
}

// addInvocation makes the node of a statement that runs a kernel.
func (r *region) addInvocation(f *planning, it *stmt, run *lcu.Run) {
	it.node = newInvocation(f, it, run)
	it.node.num = len(r.invocations)
	r.findSpace(it.node)
	r.invocations = append(r.invocations, it.node)
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
	p := fusion.New(len(r.invocations))
	r.orders(p)
	for j, b := range r.invocations {
		for i, a := range r.invocations[:j] {
			why := r.incompatible(a, b)
			if by := r.onlyWith(a, b, why.Why); by != nil {
				p.OnlyWith = append(p.OnlyWith, fusion.OnlyWith{I: i, J: j, By: by})
			} else if why.Why != fusion.Compatible {
				p.Forbid(i, j, why)
			}
		}
	}
	r.arrays(p)
	r.temporaries(p)
	r.selectedRules(p)
	r.syncs(p)
	r.mayCopy(p)
	return p
}

// onlyWith is the runs of which one has to be with a and b, which cannot be alone
// for this reason; nil if there is none.
func (r *region) onlyWith(a, b *invocation, why fusion.Why) []int {
	switch why {
	case fusion.SizesDiffer:
		return r.onlyWithRows(a, b)
	case fusion.EndsInNone:
		return r.onlyWithOnce(a, b)
	}
	return nil
}

// orders adds what orders runs, and makes those incompatible between which something
// else has to happen.
func (r *region) orders(p *fusion.Problem) {
	before := map[*stmt]map[int]bool{} // runs before a statement
	far := map[int]map[int]bool{}      // with host code in between
	for _, it := range r.stmts {
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
				p.Forbid(i, it.node.num, fusion.Because(fusion.HostBetween))
			}
			if strict[i] || slices.Contains(it.deps, r.invocations[i].stmt) {
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
	for i, x := range r.invocations {
		for _, v := range handed(x) {
			if v.Type.Kind == types.KVec {
				a := &p.Arrays[array(v, fusion.Array{Maker: -1, Weight: x.weight()})]
				a.Readers = append(a.Readers, i)
			}
		}
		for _, v := range x.stmt.let.Binds {
			if v.Type.Kind == types.KVec {
				array(v, fusion.Array{Maker: i, Stored: r.escapes(v), Weight: x.weight()})
			}
		}
	}
}

// handed is the variables that a run is handed, and others that its SOAC has. A kernel alone needs an argument even if its SOAC does not read it.
func handed(x *invocation) []*lcu.Var {
	vs := lcu.FreeVars(x.soac)
	for _, a := range x.stmt.call().Args {
		if v := lcu.VarOf(a); v != nil && !slices.Contains(vs, v) {
			vs = append(vs, v)
		}
	}
	return vs
}

// escapes reports whether anything but runs of the region uses v.
func (r *region) escapes(v *lcu.Var) bool {
	return r.tailUses[v] || slices.ContainsFunc(r.stmts, func(it *stmt) bool { return it.node == nil && it.count == nil && it.uses[v] })
}

// temporaries adds what maps must not store beside what has no place for results of
// maps.
func (r *region) temporaries(p *fusion.Problem) {
	for i, m := range r.invocations {
		for j, s := range r.invocations {
			if i != j && m.kind == ofMap && s.absorbs() && !m.after(s) && p.Incompatible(i, j).Why == fusion.Compatible {
				r.temporary(p, m.stmt.let.Binds, j)
			}
		}
	}
}

// temporary says that these results must not be stored if the run that makes them
// is fused with all of these.
func (r *region) temporary(p *fusion.Problem, vs []*lcu.Var, with ...int) {
	for _, v := range vs {
		switch k, ok := r.arrayOf[v]; {
		case !ok:
		case p.Arrays[k].Stored && len(with) == 1:
			p.Forbid(p.Arrays[k].Maker, with[0], fusion.Reason{Why: fusion.NeededElsewhere, Of: v.Name})
		default:
			p.Temporaries = append(p.Temporaries, fusion.Temporary{Array: k, With: with})
		}
	}
}
