package device

import (
	"testing"

	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// Numbers have one key if they are certainly equal, however they are written.
func TestEqualNumbers(t *testing.T) {
	f := newFacts()
	v, n := kir.NewVar("v", kir.Global(types.Int)), kir.Use(kir.NewVar("n", types.Int))
	length := &kir.Length{Buf: kir.Use(v)}
	for _, c := range []struct {
		a, b  expr
		equal bool
	}{
		{kir.Apply("max", length, num(0)), length, true},
		{kir.Apply("max", n, num(0)), n, false}, // n may be negative
		{kir.Apply("max", length, num(1)), length, false},
		{kir.Apply("sub", kir.Apply("add", num(2), n), num(1)), kir.Apply("add", n, num(1)), true},
		{kir.Apply("mul", n, n), kir.Apply("mul", n, n), true},
		{kir.Apply("sub", n, num(1)), n, false},
	} {
		if got := f.key(c.a) == f.key(c.b); got != c.equal {
			t.Errorf("%s and %s: equal is %v", kir.Show(c.a), kir.Show(c.b), got)
		}
	}
}
