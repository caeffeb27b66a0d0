package kernel

// Which two runs may become one kernel, as far as only they are concerned.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/lcu"
)

// A fusKind is what a kernel does with the results of its thunk.
type fusKind byte

const (
	fusMap fusKind = iota
	fusReduce
	fusScan
	fusPermute
	fusOther // nothing else of its kind fits in
)

// A fusRun is a run of a kernel: its SOAC with the arguments of the run.
type fusRun struct {
	item    *fusItem
	num     int // among the runs of the region
	run     *lcu.Run
	soac    lcu.Expr
	parts   lcu.Parts
	kind    fusKind
	n, offs int    // classes of size and offsets
	size    int    // of a permutation, the class of its result's
	places  string // of a permutation: a text of its destinations
	own     map[*lcu.Var]bool
	other   map[*lcu.Var]bool // used in any other way
	dest    map[*lcu.Var]bool // read by the second thunk
	checks  bool
	dear    bool
	equal   map[int]int // classes that are equal here
}

func newFusRun(f *fusPlanner, it *fusItem, run *lcu.Run) *fusRun {
	soac := fusInstance(f.kernels[run.Kernel], run)
	p, _ := lcu.PartsOf(soac)
	x := &fusRun{item: it, run: run, soac: soac, parts: p, checks: hasCheck(soac), equal: f.facts.equal,
		n: -1, offs: -1, own: map[*lcu.Var]bool{}, other: map[*lcu.Var]bool{}, dest: map[*lcu.Var]bool{}}
	if p.N != nil {
		x.n = f.facts.atom(p.N)
	}
	if p.Segmented() {
		x.offs = f.facts.atom(p.Offs)
	}
	var c cost
	c.add(p.T)
	x.dear = c.dear()
	switch e := soac.(type) {
	case *lcu.Map, *lcu.SegMap:
		x.kind = fusMap
	case *lcu.Reduce, *lcu.SegReduce:
		x.kind = fusReduce
	case *lcu.Scan, *lcu.SegScan:
		x.kind = fusScan
	case *lcu.Permute:
		x.kind, x.size, x.places = fusPermute, f.facts.atom(e.Size), fusText(f.facts, e.Dest)
	default:
		x.kind = fusOther
	}
	x.reads(f)
	return x
}

// fusInstance is the SOAC of a kernel with the arguments of a run.
func fusInstance(k *lcu.Kernel, run *lcu.Run) lcu.Expr {
	env := map[*lcu.Var]lcu.Expr{}
	for i, p := range k.Params {
		env[p] = run.Args[i]
	}
	return lcu.Replace(lcu.Freshen(k.Body.(*lcu.Let).Rhs), env)
}

// reads finds how the arrays and scalars of a run are used.
func (x *fusRun) reads(f *fusPlanner) {
	x.soac.MapOperands(func(e lcu.Expr) lcu.Expr {
		if r, ok := e.(*lcu.Ref); ok {
			x.other[r.Var] = true
		}
		return e
	})
	x.thunk(f, x.parts.T, x.own)
	fun := x.parts.Fun
	if fun == nil {
		return
	}
	own := map[*lcu.Var]bool{}
	if isFilter(x.soac) {
		for _, v := range lcu.FreeVars(fun) {
			x.other[v] = true
		}
		return
	}
	x.thunk(f, fun, own)
	for v := range own {
		x.own[v], x.dest[v] = true, true
	}
}

// thunk finds the arrays that a thunk reads at its own index; everything else
// that it uses goes to other. Lengths that are known do not matter.
func (x *fusRun) thunk(f *fusPlanner, t *lcu.Thunk, own map[*lcu.Var]bool) {
	var pos *lcu.Var
	if n := len(t.Params); n > 0 {
		pos = t.Params[n-1]
	}
	var visit func(e lcu.Expr)
	visit = func(e lcu.Expr) {
		switch e := e.(type) {
		case *lcu.Ref:
			x.other[e.Var] = true
			return
		case *lcu.At:
			if v := e.Vec.(*lcu.Ref).Var; pos != nil && sameAtom(e.Idx, lcu.Use(pos)) {
				own[v] = true
				return
			}
		case *lcu.Length:
			if f.facts.size[e.Vec.(*lcu.Ref).Var] != nil {
				return
			}
		}
		e.Children(func(_ int, c lcu.Expr) { visit(c) })
	}
	visit(t.Body)
}

// absorbs reports whether a kernel with this SOAC cannot give results of maps.
func (x *fusRun) absorbs() bool { return x.kind == fusPermute || x.kind == fusOther }

// weight is the size class of what a run makes: inner levels are larger.
func (x *fusRun) weight() int {
	if x.parts.Segmented() {
		return 4
	}
	return 1
}

// apart is the reason why a, which comes first, and b cannot be one kernel, or "".
func (r *fusRegion) apart(a, b *fusRun) string {
	same := func(x, y int) bool { return fusFind(b.equal, x) == fusFind(b.equal, y) }
	if why := a.feeds(b); why != "" {
		return why
	}
	switch {
	case a.n < 0 || b.n < 0 || !same(a.n, b.n):
		return "their sizes differ"
	case a.offs >= 0 && b.offs >= 0 && !same(a.offs, b.offs):
		return "their segments differ"
	case (a.offs >= 0) != (b.offs >= 0) && (a.kind != fusMap && a.offs < 0 || b.kind != fusMap && b.offs < 0):
		return "one needs segments, the other must not have them"
	case a.kind == fusMap && b.kind == fusMap:
		return ""
	case a.kind == fusMap:
		return r.joins(a, b)
	case b.kind == fusMap:
		return r.joins(b, a)
	case a.kind != b.kind || a.kind == fusOther:
		return "they do different things with their elements"
	case a.kind == fusReduce:
		return ""
	case a.kind == fusScan:
		return fusScans(a, b)
	}
	return fusPermutes(a, b, same)
}

// feeds is the reason why b, which uses what a makes, cannot be in one kernel
// with it, or "".
func (a *fusRun) feeds(b *fusRun) string {
	for _, v := range a.item.let.Binds {
		switch {
		case b.other[v]:
			return "one needs all of " + v.Name + ", which the other makes"
		case b.own[v] && a.kind != fusMap:
			return "the elements of " + v.Name + " are not known until all are"
		}
	}
	return ""
}

// joins is the reason why a map cannot be in the kernel of s, or "": what is
// evaluated twice must neither fail nor be dear.
func (r *fusRegion) joins(m, s *fusRun) string {
	twice := replays(s.soac)
	for v := range s.dest { // maps in the second thunk are in the first one, too
		twice = twice || r.made[v].run != nil && r.made[v].run.kind == fusMap
	}
	switch {
	case twice && (m.checks || s.checks):
		return "one fails, the other looks at elements twice"
	case twice && m.dear:
		return "one is dear, the other looks at elements twice"
	}
	return ""
}

func fusScans(a, b *fusRun) string {
	switch {
	case fusIncl(a.soac) != fusIncl(b.soac):
		return "one scan is inclusive, the other is not"
	case a.checks || b.checks || a.dear || b.dear:
		return "one fails or is dear, the other looks at elements twice"
	}
	return ""
}

func fusIncl(e lcu.Expr) bool {
	switch e := e.(type) {
	case *lcu.Scan:
		return e.Incl
	case *lcu.SegScan:
		return e.Incl
	}
	panic("kernel: no scan")
}

func fusPermutes(a, b *fusRun, same func(x, y int) bool) string {
	switch {
	case !same(a.size, b.size):
		return "the sizes of what they make differ"
	case hasCheck(a.parts.Fun) || hasCheck(b.parts.Fun) || a.places != b.places:
		return "they put elements in different places"
	}
	return ""
}

// fusText is a text that is the same for thunks that compute the same from
// the same.
func fusText(f *fusFacts, t *lcu.Thunk) string {
	env := map[*lcu.Var]*lcu.Var{}
	ir.Walk(lcu.Expr(t), func(e lcu.Expr) bool {
		lcu.EachBind(e, func(v *lcu.Var) { env[v] = lcu.NewVar("v", v.Type) })
		return true
	})
	for _, v := range lcu.FreeVars(t) {
		env[v] = lcu.NewVar(fmt.Sprintf("f%d", fusFind(f.equal, f.atom(lcu.Use(v)))), v.Type)
	}
	return lcu.Show(unplaced(lcu.Rename(t, env)))
}
