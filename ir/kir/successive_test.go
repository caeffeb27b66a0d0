package kir

import (
	"testing"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// TestSuccessive asks of indices whether they are successive, and what the first is.
func TestSuccessive(t *testing.T) {
	ints := Global(types.Int)
	xs, out := NewVar("xs", ints), NewVar("out", ints)
	i, k, d, m := NewVar("i", types.Int), NewVar("k", types.Int), NewVar("d", types.Int), NewVar("m", types.Int)
	def := func(v *Var, rhs Expr) Expr { return &Def{Bind: v, Rhs: rhs} }
	deep := Use(k)
	for range maxIndex {
		deep = Apply(prim.Add, deep, N(1))
	}
	for _, x := range []struct {
		what, want string
		idx        Expr
		before     []Expr
	}{
		{"ahead by what stays", "(prim add (5 k))", Apply(prim.Add, Use(i), Use(k)), nil},
		{"the same, the other way round", "(prim add (k 5))", Apply(prim.Add, Use(k), Use(i)), nil},
		{"behind a definition", "(prim sub (5 k))", Use(d), []Expr{def(d, Apply(prim.Sub, Use(i), Use(k)))}},
		{"the own one", "", Use(i), nil},
		{"what stays", "", Use(k), nil},
		{"downwards", "", Apply(prim.Sub, Use(k), Use(i)), nil},
		{"every other one", "", Apply(prim.Add, Use(i), Use(i)), nil},
		{"every third one", "", Apply(prim.Mul, Use(i), N(3)), nil},
		{"what is assigned", "", Apply(prim.Add, Use(i), Use(m)), []Expr{&Set{Var: m, Rhs: Use(i)}}},
		{"what is loaded", "", Apply(prim.Add, Use(i), &Load{Buf: Use(xs), Idx: Use(i)}), nil},
		{"too much to write out", "", Apply(prim.Add, Use(i), deep), nil},
		{"in a loop with guards", "", Apply(prim.Add, Use(i), Use(k)), []Expr{def(NewVar("b", types.Bool), &InRange{Idx: Use(i), Size: Use(k)})}},
	} {
		load := &Load{Buf: Use(xs), Idx: x.idx}
		body := append(x.before, &Store{Buf: Use(out), Idx: Use(i), Val: load})
		got := ""
		if at := Successive(&For{Var: i, Lo: N(5), Hi: N(10), Step: N(1), Body: &Block{Stmts: body}})[load]; at != nil {
			got = Show(at)
		}
		if got != x.want {
			t.Errorf("%s: %q", x.what, got)
		}
	}
}
