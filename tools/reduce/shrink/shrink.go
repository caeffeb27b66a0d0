// Package shrink makes failing programs small: it tries smaller programs and
// keeps those that still fail in the same way.
//
//	Case      shrinks a case of the oracle, where it starts and then right
//	          before the guilty pass (this file)
//	Program   shrinks a program of any language
//	nested.go, edits.go, params.go   edits of nested programs, which know types
//	text.go   edits of the text of programs of any family
//
// Every edit is tried blindly: what does not verify is not a program.
package shrink

import (
	"slices"

	"nessiec/grammar"
	"nessiec/ir/nkl"
	"nessiec/ir/text"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/oracle"
)

// Case shrinks a case that fails with f as long as more says true. If the pass
// itself fails, the case that comes back starts before the pass if it can. If
// what it makes does something else, the case starts where it started: flat
// programs rely on more than checkers know, and edits would break it.
func Case(o *oracle.Oracle, c oracle.Case, f *oracle.Failure, more func() bool) (oracle.Case, *oracle.Failure) {
	k := *o
	k.Every = true
	if i := slices.IndexFunc(o.Passes, func(p pass.Pass) bool { return p.Name == f.Pass }); i >= 0 {
		k.Passes = o.Passes[:i+1]
	}
	t := &trial{o: &k, c: c, f: f}
	if f.Kind == "input" || !t.fails(c.Program.Module) { // what is no program has no types to go by
		return c, f
	}
	t.simplerOptions()
	t.shrink(more)
	if f.Pass == "" || !byItself(f.Kind) || t.f.Before.Module == nil || t.f.Before.Next == t.c.Program.Next {
		return t.c, t.f
	}
	local := &trial{o: &k, c: t.c, f: t.f}
	local.c.Program = t.f.Before
	if !local.fails(local.c.Program.Module) {
		return t.c, t.f
	}
	local.shrink(more)
	return local.c, local.f
}

// byItself reports whether a failure of this kind shows without execution.
func byItself(kind string) bool { return kind == "panic" || kind == "output" || kind == "self-test" }

// A trial is a case and how it fails.
type trial struct {
	o *oracle.Oracle
	c oracle.Case
	f *oracle.Failure
}

// fails reports whether m fails in the same way.
func (t *trial) fails(m any) bool {
	c := t.c
	c.Program.Module = m
	f, err := t.o.Test(c)
	if err != nil || f == nil || f.Key() != t.f.Key() {
		return false
	}
	t.f = f
	return true
}

func (t *trial) shrink(more func() bool) {
	p := t.c.Program
	t.c.Program.Module = Program(p.Lang, p.Module, t.fails, more)
	t.fails(t.c.Program.Module) // so that the failure is that of the result
}

// simplerOptions takes the defaults where they fail too.
func (t *trial) simplerOptions() {
	try := func(change func(c *oracle.Case)) {
		old := t.c
		change(&t.c)
		if !t.fails(t.c.Program.Module) {
			t.c = old
		}
	}
	def := pass.DefaultOptions()
	try(func(c *oracle.Case) { c.Options, c.Skip = def, nil })
	try(func(c *oracle.Case) { c.Skip = nil })
	for _, level := range []int{0, 1} {
		if t.c.Options.OptLevel > level {
			try(func(c *oracle.Case) { c.Options.OptLevel = level })
		}
	}
	try(func(c *oracle.Case) { c.Options.IntBits, c.Options.FloatBits = def.IntBits, def.FloatBits })
	try(func(c *oracle.Case) { c.Options.Device, c.Options.Fusion, c.Options.Seed = def.Device, "none", 0 })
}

// Program shrinks m, a program of l for which fails is true, as long as more
// says true.
func Program(l *grammar.Language, m any, fails func(any) bool, more func() bool) any {
	s := &shrinker{lang: l, m: m, fails: fails, more: more}
	if _, ok := m.(*nkl.Module); ok {
		s.nested()
	}
	s.text()
	return s.m
}

// A shrinker holds the smallest program so far.
type shrinker struct {
	lang  *grammar.Language
	m     any
	fails func(any) bool
	more  func() bool
	size  int // of the text that is being edited
}

// try takes m if it is a program and fails.
func (s *shrinker) try(m any) bool {
	if !s.more() || s.verify(m) != nil || !s.fails(m) {
		return false
	}
	s.m = m
	return true
}

// verify is that of the driver: checkers may panic on what no pass makes.
func (s *shrinker) verify(m any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errPanic
		}
	}()
	return s.lang.Verify(m)
}

// textOptions keep positions, which errors and random numbers depend on.
var textOptions = text.Options{Positions: true}

// Lines is the number of lines of a dump of p without its header.
func Lines(p driver.Program) int {
	n := 0
	for _, b := range p.Text(textOptions) {
		if b == '\n' {
			n++
		}
	}
	return n
}
