package device

// What the host must know about a kernel of λcu before it can launch it.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// A plan is a kernel of λcu taken apart.
type plan struct {
	src    *lcu.Kernel
	soac   lcu.Expr      // without its epilogue
	then   *lcu.Thunk    // the epilogue, or nil
	elems  []*types.Type // of the results of the thunk
	made   []*types.Type // of those of the epilogue
	ret    []lcu.Expr    // what the kernel returns: results of the SOAC, or parameters
	result map[*lcu.Var]int
	number map[*lcu.Var]int
	own    []*lcu.Var // arrays that every iteration reads at its own index
	seg    []*lcu.Var // arrays read at the number of the segment
	inRow  []*lcu.Var // arrays that every iteration reads at its index in its row
	inRows bool       // thunks compute that index
	states *states    // of an update, or nil
	onHost []bool     // scalar parameters that the host must know
	halves *split     // nil if no number divides the indices
	grid   *grid      // nil if rows are not numbered by two numbers, or need no tiles

	reads     []*lcu.At            // in thunks
	bounds    map[*lcu.At][]bound  // of their indices
	segBounds map[*lcu.Var][]bound // of the number of the segment, where seg arrays are read
}

func newPlan(k *lcu.Kernel) *plan {
	let, ok := k.Body.(*lcu.Let)
	if !ok {
		panic("device: kernel " + k.Name + " does not begin with a SOAC")
	}
	ret, ok := let.Body.(*lcu.Ret)
	if !ok || !lcu.IsSOAC(let.Rhs) {
		panic("device: kernel " + k.Name + " is not one SOAC")
	}
	parts, _ := lcu.PartsOf(let.Rhs)
	p := &plan{src: k, soac: lcu.Inner(let.Rhs), then: parts.Out, ret: ret.Vals, result: map[*lcu.Var]int{}, number: map[*lcu.Var]int{}}
	for i, v := range let.Binds {
		p.result[v] = i
	}
	p.elemTypes(let.Binds, parts)
	if u, ok := p.soac.(*lcu.Update); ok {
		p.soac, p.states = inPlace(u)
	}
	for i, v := range k.Params {
		p.number[v] = i
	}
	p.scanThunks()
	p.findRows()
	p.halves = splitOf(p.soac)
	if p.grid = gridOf(p.soac); p.grid != nil {
		p.findColumns()
	}
	p.findRanges()
	p.needs()
	return p
}

// elemTypes finds the types of what thunks yield.
func (p *plan) elemTypes(results []*lcu.Var, parts lcu.Parts) {
	if p.then != nil {
		p.elems = lcu.Sigs{}.ResultTypes(parts.T.Body)
		p.made = lcu.Sigs{}.ResultTypes(p.then.Body)
		return
	}
	for _, v := range results {
		t := v.Type
		if t.Kind == types.KVec {
			t = t.Elem()
		}
		p.elems = append(p.elems, t)
	}
}

// thunks is the thunks of the SOAC.
func (p *plan) thunks() []*lcu.Thunk {
	parts, _ := lcu.PartsOf(p.soac)
	ts := []*lcu.Thunk{parts.T}
	if parts.Fun != nil {
		ts = append(ts, parts.Fun)
	}
	return ts
}

// scanThunks finds the arrays that are read at the thunk's own index in every
// iteration, and those read at the number of the segment.
func (p *plan) scanThunks() {
	for _, t := range p.thunks() {
		p.scanThunk(t, t.Params)
	}
	if p.positions() {
		p.scanThunk(p.then, p.then.Params[:len(p.thunks()[0].Params)])
	}
}

// positions reports whether there is an epilogue for every position.
func (p *plan) positions() bool {
	switch p.soac.(type) {
	case *lcu.Scan, *lcu.Prefix, *lcu.SegScan:
		return p.then != nil
	}
	return false
}

// scanThunk is scanThunks for a thunk with this index, or segment and position.
func (p *plan) scanThunk(t *lcu.Thunk, at []*lcu.Var) {
	if len(at) == 0 {
		return
	}
	always(t.Body, func(e lcu.Expr) {
		if v := readAt(e, at[len(at)-1]); v != nil && !p.states.has(v) && !slices.Contains(p.own, v) {
			p.own = append(p.own, v)
		}
	})
	if len(at) < 2 {
		return
	}
	ir.Walk(t.Body, func(e lcu.Expr) bool {
		if v := readAt(e, at[0]); v != nil && !slices.Contains(p.seg, v) {
			p.seg = append(p.seg, v)
		}
		return true
	})
}

// readAt is the array if e is its element with index i.
func readAt(e lcu.Expr, i *lcu.Var) *lcu.Var {
	at, ok := e.(*lcu.At)
	if !ok {
		return nil
	}
	if idx, ok := at.Idx.(*lcu.Ref); !ok || idx.Var != i {
		return nil
	}
	return at.Vec.(*lcu.Ref).Var
}

// always visits the operations of e that every evaluation without a failure makes.
func always(e lcu.Expr, f func(lcu.Expr)) {
	switch x := e.(type) {
	case *lcu.Let:
		always(x.Rhs, f)
		always(x.Body, f)
		return
	case *lcu.If:
		always(x.Cond, f)
		return
	case *lcu.Check:
		always(x.Cond, f)
		always(x.Then, f)
		return
	case *lcu.Loop:
		for _, i := range x.Inits {
			always(i, f)
		}
		return
	}
	f(e)
	e.Children(func(_ int, e lcu.Expr) { always(e, f) })
}

// needs marks the scalar parameters that sizes depend on.
func (p *plan) needs() {
	p.onHost = make([]bool, len(p.src.Params))
	mark := func(e lcu.Expr) {
		ir.Walk(e, func(e lcu.Expr) bool {
			if r, ok := e.(*lcu.Ref); ok {
				p.onHost[p.number[r.Var]] = true
			}
			return true
		})
	}
	switch s := p.soac.(type) {
	case *lcu.Compact:
		mark(s.N)
		for _, e := range s.Sizes {
			mark(e)
		}
	default:
		parts, _ := lcu.PartsOf(s)
		if parts.N != nil {
			mark(parts.N)
		}
		if count, length, ok := lcu.Equal(parts.Segs); ok {
			mark(count)
			mark(length)
		}
		if p.grid != nil {
			mark(p.grid.cols)
			for _, v := range p.grid.asCols {
				mark(lcu.Use(v))
			}
		}
	}
	for _, e := range p.ret {
		if r, ok := e.(*lcu.Ref); ok {
			if i, ok := p.number[r.Var]; ok {
				p.onHost[i] = true
			}
		}
	}
}

// pickAt is the elements of xs at these places.
func pickAt[T any](xs []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = xs[k]
	}
	return out
}
