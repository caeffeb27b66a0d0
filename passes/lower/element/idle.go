package element

// Segments that a reduction need not go through: a condition that belongs to the
// segment says that each of its elements gives the identities.

import (
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// An Idle is the condition of a segment under which all its elements give identities.
type Idle struct {
	cond *lcu.Var
	when bool // the value that cond has then
}

// idleOf finds the condition of a segmented reduction; nil if there is none.
func idleOf(soac lcu.Expr, num value.Num) *Idle {
	r, ok := soac.(*lcu.SegReduce)
	if !ok {
		return nil
	}
	for _, c := range conditions(r.T) {
		for _, when := range []bool{false, true} {
			vals, ok := known{c: &lcu.Bool{Val: when}}.of(r.T.Body)
			if ok && identities(r.Ops, vals, num) {
				return &Idle{c, when}
			}
		}
	}
	return nil
}

// conditions is what the thunk of a segmented reduction chooses by that is the same for
// all elements of a segment, and computed before the first of them.
func conditions(t *lcu.Thunk) (out []*lcu.Var) {
	eachLet(t, func(x *lcu.Let, varies map[*lcu.Var]bool) {
		var cond lcu.Expr
		switch rhs := x.Rhs.(type) {
		case *lcu.If:
			cond = rhs.Cond
		case *lcu.Prim:
			if rhs.Op.Code == prim.Select {
				cond = rhs.Args[0]
			}
		}
		if r, ok := cond.(*lcu.Ref); ok && !varies[r.Var] {
			out = append(out, r.Var)
		}
	})
	return out
}

// identities reports whether vals are the identities of the operators.
func identities(ops []prim.Rop, vals []lcu.Expr, num value.Num) bool {
	for i, o := range ops {
		w, k, ok := word(vals[i])
		if !ok || o == prim.RId || o == prim.RJoin || w != o.Identity(num, k) {
			return false
		}
	}
	return true
}

// word is the value of a literal; false for any other expression, or none.
func word(e lcu.Expr) (prim.Word, types.Kind, bool) {
	switch e := e.(type) {
	case *lcu.Int:
		return e.Val, types.KInt, true
	case *lcu.Float:
		return prim.FloatWord(e.Val), types.KFloat, true
	case *lcu.Bool:
		return prim.BoolWord(e.Val), types.KBool, true
	case *lcu.Char:
		return prim.Word(e.Val), types.KChar, true
	}
	return 0, 0, false
}

// known is the variables whose values are known, as literals.
type known map[*lcu.Var]lcu.Expr

// of is what is known of the values of element code, nil for a value that is not; ok is
// false if it may fail.
func (k known) of(e lcu.Expr) (vals []lcu.Expr, ok bool) {
	for {
		switch x := e.(type) {
		case *lcu.Let:
			vals, ok := k.of(x.Rhs)
			if !ok {
				return nil, false
			}
			for i, v := range x.Binds {
				if vals != nil && vals[i] != nil {
					k[v] = vals[i]
				}
			}
			e = x.Body
		case *lcu.Ret:
			for _, val := range x.Vals {
				vals = append(vals, k.atom(val))
			}
			return vals, true
		case *lcu.If:
			cond, isKnown := k.atom(x.Cond).(*lcu.Bool)
			if !isKnown {
				return nil, !lcu.HasCheck(x)
			}
			e = x.Else
			if cond.Val {
				e = x.Then
			}
		case *lcu.Prim:
			return []lcu.Expr{k.prim(x)}, true
		default:
			return nil, !lcu.HasCheck(e)
		}
	}
}

// atom is the literal that an atom is known to be, or nil.
func (k known) atom(e lcu.Expr) lcu.Expr {
	if r, ok := e.(*lcu.Ref); ok {
		return k[r.Var]
	}
	return e
}

// prim is the literal that an operation is known to give, or nil.
func (k known) prim(e *lcu.Prim) lcu.Expr {
	cond, ok := k.atom(e.Args[0]).(*lcu.Bool)
	switch code := e.Op.Code; {
	case !ok:
	case code == prim.Select && cond.Val:
		return k.atom(e.Args[1])
	case code == prim.Select:
		return k.atom(e.Args[2])
	case code == prim.And && !cond.Val, code == prim.Or && cond.Val:
		return cond
	}
	return nil
}
