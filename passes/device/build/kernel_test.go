package build

import (
	"slices"
	"testing"

	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// Launches pass arguments in the order in which parameters were asked for, wherever
// they come from; local arrays and early definitions stand before all statements.
func TestKernelParameters(t *testing.T) {
	k := NewKernel()
	n := k.Int("n")
	xs := k.Param("xs", kir.Global(types.Float), kir.Own, Arg{Padded, 2})
	out := k.Array("out", types.Float, kir.Write)
	k.Store(out, n, &kir.Load{Buf: kir.Use(xs), Idx: n})
	k.Local("sums", types.Float, 8)
	k.Gathered(xs)

	want := []Arg{{Given, 0}, {Padded, 2}, {Given, 1}}
	if !slices.Equal(k.Args(), want) {
		t.Errorf("arguments %v, want %v", k.Args(), want)
	}
	done := k.Finish(4)
	if access := []kir.Access{kir.Value, kir.Gather, kir.Write}; !slices.Equal(done.Access, access) {
		t.Errorf("access %v, want %v", done.Access, access)
	}
	if first := done.Body.(*kir.Block).Stmts[0]; first.Form() != kir.FormLocalArray {
		t.Errorf("the kernel begins with %s", kir.Schema[first.Form()].Name)
	}
}

// What a kernel knows of a value saves the comparison with zero.
func TestClamped(t *testing.T) {
	k := NewKernel()
	n := k.Int("n")
	if k.Clamped(n) == n {
		t.Error("any int may be negative")
	}
	k.SetNonNegative(kir.VarOf(n))
	for _, e := range []kir.Expr{n, kir.N(0), kir.N(7)} {
		if k.Clamped(e) != e {
			t.Errorf("%v is not negative", e)
		}
	}
	if k.Clamped(kir.N(-1)).Form() != kir.FormPrim {
		t.Error("-1 is negative")
	}
}
