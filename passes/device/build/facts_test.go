package build

import (
	"math"
	"testing"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Numbers have one key if they are certainly equal, however they are written.
func TestEqualNumbers(t *testing.T) {
	f := NewFacts()
	v, n := kir.NewVar("v", kir.Global(types.Int)), kir.Use(kir.NewVar("n", types.Int))
	length := &kir.Length{Buf: kir.Use(v)}
	for _, c := range []struct {
		a, b  kir.Expr
		equal bool
	}{
		{kir.Apply(prim.Max, length, kir.N(0)), length, true},
		{kir.Apply(prim.Max, n, kir.N(0)), n, false}, // n may be negative
		{kir.Apply(prim.Max, length, kir.N(1)), length, false},
		{kir.Apply(prim.Max, kir.Apply(prim.Add, length, kir.N(1)), kir.N(0)), kir.Apply(prim.Add, length, kir.N(1)), true},
		{kir.Apply(prim.Max, kir.Apply(prim.Add, kir.N(1), kir.N(math.MaxInt32)), kir.N(0)), kir.Apply(prim.Add, kir.N(1), kir.N(math.MaxInt32)), false}, // may wrap around
		{kir.Apply(prim.Sub, kir.Apply(prim.Add, kir.N(2), n), kir.N(1)), kir.Apply(prim.Add, n, kir.N(1)), true},
		{kir.Apply(prim.Mul, n, n), kir.Apply(prim.Mul, n, n), true},
		{kir.Apply(prim.Sub, n, kir.N(1)), n, false},
	} {
		if got := f.Key(c.a) == f.Key(c.b); got != c.equal {
			t.Errorf("%s and %s: equal is %v", kir.Show(c.a), kir.Show(c.b), got)
		}
	}
}

// Keys are short, and made once, however often values are used; what is learnt
// later counts for what was computed before.
func TestKeysOfShared(t *testing.T) {
	f := NewFacts()
	a, b := kir.NewVar("a", types.Int), kir.NewVar("b", types.Int)
	power := func(v *kir.Var) kir.Expr {
		for range 100 {
			next := kir.NewVar(v.Name, types.Int)
			f.Define(next, kir.Apply(prim.Mul, kir.Use(v), kir.Use(v)))
			v = next
		}
		return kir.Use(v)
	}
	x, y := power(a), power(b)
	if f.Key(x) == f.Key(y) || len(f.Key(x).Base) > 20 {
		t.Errorf("%v and %v", f.Key(x), f.Key(y))
	}
	branch := f.Copy()
	branch.Hold(kir.Apply(prim.Eq, kir.Use(a), kir.Use(b)))
	if branch.Key(x) != branch.Key(y) || f.Key(x) == f.Key(y) {
		t.Errorf("in the arm %v and %v, outside %v and %v", branch.Key(x), branch.Key(y), f.Key(x), f.Key(y))
	}
}
