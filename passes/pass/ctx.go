package pass

// The context of a pass.

import (
	"nessiec/ir"
	"nessiec/ir/diag"
)

// A Ctx is what a pass may use besides its input: options, diagnostics,
// counters, tracing, and the permission to make optional rewrites. One Ctx
// serves one compilation.
type Ctx struct {
	Options
	Diags *diag.List
	Trace func(pass, format string, args ...any) // nil: no tracing
	Notes bool                                   // somebody wants notes

	// Certain makes what fails whenever the program is executed an error; else it is a warning.
	Certain bool

	RewriteLimit int // how many optional rewrites are allowed; negative: all of them
	rewrites     int
	last         Rewrite

	pass  string // now running
	stats []Stat
	notes []Note

	verdicts []Verdict

	kept finding
}

// A finding is what a pass found out about a module that it returned.
type finding struct{ module, what any }

// A Rewrite is an optional rewrite that was made.
type Rewrite struct {
	N          int // counted over the whole compilation, from 1
	Pass, Desc string
}

// A Stat is a counter of a pass.
type Stat struct {
	Pass, Name string
	N          int64
}

// NewCtx starts a compilation.
func NewCtx(o Options) *Ctx {
	return &Ctx{Options: o, Diags: new(diag.List), RewriteLimit: -1}
}

// Fork is a context with the same options for running a pass once more, whose
// diagnostics and counters do not count.
func (c *Ctx) Fork() *Ctx {
	f := *c
	f.Diags, f.Trace, f.Notes, f.stats, f.notes, f.verdicts, f.kept = new(diag.List), nil, false, nil, nil, nil, finding{}
	return &f
}

// Keep keeps what a pass found out about the module that it returns, for a pass after it that
// would find out the same again, if it is given that very module.
func (c *Ctx) Keep(module, what any) { c.kept = finding{module, what} }

// Kept is what was kept of module, nil if nothing was. It is the caller's from then on.
func (c *Ctx) Kept(module any) (what any) {
	if c.kept.module == module {
		what, c.kept = c.kept.what, finding{}
	}
	return what
}

// Join adds the diagnostics of a fork.
func (c *Ctx) Join(f *Ctx) { c.Diags.Join(f.Diags) }

// Errorf reports a mistake of the user. The pass goes on and may find more;
// the driver stops after it.
func (c *Ctx) Errorf(pos ir.Pos, code, format string, args ...any) *diag.Diagnostic {
	return c.Diags.Errorf(pos, code, format, args...)
}

// Warnf reports what the user may want to know.
func (c *Ctx) Warnf(pos ir.Pos, code, format string, args ...any) *diag.Diagnostic {
	return c.Diags.Warnf(pos, code, format, args...)
}

// Fatalf reports a mistake of the user after which the pass cannot go on. It
// does not return.
func (c *Ctx) Fatalf(pos ir.Pos, code, format string, args ...any) {
	c.Diags.Errorf(pos, code, format, args...)
	panic(abort{})
}

// abort is the panic of Fatalf.
type abort struct{}

// Aborted reports whether a recovered value is the panic of Fatalf.
func Aborted(r any) bool {
	_, ok := r.(abort)
	return ok
}

// Count adds n to a counter of the running pass, for -stats.
func (c *Ctx) Count(name string, n int64) {
	for i := range c.stats {
		if s := &c.stats[i]; s.Pass == c.pass && s.Name == name {
			s.N += n
			return
		}
	}
	c.stats = append(c.stats, Stat{c.pass, name, n})
}

// Stats lists all counters in order of their first use.
func (c *Ctx) Stats() []Stat { return c.stats }

// Rewrite asks for permission to make an optional rewrite, described for
// bisection. A pass calls it at the last moment, in a deterministic order, and
// must be correct whatever the answers are.
func (c *Ctx) Rewrite(desc string) bool {
	if c.RewriteLimit >= 0 && c.rewrites >= c.RewriteLimit {
		return false
	}
	c.rewrites++
	c.last = Rewrite{c.rewrites, c.pass, desc}
	if c.Trace != nil {
		c.Trace(c.pass, "rewrite %d: %s", c.rewrites, desc)
	}
	return true
}

// LastRewrite is the last optional rewrite that was made; its N is how many
// were made, 0 if none.
func (c *Ctx) LastRewrite() Rewrite { return c.last }
