package front

// Calls of library functions in programs.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim/prelude"
	"nessiec/ir/types"
	"nessiec/passes/front/infer"
)

// addLibrary adds the functions of the library that m reaches, in front and in
// their order. Small functions that may fail are put in place of their calls
// first, so that a failed check has the position of the call.
func addLibrary(in *infer.Inferrer, m *nkl.Module) {
	if in.Lib == nil {
		return
	}
	reached := map[string]bool{}
	var visit func(nkl.Expr)
	reach := func(name string) {
		if f := in.Lib.Funcs[name]; f != nil && !reached[name] {
			reached[name] = true
			visit(f.Body)
		}
	}
	visit = func(e nkl.Expr) {
		ir.Walk(e, func(e nkl.Expr) bool {
			switch e := e.(type) {
			case *nkl.Call:
				reach(e.Fn)
			case *nkl.FunVal:
				reach(e.Fn)
			case *nkl.Prim:
				for _, name := range prelude.Helpers(e.Op.Name) {
					reach(name)
				}
			}
			return true
		})
	}
	for _, f := range m.Funcs {
		f.Body = openChecks(in.Lib, f.Body)
		visit(f.Body)
	}
	var funcs []*nkl.Func
	for _, f := range in.Lib.Module.Funcs {
		if reached[f.Name] {
			funcs = append(funcs, f)
		}
	}
	m.Funcs = append(funcs, m.Funcs...)
}

// maxOpen is the size of the largest function that is put in place of its
// calls, in nodes.
const maxOpen = 40

// findOpen finds the functions to put in place of their calls: those that are
// small, not recursive and may fail, in the order of the module, in which
// callees come first.
func findOpen(lib *infer.Library) {
	for _, f := range lib.Module.Funcs {
		size, fails, recursive := 0, false, false
		ir.Walk(f.Body, func(e nkl.Expr) bool {
			size++
			switch e := e.(type) {
			case *nkl.Check, *nkl.Range:
				fails = true
			case *nkl.Each:
				fails = fails || len(e.Seqs) > 1
			case *nkl.Prim:
				fails = fails || len(e.Op.Checks) > 0
			case *nkl.Call:
				fails = fails || lib.Open[e.Fn]
				recursive = recursive || e.Fn == f.Name
			}
			return true
		})
		lib.Open[f.Name] = fails && !recursive && size <= maxOpen && len(f.Params) > 0
	}
}

// openChecks replaces calls of open functions in e by their bodies.
func openChecks(lib *infer.Library, e nkl.Expr) nkl.Expr {
	e = e.MapChildren(func(e nkl.Expr) nkl.Expr { return openChecks(lib, e) })
	c, ok := e.(*nkl.Call)
	if !ok || !lib.Open[c.Fn] {
		return e
	}
	f := lib.Funcs[c.Fn]
	typ := func(t *types.Type) *types.Type {
		return t.Map(func(t *types.Type) *types.Type {
			if k := slices.Index(f.TypeParams, t); k >= 0 {
				return c.TypeArgs[k]
			}
			return t
		})
	}
	var lets nkl.Lets
	env := map[*nkl.Var]*nkl.Var{}
	atoms := map[*nkl.Var]nkl.Expr{}
	for k, p := range f.Params {
		v := types.NewVar(p.Name, typ(p.Type))
		env[p] = v
		atoms[v] = lets.Name(p.Name, v.Type, c.Args[k])
	}
	body := nkl.CopyWith(nkl.Retype(nkl.Freshen(f.Body), env, typ), atoms)
	return lets.In(openChecks(lib, placed(body, c.Pos())))
}

// placed puts all of e at pos.
func placed(e nkl.Expr, pos ir.Pos) nkl.Expr {
	return e.MapChildren(func(c nkl.Expr) nkl.Expr { return placed(c, pos) }).MovedTo(pos)
}
