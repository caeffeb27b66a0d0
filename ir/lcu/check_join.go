package lcu

// Checking of the thunks that combine tuples.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// joins checks that the thunks take, one after another, all results with the
// operator join, neighbours together; ts is the types of all results.
func (c *checker) joins(p Parts, ts []*types.Type) {
	at := 0
	for _, t := range p.Joins {
		for at < len(ts) && p.Ops[at] != prim.RJoin {
			at++
		}
		k := len(t.Params) / 2
		for i := at; i < at+k; i++ {
			if k == 0 || i >= len(ts) || p.Ops[i] != prim.RJoin {
				c.Errorf("a thunk combines tuples of %d, and there are fewer results next to each other", k)
				return
			}
		}
		c.joiner(t, ts[at:at+k])
		at += k
	}
	for ; at < len(ts); at++ {
		if p.Ops[at] == prim.RJoin {
			c.Errorf("no thunk combines result %d", at)
		}
	}
}

// joiner checks a thunk that combines tuples of the types ts.
func (c *checker) joiner(t *Thunk, ts []*types.Type) {
	c.Same("combination", c.thunk(t, append(ts[:len(ts):len(ts)], ts...)), ts)
	if vs := FreeVars(t); c.Err == nil && len(vs) > 0 {
		c.Errorf("a thunk that combines tuples uses %s", vs[0].Name)
	}
	if ir.Any(Expr(t), func(e Expr) bool { return e.Form() == FormCheck }) {
		c.Errorf("a thunk that combines tuples may fail")
	}
}
