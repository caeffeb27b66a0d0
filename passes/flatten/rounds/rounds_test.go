package rounds

import (
	"slices"
	"testing"

	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
)

// What was learned of a function has it and its callers translated again, and what is left out
// as there will be another round is done in that one.
func TestRounds(t *testing.T) {
	m, err := nkl.Parse(`
(func f () (n:int) int (call g () (n)))
(func g () (n:int) int n)
(func h () (n:int) int n)
(func k () (n:int) int n)
(lifted k^ k (n:int ns:[int]) [int] (each (x:int) (ns) x))
`)
	if err != nil {
		t.Fatal(err)
	}
	r := Of(m)
	round := func(inG, inH func(), want ...string) {
		t.Helper()
		var got []string
		does := map[string]func(){"g": inG, "h": inH}
		r.Start()
		for _, f := range m.Funcs {
			out := r.Translate(f.Name, f.Name, func() *fkl.Func {
				got = append(got, f.Name)
				if do := does[f.Name]; do != nil {
					do()
				}
				return &fkl.Func{Name: f.Name}
			})
			if out.Name != f.Name {
				t.Errorf("%s is made of %s", out.Name, f.Name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v are translated, want %v", got, want)
		}
	}
	last := func(want bool) func() {
		return func() {
			if r.Last() != want {
				t.Errorf("it is the last round: %v", !want)
			}
		}
	}
	round(r.LearnHere, last(false), "f", "g", "h", "k")
	round(nil, last(true), "f", "g", "h")
	if !r.Settled() {
		t.Error("something was learned in the end")
	}
	r.Forget()
	round(nil, nil, "f", "g", "k")
	r.LearnOfAll()
	round(nil, nil, "f", "g", "h", "k")
}
