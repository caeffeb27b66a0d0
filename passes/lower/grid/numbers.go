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

var roleNames = [...]string{theSegment: "s", thePosition: "i", theStart: "start", theIndex: "k", theRow: "row", theRowStart: "start", theCol: "col"}

func (n *numbers) compute(r role) kir.Expr {
	switch r {
	case theRowStart:
		return op.Mul(n.value(theRow), n.cols)
	case theSegment:
		if n.p.allPairs {
			return n.value(theRow)
		}
		return op.Add(n.value(theRowStart), n.value(theCol))
	case theStart:
		return op.Mul(n.value(theSegment), n.length)
	case thePosition:
		return op.Add(n.value(theStart), n.value(theIndex))
	}
	panic("lower: element code of a product depends on what it was found not to")
}
