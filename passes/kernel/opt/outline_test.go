package opt_test

import (
	"testing"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// A kernel is the same whether literals among the operands of its SOAC are one node or not: reading
// a printed program makes them several.
func TestSharedLiterals(t *testing.T) {
	outlined := func(n, rows, length *lcu.Int) *lcu.Run {
		s, i := lcu.NewVar("s", types.Int), lcu.NewVar("i", types.Int)
		soac := &lcu.SegMap{N: n, Segs: []lcu.Expr{rows, length}, T: &lcu.Thunk{Params: []*lcu.Var{s, i}, Body: lcu.Results(lcu.Use(i))}}
		return opt.NewOutliner(&pass.Ctx{}, nil).Run("main", []*lcu.Var{lcu.NewVar("v", types.Vec(types.Int))}, soac)
	}
	one := &lcu.Int{Val: 1}
	if got, want := len(outlined(one, one, one).Args), len(outlined(&lcu.Int{Val: 1}, &lcu.Int{Val: 1}, &lcu.Int{Val: 1}).Args); got != want || want != 2 {
		t.Errorf("%d arguments, and %d of nodes of their own", got, want)
	}
}
