package regions

import "testing"

// What a run does has a name for every kind: that of updates was missing, so that
// dumps of programs with update blocks panicked.
func TestKindsHaveNames(t *testing.T) {
	for k := ofMap; k <= ofUpdate; k++ {
		if (&invocation{kind: k}).describe() == "" {
			t.Errorf("kind %d has no name", k)
		}
	}
}
