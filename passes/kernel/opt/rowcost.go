package opt

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// RowCost is what an element of a thunk over segments takes. What is the same for all elements of
// a row is computed once for each row, so it counts nothing; reads that are
// the same in all rows are counted as near: what they read stays in caches.
//
//	(thunk (s i) j = i - s*length; x = at xs s; y = at ys j; z = at zs i; x*y + z)
//	=> 3 operations (i - s*length, *, +), 1 read (zs), 1 near (ys)
func RowCost(t *lcu.Thunk) (c Cost, near int) {
	d := dependences{t.Params[0]: onRow, t.Params[1]: onRow | onPlace}
	d.count(t.Body, &c, &near)
	return c, near
}

// A dependence says with what a value varies.
type dependence uint8

const (
	onRow   dependence = 1 << iota // from row to row
	onPlace                        // with the place in its row
)

// dependences are those of the variables of a thunk; the others are the same for all elements.
type dependences map[*lcu.Var]dependence

// of is with what e varies.
func (d dependences) of(e lcu.Expr) (on dependence) {
	for _, v := range lcu.FreeVars(e) {
		on |= d[v]
	}
	if p, ok := e.(*lcu.Prim); ok && p.Op.Code == prim.Sub && on == onRow|onPlace && d.of(p.Args[1]) == onRow {
		if r, ok := p.Args[0].(*lcu.Ref); ok && d[r.Var] == on {
			return onPlace // an index less the start of its row
		}
	}
	return on
}

// count adds what e takes for each element.
func (d dependences) count(e lcu.Expr, c *Cost, near *int) {
	let, ok := e.(*lcu.Let)
	if !ok {
		d.add(e, c, near)
		return
	}
	if d.bind(let)&onPlace != 0 {
		d.add(let.Rhs, c, near)
	}
	d.count(let.Body, c, near)
}

// bind notes with what the value of let varies.
func (d dependences) bind(let *lcu.Let) dependence {
	on := d.of(let.Rhs)
	for _, v := range let.Binds {
		d[v] = on
	}
	return on
}

// add adds what e takes, if it varies with the place.
func (d dependences) add(e lcu.Expr, c *Cost, near *int) {
	var all Cost
	all.Add(e)
	ir.Walk(e, func(e lcu.Expr) bool {
		switch e := e.(type) {
		case *lcu.Let: // in a branch
			d.bind(e)
		case *lcu.At:
			switch on := d.of(e.Idx); {
			case on&onPlace == 0:
				all.Reads--
			case on&onRow == 0:
				all.Reads--
				*near++
			}
		}
		return true
	})
	c.Ops, c.Reads = c.Ops+all.Ops, c.Reads+all.Reads
	c.Loop, c.Check, c.Divides = c.Loop || all.Loop, c.Check || all.Check, c.Divides || all.Divides
}
