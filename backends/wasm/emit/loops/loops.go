// Package loops prepares loops of kernels for the emitter, which writes what it is told:
// engines compile a loop as it stands.
//
//	loops  which are short, or end soon; what of a body fails, and what may be done again
//	near   which elements next to each other they access
//
// It imports ir.
package loops

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

const (
	mostCopied = 90   // forms of a body that is written several times
	mostForms  = 4096 // of all such bodies of a module
)

// few is how many iterations are not worth copies of the body.
const few = 8

// Short reports whether a loop has few iterations, as those have that finish a block of lanes:
// it ends at what it begins with and a literal at most.
func Short(s *kir.For) bool {
	end, ok := s.Hi.(*kir.Prim)
	if !ok || end.Op.Code != prim.Add || kir.VarOf(s.Lo) == nil || kir.VarOf(end.Args[0]) != kir.VarOf(s.Lo) {
		return false
	}
	count, ok := end.Args[1].(*kir.Prim)
	if !ok || count.Op.Code != prim.Min {
		return false
	}
	n, ok := kir.Literal(count.Args[0])
	return ok && n <= few
}

// Straight is how many forms the body of a loop over scalars has; it reports whether
// they are less than mostCopied, and no loop.
func Straight(s *kir.For) (forms int, ok bool) {
	large := ir.Any(s.Body, func(e kir.Expr) bool {
		forms++
		switch e.(type) {
		case *kir.For, *kir.While, *kir.Loop, *kir.Fold, *kir.Any, *kir.Splat, *kir.Ramp:
			return true
		}
		return forms >= mostCopied
	})
	return forms, !large
}

// Budget is the size of the largest bodies that are copied: where a module has so many
// loops that all copies would be most of it, only those of the smallest bodies are made,
// which gain most. What is beyond takes room from copies: a module that is large without
// them takes long to compile as it is.
func Budget(m *kir.Module) int {
	var sizes [mostCopied]int // the forms of all bodies of a size
	total := 0
	for _, k := range m.Kernels {
		ir.Walk(k.Body, func(e kir.Expr) bool {
			if s, ok := e.(*kir.For); ok && !Short(s) {
				if n, ok := Straight(s); ok {
					sizes[n] += n
					total += n
				}
			}
			return true
		})
	}
	room := mostForms - max(0, total-mostForms)
	for n, forms := range sizes {
		if room -= forms; room < 0 {
			return n - 1
		}
	}
	return mostCopied
}

// Arms is the parts of a conditional statement.
func Arms(s kir.Expr) (cond, then, els kir.Expr) {
	switch s := s.(type) {
	case *kir.If:
		return s.Cond, s.Then, s.Else
	case *kir.Choose:
		return s.Cond, s.Then, s.Else
	}
	return nil, nil, nil
}

// Fails reports whether a block records a failure: places of failures are minima.
func Fails(block kir.Expr) bool {
	return slices.ContainsFunc(block.(*kir.Block).Stmts, minimum)
}

func minimum(s kir.Expr) bool {
	a, ok := s.(*kir.Atomic)
	return ok && a.Op == prim.RMin
}

// Changes reports whether doing a statement twice may make a difference.
func Changes(s kir.Expr) bool {
	return ir.Any(s, func(e kir.Expr) bool {
		switch e.(type) {
		case *kir.Set, *kir.Store, *kir.Arbitrary, *kir.CopyRange:
			return true
		case *kir.Atomic:
			return !minimum(e)
		}
		return false
	})
}

// mostCounted is how many iterations a loop may have that is not interrupted.
const mostCounted = 1 << 16

// Counted reports whether a variable of l counts from one literal to another, not far away.
func Counted(l *kir.Loop) bool {
	for i := range l.Vars {
		from, known := kir.Literal(l.Inits[i])
		to, ends := endOf(l, l.Vars[i])
		if known && ends && from <= to && to-from <= mostCounted && counts(l, i) {
			return true
		}
	}
	return false
}

// counts reports whether each iteration adds 1 to a variable of l.
func counts(l *kir.Loop, i int) bool {
	defs, all := map[*kir.Var]kir.Expr{}, true
	ir.Walk(l.Body, func(e kir.Expr) bool {
		switch e := e.(type) {
		case *kir.Def:
			defs[e.Bind] = e.Rhs
		case *kir.Recur:
			next := e.Args[i]
			if d := defs[kir.VarOf(next)]; d != nil {
				next = d
			}
			rest, n := ConstantPart(next, 1)
			all = all && n == 1 && kir.VarOf(rest) == l.Vars[i]
		case *kir.Loop: // has Recurs of its own
			return false
		}
		return true
	})
	return all
}

// endOf is the literal at which v ends a loop, if the last statement of its body asks for it.
func endOf(l *kir.Loop, v *kir.Var) (to int64, ok bool) {
	stmts := l.Body.(*kir.Block).Stmts
	last, ok := stmts[len(stmts)-1].(*kir.If)
	if !ok {
		return 0, false
	}
	cond := last.Cond
	for _, s := range stmts {
		if d, ok := s.(*kir.Def); ok && d.Bind == kir.VarOf(cond) {
			cond = d.Rhs
		}
	}
	p, ok := cond.(*kir.Prim)
	if !ok || len(p.Args) != 2 || kir.VarOf(p.Args[0]) != v {
		return 0, false
	}
	to, ok = kir.Literal(p.Args[1])
	switch p.Op.Code {
	case prim.Eq, prim.Ge:
		return to, ok && kir.Exits(last.Then)
	case prim.Ne, prim.Lt:
		return to, ok && kir.Exits(last.Else)
	}
	return 0, false
}
