package main

// From a seed to a case. Everything about it follows from the seed: program,
// options, passes that are skipped.

import (
	"math/rand/v2"

	"nessiec/grammar"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/flatgen"
	"nessiec/tools/fuzz/gen"
	"nessiec/tools/fuzz/kirgen"
	"nessiec/tools/fuzz/oracle"
	"nessiec/tools/fuzz/spell"
)

// A source makes cases. It is not safe for concurrent use.
type source struct {
	passes []pass.Pass
	lang   *grammar.Language // of the programs; nil: early ones in turn
	early  []*grammar.Language
	makers map[*grammar.Language]*gen.Maker
	texts  *gen.Maker // of programs that can be written as NESL
	sums   *gen.Maker // the same, with sums
	words  *spell.Words
	flat   *flatgen.Maker
	device *kirgen.Maker
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
	s := &source{passes: ps, lang: l, early: early(), makers: map[*grammar.Language]*gen.Maker{},
		texts: gen.NewMaker(spell.Of), sums: gen.NewMaker(spell.With), words: spell.New(), flat: flatgen.New(), device: kirgen.New()}
	s.texts.Only(s.words.Has)
	s.sums.Only(s.words.Has)
	return s
}

// language is the one in which the program of a seed is made: mostly the one
// with fewest forms, which is tested fastest.
func (s *source) language(r *rand.Rand) *grammar.Language {
	switch {
	case s.lang != nil && (gen.Can(s.lang) || s.lang == flatgen.Flat || s.lang == flatgen.Kernels || s.lang == kirgen.Language):
		return s.lang
	case s.lang == nil && r.IntN(8) == 0 || s.lang != nil && s.lang.Family != grammar.NKL && r.IntN(2) == 0:
		if (s.lang == nil || s.lang.Family != grammar.FKL) && r.IntN(2) == 0 {
			return flatgen.Kernels
		}
		return flatgen.Flat
	case r.IntN(3) > 0:
		return grammar.NestedStructural.Language
	}
	return s.early[r.IntN(len(s.early))]
}

// make makes the case of a seed. The error is that of a pass that fails before
// the language asked for.
func (s *source) make(seed uint64) (oracle.Case, error) {
	r := random(seed)
	l := s.language(r)
	c := s.direct(r, seed, l)
	if s.lang == nil || s.lang == l {
		return c, nil
	}
	s.plain = nil
	q, err := oracle.Prepare(s.passes, c.Options, c.Program, s.lang)
	c.Program = q
	return c, err
}

// direct makes a program of a language of which programs can be made directly.
func (s *source) direct(r *rand.Rand, seed uint64, l *grammar.Language) oracle.Case {
	d := &driver.Driver{Passes: s.passes}
	q := driver.Program{Lang: l, Next: d.Start(l)}
	s.plain = nil
	switch l {
	case flatgen.Flat:
		q.Module = s.flat.Flat(seed)
		return s.compiled(r, gen.OnePart, q)
	case flatgen.Kernels:
		q.Module = s.flat.Kernels(seed)
		return s.compiled(r, gen.OnePart, q)
	case kirgen.Language:
		p := s.device.Program(seed)
		q.Module = p.Module
		c := s.compiled(r, gen.OnePart, q)
		c.Wrong, c.Options.Target = p.Wrong, []string{"ref", "c", "opencl", "cuda", "wasm"}[r.IntN(5)]
		if p.Chains {
			c.Options.Target = "cuda"
		}
		return c
	}
	mk := s.makers[l]
	if mk == nil {
		mk = gen.NewMaker(l)
		s.makers[l] = mk
	}
	p := mk.Seeded(seed)
	if r.IntN(8) == 0 {
		s.plain, p.Module = p.Module, mk.Rewrite(r, p.Module)
	}
	q.Module = p.Module
	return s.compiled(r, p.Risk, q)
}

// random decides everything about the case of a seed but its program.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x66757A7A)) }

// compiled is the case of a program with options.
func (s *source) compiled(r *rand.Rand, risk gen.Risk, q driver.Program) oracle.Case {
	c := oracle.Case{Options: options(r, risk), Loose: risk == gen.Risky, Safe: risk == gen.Safe, Program: q}
	for _, ps := range s.passes {
		if ps.Optional && r.IntN(12) == 0 {
			c.Skip = append(c.Skip, ps.Name)
		}
	}
	return c
}

// spelled makes a case that can be written as NESL.
func (s *source) spelled(seed uint64) oracle.Case {
	maker, lang := s.texts, spell.Of
	if seed%2 == 0 {
		maker, lang = s.sums, spell.Sums
	}
	p := maker.Seeded(seed)
	d := &driver.Driver{Passes: s.passes}
	return s.compiled(random(seed), p.Risk, driver.Program{Lang: lang, Module: p.Module, Next: d.Start(lang)})
}

// text writes the program of a case as NESL: in plain words where choice is a
// multiple of four, else in others.
func (s *source) text(choice uint64, c oracle.Case) string {
	r := rand.New(rand.NewPCG(choice, 0x6E65736C))
	if choice%4 == 0 {
		r = nil
	}
	return nesl.Format(s.words.Module(c.Program.Module.(*nkl.Module), r))
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
	switch {
	case once(3):
		o.Device = "gpu"
	case once(2):
		o.Target = "wasm"
	}
	if !once(50) {
		o.Fusion = []string{"greedy-down", "greedy-up", "vertical", "none"}[r.IntN(4)]
	}
	o.CheckAll = once(8)
	o.Unsafe = risk == gen.Safe && once(12)
	if once(4) {
		o.Grain = 1 // chunks, and levels of recursions, are small
	}
	return o
}
