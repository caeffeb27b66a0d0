package kir

import (
	"testing"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// TestIndependent asks of loops whether their iterations are independent.
func TestIndependent(t *testing.T) {
	floats := Global(types.Float)
	r, own, any, sums := NewVar("r", floats), NewVar("own", floats), NewVar("any", floats), NewVar("sums", floats)
	k := &Kernel{Local: 1, Params: []*Var{r, own, any, sums}, Access: []Access{Write, Own, Gather, Scatter}}
	i := NewVar("i", types.Int)
	next := Apply(prim.Add, Use(i), N(1))
	store := func(buf *Var, at Expr, val Expr) Expr { return &Store{Buf: Use(buf), Idx: at, Val: val} }
	load := func(buf *Var, at Expr) Expr { return &Load{Buf: Use(buf), Idx: at} }
	for _, x := range []struct {
		what string
		want bool
		step int64
		body []Expr
	}{
		{"an own element", true, 1, []Expr{store(r, Use(i), load(own, Use(i)))}},
		{"an element of what nobody writes", true, 1, []Expr{store(r, Use(i), load(any, next))}},
		{"the next element of what may be written", false, 1, []Expr{store(r, Use(i), load(own, next))}},
		{"a store elsewhere", false, 1, []Expr{store(r, next, load(own, Use(i)))}},
		{"a store anywhere", false, 1, []Expr{store(sums, Use(i), load(own, Use(i)))}},
		{"a load of what is written anywhere", false, 1, []Expr{store(r, Use(i), load(sums, Use(i)))}},
		{"a loop in the loop", false, 1, []Expr{&For{Var: NewVar("j", types.Int), Lo: N(0), Hi: N(2), Step: N(1),
			Body: &Block{Stmts: []Expr{store(r, Use(i), load(own, Use(i)))}}}}},
		{"another step", false, 4, []Expr{store(r, Use(i), load(own, Use(i)))}},
		{"nothing stored", false, 1, []Expr{&Def{Bind: NewVar("x", types.Float), Rhs: load(own, Use(i))}}},
	} {
		f := &For{Var: i, Lo: N(0), Hi: N(10), Step: N(x.step), Body: &Block{Stmts: x.body}}
		if got := Independent(k, f); got != x.want {
			t.Errorf("%s: %v", x.what, got)
		}
	}
}
