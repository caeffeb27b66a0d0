package kir_test

import (
	"strings"
	"testing"

	"nessiec/ir/kir"
)

// The checker asked for the type of every expression anew, though it had those of its parts:
// in deep ones it looked at each part as often as it is deep. Work is measured in allocations,
// which do not depend on the machine.
func TestDeepExpressions(t *testing.T) {
	allocs := func(depth int) float64 {
		m, err := kir.Parse("(kernel k 1 (n:int b:buf<global int>) (value own) (block (store b 0 " +
			strings.Repeat("(prim add (n ", depth) + "n" + strings.Repeat("))", depth) + ")))")
		if err != nil {
			t.Fatal(err)
		}
		return testing.AllocsPerRun(1, func() {
			if err := kir.Verify(m); err != nil {
				t.Error(err)
			}
		})
	}
	if few, many := allocs(50), allocs(400); many > few+50 {
		t.Errorf("%.0f allocations for 50 nested expressions, %.0f for 400", few, many)
	}
}
