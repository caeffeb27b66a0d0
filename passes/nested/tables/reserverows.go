package tables

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// ReserveRows takes the rows that branches of scalar code add out of these branches, so that
// the code stays scalar: which rows there will be is computed first, then the rows are
// reserved, then the code knows their numbers, and at last they are filled.
//
//	(let x (if c (let r (alloc t (a b)) (mul r 2)) y) ..), under a map
//	=> (let some (if c true false) (let r (reserve t some)
//	   (let all (if c (let v (mul r 2) (tuple v a b)) (tuple y 0 0))
//	   (let x (proj 0 all) .. (let done (store t r (a' b')) ..)))))
//
// Without it elements part at every branch that adds rows. So do loops that add rows where
// they end. Columns that the code reads are read before it: of rows that it adds itself it
// must read nothing, nor may branches depend on their numbers, but for the constructor.
func ReserveRows(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	if len(m.Tables) == 0 {
		return m
	}
	x := &reserver{c: c, sigs: m.Sigs(), typer: anf.NewErasedTyper(m), plain: map[string]bool{}}
	under := anf.UnderMaps(m, func(string) bool { return false })
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func {
		if under[f.Name] {
			return f.MapBodies(x.under)
		}
		return f.MapBodies(x.host)
	})
	if !changed {
		return m
	}
	return m.WithFuncs(funcs)
}

// maxReserving bounds the nodes of code that is computed twice.
const maxReserving = 3000

type reserver struct {
	c     *pass.Ctx
	sigs  *nkl.Sigs
	typer *anf.Typer
	plain map[string]bool // functions that are scalar code without rows
}

// host rewrites the maps in host code.
func (x *reserver) host(e nkl.Expr) nkl.Expr {
	if each, ok := e.(*nkl.Each); ok {
		return each.MapBodies(x.under)
	}
	return e.MapChildren(x.host)
}

// under rewrites code under a map.
func (x *reserver) under(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		if v := x.reserving(e.Rhs, e.Bind.Type); v != nil {
			return anf.Splice(&nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: v, Body: x.under(e.Body)})
		}
	case *nkl.If, *nkl.Loop:
		if ir.Any(e, allocates) {
			if v := x.reserving(e, x.typer.Of(e)); v != nil {
				return v
			}
		}
	case *nkl.Update:
		return e
	}
	return e.MapChildren(x.under)
}

func allocates(e nkl.Expr) bool { return e.Form() == nkl.FormAlloc }

// reserving is e, a conditional or a loop with a value of type t, with its rows reserved;
// nil if that cannot be.
func (x *reserver) reserving(e nkl.Expr, t *types.Type) nkl.Expr {
	if f := e.Form(); f != nkl.FormIf && f != nkl.FormLoop || !ir.Any(e, allocates) {
		return nil
	}
	s := &scalarCode{reserver: x, rows: map[*nkl.Var]bool{}}
	if !s.code(e, path{}) || s.nodes > maxReserving || !x.c.Rewrite("reserve rows of "+s.tables[0]) {
		return nil
	}
	x.c.Count("branches with rows reserved", 1)
	return (&rowPlan{sigs: x.sigs}).build(e, t)
}

// function reports whether fn is scalar code that adds no rows. It may call others, but for
// itself.
func (x *reserver) function(fn string) bool {
	if ok, known := x.plain[fn]; known {
		return ok
	}
	x.plain[fn] = false
	f := x.sigs.Funcs[fn]
	if f != nil && f.Result.IsScalar() && !ir.Any(f.Body, allocates) {
		s := &scalarCode{reserver: x, rows: map[*nkl.Var]bool{}}
		x.plain[fn] = s.code(f.Body, path{}) && s.nodes <= maxReserving
	}
	return x.plain[fn]
}

// A scalarCode looks at code with a scalar value that may add rows.
type scalarCode struct {
	*reserver
	rows   map[*nkl.Var]bool // variables that depend on the numbers of rows that it adds
	tables []string          // of these rows
	nodes  int
}

// A path is where code stands.
type path struct {
	loop bool // in a loop of the code
	adds bool // behind a row, in this loop
}

func (s *scalarCode) depends(es ...nkl.Expr) bool {
	for _, e := range es {
		for _, v := range nkl.FreeVars(e) {
			if s.rows[v] {
				return true
			}
		}
	}
	return false
}

// code reports whether e is such code.
func (s *scalarCode) code(e nkl.Expr, at path) bool {
	s.nodes++
	switch e := e.(type) {
	case *nkl.Let:
		adds, ok := s.let(e, at)
		at.adds = at.adds || adds
		return ok && s.code(e.Body, at)
	case *nkl.Check:
		return !s.depends(e.Cond) && s.code(e.Then, at)
	case *nkl.If:
		return !s.depends(e.Cond) && s.code(e.Then, at) && s.code(e.Else, at)
	case *nkl.Loop:
		for i, v := range e.Binds {
			if !v.Type.IsScalar() {
				return false
			}
			s.rows[v] = s.depends(e.Inits[i])
		}
		return s.code(e.Body, path{loop: true})
	case *nkl.Recur:
		return at.loop && !at.adds && !s.depends(e.Args...)
	case *nkl.Alloc:
		s.tables = append(s.tables, e.Table)
		return true
	}
	return s.operation(e)
}

// let looks at a binding; adds says that it adds rows.
func (s *scalarCode) let(e *nkl.Let, at path) (adds, ok bool) {
	if c, column := e.Rhs.(*nkl.Column); column {
		return false, !c.Exact && !s.depends(c.After...)
	}
	if adds = ir.Any(e.Rhs, allocates); adds {
		s.rows[e.Bind] = true
	} else if !masked(e.Rhs) {
		s.rows[e.Bind] = s.depends(e.Rhs)
	}
	return adds, e.Bind.Type.IsScalar() && s.code(e.Rhs, path{loop: false})
}

// masked reports whether e is what a reference says of its constructor.
func masked(e nkl.Expr) bool {
	p, ok := e.(*nkl.Prim)
	return ok && p.Op.Code == prim.And && p.Args[1].Form() == nkl.FormInt
}

// operation looks at code that neither binds nor branches.
func (s *scalarCode) operation(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Ref:
		return e.Var.Type.IsScalar()
	case *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char:
		return true
	case *nkl.Tuple:
		for _, c := range e.Elems {
			if !s.operation(c) {
				return false
			}
		}
		return true
	case *nkl.Proj:
		return scalarPart(e)
	case *nkl.Call:
		return !s.depends(e.Args...) && s.function(e.Fn)
	case *nkl.Prim:
		switch {
		case e.Op.Class == prim.Scalar:
			return true
		case e.Op.Code == prim.Length:
			return true
		case e.Op.Code == prim.Elt:
			of, ok := e.Args[0].(*nkl.Ref)
			return ok && of.Var.Type.Elem().IsScalar() && !s.depends(e.Args[1])
		}
	}
	return false
}

// scalarPart reports whether e is a scalar part of a variable.
func scalarPart(e *nkl.Proj) bool {
	of, ok := e.Of.(*nkl.Ref)
	return ok && of.Var.Type.Elems[e.Index].IsScalar()
}
