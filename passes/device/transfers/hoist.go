package transfers

// Reads that follow a call and do not need it: sizes of what it returns that are
// known from its arguments. Before the call, they are read together with what the
// function reads first.

import (
	"slices"

	"nessiec/ir/kir"
)

// hoistable takes from stmts, which follow the statement call, the first Read and what
// makes its values, if they can come before it; nil if they cannot.
func (a *readHoister) hoistable(call kir.Expr, stmts []kir.Expr) (early, rest []kir.Expr) {
	for i, st := range stmts {
		switch st.(type) {
		case *kir.CheckHost, *kir.CallRuntime: // may guard what is read
			return nil, nil
		case *kir.Read:
			entry, _, ok := a.slice(stmts[:i], st)
			if !ok {
				return nil, nil
			}
			early, rest = a.checked(stmts[:i], entry)
			early = append(early, st)
			if !a.independent(call, early) {
				return nil, nil
			}
			return early, append(rest, stmts[i+1:]...)
		}
	}
	return nil, nil
}

// checked is those of stmts that are the entry, with checks of sizes that it uses,
// and the others.
func (a *readHoister) checked(stmts, entry []kir.Expr) (early, rest []kir.Expr) {
	used := map[*kir.Var]bool{}
	for _, e := range entry {
		add(used, a.effects(e).uses)
	}
	for _, e := range stmts {
		_, check := e.(*kir.CheckSize)
		if check && meet(a.effects(e).uses, used) || slices.Contains(entry, e) {
			early = append(early, e)
		} else {
			rest = append(rest, e)
		}
	}
	return early, rest
}

// independent reports whether stmts can change places with call.
func (a *readHoister) independent(call kir.Expr, stmts []kir.Expr) bool {
	c, made, uses := a.effects(call), map[*kir.Var]bool{}, map[*kir.Var]bool{}
	add(made, c.binds, c.writes)
	add(uses, c.uses)
	for _, e := range stmts {
		f := a.effects(e)
		_, read := e.(*kir.Read)
		if !read && !a.movable(e) || f.fails || meet(f.uses, made) || meet(f.writes, uses) {
			return false
		}
	}
	return true
}
