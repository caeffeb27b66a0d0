package clusters

// Clusters with maps of what their scans or segmented reductions make.
//
//	(cluster (let (x) (run scan (v n)) (let (y) (run map (x w n)) (ret y))))
//	=>  (epilogue (scan (add) false n (thunk (i) ... v[i]))
//	              (thunk (i x) ... x and w[i]))
//
// Such maps are the epilogue, in the order of the runs. What other maps of the
// cluster make they compute again. [lcu §8]

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/kernel/opt"
)

// splitEpilogue is an epilogue as two members: its SOAC, whose results have
// variables of their own, and a map of these.
func splitEpilogue(binds []*lcu.Var, e *lcu.Epilogue) (inner, after *member) {
	inner, after = &member{soac: e.Soac}, &member{}
	inner.parts, _ = lcu.PartsOf(e.Soac)
	k := opt.Made(e)
	after.binds, binds = binds[:k], binds[k:]
	var sums []*lcu.Var // that are results
	if opt.IsPrefix(e) {
		sums, binds = binds[:opt.Written(e)-k], binds[opt.Written(e)-k:]
	}
	ts := lcu.Sigs{}.ResultTypes(e.Soac)
	env := map[*lcu.Var]lcu.Expr{} // what stands for scalars
	at := len(e.T.Params) - len(lcu.Combined(inner.parts.Ops))
	xs := e.T.Params[at:]
	var l lcu.Lets
	for k, op := range inner.parts.Ops {
		if op == prim.RId {
			inner.binds, binds = append(inner.binds, binds[0]), binds[1:]
			continue
		}
		var v *lcu.Var
		if len(sums) > 0 {
			v, sums = sums[0], sums[1:]
		} else {
			v = lcu.NewVar(xs[0].Name, ts[k])
		}
		inner.binds = append(inner.binds, v)
		if at == 0 {
			env[xs[0]] = lcu.Use(v)
		} else {
			l.Set(xs[:1], lcu.Get(lcu.Use(v), lcu.Use(e.T.Params[at-1])))
		}
		xs = xs[1:]
	}
	t := &lcu.Thunk{Node: e.T.Node, Params: e.T.Params[:at], Body: l.In(lcu.Replace(e.T.Body, env))}
	switch s := e.Soac.(type) {
	case *lcu.Reduce:
		after.soac = &lcu.Once{Node: e.Node, T: t}
	case *lcu.SegReduce:
		after.soac = &lcu.Map{Node: e.Node, N: rowsMade(s), T: t}
	case *lcu.SegScan:
		after.soac = &lcu.SegMap{Node: e.Node, N: s.N, Segs: s.Segs, T: t}
	default:
		after.soac = &lcu.Map{Node: e.Node, N: inner.parts.N, T: t}
	}
	return inner, after
}

// afterOf is the members that read what reductions or scans among them make,
// and those that read what these make; all that compute scalars beside a reduction.
func afterOf(ms []*member) map[*member]bool {
	var after map[*member]bool
	known := map[*lcu.Var]bool{}
	folds := slices.ContainsFunc(ms, (*member).folds)
	for _, m := range ms {
		reads := m.isOnce() && folds || m.isMap() && slices.ContainsFunc(lcu.FreeVars(m.parts.T), func(v *lcu.Var) bool { return known[v] })
		if reads {
			if after == nil {
				after = map[*member]bool{}
			}
			after[m] = true
		}
		for k, v := range m.binds {
			known[v] = reads || m.parts.Ops != nil && m.parts.Ops[k] != prim.RId
		}
	}
	return after
}

// epilogue is the SOAC of a cluster with an epilogue, and its results in order.
func (w *fuser) epilogue(ms []*member, after map[*member]bool, yields, vs []*lcu.Var) ([]*lcu.Var, lcu.Expr) {
	var inner, outer []*member
	made := map[*lcu.Var]bool{} // by the epilogue
	for _, m := range ms {
		if after[m] {
			outer = append(outer, m)
			for _, v := range m.binds {
				made[v] = true
			}
		} else {
			inner = append(inner, m)
		}
	}
	need := map[*lcu.Var]bool{}
	for _, m := range outer {
		opt.MarkUses(m.parts.T, need)
	}
	for _, m := range inner {
		for _, t := range tuples(m) {
			if slices.ContainsFunc(t.vars, func(v *lcu.Var) bool { return need[v] || slices.Contains(yields, v) }) {
				for _, v := range t.vars {
					need[v] = true
				}
			}
		}
	}
	var combined, idle, written, ids, outs, idVs []*lcu.Var
	isWritten := map[*lcu.Var]bool{}
	for _, m := range inner {
		for k, v := range m.binds {
			if op := m.parts.Ops; m.soac == nil || op != nil && op[k] != prim.RId {
				isWritten[v] = true
				if need[v] || slices.Contains(yields, v) {
					combined = append(combined, v)
				} else {
					idle = append(idle, v)
				}
			}
		}
	}
	if len(combined) == 0 { // nobody needs what is combined, but it is where the epilogue stands
		combined, _ = withTuples(inner, idle[:1], nil)
	}
	stored := slices.ContainsFunc(inner, func(m *member) bool { return opt.IsPrefix(m.soac) })
	for k, v := range yields {
		switch {
		case made[v] || isWritten[v] && !stored:
			written, outs = append(written, v), append(outs, vs[k])
		case !isWritten[v]:
			ids, idVs = append(ids, v), append(idVs, vs[k])
		}
	}
	if stored {
		outs = append(outs, storedVars(combined, yields, vs)...)
	} else if len(written) == 0 { // only checks
		written, outs = combined[:1], []*lcu.Var{lcu.NewVar(combined[0].Name, combined[0].Type)}
	}
	_, soac := w.simple(inner, slices.Concat(combined, ids), nil)
	if !isSegScan(soac) {
		for k, m := range outer {
			outer[k] = m.flat()
		}
	}
	t := epilogueThunk(inner, outer, combined, written, soac)
	return slices.Concat(outs, idVs), &lcu.Epilogue{Node: ir.At(outer[len(outer)-1].soac.Pos()), Soac: soac, T: t}
}

// storedVars is a variable for each of what a scan with the total combines: vs are
// those of the results that are used, yields.
func storedVars(combined, yields, vs []*lcu.Var) (out []*lcu.Var) {
	for _, v := range combined {
		if k := slices.Index(yields, v); k >= 0 {
			out = append(out, vs[k])
		} else {
			out = append(out, lcu.NewVar(v.Name, v.Type))
		}
	}
	return out
}

// flat is a map over equal segments as one that knows its position only.
func (m *member) flat() *member {
	s, ok := m.soac.(*lcu.SegMap)
	if !ok {
		return m
	}
	_, length, _ := lcu.Equal(s.Segs)
	at := s.T.Params[1:]
	seg := &lcu.Let{Binds: s.T.Params[:1], Rhs: lcu.Apply(prim.Div, lcu.Use(at[0]), length), Body: s.T.Body}
	out := *m
	out.soac = &lcu.Map{Node: s.Node, N: s.N, T: &lcu.Thunk{Node: s.T.Node, Params: at, Body: seg}}
	out.parts, _ = lcu.PartsOf(out.soac)
	return &out
}

// epilogueThunk is the thunk of an epilogue of soac, which hands it these values.
func epilogueThunk(inner, outer []*member, combined, written []*lcu.Var, soac lcu.Expr) *lcu.Thunk {
	c := newCombiner(slices.Concat(inner, outer), isSegScan(soac))
	if _, scalars := soac.(*lcu.Reduce); scalars {
		c.params = nil
	}
	for _, v := range combined {
		x := lcu.NewVar(v.Name, elemType(v.Type))
		c.more, c.vals[v] = append(c.more, x), lcu.Use(x)
		if v.Type.IsBase() {
			c.subst[v] = lcu.Use(x)
		}
	}
	for _, m := range outer {
		for _, b := range needed(inner, m.parts.T) {
			if c.vals[b.binds[0]] == nil {
				c.member(b)
			}
		}
		c.member(m)
	}
	var out []lcu.Expr
	for _, v := range written {
		out = append(out, c.vals[v])
	}
	return c.thunk(out)
}

// rowsMade is how many segments there are, nil if that follows from offsets.
func rowsMade(e *lcu.SegReduce) lcu.Expr {
	count, _, _ := lcu.Equal(e.Segs)
	return count
}

func isSegScan(e lcu.Expr) bool {
	_, ok := e.(*lcu.SegScan)
	return ok
}
