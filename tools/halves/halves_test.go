package halves

import "testing"

// All is tested where it is asked for, else one half of two.
func TestToday(t *testing.T) {
	for env, want := range map[string]bool{"": false, "1": true} {
		t.Setenv("NESSIEC_LONG", env)
		if half, all := Today(t); all != want || half != 0 && half != 1 {
			t.Errorf("NESSIEC_LONG=%q: half %d, all %v", env, half, all)
		}
	}
	if q := Quarter(); q != 0 && q != 1 {
		t.Errorf("quarter %d", q)
	}
}
