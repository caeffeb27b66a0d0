package scalegen

import (
	"testing"

	"nessiec/grammar"
	"nessiec/passes/pass"
	"nessiec/tools/cost"
)

// Programs are accepted by the front end, and follow from their seeds.
func TestAccepted(t *testing.T) {
	shapes := map[string]bool{}
	for seed := range uint64(300) {
		p := Make(seed)
		if p != Make(seed) {
			t.Fatalf("seed %d gives two programs", seed)
		}
		shapes[p.Shape] = true
		if _, err := cost.Text(pass.DefaultOptions(), p.Text, grammar.NestedElaborated.Language); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, p.Text)
		}
	}
	if len(shapes) != 8 {
		t.Errorf("%d shapes", len(shapes))
	}
}
