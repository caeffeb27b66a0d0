// Package pass defines what a pass is. The passes themselves are in the
// sibling packages; their order is in passes/table.go; passes/driver runs them.
//
//	Pass     a named translation between two languages; New makes one
//	Opts     its properties that most passes do not need
//	Ctx      what a pass may use besides its input (ctx.go)
//	Options  what the user chose, as far as it concerns passes (options.go)
//	ICE      a bug in a pass, found by the driver (ice.go)
//	Note     what a pass says about its decisions (note.go)
//	Names    fresh names of functions (names.go)
//	Each     parts of a program, several at a time (each.go)
//
// Programs have different Go types, so a Pass holds an erased function; New is
// the typed door to it.
package pass

import "nessiec/grammar"

// A Pass is a named translation between two languages.
type Pass struct {
	Name string // kebab-case; the name used by -dump, -skip and testdata
	Doc  string // one sentence, lower case, without a final dot
	From *grammar.Language
	To   *grammar.Language
	Opts
	run func(*Ctx, any) any
}

// Opts are the properties of a pass that most passes do not need.
type Opts struct {
	Optional bool               // may be left out; requires From == To
	Level    int                // an optional pass runs from this -O level on
	When     func(Options) bool // an optional pass runs if this holds; nil: always
	After    []After            // orderings that the languages do not imply
	Inexact  bool               // may change the last bits of floats
	Reports  bool               // only reports mistakes, and none of those after it does: it may run beside them
}

// After is an ordering constraint with its reason.
type After struct {
	Pass   string
	Reason string
}

// New makes a pass. The Go compiler checks that run translates between the
// program types of the two languages.
func New[A, B any](name, doc string, from grammar.Lang[A], to grammar.Lang[B],
	run func(*Ctx, A) B, opts ...Opts) Pass {
	p := Pass{Name: name, Doc: doc, From: from.Language, To: to.Language,
		run: func(c *Ctx, a any) any { return run(c, a.(A)) }}
	for _, o := range opts {
		p.Opts = o
	}
	return p
}

// Run applies the pass, and says the sizes of variables that it has made without. A panic
// is a bug in the pass, except that of Ctx.Fatalf, which Aborted recognises.
func (p *Pass) Run(c *Ctx, m any) any {
	c.pass = p.Name
	out := p.run(c, m)
	if out != m {
		p.To.Family.Complete(out)
	}
	return out
}

// Permitted reports whether the pass runs: the options ask for it and, if it
// is optional, the rewrite limit allows it.
func (p *Pass) Permitted(c *Ctx) bool {
	if !p.Optional {
		return true
	}
	c.pass = p.Name
	return p.Wanted(c.Options) && c.Rewrite("the pass as a whole")
}

// Wanted reports whether the options ask for the pass.
func (p *Pass) Wanted(o Options) bool {
	return !p.Optional || o.OptLevel >= p.Level && (p.When == nil || p.When(o))
}
