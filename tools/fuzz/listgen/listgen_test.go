package listgen

import (
	"testing"

	"nessiec/grammar"
	"nessiec/passes/pass"
	"nessiec/tools/cost"
)

// Programs are accepted by the front end, and follow from their seeds.
func TestAccepted(t *testing.T) {
	for seed := range uint64(300) {
		p := Program(seed)
		if p != Program(seed) {
			t.Fatalf("seed %d gives two programs", seed)
		}
		if _, err := cost.Text(pass.DefaultOptions(), p, grammar.NestedElaborated.Language); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, p)
		}
	}
}
