package halves

import "testing"

// All is tested where it is asked for, else one half of two.
func TestToday(t *testing.T) {
	for env, want := range map[string]bool{"": false, "1": true} {
		t.Setenv("NESSIEC_LONG", env)
		if half, all := Today(t); all != want || half != 0 && half != 1 {
			t.Errorf("NESSIEC_LONG=%q: half %d, all %v", env, half, all)
		}
		tested := Tested(t)
		if even, odd := tested(0), tested(1); (even && odd) != want || !even && !odd || tested(2) != even {
			t.Errorf("NESSIEC_LONG=%q: even cases %v, odd %v", env, even, odd)
		}
	}
	if q := Quarter(); q != 0 && q != 1 {
		t.Errorf("quarter %d", q)
	}
}
