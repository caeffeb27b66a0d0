package opt

// What both branches of a conditional compute, before it.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/vars"
)

// AfterCopies is e, into which producers have been copied, without what that leaves: operations done
// twice, rows found again, and what all branches of a conditional do.
func AfterCopies(e lcu.Expr) lcu.Expr {
	e = CSE(e)
	if less := HoistCommon(RowNumbers(e)); less != e {
		e = CSE(less)
	}
	return Dead(e)
}

// HoistCommon moves operations that both branches of a conditional in a thunk do before it: the reads
// of two halves, of which one branch takes the minimum and the other one the maximum. Where
// branches differ in little, a loop over elements has no branches.
func HoistCommon(e lcu.Expr) lcu.Expr {
	return e.MapBodies(HoistCommon).MapOperands(func(x lcu.Expr) lcu.Expr {
		t, ok := x.(*lcu.Thunk)
		if !ok {
			return x
		}
		body := hoisted(t.Body)
		if body == t.Body {
			return x
		}
		out := *t
		out.Body = body
		return &out
	})
}

// hoisted is HoistCommon of element code.
func hoisted(e lcu.Expr) lcu.Expr {
	e = e.MapBodies(hoisted)
	let, ok := e.(*lcu.Let)
	if !ok {
		return e
	}
	branch, ok := let.Rhs.(*lcu.If)
	if !ok {
		return e
	}
	var before []*lcu.Let
	then, els := branch.Then, branch.Else
	for {
		common, replaced := commonOps(then, els)
		if len(common) == 0 {
			break
		}
		before = append(before, common...)
		then, els = without(then, common, nil), without(els, nil, replaced)
	}
	if len(before) == 0 {
		return e
	}
	out := *let
	out.Rhs = &lcu.If{Node: branch.Node, Cond: branch.Cond, Then: then, Else: els}
	e = &out
	for _, l := range slices.Backward(before) {
		e = &lcu.Let{Node: l.Node, Binds: l.Binds, Rhs: l.Rhs, Body: e}
	}
	return e
}

// commonOps lists the operations of then that els does, too, with operands from outside of both; and
// by which of their results those of els are replaced.
func commonOps(then, els lcu.Expr) (common []*lcu.Let, replaced map[*lcu.Var]lcu.Expr) {
	s := &valueNumbering{ids: vars.Numbers{}, subst: map[*lcu.Var]lcu.Expr{}}
	there, replaced := map[string]*lcu.Let{}, map[*lcu.Var]lcu.Expr{}
	s.eachOuter(els, func(key string, l *lcu.Let) {
		if there[key] == nil {
			there[key] = l
		}
	})
	s.eachOuter(then, func(key string, l *lcu.Let) {
		if there[key] == nil {
			return
		}
		common = append(common, l)
		for i, v := range there[key].Binds {
			replaced[v] = lcu.Use(l.Binds[i])
		}
		delete(there, key)
	})
	return common, replaced
}

// eachOuter calls f with the operations of a branch whose operands come from outside, and their keys.
func (s *valueNumbering) eachOuter(branch lcu.Expr, f func(key string, l *lcu.Let)) {
	made := map[*lcu.Var]bool{}
	for _, l := range chain(branch) {
		if s.describe(l.Rhs) && !slices.ContainsFunc(lcu.FreeVars(l.Rhs), func(v *lcu.Var) bool { return made[v] }) {
			f(string(s.text), l)
		}
		for _, v := range l.Binds {
			made[v] = true
		}
	}
}

// chain lists the lets that e begins with.
func chain(e lcu.Expr) (out []*lcu.Let) {
	for let, ok := e.(*lcu.Let); ok; let, ok = let.Body.(*lcu.Let) {
		out = append(out, let)
	}
	return out
}

// without is e without the lets in gone and those whose variables are replaced.
func without(e lcu.Expr, gone []*lcu.Let, replaced map[*lcu.Var]lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return e
	}
	rest := without(let.Body, gone, replaced)
	switch {
	case slices.Contains(gone, let):
		return rest
	case len(let.Binds) > 0 && replaced[let.Binds[0]] != nil:
		return lcu.Replace(rest, replaced)
	}
	out := *let
	out.Body = rest
	return &out
}
