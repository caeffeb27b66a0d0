package main

import (
	"bytes"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/harlan"
	"nessiec/ir/kir"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/passes/pass"
)

// hunted runs a small hunt and returns what it printed.
func hunted(t *testing.T, h *hunt) (out string, failures int) {
	t.Helper()
	var b bytes.Buffer
	h.Out, h.Progress, h.Dir, h.Workers = &b, io.Discard, t.TempDir(), 2
	if h.MaxKinds == 0 {
		h.MaxKinds = 5
	}
	h.run()
	failures = h.summary()
	return b.String(), failures
}

// A fixed range of seeds finds nothing, with all oracles.
func TestNothingFound(t *testing.T) {
	a, err := parseAsk("nesl", "nkl,fkl,lcu,kir/4,ranks/4,self/10,every/10")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []*hunt{{Seed: 1, N: 300, Ask: a}, {Seed: 1, N: 120, Ask: a, Lang: grammar.DeviceLoops.Language}} {
		if out, n := hunted(t, h); n != 0 {
			t.Error(out)
		}
	}
}

// Costs of a fixed range of seeds grow as they may.
func TestNothingFoundOfCosts(t *testing.T) {
	a, _ := parseAsk("nesl", "cost")
	h := &hunt{Seed: 1, N: 40, Ask: a}
	if testing.Short() {
		h.N = 16
	}
	if out, n := hunted(t, h); n != 0 || h.tooBig.Load() > int64(h.N)/2 {
		t.Error(out)
	}
}

// A program that never releases memory is found by what it holds, and reduced.
func TestFoundByCosts(t *testing.T) {
	a, _ := parseAsk("nesl", "cost")
	var without func(kir.Expr) kir.Expr
	without = func(e kir.Expr) kir.Expr {
		if b, ok := e.(*kir.Block); ok {
			kept := slices.DeleteFunc(slices.Clone(b.Stmts), func(s kir.Expr) bool { return s.Form() == kir.FormRelease })
			e = &kir.Block{Node: b.Node, Stmts: kept}
		}
		return e.MapChildren(without)
	}
	bad := pass.New("planted", "lose releases", grammar.DeviceLegal, grammar.DeviceLegal, func(_ *pass.Ctx, m *kir.Module) *kir.Module {
		return m.MapBodies(without)
	}, pass.Opts{Optional: true})
	a.table = append(a.table, bad)
	h := &hunt{Seed: 14, N: 1, Ask: a}
	out, n := hunted(t, h)
	files, _ := filepath.Glob(filepath.Join(h.Dir, "fuzz-cost-*.nesl"))
	if n == 0 || len(files) != 1 || !strings.Contains(out, "kir: holds more by") || !strings.Contains(out, "to repeat: go run ./tools/fuzz -seed=") {
		t.Errorf("%d failures, %d files\n%s", n, len(files), out)
	}
}

// Programs of the source languages are written as text.
func TestText(t *testing.T) {
	a, _ := parseAsk("nesl", "nkl,self/10")
	for _, l := range []*grammar.Language{grammar.NeslParsed.Language, grammar.NeslSimple.Language} {
		if out, n := hunted(t, &hunt{Seed: 1, N: 60, Ask: a, Lang: l}); n != 0 {
			t.Error(out)
		}
	}
}

// Programs in Harlan do the same everywhere; a pass that is wrong is found, and the text reduced.
func TestHarlan(t *testing.T) {
	a, err := parseAsk("harlan", "nkl,fkl,lcu,wasm/4,kir/20,every/20,self/20")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []*hunt{{Seed: 1, N: 60}, {Seed: 80, N: 1}, {Seed: 120, N: 1}} { // 80, 120: columns were called otherwise after reading
		h.Ask, h.Harlan = a, true
		if out, n := hunted(t, h); n != 0 {
			t.Error(out)
		}
	}
	bad := pass.New("planted", "take 1 for 2", grammar.HarlanPure, grammar.HarlanPure, func(_ *pass.Ctx, m *harlan.Module) *harlan.Module {
		var wrong func(harlan.Expr) harlan.Expr
		wrong = func(e harlan.Expr) harlan.Expr {
			if n, ok := e.(*harlan.Int); ok && n.Val == 2 {
				return &harlan.Int{Node: n.Node, Val: 1}
			}
			return e.MapChildren(wrong)
		}
		return m.MapBodies(wrong)
	}, pass.Opts{Optional: true})
	for i, p := range a.table {
		if p.From == grammar.HarlanPure.Language {
			a.table = slices.Insert(slices.Clone(a.table), i, bad)
			break
		}
	}
	h := &hunt{Seed: 1, N: 12, Ask: a, Harlan: true}
	out, n := hunted(t, h)
	files, _ := filepath.Glob(filepath.Join(h.Dir, "fuzz-planted-value-*.kfc"))
	if n == 0 || len(files) != 1 {
		t.Fatalf("%d failures, %d files\n%s", n, len(files), out)
	}
	if text, err := os.ReadFile(files[0]); err != nil || len(text) > 400 {
		t.Errorf("%v\n%s", err, text)
	}
}

// A bug of the front end is found, and the text is reduced.
func TestFoundText(t *testing.T) {
	a, _ := parseAsk("nesl", "nkl")
	bad := pass.New("planted", "fail on reversals", grammar.NeslParsed, grammar.NeslParsed, func(_ *pass.Ctx, m *nesl.Module) *nesl.Module {
		if strings.Contains(nesl.Format(m), "reverse") {
			panic("reversed")
		}
		return m
	}, pass.Opts{Optional: true})
	a.table = append([]pass.Pass{bad}, a.table...)
	h := &hunt{Seed: 1, N: 120, Ask: a, Lang: grammar.NeslParsed.Language}
	out, n := hunted(t, h)
	files, _ := filepath.Glob(filepath.Join(h.Dir, "fuzz-planted-panic-*.nesl"))
	if n == 0 || len(files) != 1 {
		t.Fatalf("%d failures, %d files\n%s", n, len(files), out)
	}
	src, err := os.ReadFile(files[0])
	if err != nil || len(strings.Split(string(src), "\n")) > 20 {
		t.Errorf("%v\n%s", err, src)
	}
}

// Programs of later languages enter the pipeline there.
func TestLaterLanguages(t *testing.T) {
	a, _ := parseAsk("nesl", "nkl,fkl,lcu,kir")
	for _, l := range []*grammar.Language{grammar.NestedLooped.Language, grammar.FlatUnzipped.Language, grammar.FlatOffsets.Language, grammar.KernelSoacs.Language,
		grammar.DeviceLoops.Language} {
		if out, n := hunted(t, &hunt{Seed: 1, N: 30, Ask: a, Lang: l}); n != 0 {
			t.Error(out)
		}
	}
}

// A planted bug is found, reduced, written, and named with the command that
// repeats it.
func TestFound(t *testing.T) {
	a, _ := parseAsk("nesl", "nkl")
	bad := pass.New("planted", "fail on ranks", grammar.NestedNamed, grammar.NestedNamed, func(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
		if strings.Contains(m.String(), " rank ") {
			panic("ranks")
		}
		return m
	}, pass.Opts{Optional: true})
	for i, p := range a.table {
		if p.To == grammar.NestedNamed.Language {
			a.table = append(a.table[:i+1:i+1], append([]pass.Pass{bad}, a.table[i+1:]...)...)
			break
		}
	}
	h := &hunt{Seed: 1, N: 60, Ask: a}
	out, n := hunted(t, h)
	files, _ := filepath.Glob(filepath.Join(h.Dir, "fuzz-planted-panic-*.dump"))
	for _, want := range []string{": planted: panic: ranks", "to repeat: go run ./tools/fuzz -seed=", "× planted: panic, first with seed"} {
		if n == 0 || !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if len(files) != 1 {
		t.Fatalf("%d files\n%s", len(files), out)
	}
	dump, err := os.ReadFile(files[0])
	if err != nil || len(strings.Split(string(dump), "\n")) > 20 || !strings.HasPrefix(string(dump), ";; nkl.named after normalise") {
		t.Errorf("%v\n%s", err, dump)
	}
}

// A pass that loses barriers is found with device programs, and the program is
// reduced.
func TestFoundOnDevice(t *testing.T) {
	a, _ := parseAsk("nesl", "kir")
	var without func(kir.Expr) kir.Expr
	without = func(e kir.Expr) kir.Expr {
		if b, ok := e.(*kir.Block); ok {
			kept := slices.DeleteFunc(slices.Clone(b.Stmts), func(s kir.Expr) bool { return s.Form() == kir.FormBarrier })
			e = &kir.Block{Node: b.Node, Stmts: kept}
		}
		return e.MapChildren(without)
	}
	bad := pass.New("planted", "lose barriers", grammar.DeviceLegal, grammar.DeviceLegal, func(_ *pass.Ctx, m *kir.Module) *kir.Module {
		out := *m
		out.Kernels = nil
		for _, k := range m.Kernels {
			c := *k
			c.Body = without(k.Body)
			out.Kernels = append(out.Kernels, &c)
		}
		return &out
	}, pass.Opts{Optional: true})
	a.table = append(a.table, bad)
	h := &hunt{Seed: 40, N: 12, Ask: a, Lang: grammar.DeviceLoops.Language}
	out, n := hunted(t, h)
	files, _ := filepath.Glob(filepath.Join(h.Dir, "fuzz-planted-internal-*.dump"))
	if n == 0 || len(files) != 1 {
		t.Fatalf("%d failures, %d files\n%s", n, len(files), out)
	}
	dump, err := os.ReadFile(files[0])
	if err != nil || len(strings.Split(string(dump), "\n")) > 40 {
		t.Errorf("%v\n%s", err, dump)
	}
}

func TestAsk(t *testing.T) {
	for _, s := range []string{"", "nkl,what", "kir/0", "self/x"} {
		if _, err := parseAsk("nesl", s); err == nil {
			t.Errorf("%q is accepted", s)
		}
	}
	a, err := parseAsk("nesl", standard)
	if err != nil {
		t.Fatal(err)
	}
	if o := a.oracle(7); o.Every || o.SelfTest || o.Passes[len(o.Passes)-1].To.Family != grammar.LCU {
		t.Error("seed 7 asks more than the fast evaluators")
	}
	if o := a.oracle(9); !o.Wasm || !o.Unsimulated || o.Passes[len(o.Passes)-1].To.Family != grammar.KIR {
		t.Error("seed 9 is not asked as WebAssembly alone")
	}
	if a, err := parseAsk("nesl", "lists"); err != nil || a.oracle(1).Passes[len(a.oracle(1).Passes)-1].To.Family != grammar.NKL {
		t.Errorf("texts are not compiled as far as they can be executed: %v", err)
	}
	if o := a.oracle(10 * 19 * 23); !o.Every || !o.SelfTest || o.Unsimulated {
		t.Error("the seed of three oracles does not ask them all")
	}
}

// Any two of the oracles that are asked by default are asked of some program, and each
// without the other.
func TestOraclesMeet(t *testing.T) {
	for front, oracles := range map[string]string{"nesl": standard, "harlan": standardHarlan} {
		a, err := parseAsk(front, oracles)
		if err != nil {
			t.Fatal(err)
		}
		for x, n := range a.every {
			for y, m := range a.every {
				if g := new(big.Int).GCD(nil, nil, big.NewInt(int64(n)), big.NewInt(int64(m))); x != y && g.Int64() != 1 {
					t.Errorf("%s: of %s/%d and %s/%d", front, x, n, y, m)
				}
			}
		}
	}
}
