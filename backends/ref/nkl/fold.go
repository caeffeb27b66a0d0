package nkl

// Fold: a loop over columns that keeps what it has combined in registers.

import (
	"nessiec/ir/nkl"
)

// foldOf combines the elements of e from left to right, from zeros on; with Scan
// it stores what there is before each element.
func (c *compiler) foldOf(e *nkl.Fold, dst []reg) {
	pos, guard := e.Pos(), c.p.opts.Guard
	total := c.bind(e.X)
	from := c.source([]*nkl.Var{e.Y}, []nkl.Expr{e.Seq})
	var to *sink
	if e.Scan {
		to = c.sink(c.typ(e.X.Type), dst)
	}
	s := c.newSweep(pos, false)
	c.emit(func(m *machine) {
		n := from.open(m, pos, guard)
		if to != nil {
			to.open(m, pos, n)
		}
		for _, r := range total {
			m.w[r.at] = 0
		}
		s.start(m, n)
	})
	outer := c.loop
	c.loop = nil
	c.here(&s.head)
	c.loads(from, s.i)
	if to != nil {
		for i, r := range total {
			c.emit(store(r, to.cols[i], s.k))
		}
	}
	at := c.mark()
	next := c.regs(c.typ(e.X.Type))
	c.expr(e.Body, next, false)
	c.move(total, next)
	c.release(at)
	c.emit(s.next)
	c.loop = outer
	c.here(&s.end)
	if to != nil {
		c.close(pos, to, s.n)
	} else {
		c.move(dst, total)
	}
}
