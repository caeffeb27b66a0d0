package lower

// Conditions of the host that are known now: where sizes are literals, kernels
// that would never get groups are not made.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// decide is the value of a condition of the host, if it is known.
func (h *host) decide(cond kir.Expr) (val, known bool) {
	switch e := cond.(type) {
	case *kir.Bool:
		return e.Val, true
	case *kir.Ref:
		return build.MemoisedOf(h.conds, h.facts.Defs, e.Var, h.decide)
	case *kir.Select:
		if c, ok := h.decide(e.Cond); ok {
			if c {
				return h.decide(e.Then)
			}
			return h.decide(e.Else)
		}
		then, ok := h.decide(e.Then)
		els, also := h.decide(e.Else)
		return then, ok && also && then == els
	case *kir.Prim:
		return h.decidePrim(e)
	}
	return false, false
}

func (h *host) decidePrim(e *kir.Prim) (val, known bool) {
	switch e.Op.Code {
	case prim.Not:
		val, known = h.decide(e.Args[0])
		return !val, known
	case prim.Or:
		a, ok := h.decide(e.Args[0])
		b, also := h.decide(e.Args[1])
		return a || b, ok && a || also && b || ok && also
	}
	if len(e.Args) != 2 {
		return false, false
	}
	a, ok := h.value(e.Args[0])
	b, also := h.value(e.Args[1])
	if !ok || !also {
		return false, false
	}
	switch e.Op.Code {
	case prim.Ge:
		return a >= b, true
	case prim.Le:
		return a <= b, true
	case prim.Gt:
		return a > b, true
	case prim.Lt:
		return a < b, true
	case prim.Eq:
		return a == b, true
	}
	return false, false
}

// value is the value of an int of the host, if it is known and small enough for
// ints of any width.
func (h *host) value(e kir.Expr) (val int64, known bool) {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val, build.Small(e.Val)
	case *kir.Ref:
		return build.MemoisedOf(h.ints, h.facts.Defs, e.Var, h.value)
	case *kir.Select:
		if c, ok := h.decide(e.Cond); ok {
			if c {
				return h.value(e.Then)
			}
			return h.value(e.Else)
		}
	case *kir.Prim:
		return build.Fold(e, h.value)
	}
	return 0, false
}

// known is an atom with the value of e, if there is one: nil if not.
func (h *host) known(e kir.Expr) kir.Expr {
	if p, ok := e.(*kir.Prim); ok && kir.TypeOf(p) == types.Int {
		if n, ok := h.value(p); ok {
			return kir.N(n)
		}
	}
	return h.facts.Atoms[h.facts.Key(e)]
}

// choice is Select, decided now if that is possible.
func (h *host) choice(cond, then, els kir.Expr) kir.Expr {
	if val, known := h.decide(cond); known && val {
		return then
	} else if known {
		return els
	}
	return op.Select(cond, then, els)
}
