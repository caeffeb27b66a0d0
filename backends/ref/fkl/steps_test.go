package fkl

import (
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/ir/fkl"
	"nessiec/ir/value"
)

// Programs that do not end stop at the limit, whatever they do for ever.
func TestMaxSteps(t *testing.T) {
	for name, body := range map[string]string{
		"elements":     "(let (v:vec<int>) (map 100000000 i:int (ret i)) (let (n:int) (length v) (ret n)))",
		"element loop": "(let (v:vec<int>) (map 1 i:int (let (x:int) (loop (k:int) (i) (recur k)) (ret x))) (let (n:int) (length v) (ret n)))",
		"host loop":    "(let (x:int) (loop (k:int) (0) (recur k)) (ret x))",
		"calls":        "(let (x:int) (call main ()) (ret x))",
	} {
		m, err := fkl.Parse("(func main () (int) " + body + ")\n(action eval it \"\" int main () \"\" 0)\n")
		if err != nil {
			t.Fatal(err)
		}
		_, got := Run(m, value.Num{}, &interp.World{MaxSteps: 10000}, nil, func(interp.Result) {})
		if got == nil || got.Kind != interp.Steps {
			t.Errorf("%s: %v", name, got)
		}
	}
}
