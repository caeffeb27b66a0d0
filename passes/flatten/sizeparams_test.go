package flatten

import (
	"testing"

	"nessiec/ir/nkl"
)

// When size parameters are given up, none is open, and nobody can ask for one any more:
// the next round is the last one.
func TestGiveUp(t *testing.T) {
	m, err := nkl.Parse(`(func f () (v:[int#v] d:int) [int#v] v)
(lifted f^ f (n:int v:[[int#v{$1}]#n] d:[int#n]) [[int#v{$1}]#n]
  (let is:[int#n] (prim index (n))
  (eachcaptured () () (i:int v.1:[int#v{$i}] d.1:int) (is v d) v.1)))
`)
	if err != nil {
		t.Fatal(err)
	}
	x := sizeParamsOf(m)
	params, results := x.params["f"], x.results["f"]
	if len(params) != 2 || params[0] == nil || params[1] != nil || len(results) != 1 || results[0] == nil {
		t.Fatalf("slots of parameters %v, of results %v", params, results)
	}
	b := &block{}
	if b.known(params[0].filled(nil), false) != nil || !params[0].open() || !x.changed {
		t.Fatal("a slot that is asked for is not open")
	}
	x.rejectAll()
	x.changed = false
	for _, s := range []*sizeParam{params[0], results[0]} {
		if s.open() || b.known(s.filled(nil), false) != nil || x.changed {
			t.Error("a slot is not given up")
		}
	}
}
