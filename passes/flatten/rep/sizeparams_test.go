package rep

import (
	"testing"

	"nessiec/ir/nkl"
	"nessiec/passes/flatten/emit"
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
	learned := false
	x := SizeParamsOf(m, func(fn string) { learned = learned || fn == "f" })
	params, results := x.Params["f"], x.Results["f"]
	if len(params) != 2 || params[0] == nil || params[1] != nil || len(results) != 1 || results[0] == nil {
		t.Fatalf("slots of parameters %v, of results %v", params, results)
	}
	b := &emit.Block{}
	if Known(b, params[0].Filled(nil), false) != nil || !params[0].Open() || !learned {
		t.Fatal("a slot that is asked for is not open")
	}
	x.RejectAll()
	learned = false
	for _, s := range []*SizeParam{params[0], results[0]} {
		if s.Open() || Known(b, s.Filled(nil), false) != nil || learned {
			t.Error("a slot is not given up")
		}
	}
}
