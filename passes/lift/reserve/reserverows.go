// Package reserve lets scalar code add rows to tables: rows are reserved before its branches, and tables of different ways are one.
//
//	reserverows, rowplan  the pass, and code whose rows are reserved before it
//	scalarcode, rowways   which code can have that, and which rows its ways add
//	nextfirst             loops that take the next row first
//	sharetables           tables of which no way adds to two are one
package reserve

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
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
	return newReserver(m, func(s *scalarCode, e nkl.Expr, t *types.Type) nkl.Expr {
		if !c.Rewrite("reserve rows of " + s.tables[0]) {
			return nil
		}
		c.Count("branches with rows reserved", 1)
		return (&rowPlan{sigs: s.sigs}).build(e, t)
	}).module(m)
}

// maxReserving bounds the nodes of code that is computed twice.
const maxReserving = 3000

// A reserver looks for conditionals and loops that are scalar code and add rows, and puts
// what rewrite makes of them in their place, unless that is nil.
type reserver struct {
	sigs    *nkl.Sigs
	typer   *anf.Typer
	plain   map[string]bool // functions that are scalar code without rows
	rewrite func(s *scalarCode, e nkl.Expr, t *types.Type) nkl.Expr
}

func newReserver(m *nkl.Module, rewrite func(s *scalarCode, e nkl.Expr, t *types.Type) nkl.Expr) *reserver {
	return &reserver{sigs: m.Sigs(), typer: anf.NewErasedTyper(m), plain: map[string]bool{}, rewrite: rewrite}
}

// module rewrites the code under maps of m.
func (x *reserver) module(m *nkl.Module) *nkl.Module {
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
		if l, ok := e.(*nkl.Loop); ok {
			return x.nextFirst(l).MapChildren(x.under)
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
	if s := x.scalar(e); s != nil {
		return x.rewrite(s, e, t)
	}
	return nil
}

// scalar is what is known of e, a conditional or a loop that is scalar code and adds rows;
// nil if it is none.
func (x *reserver) scalar(e nkl.Expr) *scalarCode {
	if f := e.Form(); f != nkl.FormIf && f != nkl.FormLoop || !ir.Any(e, allocates) {
		return nil
	}
	s := &scalarCode{reserver: x, known: map[*nkl.Var]int{}}
	if !s.code(e, path{}) || s.nodes > maxReserving {
		return nil
	}
	return s
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
		s := &scalarCode{reserver: x, known: map[*nkl.Var]int{}}
		x.plain[fn] = s.code(f.Body, path{}) && s.nodes <= maxReserving
	}
	return x.plain[fn]
}
