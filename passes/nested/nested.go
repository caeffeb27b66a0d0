// Package nested holds the passes over the nested family, from the output of
// type inference (nkl.elaborated) to shapes: one file per pass, helpers beside.
//
// Glossary:
//
//	instance   a function at one vector of types (monomorphise)
//	block      straight-line code under construction: lets and checks (block.go)
//	callGraph  who calls whom; recursion (callgraph.go)
//	effects    what a function may do besides yielding its value (effects.go)
//	typer      types of expressions, each found once (typer.go)
//
// The passes rely on what every nkl program promises: variables are identified
// by pointer and bound once in a function; pairs nest to the right.
package nested

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// op applies the primitive called name.
func op(name string, args ...nkl.Expr) nkl.Expr { return opAt(ir.Pos{}, name, args...) }

// opAt is op with a source position.
func opAt(pos ir.Pos, name string, args ...nkl.Expr) nkl.Expr { return nkl.Op(pos, name, args...) }

// integer is a literal.
func integer(n int64) nkl.Expr { return &nkl.Int{Val: n} }

// boolean is a literal.
func boolean(b bool) nkl.Expr { return &nkl.Bool{Val: b} }

// isOp reports whether e applies the primitive called name.
func isOp(e nkl.Expr, name string) bool {
	p, ok := e.(*nkl.Prim)
	return ok && p.Op.Name == name
}

// copyVars makes new variables like vs.
func copyVars(vs []*nkl.Var) []*nkl.Var {
	out := make([]*nkl.Var, len(vs))
	for i, v := range vs {
		out[i] = types.NewVar(v.Name, v.Type)
	}
	return out
}

// renaming maps each variable of from to the one of to at its place.
func renaming(from, to []*nkl.Var) map[*nkl.Var]*nkl.Var {
	env := make(map[*nkl.Var]*nkl.Var, len(from))
	for i, v := range from {
		env[v] = to[i]
	}
	return env
}
