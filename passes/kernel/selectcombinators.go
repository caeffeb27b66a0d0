// Package kernel holds the passes from fkl to lcu and within lcu: host code
// gets SOACs with thunks, cheap producers move into the thunks that read them,
// SOACs become kernels, and filters become scans and compactions.
//
// Programs are in normal form throughout (package flat): operands are atoms, a
// let binds the results of one operation, SOACs stand in lets only.
package kernel

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// SelectCombinators makes every operation on whole vectors one SOAC.
//
//	(map n i e)        =>  (map n (thunk (i) e))
//	(scan add v)       =>  (let (n) (length v) (scan (add) false n (thunk (i) (at v i))))
//	(pack flags v w)   =>  (filter n (thunk (i) (at v i) (at w i) (at flags i)) (thunk (x y f) f))
//	(scatter op d i v) =>  (scatter op n (d) (thunk (j) (at v j)) (thunk (j) (at i j)))
//
// A descriptor of equal segments is no value any more: its count and length are
// operands. Scans stay exclusive, by the flag of the SOAC. [lcu §6]
func SelectCombinators(c *pass.Ctx, m *fkl.Module) *lcu.Module {
	return &lcu.Module{Actions: m.Actions, Funcs: pass.Map(c, m.Funcs, func(_ *pass.Ctx, f *fkl.Func) *lcu.Func {
		s := &selector{equal: map[*fkl.Var]*fkl.SdRegular{}}
		return &lcu.Func{Decl: f.Decl, Name: f.Name, Params: f.Params, Results: f.Results, Body: s.body(f.Body)}
	})}
}

// A selector translates one function.
type selector struct {
	equal map[*fkl.Var]*fkl.SdRegular // descriptors of equal segments
}

// body translates a body; variables are shared between the families.
func (s *selector) body(e fkl.Expr) lcu.Expr {
	at := ir.At(e.Pos())
	switch e := e.(type) {
	case *fkl.Let:
		if sd, ok := e.Rhs.(*fkl.SdRegular); ok {
			s.equal[e.Binds[0]] = sd
			return s.body(e.Body)
		}
		var l lcu.Lets
		op := s.rhs(&l, e.Rhs)
		l.Set(binders(e.Binds, op), op)
		return l.In(s.body(e.Body))
	case *fkl.Ret:
		return &lcu.Ret{Node: at, Vals: atoms(e.Vals)}
	case *fkl.Recur:
		return &lcu.Recur{Node: at, Args: atoms(e.Args)}
	case *fkl.Check:
		return &lcu.Check{Node: at, Cond: atom(e.Cond), Error: e.Error, Then: s.body(e.Then)}
	}
	return s.rhs(nil, e)
}

func atoms(es []fkl.Expr) []lcu.Expr {
	out := make([]lcu.Expr, len(es))
	for i, e := range es {
		out[i] = atom(e)
	}
	return out
}

func atom(e fkl.Expr) lcu.Expr {
	at := ir.At(e.Pos())
	switch e := e.(type) {
	case *fkl.Ref:
		return &lcu.Ref{Node: at, Var: e.Var}
	case *fkl.Int:
		return &lcu.Int{Node: at, Val: e.Val}
	case *fkl.Float:
		return &lcu.Float{Node: at, Val: e.Val}
	case *fkl.Bool:
		return &lcu.Bool{Node: at, Val: e.Val}
	case *fkl.Char:
		return &lcu.Char{Node: at, Val: e.Val}
	}
	panic("kernel: operand " + fkl.Show(e))
}

// rhs translates an operation; l takes what has to come before a SOAC.
func (s *selector) rhs(l *lcu.Lets, e fkl.Expr) lcu.Expr {
	at := ir.At(e.Pos())
	switch e := e.(type) {
	case *fkl.If:
		return &lcu.If{Node: at, Cond: atom(e.Cond), Then: s.body(e.Then), Else: s.body(e.Else)}
	case *fkl.Loop:
		return &lcu.Loop{Node: at, Binds: e.Binds, Inits: atoms(e.Inits), Body: s.body(e.Body)}
	case *fkl.Call:
		return &lcu.Call{Node: at, Fn: e.Fn, Args: atoms(e.Args)}
	case *fkl.Time:
		return &lcu.Time{Node: at, Body: s.body(e.Body)}
	case *fkl.Prim:
		return &lcu.Prim{Node: at, Op: e.Op, Args: atoms(e.Args)}
	case *fkl.At:
		return &lcu.At{Node: at, Vec: atom(e.Vec), Idx: atom(e.Idx)}
	case *fkl.Put:
		return &lcu.Put{Node: at, Vec: atom(e.Vec), Idx: atom(e.Idx), Val: atom(e.Val)}
	case *fkl.Length:
		return &lcu.Length{Node: at, Vec: atom(e.Vec)}
	case *fkl.Vec:
		return &lcu.Vec{Node: at, Elem: e.Elem, Vals: atoms(e.Vals)}
	case *fkl.Str:
		return &lcu.Str{Node: at, Val: e.Val}
	}
	return s.soac(l, e)
}

// soac translates an operation on whole vectors.
func (s *selector) soac(l *lcu.Lets, e fkl.Expr) lcu.Expr {
	at := ir.At(e.Pos())
	switch e := e.(type) {
	case *fkl.Map:
		return &lcu.Map{Node: at, N: atom(e.N), T: &lcu.Thunk{Params: []*lcu.Var{e.Idx}, Body: s.body(e.Body)}}
	case *fkl.SegMap:
		return &lcu.SegMap{Node: at, N: atom(e.N), Segs: s.segments(e.Sd),
			T: &lcu.Thunk{Params: []*lcu.Var{e.Seg, e.Idx}, Body: s.body(e.Body)}}
	case *fkl.Reduce:
		return &lcu.Reduce{Node: at, Ops: []prim.Rop{e.Op}, N: length(l, e.Vec), T: reader(1, e.Vec)}
	case *fkl.SegReduce:
		return &lcu.SegReduce{Node: at, Ops: []prim.Rop{e.Op}, N: s.positions(l, e.Sd, e.Vec), Segs: s.segments(e.Sd), T: reader(2, e.Vec)}
	case *fkl.Scan:
		return &lcu.Scan{Node: at, Ops: []prim.Rop{e.Op}, N: length(l, e.Vec), T: reader(1, e.Vec)}
	case *fkl.Offsets:
		return &lcu.Prefix{Node: at, Ops: []prim.Rop{e.Op}, N: length(l, e.Vec), T: reader(1, e.Vec)}
	case *fkl.SegScan:
		return &lcu.SegScan{Node: at, Ops: []prim.Rop{e.Op}, N: s.positions(l, e.Sd, e.Vec), Segs: s.segments(e.Sd), T: reader(2, e.Vec)}
	case *fkl.Fold:
		ops, joins := s.joins(e.Params, e.Body)
		n, t := length(l, e.Vecs[0]), reader(1, e.Vecs...)
		if e.Scan {
			return &lcu.Scan{Node: at, Ops: ops, Joins: joins, N: n, T: t}
		}
		return &lcu.Reduce{Node: at, Ops: ops, Joins: joins, N: n, T: t}
	case *fkl.SegFold:
		ops, joins := s.joins(e.Params, e.Body)
		n, t := s.positions(l, e.Sd, e.Vecs[0]), reader(2, e.Vecs...)
		if e.Scan {
			return &lcu.SegScan{Node: at, Ops: ops, Joins: joins, N: n, Segs: s.segments(e.Sd), T: t}
		}
		return &lcu.SegReduce{Node: at, Ops: ops, Joins: joins, N: n, Segs: s.segments(e.Sd), T: t}
	case *fkl.Scatter:
		return &lcu.Scatter{Node: at, Op: e.Op, N: length(l, e.Idx), Into: []lcu.Expr{atom(e.Into)},
			T: reader(1, e.Vals), Dest: reader(1, e.Idx)}
	case *fkl.Update:
		u := &lcu.Update{Node: at, N: atom(e.N), Into: atoms(e.Into), Sizes: e.Sizes,
			T: &lcu.Thunk{Params: slices.Concat(e.States, e.Scratch, []*lcu.Var{e.Idx}), Body: s.body(e.Body)}}
		for _, sd := range e.Sds {
			segs := s.segments(sd)
			u.Segs = append(u.Segs, segs[len(segs)-1]) // offsets, or the length that all have
		}
		return u
	case *fkl.Rank:
		return &lcu.Rank{Node: at, Down: e.Down, N: length(l, e.Keys), Segs: s.segments(e.Sd), T: reader(2, e.Keys)}
	case *fkl.Pack:
		all := append(slices.Clone(e.Vecs), e.Flags)
		return &lcu.Filter{Node: at, Loose: e.Loose, N: length(l, e.Flags), T: reader(1, all...), Pred: last(all)}
	case *fkl.Split:
		all := append(slices.Clone(e.Vecs), e.Flags)
		return &lcu.Partition{Node: at, N: length(l, e.Flags), T: reader(1, all...), Pred: last(all)}
	}
	panic("kernel: no SOAC for form " + fkl.Schema[e.Form()].Name)
}

// joins is what combines tuples by this code: the operators of their components,
// and a thunk.
func (s *selector) joins(params []*fkl.Var, body fkl.Expr) ([]prim.Rop, []*lcu.Thunk) {
	return slices.Repeat([]prim.Rop{prim.RJoin}, len(params)/2), []*lcu.Thunk{{Params: params, Body: s.body(body)}}
}

// segments is a descriptor as an operand of SOACs.
func (s *selector) segments(e fkl.Expr) []lcu.Expr {
	if r, ok := e.(*fkl.Ref); ok && s.equal[r.Var] != nil {
		sd := s.equal[r.Var]
		return []lcu.Expr{atom(sd.Count), atom(sd.Len)}
	}
	return []lcu.Expr{atom(e)}
}

// positions is how many elements of vec lie in segments: all, unless they are equally long and
// nothing says that vec has so many. Behind a failed check it may have fewer.
func (s *selector) positions(l *lcu.Lets, sd, vec fkl.Expr) lcu.Expr {
	r, ok := sd.(*fkl.Ref)
	if !ok || s.equal[r.Var] == nil {
		return length(l, vec)
	}
	of := sizing.Var(r.Var)
	if n := sizing.Total(of.Length(), of.Each()); n != nil && n == sizing.Var(vec.(*fkl.Ref).Var).Length() {
		return length(l, vec)
	}
	return l.Bind("n", types.Int, lcu.Apply(prim.MulSize, s.segments(sd)...))
}

func length(l *lcu.Lets, vec fkl.Expr) lcu.Expr {
	return l.Bind("n", types.Int, &lcu.Length{Vec: atom(vec)})
}

// reader is the thunk of so many indices that reads vectors at the last one.
func reader(indices int, vecs ...fkl.Expr) *lcu.Thunk {
	t := &lcu.Thunk{}
	for _, name := range []string{"s", "i"}[2-indices:] {
		t.Params = append(t.Params, lcu.NewVar(name, types.Int))
	}
	var l lcu.Lets
	var vals []lcu.Expr
	for _, v := range vecs {
		vals = append(vals, l.Bind("x", elem(v), lcu.Get(atom(v), lcu.Use(t.Params[indices-1]))))
	}
	t.Body = l.In(lcu.Results(vals...))
	return t
}

// last is the predicate that is the last of the values read from vecs.
func last(vecs []fkl.Expr) *lcu.Thunk {
	t := &lcu.Thunk{}
	for _, v := range vecs {
		t.Params = append(t.Params, lcu.NewVar("x", elem(v)))
	}
	t.Body = lcu.Results(lcu.Use(t.Params[len(vecs)-1]))
	return t
}

// binders is the variables that an operation binds: a filter also yields the
// flags that it goes by, once per side.
func binders(vs []*lcu.Var, op lcu.Expr) []*lcu.Var {
	flags := func() *lcu.Var { return lcu.NewVar("flags", types.Vec(types.Bool)) }
	switch op.(type) {
	case *lcu.Filter:
		k := len(vs) - 1
		return slices.Concat(vs[:k], []*lcu.Var{flags()}, vs[k:])
	case *lcu.Partition:
		k := len(vs) / 2
		return slices.Concat(vs[:k], []*lcu.Var{flags()}, vs[k:2*k], []*lcu.Var{flags()}, vs[2*k:])
	}
	return vs
}

func elem(vec fkl.Expr) *types.Type { return vec.(*fkl.Ref).Var.Type.Elem() }
