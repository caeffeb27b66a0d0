package clike

import (
	"testing"

	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// A result of a loop that two exits leave at 0 is 0 from the start; one that a single exit does is assigned.
func TestExits(t *testing.T) {
	v, a, b := kir.NewVar("v", types.Int), kir.NewVar("a", types.Int), kir.NewVar("b", types.Int)
	exit := func(x, y int64) kir.Expr {
		return &kir.Block{Stmts: []kir.Expr{&kir.Exit{Vals: []kir.Expr{kir.N(x), kir.N(y)}}}}
	}
	c := &kir.Bool{Val: true}
	loop := &kir.Loop{Binds: []*kir.Var{a, b}, Vars: []*kir.Var{v}, Inits: []kir.Expr{kir.N(0)}, Body: &kir.Block{Stmts: []kir.Expr{
		&kir.If{Cond: c, Then: exit(0, 0), Else: &kir.Block{Stmts: []kir.Expr{
			&kir.If{Cond: c, Then: exit(0, 5), Else: exit(6, 7)}}}}}}}
	body := &kir.Block{Stmts: []kir.Expr{loop, &kir.Return{Vals: []kir.Expr{kir.Use(a), kir.Use(b), kir.Use(v)}}}}
	p := &Printer{}
	p.Uses(body)
	p.S(loop)
	if want := `nes_int a = 0;
nes_int b;
{
    nes_int v = 0;
    for (;;) {
        if (1) {
            b = 0;
            break;
        } else {
            if (1) {
                b = 5;
                break;
            } else {
                a = 6;
                b = 7;
                break;
            }
        }
    }
}
`; p.String() != want {
		t.Errorf("\n%s\nwant\n%s", p, want)
	}
}
