package sizes

import (
	"testing"

	"nessiec/ir/types"
)

// What subst has put in place is not replaced again, also if it is all that is
// left of an operation: the names of a call and those around it may be the same.
func TestSubstOnce(t *testing.T) {
	a, n, m := types.VarSize("a"), types.VarSize("n"), types.VarSize("m")
	swap := map[*types.Size]*types.Size{a: Const(1), n: m, m: n}
	got := Subst(types.MulSize(a, n), func(s *types.Size) *types.Size {
		if r := swap[s]; r != nil {
			return r
		}
		return s
	})
	if got != m {
		t.Errorf("a*n with 1 for a and m for n is %v, not m", got)
	}
}
