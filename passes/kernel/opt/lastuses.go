package opt

// Arrays that operations use for the last time: what these make may take their place.

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// A LastUse is the arrays that nothing uses after an operation of the host.
type LastUse map[*lcu.Var]bool

// LastUses is the arrays that operations of host code use for the last time, by the first
// variable that an operation binds.
type LastUses map[*lcu.Var]LastUse

// LastUsesIn finds the last uses in a function.
func LastUsesIn(body lcu.Expr) LastUses {
	out := LastUses{}
	out.add(body, map[*lcu.Var]bool{})
	return out
}

// of is what an operation that binds these uses for the last time.
func (u LastUses) of(binds []*lcu.Var) LastUse {
	if len(binds) == 0 {
		return nil
	}
	return u[binds[0]]
}

// add adds the last uses in e, after which live is used; live becomes what is used from e on.
func (u LastUses) add(e lcu.Expr, live map[*lcu.Var]bool) {
	let, ok := e.(*lcu.Let)
	if !ok {
		u.within(e, live)
		use(e, live)
		return
	}
	u.add(let.Body, live)
	u.within(let.Rhs, live)
	last := LastUse{}
	for _, v := range lcu.FreeVars(let.Rhs) {
		if v.Type.Kind == types.KVec && !live[v] {
			last[v] = true
		}
		live[v] = true
	}
	if len(last) > 0 && len(let.Binds) > 0 {
		u[let.Binds[0]] = last
	}
}

// within adds the last uses in the bodies of e. What a loop uses from outside, its next
// iteration uses.
func (u LastUses) within(e lcu.Expr, live map[*lcu.Var]bool) {
	e.MapBodies(func(b lcu.Expr) lcu.Expr {
		after := make(map[*lcu.Var]bool, len(live))
		for v := range live {
			after[v] = true
		}
		if _, ok := e.(*lcu.Loop); ok {
			use(e, after)
		}
		u.add(b, after)
		return b
	})
}

func use(e lcu.Expr, live map[*lcu.Var]bool) {
	for _, v := range lcu.FreeVars(e) {
		live[v] = true
	}
}

// Uses counts the uses of variables in e.
func Uses(e lcu.Expr) map[*lcu.Var]int {
	uses := map[*lcu.Var]int{}
	ir.Walk(e, func(e lcu.Expr) bool {
		lcu.EachUse(e, func(v *lcu.Var) { uses[v]++ })
		return true
	})
	return uses
}
