package guards

// The loop for elements that pass all guards and checks.

import (
	"nessiec/ir/kir"
)

// decided is conditional forms, and whether their conditions hold.
type decided map[kir.Expr]bool

// simplified is a block, statement or expression without the conditionals that are decided.
func (d decided) simplified(e kir.Expr) kir.Expr {
	if so, ok := d[e]; ok {
		if s, ok := e.(*kir.Select); ok {
			return d.simplified(takenBranch(so, s.Then, s.Else))
		}
	}
	b, ok := e.(*kir.Block)
	if !ok {
		return e.MapChildren(d.simplified)
	}
	var out []kir.Expr
	for _, s := range b.Stmts {
		so, decided := d[s]
		switch s := s.(type) {
		case *kir.If:
			if decided {
				out = append(out, d.taken(so, s.Then, s.Else)...)
				continue
			}
		case *kir.Choose:
			if decided {
				out = append(out, yielded(s.Binds, d.taken(so, s.Then, s.Else))...)
				continue
			}
		}
		out = append(out, d.simplified(s))
	}
	return &kir.Block{Node: b.Node, Stmts: out}
}

// takenBranch is the branch of a conditional whose condition is so.
func takenBranch(so bool, then, els kir.Expr) kir.Expr {
	if so {
		return then
	}
	return els
}

// taken is the statements of the branch of a conditional whose condition is so.
func (d decided) taken(so bool, then, els kir.Expr) []kir.Expr {
	return d.simplified(takenBranch(so, then, els)).(*kir.Block).Stmts
}

// yielded is statements that give binds what a block with these yields.
func yielded(binds []*kir.Var, list []kir.Expr) []kir.Expr {
	rest, end := list[:len(list)-1:len(list)-1], list[len(list)-1]
	switch s := end.(type) {
	case *kir.Yield:
		for i, v := range binds {
			rest = append(rest, &kir.Def{Bind: v, Rhs: s.Vals[i]})
		}
		return rest
	case *kir.If:
		return append(rest, &kir.Choose{Node: s.Node, Binds: binds, Cond: s.Cond, Then: s.Then, Else: s.Else})
	}
	panic("guards: a block that yields ends in " + kir.Schema[end.Form()].Name)
}
