package sizes_test

import (
	"fmt"
	"testing"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/sizes"
)

// A proof asks whether something holds before and after a fact.
func proof(t *testing.T, what string, want bool, holds bool) {
	t.Helper()
	if want != holds {
		t.Errorf("%s: %v, not %v", what, holds, want)
	}
}

// What holds for all elements holds for a number only if it is an index: not below 0.
func TestForAllElements(t *testing.T) {
	k := sizes.New(value.Num{})
	n, x := k.Introduce("n", sizes.Length), k.Introduce("x", sizes.Int)
	row := func(i *types.Size) *types.Size { return types.AppSize("f", i) }
	k.Name("f", sizes.Length)
	k.Learn(sizes.All(n, sizes.Equal(row(types.IndexSize(1)), sizes.Const(3))))
	proof(t, "row x, of which nothing is known", false, k.Same(row(x), sizes.Const(3)))
	k.Learn(sizes.Less(x, n))
	proof(t, "row x, where x < n", false, k.Same(row(x), sizes.Const(3)))
	m := k.Mark()
	k.Learn(sizes.LessEq(sizes.Const(0), x))
	proof(t, "row x, where 0 <= x < n", true, k.Same(row(x), sizes.Const(3)))
	k.Undo(m)
	proof(t, "row x, after that is forgotten", false, k.Same(row(x), sizes.Const(3)))
}

// A check in a map holds for all elements after it.
func TestGeneralise(t *testing.T) {
	k := sizes.New(value.Num{})
	n, w := k.Introduce("n", sizes.Length), k.Introduce("w", sizes.Length)
	name := k.Name("f", sizes.Length)
	m := k.Mark()
	i := k.Index("i", n)
	row := types.AppSize(name, i)
	k.Learn(sizes.Equal(row, w))
	proof(t, "in the map", true, k.Same(row, w))
	k.Generalise(m, i, n)
	j := k.Index("j", n)
	proof(t, "in another map over as many", true, k.Same(types.AppSize(name, j), w))
	o := k.Index("o", k.Introduce("m", sizes.Length))
	proof(t, "in a map over others", false, k.Same(types.AppSize(name, o), w))
}

// Two halves that are equally long are twice one of them, though the length of each is computed
// from the whole, so that neither can be replaced.
func TestHalves(t *testing.T) {
	k := sizes.New(value.Num{})
	a := k.Introduce("a", sizes.Length)
	low, high := k.Apply(prim.Div, k.Apply(prim.Add, a, sizes.Const(1)), sizes.Const(2)), k.Apply(prim.Div, a, sizes.Const(2))
	k.Learn(sizes.Equal(k.Apply(prim.Add, low, high), a))
	twice := sizes.Mul(low, sizes.Const(2))
	proof(t, "before halves are compared", false, k.Same(twice, a))
	m := k.Mark()
	k.Learn(sizes.Equal(low, high))
	proof(t, "twice a half", true, k.Same(twice, a))
	proof(t, "four times a half", true, k.Same(sizes.Mul(low, sizes.Const(4)), sizes.Mul(a, sizes.Const(2))))
	proof(t, "a half", false, k.Same(low, a))
	proof(t, "one more", false, k.Same(twice, sizes.Add(a, sizes.Const(1))))
	k.Undo(m)
	proof(t, "after that is forgotten", false, k.Same(twice, a))
}

// Ints wrap: a sum is in order with its parts only where it fits.
func TestWrap(t *testing.T) {
	k := sizes.New(value.Num{})
	x, y := k.Introduce("x", sizes.Int), k.Introduce("y", sizes.Int)
	one := sizes.Const(1)
	next := k.Apply(prim.Add, x, one)
	proof(t, "x < x + 1", false, k.NotNegative(sizes.Sub(sizes.Sub(next, x), one)))
	proof(t, "x + 1 - 1 = x, as ints", true, k.Same(k.Apply(prim.Sub, next, one), x))
	k.Learn(sizes.Less(x, y))
	next = k.Apply(prim.Add, x, one)
	proof(t, "x < x + 1, where x < y", true, k.NotNegative(sizes.Sub(sizes.Sub(next, x), one)))
	proof(t, "x + 1 <= y", true, k.NotNegative(sizes.Sub(y, next)))
}

// A remainder of what is not negative is an index.
func TestRemainder(t *testing.T) {
	k := sizes.New(value.Num{})
	x, n := k.Introduce("x", sizes.Int), k.Introduce("n", sizes.Length)
	r := k.Apply(prim.Rem, x, n)
	k.Learn(sizes.LessEq(sizes.Const(0), x))
	proof(t, "x rem n < n", false, k.Within(r, n))
	k.Learn(sizes.Less(sizes.Const(0), n))
	proof(t, "x rem n < n, where 0 < n", true, k.Within(r, n))
	holds, known := k.Decide(sizes.Compare(prim.Eq, r, n))
	proof(t, "x rem n = n is decided", true, known && !holds)
}

// Coordinates of a number below 9, in a square of 3 by 3: quotients are ints, so that of 8 by 3 is 2.
func TestCoordinates(t *testing.T) {
	k := sizes.New(value.Num{})
	three := sizes.Const(3)
	square := func(i *types.Size) *types.Size {
		row, col := k.Apply(prim.Div, i, three), k.Apply(prim.Rem, i, three)
		return k.Apply(prim.Add, k.Apply(prim.Mul, row, sizes.Const(27)), k.Apply(prim.Mul, col, three))
	}
	element := k.Index("i", sizes.Const(9))
	proof(t, "the element at hand, below 61", true, k.Within(square(element), sizes.Const(61)))
	proof(t, "below 60", false, k.Within(square(element), sizes.Const(60)))
	x := k.Introduce("x", sizes.Int)
	proof(t, "any int", false, k.Within(square(x), sizes.Const(61)))
	k.Learn(sizes.Less(x, sizes.Const(9)))
	proof(t, "an int below 9", false, k.Within(square(x), sizes.Const(61)))
	k.Learn(sizes.LessEq(sizes.Const(0), x))
	proof(t, "that is not negative", true, k.Within(square(x), sizes.Const(61)))
	proof(t, "below 60", false, k.Within(square(x), sizes.Const(60)))
}

// Proofs have a budget: a fact about one of many ints costs no more for there being many.
func TestManyFacts(t *testing.T) {
	k := sizes.New(value.Num{Int64: true})
	last := k.Introduce("x", sizes.Int)
	first := last
	for i := range 200 {
		next := k.Introduce(fmt.Sprint("x", i), sizes.Int)
		k.Learn(sizes.Less(last, next))
		last = next
	}
	proof(t, "the first is below the last, 200 facts away", false, k.NotNegative(sizes.Sub(last, first)))
	proof(t, "the last is not below itself", false, k.NotNegative(sizes.Sub(sizes.Sub(last, last), sizes.Const(1))))
}
