package regions

// Runs of kernels, as planning sees them: what they do, over which index space,
// and how they read arrays.

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/kernel/opt"
)

// A kind is what a kernel does with the results of its thunk.
type kind byte

const (
	ofMap kind = iota
	ofReduce
	ofScan
	ofDirectory
	ofOnce
	ofCompact
	ofScatter // to places that differ
	ofFilter
	ofOther // nothing else of its kind fits in
	ofUpdate
)

// An invocation is a run of a kernel: its SOAC with the arguments of the run.
type invocation struct {
	stmt          *stmt
	num           int // among the runs of the region
	call          *lcu.Run
	soac          lcu.Expr
	parts         lcu.Parts
	kind          kind
	n, segs       int         // classes of size and segments
	rows          int         // of a segmented reduction, the class of the number of segments
	selectedCount int         // of a filter, the class of the number of selected elements
	selection     *invocation // the filter whose selected elements it goes over
	own           map[*lcu.Var]bool
	other         map[*lcu.Var]bool // used in any other way
	dest          map[*lcu.Var]bool // read by the second thunk
	checks        bool
	expensive     bool
	indexed       bool        // its index matters other than for reads at it
	equal         map[int]int // classes that are equal here
}

func newInvocation(f *planning, it *stmt, e *lcu.Run) *invocation {
	soac := opt.LookAt(f.kernels[e.Kernel], e.Args)
	p, _ := lcu.PartsOf(soac)
	x := &invocation{stmt: it, call: e, soac: soac, parts: p, checks: lcu.HasCheck(soac), equal: f.facts.equal,
		n: -1, segs: -1, rows: -1, selectedCount: -1, own: map[*lcu.Var]bool{}, other: map[*lcu.Var]bool{}, dest: map[*lcu.Var]bool{}}
	if p.N != nil {
		x.n = f.facts.atom(p.N)
	}
	if p.Segmented() {
		x.segs = f.facts.known("segments" + f.facts.atoms(p.Segs))
	}
	var c opt.Cost
	c.Add(p.T)
	x.expensive = c.Expensive()
	switch e := lcu.Inner(soac).(type) {
	case *lcu.Map, *lcu.SegMap:
		x.kind = ofMap
	case *lcu.Reduce:
		x.kind = ofReduce
	case *lcu.SegReduce:
		x.kind = ofReduce
		if n := f.facts.segments(e.Segs); n != nil {
			x.rows = f.facts.atom(n)
		}
	case *lcu.Scan, *lcu.Prefix, *lcu.SegScan:
		x.kind = ofScan
	case *lcu.Directory:
		x.kind = ofDirectory
	case *lcu.Once:
		x.kind = ofOnce
	case *lcu.Compact:
		x.kind = ofCompact
	case *lcu.Filter:
		x.kind, x.selectedCount = ofFilter, f.facts.selectedCount(it.let.Binds)
	case *lcu.Update:
		x.kind = ofUpdate
	case *lcu.Scatter:
		if x.kind = ofOther; e.Op == prim.RSet {
			x.kind = ofScatter
		}
	default:
		x.kind = ofOther
	}
	x.reads(f)
	return x
}

// sets reports whether x writes elements at places that must differ.
func (x *invocation) sets() bool {
	s, ok := lcu.Inner(x.soac).(*lcu.Scatter)
	return ok && s.Op == prim.RSet
}

// reads finds how the arrays and scalars of a run are used.
func (x *invocation) reads(f *planning) {
	lcu.Inner(x.soac).MapOperands(func(e lcu.Expr) lcu.Expr {
		if r, ok := e.(*lcu.Ref); ok {
			x.other[r.Var] = true
		}
		return e
	})
	if _, ok := x.soac.(*lcu.Update); ok { // nothing becomes part of it
		x.thunk(f, x.parts.T, nil, nil)
		return
	}
	x.thunk(f, x.parts.T, x.parts.T.Params, x.own)
	x.epilogue(f)
	fun := x.parts.Fun
	if fun == nil {
		return
	}
	own := map[*lcu.Var]bool{}
	if opt.IsFilter(x.soac) {
		for _, v := range lcu.FreeVars(fun) {
			x.other[v] = true
		}
		return
	}
	x.thunk(f, fun, fun.Params, own)
	for v := range own {
		x.own[v], x.dest[v] = true, true
	}
}

// epilogue finds what the epilogue reads: positions are indices of the run,
// segments are not.
func (x *invocation) epilogue(f *planning) {
	t := x.parts.Out
	switch {
	case t == nil:
	case x.kind == ofScan:
		x.thunk(f, t, t.Params[:len(x.parts.T.Params)], x.own)
	default:
		x.thunk(f, t, nil, nil)
	}
}

// thunk finds the arrays that a thunk reads at its own index, the last of at;
// everything else that it uses goes to other. Lengths that are known do not
// matter.
func (x *invocation) thunk(f *planning, t *lcu.Thunk, at []*lcu.Var, own map[*lcu.Var]bool) {
	var pos *lcu.Var
	if n := len(at); n > 0 {
		pos = at[n-1]
	}
	ir.Walk(t.Body, func(e lcu.Expr) bool {
		switch e := e.(type) {
		case *lcu.Ref:
			x.other[e.Var] = true
		case *lcu.At:
			if v := e.Vec.(*lcu.Ref).Var; pos != nil && lcu.SameAtom(e.Idx, lcu.Use(pos)) {
				own[v] = true
				return false
			}
		case *lcu.Length:
			v := e.Vec.(*lcu.Ref).Var
			return f.facts.size[v] == nil || f.facts.sums[v]
		}
		return true
	})
	x.indexed = x.indexed || pos != nil && x.other[pos]
}

// absorbs reports whether a kernel with this SOAC cannot give results of maps.
func (x *invocation) absorbs() bool { return x.kind >= ofCompact }

// weight is the size class of what a run makes: inner levels are larger.
func (x *invocation) weight() int {
	if x.parts.Segmented() {
		return 4
	}
	return 1
}
