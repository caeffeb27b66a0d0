package fkl

import (
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/ir/fkl"
	"nessiec/ir/value"
)

// Time is the difference of the clock after and before.
func TestTime(t *testing.T) {
	m, err := fkl.Parse(`(func main () (int float) (let (x:int t:float) (time (let (y:int) (prim add (1 2)) (ret y))) (ret x t)))
(action eval it "..." <int float> main () "" 0)`)
	if err != nil {
		t.Fatal(err)
	}
	now := 100.0
	w := &interp.World{Clock: func() float64 { now += 0.5; return now }}
	_, fail := Run(m, value.Num{}, w, nil, func(r interp.Result) {
		if got := (value.Num{}).Text(r.Value, r.Action.Type); got != "(3, 0.5)" {
			t.Errorf("got %s", got)
		}
	})
	if fail != nil {
		t.Fatal(fail)
	}
}
