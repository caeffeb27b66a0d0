package opt

// Where code comes from.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
)

// Places is the places of the source that an expression comes from, each once, in
// order, without the calls that they came through.
func Places(es ...lcu.Expr) (out []ir.Pos) {
	for _, e := range es {
		ir.Walk(e, func(e lcu.Expr) bool {
			switch e.Form() {
			case lcu.FormRef, lcu.FormInt, lcu.FormFloat, lcu.FormBool, lcu.FormChar:
				return false // they keep their places in the library
			}
			if p := e.Pos().Place(); p.IsValid() {
				out = append(out, p)
			}
			return true
		})
	}
	slices.SortFunc(out, func(a, b ir.Pos) int { return int(a.Key() - b.Key()) })
	return slices.Compact(out)
}
