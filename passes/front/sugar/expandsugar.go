// Package sugar has the passes that make the language of NESL small: expand-sugar, after
// which there is one form of application, and compile-patterns, after which every binder
// is a variable. It imports names for operators and for renaming.
package sugar

// Operators, subscripts and ranges become applications.

import (
	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
)

// ExpandSugar leaves one form of application. Operators keep their spelling as
// names of the library, version 0; the table operators in library.go says which
// function each of them is.
//
//	(binary + a b)                  => (apply (global + 0) (pair a b))
//	(index a i)                     => (apply (global [] 0) (pair a i))
//	(range lo hi)                   => (apply (global [:] 0) (pair lo (pair 1 hi)))
//	(serial (gen p s) body)         => (apply (global map 0) (pair (lambda p body) s))
//
// A serial apply-to-each over several sequences goes over their tuples, and one
// with a filter over those elements that pass it; the filter is serial too.
func ExpandSugar(_ *pass.Ctx, m *nesl.Module) *nesl.Module {
	forms, changed := ir.MapSlice(m.Forms, func(f nesl.Expr) nesl.Expr { return (&sugar{}).expr(f) })
	if !changed {
		return m
	}
	return &nesl.Module{Forms: forms}
}

// sugar is the state of one form.
type sugar struct{ made int }

func (s *sugar) expr(e nesl.Expr) nesl.Expr {
	at := ir.At(e.Pos())
	switch e := e.MapChildren(s.expr).(type) {
	case *nesl.Unary:
		return call(e.Pos(), names.PrefixNames[e.Op], e.Arg)
	case *nesl.Binary:
		return call(e.Pos(), e.Op, e.Left, e.Right)
	case *nesl.Index:
		return call(e.Pos(), "[]", e.Seq, e.At)
	case *nesl.Range:
		return call(e.Pos(), "[:]", e.Lo, &nesl.Int{Node: at, Val: 1}, e.Hi)
	case *nesl.RangeStep:
		return call(e.Pos(), "[:]", e.Lo, e.Step, e.Hi)
	case *nesl.Serial:
		pat, seq := s.oneGenerator(e.Gens)
		return serialMap(e.Pos(), pat, e.Body, seq)
	case *nesl.SerialIf:
		return s.serialIf(e)
	default:
		return e
	}
}

// call applies a name of the library.
func call(pos ir.Pos, fn string, args ...nesl.Expr) nesl.Expr {
	return &nesl.Apply{Node: ir.At(pos), Fn: &nesl.Global{Node: ir.At(pos), Name: fn}, Arg: names.Tuple(pos, args)}
}
