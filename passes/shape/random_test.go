package shape_test

// Random programs: what infer-shapes says of lengths must
// be true when they run, and discharge-checks must not change what they do.

import (
	"math/rand"
	"os"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/nkl"
	"nessiec/passes/driver"
	"nessiec/passes/lift"
	"nessiec/passes/pass"
	"nessiec/passes/shape"
)

// inputs are the arguments that programs are run on.
var inputs = [][]string{
	{"[[1,2],[3,0]]", "[1,0]", "1"},
	{"[[1],[2]]", "[5,1]", "2"},
	{"[[1,2],[],[0]]", "[2,0,1]", "0"},
	{"[]", "[]", "-1"},
	{"[[0,1,2]]", "[1]", "3"},
}

func TestRandomPrograms(t *testing.T) {
	count := 60
	if os.Getenv("NESSIEC_LONG") != "" {
		count = 3000
	}
	finished, checks, removed := 0, 0, int64(0)
	for seed := range int64(count) {
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		src := g.program()
		m, err := nkl.Parse(src)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		o := pass.DefaultOptions()
		o.IntBits, o.Unsafe = []int{32, 64}[seed%2], seed%3 == 0
		c := pass.NewCtx(o)
		m = lift.MarkCaptures(c, m)
		inferred := shape.InferShapes(c, m)
		programs := []*nkl.Module{inferred, claims(inferred), shape.DischargeChecks(c, inferred)}
		for i, p := range programs {
			if err := grammar.NestedShaped.Verify(p); err != nil {
				t.Fatalf("seed %d: program %d: %v\n%s", seed, i, err, p)
			}
		}
		checks += strings.Count(programs[1].String(), "Claim.")
		for _, st := range c.Stats() {
			if st.Name == "checks removed" {
				removed += st.N
			}
		}
		for _, in := range inputs {
			want := run(c.Options, m, driver.Input{Args: in})
			if want.Error == "" {
				finished++
			}
			for i, p := range programs {
				if got := run(c.Options, p, driver.Input{Args: in}); got.String() != want.String() {
					t.Fatalf("seed %d: program %d on %v: %s, not %s\n%s", seed, i, in, got, want, p)
				}
			}
		}
	}
	t.Logf("%d of %d runs without error, %d claims tested, %d checks removed", finished, count*len(inputs), checks, removed)
}
