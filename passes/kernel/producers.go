package kernel

// Which producers are copied into which readers.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// Limits of what is copied into every reader: operations, and elements read,
// per element. Without reads it is copied even if the array must exist anyway.
const (
	cheapOps       = 4
	cheapReads     = 2
	cheapLoopOps   = 2 // where the reader reads in a loop
	cheapLoopReads = 1
)

// uses is how an array is used.
type uses struct {
	escapes bool         // used by anything but reads and its length
	reads   int          // in thunks, at any index
	inLoop  bool         // one of them in a loop of a thunk
	onHost  int          // reads by host code
	own     []*lcu.Thunk // thunks that read it at their own index, outside loops
	again   bool         // one of them may run more than once per element
	seg     []lcu.Expr   // offsets of the SOACs that do so
	depth   map[int]bool // host loops around the readers
	defined int          // host loops around the definition
}

// usesIn collects the uses of all arrays in a function.
func usesIn(body lcu.Expr) map[*lcu.Var]*uses {
	u := &counter{all: map[*lcu.Var]*uses{}}
	u.host(body, 0)
	return u.all
}

type counter struct{ all map[*lcu.Var]*uses }

func (u *counter) of(v *lcu.Var) *uses {
	x := u.all[v]
	if x == nil {
		x = &uses{depth: map[int]bool{}}
		u.all[v] = x
	}
	return x
}

// host counts the uses in host code inside so many loops.
func (u *counter) host(e lcu.Expr, depth int) {
	switch e := e.(type) {
	case *lcu.Let:
		for _, v := range e.Binds {
			u.of(v).defined = depth
		}
	case *lcu.At:
		u.of(e.Vec.(*lcu.Ref).Var).onHost++
		return
	case *lcu.Length:
		return
	case *lcu.Loop, *lcu.Time:
		u.escapes(e)
		e.MapBodies(func(b lcu.Expr) lcu.Expr { u.host(b, depth+1); return b })
		return
	}
	u.escapes(e)
	p, ok := lcu.PartsOf(e)
	if !ok {
		e.MapBodies(func(b lcu.Expr) lcu.Expr { u.host(b, depth); return b })
		return
	}
	r := site{SOAC: e, offs: p.Offs, depth: depth}
	if n := len(p.T.Params); n > 0 {
		r.idx = p.T.Params[n-1]
	}
	u.thunk(p.T, r)
	if p.Fun != nil {
		r.idx = destIndex(e)
		u.thunk(p.Fun, r)
	}
}

// A site is a thunk with its own index; predicates have none.
type site struct {
	SOAC  lcu.Expr
	offs  lcu.Expr
	idx   *lcu.Var
	depth int
}

// destIndex is the index of a thunk of destinations.
func destIndex(e lcu.Expr) *lcu.Var {
	switch e := e.(type) {
	case *lcu.Permute:
		return e.Dest.Params[0]
	case *lcu.Scatter:
		return e.Dest.Params[0]
	}
	return nil
}

// replays reports whether the thunk of a SOAC may run twice for an element:
// scans that make two passes, filters before they are taken apart.
func replays(e lcu.Expr) bool {
	switch e.(type) {
	case *lcu.Scan, *lcu.SegScan, *lcu.Filter, *lcu.Partition, *lcu.Rank:
		return true
	}
	return false
}

// escapes counts operands that are used for themselves.
func (u *counter) escapes(e lcu.Expr) {
	e.MapOperands(func(x lcu.Expr) lcu.Expr {
		if r, ok := x.(*lcu.Ref); ok {
			u.of(r.Var).escapes = true
		}
		return x
	})
}

// thunk counts the reads of a thunk.
func (u *counter) thunk(t *lcu.Thunk, r site) {
	var visit func(e lcu.Expr, loop bool)
	visit = func(e lcu.Expr, loop bool) {
		if at, ok := e.(*lcu.At); ok {
			x := u.of(at.Vec.(*lcu.Ref).Var)
			x.reads++
			x.inLoop = x.inLoop || loop
			x.depth[r.depth] = true
			if !loop && r.idx != nil && sameAtom(at.Idx, lcu.Use(r.idx)) {
				x.own = append(x.own, t)
				x.seg = append(x.seg, r.offs)
				x.again = x.again || replays(r.SOAC)
			}
		}
		_, isLoop := e.(*lcu.Loop)
		e.Children(func(_ int, c lcu.Expr) { visit(c, loop || isLoop) })
	}
	visit(t.Body, false)
}

// A producer is a Map or SegMap whose results, or some of them, are copied.
type producer struct {
	thunk  *lcu.Thunk
	offs   lcu.Expr // of a SegMap that needs the number of the segment
	types  []*types.Type
	result map[*lcu.Var]int
}

// readable reports whether element idx can be computed at a place.
func (p *producer) readable(at place, idx lcu.Expr) bool {
	return p.offs == nil || at.offs != nil && sameAtom(at.offs, p.offs) && sameAtom(idx, lcu.Use(at.pos))
}

// produce decides which results of a SOAC are copied into their readers.
func (in *inliner) produce(vs []*lcu.Var, e lcu.Expr) {
	p, _ := lcu.PartsOf(e)
	switch e.(type) {
	case *lcu.Map, *lcu.SegMap:
	default:
		return
	}
	made := &producer{thunk: p.T, types: elemTypes(vs), result: map[*lcu.Var]int{}}
	if p.Segmented() && slices.Contains(lcu.FreeVars(p.T.Body), p.T.Params[0]) {
		made.offs = p.Offs
	}
	var once []int // results that are copied if all of these have one reader
	for k, v := range vs {
		u, c := in.uses[v], costOf(p.T.Body, k)
		switch {
		case u.reads+u.onHost == 0 && u.escapes || c.check || made.offs != nil && !u.ownOnly(made.offs):
		case c.cheapFor(u):
			in.take(made, v, k)
		case u.single() && !(c.loop && u.again):
			once = append(once, k)
		}
	}
	for _, k := range once {
		if in.uses[vs[k]].own[0] != in.uses[vs[once[0]]].own[0] {
			return
		}
	}
	for _, k := range once {
		in.take(made, vs[k], k)
	}
}

func (in *inliner) take(p *producer, v *lcu.Var, k int) {
	if in.Rewrite("copy " + v.Name + " into what reads it") {
		p.result[v] = k
		in.made[v] = p
	}
}

func elemTypes(vs []*lcu.Var) []*types.Type {
	ts := make([]*types.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type.Elem()
	}
	return ts
}

// ownOnly reports whether every read is at the own position of a SOAC over
// these offsets.
func (u *uses) ownOnly(offs lcu.Expr) bool {
	for _, o := range u.seg {
		if o == nil || !sameAtom(o, offs) {
			return false
		}
	}
	return len(u.own) == u.reads && u.onHost == 0
}

// single reports whether the only use is one read of every element.
func (u *uses) single() bool {
	return !u.escapes && u.onHost == 0 && len(u.own) >= 0 && len(u.depth) == 1 && u.depth[u.defined]
}

// A cost is what one element of a result takes.
type cost struct {
	ops, reads  int
	loop, check bool
}

func (c cost) cheapFor(u *uses) bool {
	switch {
	case c.loop || c.ops > cheapOps || c.reads > cheapReads:
		return false
	case c.reads == 0:
		return true
	case u.escapes || u.onHost > 0 && c.reads > 1:
		return false
	}
	return !u.inLoop || c.ops <= cheapLoopOps && c.reads <= cheapLoopReads
}

// costOf is what result k of element code takes.
func costOf(body lcu.Expr, k int) (c cost) {
	need := map[*lcu.Var]bool{}
	var visit func(e lcu.Expr)
	visit = func(e lcu.Expr) {
		let, ok := e.(*lcu.Let)
		if !ok {
			if r, ok := e.(*lcu.Ret); ok {
				e = r.Vals[k]
			}
			c.add(e)
			markUses(e, need)
			return
		}
		visit(let.Body)
		if slices.ContainsFunc(let.Binds, func(v *lcu.Var) bool { return need[v] }) || hasCheck(let.Rhs) {
			c.add(let.Rhs)
			markUses(let.Rhs, need)
		}
	}
	visit(body)
	return c
}

func markUses(e lcu.Expr, need map[*lcu.Var]bool) {
	for _, v := range lcu.FreeVars(e) {
		need[v] = true
	}
}

// add counts everything in e.
func (c *cost) add(e lcu.Expr) {
	ir.Walk(e, func(e lcu.Expr) bool {
		switch e.(type) {
		case *lcu.Prim, *lcu.If:
			c.ops++
		case *lcu.At:
			c.reads++
		case *lcu.Loop:
			c.loop = true
		case *lcu.Check:
			c.check = true
		}
		return true
	})
}

func hasCheck(e lcu.Expr) bool {
	var c cost
	c.add(e)
	return c.check
}
