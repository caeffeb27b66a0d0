package shape_test

// The examples of the project: sizes are true when they run, and checks that
// are removed are not missed.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/driver"
	"nessiec/passes/front"
	"nessiec/passes/front/names"
	"nessiec/passes/front/sugar"
	"nessiec/passes/lift"
	"nessiec/passes/nested"
	"nessiec/passes/nested/batch"
	"nessiec/passes/nested/simplify"
	"nessiec/passes/nested/typecases"
	"nessiec/passes/pass"
	"nessiec/passes/shape"
)

// captured compiles NESL up to the input of this package.
func captured(t testing.TB, c *pass.Ctx, src string) *nkl.Module {
	t.Helper()
	n := neslparser.Parse(0, src, c.Diags)
	m := front.InferTypes(c, sugar.CompilePatterns(c, sugar.ExpandSugar(c, names.ResolveNames(c, n))))
	if c.Diags.HasErrors() {
		t.Fatalf("rejected: %v", c.Diags.Sorted())
	}
	for _, f := range []func(*pass.Ctx, *nkl.Module) *nkl.Module{nested.Monomorphise, typecases.RepresentSums, typecases.ExpandTypeCases, nested.ConvertFunctions,
		nested.EraseDatatypes, nested.ThreadRandom, nested.ExpandComprehensions, nested.InsertChecks, nested.Normalise, simplify.NKL,
		nested.LoopTailCalls, batch.Calls, nested.HoistInvariants, lift.PreliftFunctions, lift.FormElementBlocks, lift.MarkCaptures} {
		m = f(c, m)
	}
	if err := grammar.NestedCaptured.Verify(m); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestExamples(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "examples", "*.nesl"))
	if len(files) == 0 {
		t.Fatal("no examples")
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(f), func(t *testing.T) {
			c := pass.NewCtx(pass.DefaultOptions())
			m := captured(t, c, string(src))
			start := time.Now()
			inferred := shape.InferShapes(c, m)
			took := time.Since(start)
			out := shape.DischargeChecks(c, inferred)
			want := run(c.Options, m, driver.Input{})
			for i, p := range []*nkl.Module{inferred, out, claims(inferred)} {
				if err := grammar.NestedShaped.Verify(p); err != nil {
					t.Fatalf("program %d: %v", i, err)
				}
				if got := run(c.Options, p, driver.Input{}); got.String() != want.String() {
					t.Errorf("program %d: %s, not %s", i, got, want)
				}
			}
			t.Logf("%d nodes, %v; checks %d -> %d, claims %d", count(m, func(nkl.Expr) bool { return true }), took,
				count(m, isCheck), count(out, isCheck), strings.Count(claims(inferred).String(), "Claim."))
		})
	}
}

func isCheck(e nkl.Expr) bool { return e.Form() == nkl.FormCheck }

// count counts the nodes of m that satisfy p.
func count(m *nkl.Module, p func(nkl.Expr) bool) (n int) {
	m.EachBody(func(e nkl.Expr) {
		ir.Walk(e, func(e nkl.Expr) bool {
			if p(e) {
				n++
			}
			return true
		})
	})
	return n
}
