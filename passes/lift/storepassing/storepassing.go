// Package storepassing makes the tables of recursive datatypes sequences that code hands on: a function gets
// the columns of tables, and yields them with the rows that it has added. What makes update blocks of loops
// over sequences then makes some of loops that build trees and lists.
//
//	effects   which tables code reads and adds to
//	Program   a module whose functions have versions in store-passing style
//	storing   lists of sequences that it stores
//	writer    code in store-passing style
//	outside   the code of a scope around such code
//	collect   loops in it whose block ends when many rows have been added, of which some can go
package storepassing

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
)

// A Program is a module with versions of its functions that hand tables on.
type Program struct {
	Module   *nkl.Module       // functions, and their versions
	Handed   map[*nkl.Var]bool // parameters of versions: columns of which they return new ones
	sigs     *nkl.Sigs
	columns  map[string][]*types.Type // of tables
	of       map[string]*effects      // of functions
	versions map[string]string        // by function
	scalars  *scalars.Code
	calls    *anf.CallGraph

	leastRows int // that a loop adds before some are left out
}

// Of is the program of m, or nil if m has no tables. A loop adds leastRows rows at least before it leaves some out.
func Of(m *nkl.Module, leastRows int) *Program {
	if len(m.Tables) == 0 {
		return nil
	}
	p := &Program{Handed: map[*nkl.Var]bool{}, sigs: m.Sigs(), columns: map[string][]*types.Type{}, of: map[string]*effects{}, versions: map[string]string{}, scalars: scalars.Of(m), calls: anf.NewCallGraph(m), leastRows: leastRows}
	for _, t := range m.Tables {
		p.columns[t.Name] = t.Columns
	}
	inTurn := m.WithFuncs(nil) // functions as code in store-passing style has them
	for _, f := range m.Funcs {
		inTurn.Funcs = append(inTurn.Funcs, f.MapBodies(storeInTurn))
	}
	p.findEffects(inTurn)
	names := anf.FunctionNames(m)
	for _, f := range m.Funcs {
		if x := p.of[f.Name]; len(x.uses) > 0 && !x.other {
			p.versions[f.Name] = names.Fresh(f.Name)
		}
	}
	var funcs []*nkl.Func
	for _, f := range inTurn.Funcs {
		if name := p.versions[f.Name]; name != "" {
			funcs = append(funcs, p.newVersion(f, name))
		}
	}
	p.Module = m.WithFuncs(slices.Concat(m.Funcs, funcs))
	return p
}

// newVersion is f with the columns of the tables that it uses as parameters. It yields those of tables that it adds
// to, behind its value.
func (p *Program) newVersion(f *nkl.Func, name string) *nkl.Func {
	x := p.of[f.Name]
	w := p.writer(x.adds.sorted())
	g := *f
	g.Name, g.Result, g.Params = name, p.resultType(f.Result, w.out), anf.CopyVars(f.Params)
	for _, t := range x.uses.sorted() {
		columns := p.newColumns(t, w.now)
		g.Params = append(g.Params, columns...)
		if x.adds[t] {
			for _, v := range columns {
				p.Handed[v] = true
			}
		}
	}
	g.Body = nkl.Rename(nkl.Freshen(w.code(apart(f.Body))), anf.Renaming(f.Params, g.Params[:len(f.Params)]))
	return &g
}

// newColumns makes variables for the columns of table t, which are those that it has now.
func (p *Program) newColumns(t string, now state) (vs []*nkl.Var) {
	for _, c := range p.columns[t] {
		vs = append(vs, types.NewVar("column", types.Seq(c)))
	}
	now[t] = nkl.Uses(vs)
	return vs
}

// resultType is the type of a value of type t with the columns of tables.
func (p *Program) resultType(t *types.Type, tables []string) *types.Type {
	ts := []*types.Type{t}
	for _, name := range tables {
		for _, c := range p.columns[name] {
			ts = append(ts, types.Seq(c))
		}
	}
	if len(ts) == 1 {
		return t
	}
	return types.Tuple(ts...)
}
