// Package flat holds the passes from fkl to fkl: tuples are taken apart
// (unziptuples.go), descriptors become vectors (choosedescriptors.go), and the
// result is simplified (simplifyfkl.go and the files it names).
//
// From fkl.unzipped on programs are in normal form: operands are atoms, a let
// binds the results of one operation, and bodies end in ret, recur or a
// conditional or loop of such bodies. The passes rely on it and keep it.
package flat

import (
	"nessiec/grammar"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// UnzipTuples makes one variable of every component of a tuple, and brings the
// program into normal form.
//
//	(let (t:<int vec<int>>) (tuple n v) (at (proj 1 t) 0))  =>  (let (r:int) (at v 0) (ret r))
//
// Parameters and results of tuple type become several. (seed 003 §5 keeps
// tuples of vectors; a variable of a base vector is what kernels take.)
func UnzipTuples(_ *pass.Ctx, m *fkl.Module) *fkl.Module {
	if grammar.FlatUnzipped.Verify(m) == nil {
		return m
	}
	sigs := m.Sigs()
	return m.MapFuncs(func(f *fkl.Func) *fkl.Func {
		u := &unzipper{sigs, map[*fkl.Var][]fkl.Expr{}}
		return &fkl.Func{Decl: f.Decl, Name: f.Name, Params: u.binders(f.Params),
			Results: fkl.Leaves(f.Results), Body: u.body(f.Body)}
	})
}

// An unzipper rewrites one function; env holds the components of variables, as
// atoms.
type unzipper struct {
	sigs fkl.Sigs
	env  map[*fkl.Var][]fkl.Expr
}

// binders replaces variables by those of their components.
func (u *unzipper) binders(vs []*fkl.Var) []*fkl.Var {
	var out []*fkl.Var
	for _, v := range vs {
		parts := []*fkl.Var{v}
		if v.Type.Kind == types.KTuple {
			parts = nil
			for _, t := range fkl.Leaves([]*types.Type{v.Type}) {
				parts = append(parts, fkl.NewVar(v.Name, t))
			}
		}
		u.env[v] = fkl.Uses(parts)
		out = append(out, parts...)
	}
	return out
}

func (u *unzipper) body(e fkl.Expr) fkl.Expr {
	var l fkl.Lets
	end := u.tail(&l, e)
	return l.In(end)
}

// tail puts what comes before the end of e into l and returns the end.
func (u *unzipper) tail(l *fkl.Lets, e fkl.Expr) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Let:
		u.bind(l, e.Binds, e.Rhs)
		return u.tail(l, e.Body)
	case *fkl.Check, *fkl.Assume:
		return u.tail(l, u.enclose(l, e))
	case *fkl.If, *fkl.Loop:
		return u.op(l, e)
	case *fkl.Recur:
		return &fkl.Recur{Node: e.Node, Args: u.operands(l, e.Args)}
	case *fkl.Ret:
		return &fkl.Ret{Node: e.Node, Vals: u.operands(l, e.Vals)}
	}
	return &fkl.Ret{Vals: u.operand(l, e)}
}

// enclose puts a Check or Assume into l and returns what it encloses.
func (u *unzipper) enclose(l *fkl.Lets, e fkl.Expr) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Check:
		cond := u.one(l, e.Cond)
		l.Wrap(func(then fkl.Expr) fkl.Expr {
			return &fkl.Check{Node: e.Node, Cond: cond, Error: e.Error, Then: then}
		})
		return e.Then
	case *fkl.Assume:
		a, b := u.one(l, e.A), u.one(l, e.B)
		l.Wrap(func(then fkl.Expr) fkl.Expr {
			return &fkl.Assume{Node: e.Node, A: a, B: b, Check: e.Check, Then: then}
		})
		return e.Then
	}
	return nil
}

// bind makes vs stand for the results of rhs.
func (u *unzipper) bind(l *fkl.Lets, vs []*fkl.Var, rhs fkl.Expr) {
	switch e := rhs.(type) {
	case *fkl.Let:
		u.bind(l, e.Binds, e.Rhs)
		u.bind(l, vs, e.Body)
	case *fkl.Check, *fkl.Assume:
		u.bind(l, vs, u.enclose(l, e))
	case *fkl.Ret:
		for i, v := range vs {
			u.env[v] = u.operand(l, e.Vals[i])
		}
	default:
		if isOperand(rhs) {
			u.env[vs[0]] = u.operand(l, rhs)
			return
		}
		op := u.op(l, rhs)
		l.Set(u.binders(vs), op)
	}
}

// isOperand reports whether e becomes atoms without a let.
func isOperand(e fkl.Expr) bool {
	switch e.(type) {
	case *fkl.Tuple, *fkl.Proj:
		return true
	}
	return fkl.IsAtom(e)
}

// operand is the atoms of the components of e.
func (u *unzipper) operand(l *fkl.Lets, e fkl.Expr) []fkl.Expr {
	switch e := e.(type) {
	case *fkl.Ref:
		return u.env[e.Var]
	case *fkl.Tuple:
		return u.operands(l, e.Elems)
	case *fkl.Proj:
		ts := u.sigs.TypeOf(e.Of).Elems
		from := len(fkl.Leaves(ts[:e.Index]))
		return u.operand(l, e.Of)[from : from+len(fkl.Leaves(ts[e.Index:e.Index+1]))]
	}
	if fkl.IsAtom(e) {
		return []fkl.Expr{e}
	}
	var vs []*fkl.Var
	for _, t := range u.sigs.ResultTypes(e) {
		vs = append(vs, fkl.NewVar("x", t))
	}
	u.bind(l, vs, e)
	return u.operands(l, fkl.Uses(vs))
}

func (u *unzipper) operands(l *fkl.Lets, es []fkl.Expr) []fkl.Expr {
	var out []fkl.Expr
	for _, e := range es {
		out = append(out, u.operand(l, e)...)
	}
	return out
}

// one is an operand that is no tuple.
func (u *unzipper) one(l *fkl.Lets, e fkl.Expr) fkl.Expr { return u.operand(l, e)[0] }

// op is an operation, conditional or loop on atoms.
func (u *unzipper) op(l *fkl.Lets, e fkl.Expr) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Call:
		return &fkl.Call{Node: e.Node, Fn: e.Fn, Args: u.operands(l, e.Args)}
	case *fkl.Loop:
		inits := u.operands(l, e.Inits)
		return &fkl.Loop{Node: e.Node, Binds: u.binders(e.Binds), Inits: inits, Body: u.body(e.Body)}
	case *fkl.Map:
		u.binders([]*fkl.Var{e.Idx})
	case *fkl.SegMap:
		u.binders([]*fkl.Var{e.Seg, e.Idx})
	}
	e = e.MapOperands(func(x fkl.Expr) fkl.Expr { return u.one(l, x) })
	return e.MapBodies(u.body)
}
