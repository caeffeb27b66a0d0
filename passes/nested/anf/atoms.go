// Package anf builds and analyses nested code in administrative normal form, for
// all passes over the nested family.
//
//	Block      straight-line code under construction: lets and checks
//	CallGraph  who calls whom; recursion
//	Effects    what a function may do besides yielding its value
//	Typer      types of expressions, each found once
package anf

// Atoms, primitives and variables, made and recognised.

import (
	"math"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Op applies a primitive.
func Op(code prim.Code, args ...nkl.Expr) nkl.Expr { return OpAt(ir.Pos{}, code, args...) }

// OpAt is Op with a source position.
func OpAt(pos ir.Pos, code prim.Code, args ...nkl.Expr) nkl.Expr { return nkl.Op(pos, code, args...) }

// Integer is a literal.
func Integer(n int64) nkl.Expr { return &nkl.Int{Val: n} }

// Boolean is a literal.
func Boolean(b bool) nkl.Expr { return &nkl.Bool{Val: b} }

// Literal is the literal of base type t for w.
func Literal(t *types.Type, w prim.Word) nkl.Expr {
	switch t.Kind {
	case types.KFloat:
		return &nkl.Float{Val: prim.WordFloat(w)}
	case types.KBool:
		return Boolean(w != 0)
	case types.KChar:
		return &nkl.Char{Val: byte(w)}
	}
	return Integer(w)
}

// IsOp reports whether e applies this primitive.
func IsOp(e nkl.Expr, code prim.Code) bool {
	p, ok := e.(*nkl.Prim)
	return ok && p.Op.Code == code
}

func IsTrue(e nkl.Expr) bool {
	b, ok := e.(*nkl.Bool)
	return ok && b.Val
}

func IsFalse(e nkl.Expr) bool {
	b, ok := e.(*nkl.Bool)
	return ok && !b.Val
}

// IsInt reports whether e is the literal n.
func IsInt(e nkl.Expr, n int64) bool {
	k, ok := e.(*nkl.Int)
	return ok && k.Val == n
}

// SameAtom reports whether two atoms are the same variable or literal.
func SameAtom(a, b nkl.Expr) bool {
	switch a := a.(type) {
	case *nkl.Ref:
		b, ok := b.(*nkl.Ref)
		return ok && a.Var == b.Var
	case *nkl.Int:
		b, ok := b.(*nkl.Int)
		return ok && a.Val == b.Val
	case *nkl.Bool:
		b, ok := b.(*nkl.Bool)
		return ok && a.Val == b.Val
	case *nkl.Char:
		b, ok := b.(*nkl.Char)
		return ok && a.Val == b.Val
	case *nkl.Float:
		b, ok := b.(*nkl.Float)
		return ok && math.Float64bits(a.Val) == math.Float64bits(b.Val)
	}
	return false
}

// TypeOfAtom is the type of an atom.
func TypeOfAtom(e nkl.Expr) *types.Type {
	switch e := e.(type) {
	case *nkl.Ref:
		return e.Var.Type
	case *nkl.Float:
		return types.Float
	case *nkl.Bool:
		return types.Bool
	case *nkl.Char:
		return types.Char
	}
	return types.Int
}

// CopyVars makes new variables like vs.
func CopyVars(vs []*nkl.Var) []*nkl.Var {
	out := make([]*nkl.Var, len(vs))
	for i, v := range vs {
		out[i] = types.NewVar(v.Name, v.Type)
	}
	return out
}

// Renaming maps each variable of from to the one of to at its place.
func Renaming(from, to []*nkl.Var) map[*nkl.Var]*nkl.Var {
	env := make(map[*nkl.Var]*nkl.Var, len(from))
	for i, v := range from {
		env[v] = to[i]
	}
	return env
}

// Uses is how often e uses v.
func Uses(v *nkl.Var, e nkl.Expr) (n int) {
	ir.Walk(e, func(e nkl.Expr) bool {
		nkl.EachUse(e, func(u *nkl.Var) {
			if u == v {
				n++
			}
		})
		return true
	})
	return n
}

// Part is component i of the tuple of.
func Part(i int, of nkl.Expr) nkl.Expr { return &nkl.Proj{Index: i, Of: of} }

// A namer names values: a Block, or nkl.Lets.
type namer interface {
	Name(hint string, t *types.Type, rhs nkl.Expr) nkl.Expr
}

// Run is n numbers from this one on.
func Run(b namer, from, n nkl.Expr) nkl.Expr {
	ints := types.Seq(types.Int)
	is := b.Name("index", ints, Op(prim.Index, n))
	if IsInt(from, 0) {
		return is
	}
	i := types.NewVar("i", types.Int)
	return b.Name("places", ints, &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{is}, Body: Op(prim.Add, from, nkl.Use(i))})
}

// RunOf is the first of the numbers v and how many there are, if defs says that they are a Run, and nil if not.
func RunOf(defs map[*nkl.Var]nkl.Expr, v *nkl.Var) (from, n nkl.Expr) {
	switch e := defs[v].(type) {
	case *nkl.Prim:
		if e.Op.Code == prim.Index {
			return Integer(0), e.Args[0]
		}
	case *nkl.Each:
		add, ok := e.Body.(*nkl.Prim)
		if !ok || add.Op.Code != prim.Add || len(e.Binds) != 1 {
			return nil, nil
		}
		for k, a := range add.Args {
			if nkl.IsUse(a, e.Binds[0]) && !nkl.IsUse(add.Args[1-k], e.Binds[0]) {
				if from, n := RunOf(defs, nkl.VarOf(e.Seqs[0])); n != nil && IsInt(from, 0) {
					return add.Args[1-k], n
				}
			}
		}
	}
	return nil, nil
}
