package kernel

// Filters by rank directories.

import (
	"fmt"
	"math/bits"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
)

// A candidate is the ranks of a filter, in whose place a directory may stand.
type candidate struct {
	n    lcu.Expr
	keep string // tells filters apart that do not keep the same elements
	uses int    // how often they are used
	read int    // how often as a directory can be, too
	slow bool   // elements cost much
}

// findDirectories finds the filters of a function that count by directories. Their ranks are only
// read: on the host the number of all selected elements, and in thunks elements other than the own
// ones, which would be there without a read in one kernel with what counts them. So are
// those of all filters that keep the same elements.
func (d *decomposer) findDirectories(e lcu.Expr) {
	d.byDirectory = map[*lcu.Var]bool{}
	if t := d.ctx.Desc(); !t.Serial() || t.Ranks {
		return
	}
	names := map[*lcu.Var]string{}
	name := func(v *lcu.Var) string {
		if names[v] == "" {
			names[v] = fmt.Sprint("v", len(names))
		}
		return names[v]
	}
	found := map[*lcu.Var]*candidate{}
	ir.Walk(e, func(e lcu.Expr) bool {
		let, ok := e.(*lcu.Let)
		if !ok {
			return true
		}
		if run, ok := let.Rhs.(*lcu.Run); ok && d.filters[run.Kernel] != nil {
			p, _ := lcu.PartsOf(opt.Instance(d.kernels[run.Kernel], run.Args))
			_, single := opt.SOAC(d.filters[run.Kernel]).(*lcu.Filter)
			made := opt.Dead(opt.KeepResults(p.T, d.needed(let.Binds[:len(let.Binds)-1], single))).(*lcu.Thunk)
			found[opt.PrefixCounts(let.Binds)] = &candidate{n: p.N, slow: !lcu.HasCheck(p.T) && lcu.Costly(made),
				keep: lcu.Alike(applied(p.T, p.Fun), name) + lcu.Alike(p.N, name)}
		}
		return true
	})
	if len(found) == 0 {
		return
	}
	ir.Walk(e, func(e lcu.Expr) bool { d.use(found, e); return true })
	not := map[string]bool{}
	for _, c := range found {
		not[c.keep] = not[c.keep] || c.slow || c.uses > c.read
	}
	for v, c := range found {
		d.byDirectory[v] = !not[c.keep]
	}
}

// use counts what e uses.
func (d *decomposer) use(found map[*lcu.Var]*candidate, e lcu.Expr) {
	switch e := e.(type) {
	case *lcu.Ref:
		if c := found[e.Var]; c != nil {
			c.uses++
		}
	case *lcu.At:
		if c := found[e.Vec.(*lcu.Ref).Var]; c != nil && lcu.SameAtom(e.Idx, c.n) {
			c.read++
		}
	case *lcu.Run:
		k := d.kernels[e.Kernel]
		for i, a := range e.Args {
			if r, ok := a.(*lcu.Ref); ok && found[r.Var] != nil && readsElsewhere(k, k.Params[i]) {
				found[r.Var].read++
			}
		}
	}
}

// readsElsewhere reports whether a kernel uses v only to read elements other than its own.
func readsElsewhere(k *lcu.Kernel, v *lcu.Var) bool {
	p, _ := lcu.PartsOf(opt.SOAC(k))
	own := map[*lcu.Var]bool{}
	for _, t := range []*lcu.Thunk{p.T, p.Fun, p.Out} {
		if t != nil && len(t.Params) > 0 {
			own[t.Params[min(len(t.Params), len(p.T.Params))-1]] = true
		}
	}
	all, reads := 0, 0
	ir.Walk(k.Body, func(e lcu.Expr) bool {
		switch e := e.(type) {
		case *lcu.Ref:
			if e.Var == v {
				all++
			}
		case *lcu.At:
			i, ok := e.Idx.(*lcu.Ref)
			if lcu.IsRef(e.Vec, v) && !(ok && own[i.Var]) {
				reads++
			}
		}
		return true
	})
	return all == reads
}

// ranked is e with reads of ranks that are reads of directories.
//
//	(let (r) (at ranks i) e)
//	=>  (let (before) (at directory 2*(i/32)+1) (let (flags) (at directory 2*(i/32)+2)
//	    (let (r) before + popcount(flags and (1 shl i%32) - 1) e)))
func (d *decomposer) ranked(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapChildren(d.ranked)
	}
	at, ok := let.Rhs.(*lcu.At)
	if !ok || d.directories[at.Vec.(*lcu.Ref).Var] == nil {
		return e.MapChildren(d.ranked)
	}
	var l lcu.Lets
	dir := d.directories[at.Vec.(*lcu.Ref).Var]
	bind := func(name string, op prim.Code, args ...lcu.Expr) lcu.Expr {
		return l.Bind(name, types.Int, lcu.Apply(op, args...))
	}
	word := bind("word", prim.Shl, bind("word", prim.Shr, at.Idx, lcu.N(int64(bits.TrailingZeros(prim.FlagBits)))), lcu.N(1))
	before := l.Bind("before", types.Int, lcu.Get(dir, bind("word", prim.Add, word, lcu.N(1))))
	flags := l.Bind("flags", types.Int, lcu.Get(dir, bind("word", prim.Add, word, lcu.N(2))))
	bit := bind("bit", prim.Shl, lcu.N(1), bind("bit", prim.And, at.Idx, lcu.N(prim.FlagBits-1)))
	here := bind("here", prim.Popcount, bind("here", prim.And, flags, bind("bit", prim.Sub, bit, lcu.N(1))))
	l.Set(let.Binds, lcu.Apply(prim.Add, before, here))
	return l.In(d.ranked(let.Body))
}
