package grid

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build/op"
)

// numbers is the numbers of a product at one place, as far as they are made.
type numbers struct {
	t    *tiler
	made map[role]kir.Expr
}

func (t *tiler) numbersAt(row, col, j kir.Expr) *numbers {
	return &numbers{t: t, made: map[role]kir.Expr{theRow: row, theCol: col, theIndex: j}}
}

// bind gives those that e uses their values.
func (n *numbers) bind(e lcu.Expr) {
	for _, v := range lcu.FreeVars(e) {
		if r := n.t.p.roles[v]; r != noRole {
			n.t.env[v] = n.value(r)
		}
	}
}

func (n *numbers) value(r role) kir.Expr {
	e := n.made[r]
	if e == nil {
		e = n.compute(r)
	}
	n.made[r] = n.t.k.Named(roleNames[r], e)
	return n.made[r]
}

var roleNames = [...]string{theSegment: "s", thePosition: "i", theStart: "start", theIndex: "k", theRow: "row", theRowStart: "start", theCol: "col"}

func (n *numbers) compute(r role) kir.Expr {
	switch r {
	case theRowStart:
		return op.Mul(n.value(theRow), n.t.cols)
	case theSegment:
		if n.t.p.allPairs {
			return n.value(theRow)
		}
		return op.Add(n.value(theRowStart), n.value(theCol))
	case theStart:
		return op.Mul(n.value(theSegment), n.t.sp.Length)
	case thePosition:
		return op.Add(n.value(theStart), n.value(theIndex))
	}
	panic("lower: element code of a product depends on what it was found not to")
}
