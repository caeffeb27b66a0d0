package clusters

// Copies in clusters: what others read of them they compute.
//
//	(cluster (let (x) (copy map (v n)) (let (y) (run gather (x p n)) (ret y))))
//	=>  (run f_map (v p n)), whose thunk computes x[p[i]]

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
)

// copies is the results of the copies of a cluster so far.
type copies map[*lcu.Var]*copied

// A copied result is one of those of a map.
type copied struct {
	thunk *lcu.Thunk
	size  lcu.Expr
	k     int
	types []*types.Type
}

// add notes the results of a map, which may read copies itself.
func (c copies) add(binds []*lcu.Var, soac lcu.Expr) {
	soac = c.into(soac)
	p, _ := lcu.PartsOf(soac)
	ts := lcu.Sigs{}.ResultTypes(p.T.Body)
	for k, v := range binds {
		c[v] = &copied{p.T, p.N, k, ts}
	}
}

// into is a SOAC whose thunks compute what they read of copies.
func (c copies) into(soac lcu.Expr) lcu.Expr {
	if len(c) == 0 || !slices.ContainsFunc(lcu.FreeVars(soac), func(v *lcu.Var) bool { return c[v] != nil }) {
		return soac
	}
	var out lcu.Expr
	if e, ok := soac.(*lcu.Epilogue); ok {
		t := c.thunk(e.T, isSegScan(e.Soac))
		out = &lcu.Epilogue{Node: e.Node, Soac: c.thunks(e.Soac), T: t}
	} else {
		out = c.thunks(soac)
	}
	return opt.AfterCopies(out)
}

func (c copies) thunks(soac lcu.Expr) lcu.Expr {
	p, _ := lcu.PartsOf(soac)
	return soac.MapOperands(func(e lcu.Expr) lcu.Expr {
		if t, ok := e.(*lcu.Thunk); ok {
			return c.thunk(t, p.Segmented() && t == p.T)
		}
		return e
	})
}

// thunk rewrites a thunk, whose first parameter may be the number of a segment.
func (c copies) thunk(t *lcu.Thunk, segmented bool) *lcu.Thunk {
	in := &copyInserter{copies: c, subst: map[*lcu.Var]lcu.Expr{}}
	if segmented {
		in.seg = t.Params[0]
	}
	return &lcu.Thunk{Node: t.Node, Params: t.Params, Body: in.body(t.Body)}
}

// A copyInserter rewrites a thunk.
type copyInserter struct {
	copies
	seg   *lcu.Var
	subst map[*lcu.Var]lcu.Expr
}

func (in *copyInserter) atom(e lcu.Expr) lcu.Expr {
	if r, ok := e.(*lcu.Ref); ok && in.subst[r.Var] != nil {
		return in.subst[r.Var]
	}
	return e
}

func (in *copyInserter) body(e lcu.Expr) lcu.Expr {
	var l lcu.Lets
	let, ok := e.(*lcu.Let)
	if !ok {
		e = e.MapOperands(in.atom)
		if a := in.value(&l, e); a != nil {
			return l.In(lcu.Results(a))
		}
		return e.MapBodies(in.body)
	}
	rhs := let.Rhs.MapOperands(in.atom)
	if a := in.value(&l, rhs); a != nil {
		in.subst[let.Binds[0]] = a
		return l.In(in.body(let.Body))
	}
	return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs.MapBodies(in.body), Body: in.body(let.Body)}
}

// value is the element or length of a copy that e is, computed in l, or nil.
func (in *copyInserter) value(l *lcu.Lets, e lcu.Expr) lcu.Expr {
	switch e := e.(type) {
	case *lcu.Length:
		if x := in.copies[e.Vec.(*lcu.Ref).Var]; x != nil {
			return x.size
		}
	case *lcu.At:
		x := in.copies[e.Vec.(*lcu.Ref).Var]
		if x == nil {
			return nil
		}
		ps := x.thunk.Params
		env := map[*lcu.Var]lcu.Expr{ps[len(ps)-1]: e.Idx}
		if len(ps) == 2 && in.seg != nil {
			env[ps[0]] = lcu.Use(in.seg)
		}
		return opt.Splice(l, lcu.CopyWith(x.thunk.Body, env), x.types)[x.k]
	}
	return nil
}

// single is the SOAC of a cluster of one run and what is copied into it, with variables
// for its results, of which vs are used; nil for any other cluster.
func (w *fuser) single(c *lcu.Cluster, vs []*lcu.Var) (binds []*lcu.Var, soac lcu.Expr) {
	cs, e := copies{}, c.Body
	for let, ok := e.(*lcu.Let); ok; let, ok = e.(*lcu.Let) {
		switch rhs := let.Rhs.(type) {
		case *lcu.Copy:
			cs.add(let.Binds, opt.Instance(w.kernels[rhs.Kernel], rhs.Args))
		case *lcu.Run:
			if soac != nil {
				return nil, nil
			}
			binds, soac = slices.Clone(let.Binds), cs.into(opt.Instance(w.kernels[rhs.Kernel], rhs.Args))
		default:
			return nil, nil
		}
		e = let.Body
	}
	for k, v := range e.(*lcu.Ret).Vals {
		binds[slices.Index(binds, v.(*lcu.Ref).Var)] = vs[k]
	}
	return binds, soac
}
