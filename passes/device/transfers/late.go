package transfers

// Buffers get memory where they are first used. What was moved up before a read took along the buffers of what stays behind it, which
// then had theirs while others were still needed.

import (
	"slices"

	"nessiec/ir/kir"
)

// late is stmts with each allocation in front of the first statement that uses what it makes.
func (s *readScheduler) late(stmts []kir.Expr) []kir.Expr {
	out := make([]kir.Expr, 0, len(stmts))
	var held []kir.Expr
	for _, st := range stmts {
		if isAlloc(st) {
			held = append(held, st)
			continue
		}
		uses, rest := s.effects(st).uses, held[:0]
		used := func(v *kir.Var) bool { return slices.Contains(uses, v) }
		for _, a := range held {
			if slices.ContainsFunc(s.effects(a).binds, used) || ends(st) {
				out = append(out, a)
			} else {
				rest = append(rest, a)
			}
		}
		held = rest
		out = append(out, st)
	}
	return append(out, held...)
}

func isAlloc(e kir.Expr) bool {
	switch e.(type) {
	case *kir.Alloc, *kir.AllocLoose:
		return true
	}
	return false
}
