package main

// From a seed to a case. Everything about it follows from the seed: program,
// options, passes that are skipped.

import (
	"math/rand/v2"

	"nessiec/grammar"
	"nessiec/ir/nkl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/gen"
	"nessiec/tools/fuzz/oracle"
)

// A source makes cases. It is not safe for concurrent use.
type source struct {
	passes []pass.Pass
	lang   *grammar.Language // of the programs; nil: early ones in turn
	early  []*grammar.Language
	makers map[*grammar.Language]*gen.Maker
	plain  *nkl.Module // the last program before it was rewritten to mean the same; nil if it was not
}

// early lists the languages of which programs can be made directly.
func early() (out []*grammar.Language) {
	for _, l := range grammar.All() {
		if gen.Can(l) {
			out = append(out, l)
		}
	}
	return out
}

func newSource(ps []pass.Pass, l *grammar.Language) *source {
	return &source{passes: ps, lang: l, early: early(), makers: map[*grammar.Language]*gen.Maker{}}
}

// language is the one in which the program of a seed is made: mostly the one
// with fewest forms, which is tested fastest.
func (s *source) language(r *rand.Rand) *grammar.Language {
	switch {
	case s.lang != nil && gen.Can(s.lang):
		return s.lang
	case r.IntN(3) > 0:
		return grammar.NestedStructural.Language
	}
	return s.early[r.IntN(len(s.early))]
}

// make makes the case of a seed. The error is that of a pass that fails before
// the language asked for.
func (s *source) make(seed uint64) (oracle.Case, error) {
	r := rand.New(rand.NewPCG(seed, 0x66757A7A))
	l := s.language(r)
	mk := s.makers[l]
	if mk == nil {
		mk = gen.NewMaker(l)
		s.makers[l] = mk
	}
	p := mk.Seeded(seed)
	if r.IntN(8) == 0 {
		s.plain, p.Module = p.Module, mk.Rewrite(r, p.Module)
	} else {
		s.plain = nil
	}
	d := &driver.Driver{Passes: s.passes}
	c := oracle.Case{Options: options(r, p.Risk), Loose: p.Risk == gen.Risky,
		Program: driver.Program{Lang: l, Module: p.Module, Next: d.Start(l)}}
	for _, ps := range s.passes {
		if ps.Optional && r.IntN(12) == 0 {
			c.Skip = append(c.Skip, ps.Name)
		}
	}
	if s.lang == nil || s.lang == l {
		return c, nil
	}
	s.plain = nil
	q, err := oracle.Prepare(s.passes, c.Options, c.Program, s.lang)
	c.Program = q
	return c, err
}

// options are mostly the defaults.
func options(r *rand.Rand, risk gen.Risk) pass.Options {
	o := pass.DefaultOptions()
	once := func(n int) bool { return r.IntN(n) == 0 }
	o.Seed = int64(r.IntN(4))
	o.OptLevel = []int{0, 1, 1, 2, 2}[r.IntN(5)]
	if once(8) {
		o.IntBits = 64
	}
	if once(8) {
		o.FloatBits = 32
	}
	if once(3) {
		o.Device = "gpu"
	}
	if !once(50) {
		o.Fusion = []string{"greedy-down", "greedy-up", "none"}[r.IntN(3)]
	}
	o.CheckAll = once(8)
	o.Unsafe = risk == gen.Safe && once(12)
	return o
}
