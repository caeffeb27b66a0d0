package grid

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
)

// numbers is the numbers of a product at one place, as far as they are made.
type numbers struct {
	k            *element.Kernel
	p            *Product
	cols, length kir.Expr
	made         map[role]kir.Expr
}

// bind gives those that e uses their values.
func (n *numbers) bind(env map[*lcu.Var]kir.Expr, e lcu.Expr) {
	for _, v := range lcu.FreeVars(e) {
		if r := n.p.roles[v]; r != noRole {
			env[v] = n.value(r)
		}
	}
}

func (n *numbers) value(r role) kir.Expr {
	e := n.made[r]
	if e == nil {
		e = n.compute(r)
	}
	n.made[r] = n.k.Named(roleNames[r], e)
	return n.made[r]
}

var roleNames = [...]string{roleSegment: "s", rolePosition: "i", roleStart: "start", roleIndex: "k", roleRow: "row", roleRowStart: "start", roleCol: "col"}

func (n *numbers) compute(r role) kir.Expr {
	switch r {
	case roleRowStart:
		return op.Mul(n.value(roleRow), n.cols)
	case roleSegment:
		if n.p.allPairs {
			return n.value(roleRow)
		}
		return op.Add(n.value(roleRowStart), n.value(roleCol))
	case roleStart:
		return op.Mul(n.value(roleSegment), n.length)
	case rolePosition:
		return op.Add(n.value(roleStart), n.value(roleIndex))
	}
	panic("lower: element code of a product depends on what it was found not to")
}
