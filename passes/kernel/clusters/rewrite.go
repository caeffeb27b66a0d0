// Package clusters makes one kernel of several SOACs: of the members of a cluster, of
// filters and the reductions and maps of what they select, of a scan or reduction and
// the maps of its results.
package clusters

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/value"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// RewriteFusion makes every cluster one kernel of one SOAC.
//
//	(cluster (let (x) (run map (v n)) (let (s) (run sum (x n)) (ret s))))
//	=>  (run f_reduce (v n)), whose thunk computes x[i] and yields it to the sum
//
// Thunks are put one after another, in the order of the runs, so that the first
// check that fails is still the first. Reads of what a member makes, at the own
// index, become the value; reads of the same element become one. Results of
// maps that others need are results of the kernel, in reductions and scans with
// the operator id. Runs over the elements that a filter selects that is in the cluster
// are evaluated where its predicate holds (filterchain.go). Kernels that nobody runs any more are dropped, equal ones
// shared. [lcu §8]
func RewriteFusion(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	w := &fuser{num: c.Num(), kernels: map[string]*lcu.Kernel{}, out: opt.NewOutliner(c, m.Kernels)}
	for _, k := range m.Kernels {
		w.kernels[k.Name] = k
	}
	funcs, changed := ir.MapSlice(m.Funcs, func(f *lcu.Func) *lcu.Func {
		w.fn = f.Name
		return f.MapBodies(w.host)
	})
	if !changed {
		return m
	}
	return &lcu.Module{Kernels: opt.UsedKernels(w.out.Kernels, funcs), Funcs: funcs, Actions: m.Actions}
}

// A fuser rewrites the host code of one function after another.
type fuser struct {
	num     value.Num
	kernels map[string]*lcu.Kernel
	out     *opt.Outliner
	fn      string
}

func (w *fuser) host(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapBodies(w.host)
	}
	c, ok := let.Rhs.(*lcu.Cluster)
	if !ok {
		return e.MapBodies(w.host)
	}
	binds, soac := w.fuse(c, let.Binds)
	return &lcu.Let{Node: let.Node, Binds: binds, Rhs: w.out.Run(w.fn, binds, soac), Body: w.host(let.Body)}
}

// A member is a run of a cluster, or the number of selected elements of one.
type member struct {
	binds     []*lcu.Var
	soac      lcu.Expr // nil for a number of selected elements
	parts     lcu.Parts
	selection *member // the filter of the cluster that is meant, or whose selected elements the run goes over
}

func (m *member) isMap() bool {
	switch m.soac.(type) {
	case *lcu.Map, *lcu.SegMap:
		return true
	}
	return false
}

// members is the runs of a cluster, and what it yields.
func (w *fuser) members(c *lcu.Cluster) (ms []*member, yields []*lcu.Var) {
	e, makes, cs := c.Body, map[*lcu.Var]*member{}, copies{}
	for let, ok := e.(*lcu.Let); ok; let, ok = e.(*lcu.Let) {
		m := &member{binds: let.Binds}
		switch rhs := let.Rhs.(type) {
		case *lcu.Copy:
			cs.add(let.Binds, opt.Instance(w.kernels[rhs.Kernel], rhs.Args))
			e = let.Body
			continue
		case *lcu.Run:
			m.soac = cs.into(opt.Instance(w.kernels[rhs.Kernel], rhs.Args))
			if e, ok := m.soac.(*lcu.Epilogue); ok {
				inner, after := splitEpilogue(m.binds, e)
				ms = append(ms, inner)
				m = after
			}
			m.parts, _ = lcu.PartsOf(m.soac)
			if n, ok := m.parts.N.(*lcu.Ref); ok && makes[n.Var] != nil && makes[n.Var].soac == nil {
				m.selection = makes[n.Var].selection
			}
		case *lcu.Length:
			m.selection = makes[rhs.Vec.(*lcu.Ref).Var]
		case *lcu.At:
			m.selection = makes[rhs.Vec.(*lcu.Ref).Var]
		}
		for _, v := range let.Binds {
			makes[v] = m
		}
		ms = append(ms, m)
		e = let.Body
	}
	for _, v := range e.(*lcu.Ret).Vals {
		yields = append(yields, v.(*lcu.Ref).Var)
	}
	return ms, yields
}

// fuse is the SOAC of a cluster whose results are vs, and these in its order.
func (w *fuser) fuse(c *lcu.Cluster, vs []*lcu.Var) ([]*lcu.Var, lcu.Expr) {
	if binds, soac := w.single(c, vs); soac != nil {
		return binds, soac
	}
	ms, yields := w.members(c)
	if after := afterOf(ms); after != nil {
		return w.epilogue(ms, after, yields, vs)
	}
	return w.simple(ms, yields, vs)
}

// simple is the SOAC of members without an epilogue, and its results in its order.
func (w *fuser) simple(ms []*member, yields, vs []*lcu.Var) ([]*lcu.Var, lcu.Expr) {
	if slices.ContainsFunc(ms, func(m *member) bool { return m.selection != nil }) {
		return w.filterChain(ms, yields, vs)
	}
	yields, vs = withTuples(ms, yields, vs)
	return vs, plain(ms, yields)
}

// plain is the SOAC of members over one space: that of those that are no maps,
// which are alike, or a map.
func plain(ms []*member, yields []*lcu.Var) lcu.Expr {
	kind := ms[len(ms)-1]
	var segs []lcu.Expr
	for _, m := range ms {
		if m.parts.Segmented() {
			segs = m.parts.Segs
		}
		if !m.isMap() {
			kind = m
		}
	}
	n := kind.parts.N
	switch e := kind.soac.(type) {
	case *lcu.Once:
		return &lcu.Once{Node: e.Node, T: scalarThunk(ms, yields)}
	case *lcu.Compact:
		return compacts(ms, n, yields)
	case *lcu.Scatter:
		return scatter(e, ms, yields)
	case *lcu.Filter:
		return &lcu.Filter{Node: e.Node, Loose: e.Loose, N: n, T: onlyThunk(ms, false, e.T), Pred: e.Pred}
	case *lcu.Partition:
		return &lcu.Partition{Node: e.Node, N: n, T: onlyThunk(ms, false, e.T), Pred: e.Pred}
	case *lcu.Sort:
		return &lcu.Sort{Node: e.Node, Down: e.Down, N: n, T: onlyThunk(ms, false, e.T)}
	case *lcu.Rank:
		return &lcu.Rank{Node: e.Node, Down: e.Down, N: n, Segs: e.Segs, T: onlyThunk(ms, true, e.T)}
	}
	ops, joins, folds := opsOf(ms, yields)
	t := newCombiner(ms, segs != nil).all(ms, yields)
	at := ir.At(kind.soac.Pos())
	switch e := kind.soac.(type) {
	case *lcu.Reduce:
		if folds {
			return &lcu.Reduce{Node: at, Ops: ops, Joins: joins, N: n, T: t}
		}
	case *lcu.SegReduce:
		if folds {
			return &lcu.SegReduce{Node: at, Ops: ops, Joins: joins, N: n, Segs: segs, T: t}
		}
	case *lcu.Scan:
		if folds {
			return &lcu.Scan{Node: at, Ops: ops, Joins: joins, Incl: e.Incl, N: n, T: t}
		}
	case *lcu.Prefix:
		if folds {
			return &lcu.Prefix{Node: at, Ops: ops, N: n, T: t}
		}
	case *lcu.Directory:
		if folds {
			return &lcu.Directory{Node: at, Ops: ops, N: n, T: t}
		}
	case *lcu.SegScan:
		if folds {
			return &lcu.SegScan{Node: at, Ops: ops, Joins: joins, Incl: e.Incl, N: n, Segs: segs, T: t}
		}
	}
	if segs != nil {
		return &lcu.SegMap{Node: at, N: n, Segs: segs, T: t}
	}
	return &lcu.Map{Node: at, N: n, T: t}
}

// scatter is the scatters among members as one, with the results that are used: each array
// has places of its own if there are several.
func scatter(e *lcu.Scatter, ms []*member, yields []*lcu.Var) lcu.Expr {
	into, places := map[*lcu.Var]lcu.Expr{}, map[*lcu.Var]lcu.Expr{}
	var all []*lcu.Scatter
	to := newCombiner(ms, false)
	for _, m := range ms {
		s, ok := m.soac.(*lcu.Scatter)
		if !ok {
			continue
		}
		all = append(all, s)
		for _, n := range needed(ms, s.Dest) {
			if to.vals[n.binds[0]] == nil {
				to.member(n)
			}
		}
		at := to.splice(s.Dest)
		for k, v := range m.binds {
			into[v], places[v] = s.Into[k], at[min(k, len(at)-1)]
		}
	}
	out := &lcu.Scatter{Node: e.Node, Op: e.Op, N: e.N, T: newCombiner(ms, false).all(ms, yields)}
	var dests []lcu.Expr
	for _, v := range yields {
		out.Into, dests = append(out.Into, into[v]), append(dests, places[v])
	}
	if len(all) == 1 && all[0].Places() == 1 {
		dests = dests[:1]
	}
	out.Dest = to.thunk(dests)
	return out
}

// compacts is one compaction with the parts of all that make arrays that are
// used.
func compacts(ms []*member, n lcu.Expr, yields []*lcu.Var) lcu.Expr {
	c := newCombiner(ms, false)
	out := &lcu.Compact{N: n, Sizes: make([]lcu.Expr, len(yields)), Loose: make([]bool, len(yields))}
	var vals, flags []lcu.Expr
	for _, m := range ms {
		e, ok := m.soac.(*lcu.Compact)
		if !ok {
			c.member(m)
			continue
		}
		out.Node = e.Node
		made := c.splice(e.T)
		for k, into := range e.Into {
			a := slices.Index(yields, m.binds[into])
			if a < 0 {
				continue
			}
			vals = append(vals, made[k])
			if e.Flagged() {
				flags = append(flags, made[e.FlagOf(k)])
			}
			out.Sizes[a], out.Loose[a] = e.Sizes[e.Into[k]], e.Loose[e.Into[k]]
			out.Into, out.Rest = append(out.Into, a), append(out.Rest, e.Rest[k])
			out.Start = append(out.Start, e.Start[k])
			out.Select(e, k)
		}
		for k, val := range e.Last {
			if a := slices.Index(yields, m.binds[e.Ends[k]]); a >= 0 {
				out.Ends, out.Last = append(out.Ends, a), append(out.Last, val)
			}
		}
	}
	out.T = c.thunk(opt.WithFlags(vals, flags))
	return out
}

// isOnce reports whether a member computes scalars, once.
func (m *member) isOnce() bool {
	_, ok := m.soac.(*lcu.Once)
	return ok
}

// folds reports whether a member combines what its thunk makes, or counts it.
func (m *member) folds() bool {
	return m.soac == nil || slices.ContainsFunc(m.parts.Ops, func(op prim.Rop) bool { return op != prim.RId })
}
