package shrink

import (
	"slices"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/gen"
	"nessiec/tools/fuzz/oracle"
)

// large is the first generated program of l with at least this many lines whose
// text holds.
func large(t *testing.T, l *grammar.Language, lines int, holds func(string) bool) driver.Program {
	t.Helper()
	mk := gen.NewMaker(grammar.NestedStructural.Language)
	ps := passes.Table()
	d := &driver.Driver{Passes: ps}
	for seed := range uint64(3000) {
		p := driver.Program{Lang: grammar.NestedStructural.Language, Module: mk.Seeded(seed).Module, Next: d.Start(grammar.NestedStructural.Language)}
		if Lines(p) < lines/4 {
			continue
		}
		p, err := oracle.Prepare(ps, pass.DefaultOptions(), p, l)
		if err != nil {
			t.Fatal(err)
		}
		if Lines(p) >= lines && holds(p.Lang.Family.Text(p.Module, textOptions)) {
			return p
		}
	}
	t.Fatal("no such program")
	return driver.Program{}
}

// maxTries bounds the programs that are tried.
const maxTries = 2_000

// 200 lines become few at every level, however the failure shows in the program. Types that say
// sizes take more lines.
func TestProgram(t *testing.T) {
	for _, c := range []struct {
		lang *grammar.Language
		all  []string // what the program must have to fail
		most int
	}{
		{grammar.NestedStructural.Language, []string{"(prim @", " rank_down ", "(eachif "}, 25},
		{grammar.NestedLooped.Language, []string{"(each ", " sum ", "(check "}, 25},
		{grammar.FlatOffsets.Language, []string{"(segmap ", "(scatter "}, 60},
		{grammar.KernelOutlined.Language, []string{"(filter ", "(run "}, 25},
		{grammar.DeviceLegal.Language, []string{"(while ", "(launch "}, 25},
	} {
		holds := func(s string) bool {
			return !slices.ContainsFunc(c.all, func(w string) bool { return !strings.Contains(s, w) })
		}
		p := large(t, c.lang, 200, holds)
		tries := 0
		p.Module = Program(p.Lang, p.Module, func(m any) bool { tries++; return holds(p.Lang.Family.Text(m, textOptions)) },
			func() bool { return tries < maxTries })
		t.Logf("%s: %d tries", c.lang, tries)
		if n := Lines(p); n > c.most || c.lang.Verify(p.Module) != nil {
			t.Errorf("%s: %d lines\n%s", c.lang, n, p.Text(textOptions))
		}
	}
}
