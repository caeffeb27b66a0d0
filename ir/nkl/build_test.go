package nkl_test

import (
	"testing"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Lets keeps the order of evaluation; atoms get no name.
func TestLets(t *testing.T) {
	n := types.NewVar("n", types.Int)
	var b nkl.Lets
	x := b.Name("x", types.Int, nkl.Op(ir.Pos{}, prim.Add, nkl.Use(n), &nkl.Int{Val: 1}))
	b.Check(ir.Pos{}, nkl.Op(ir.Pos{}, prim.Ne, x, &nkl.Int{}), "No.")
	y := b.Name("y", types.Int, x)
	body := b.In(nkl.Pair(x, y))
	f := &nkl.Func{Name: "f", Params: []*nkl.Var{n}, Result: types.Tuple(types.Int, types.Int), Body: body}
	m := &nkl.Module{Funcs: []*nkl.Func{f}}
	if err := nkl.Verify(m); err != nil {
		t.Error(err)
	}
	const want = "(let x:int (prim add (n 1)) (check (prim ne (x 0)) \"No.\" (tuple x x)))"
	again, err := nkl.Parse("(func f () (n:int) <int int> " + want + ")")
	if err != nil || again.String() != m.String() {
		t.Errorf("built\n%s%v", m, err)
	}
}

func TestZero(t *testing.T) {
	for _, s := range []string{"int", "float", "bool", "char", "stream", "[int]", "<int [float]>", "<>", "data<box <int char>>", "[<int bool>]"} {
		ty, err := types.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		z := nkl.Zero(ty)
		m := &nkl.Module{Funcs: []*nkl.Func{{Name: "z", Result: ty, Body: z}}}
		if err := nkl.Verify(m); err != nil {
			t.Errorf("zero of %s: %v", s, err)
		}
		if got := m.Sigs().TypeOf(z); got != ty {
			t.Errorf("zero of %s has type %v", s, got)
		}
	}
}
