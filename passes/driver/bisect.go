package driver

// Bisection: the first pass, and in it the first optional rewrite, that makes
// a program bad.

import (
	"fmt"
	"sort"

	"nessiec/passes/pass"
)

// A Finding is the guilty step.
type Finding struct {
	Pass    string
	Rewrite pass.Rewrite // N is 0 if the pass is guilty without optional rewrites
	Before  Program      // the last good program
	After   Program      // the first bad one
}

func (f Finding) String() string {
	if f.Rewrite.N == 0 {
		return "pass " + f.Pass
	}
	return fmt.Sprintf("pass %s, rewrite %d: %s (the last good one is -bisect-limit=%d)",
		f.Rewrite.Pass, f.Rewrite.N, f.Rewrite.Desc, f.Rewrite.N-1)
}

// Bisect finds the first pass whose output is bad, and then its first bad
// rewrite. bad must be false for p and true for what the passes up to end make
// of it; options are those of the compilation.
func (d *Driver) Bisect(o pass.Options, p Program, end int, bad func(Program) bool) (Finding, error) {
	quiet := *d
	quiet.ExecCheck, quiet.Dir = nil, ""
	var rows []*Row
	quiet.Observe = []func(*Row){func(r *Row) { rows = append(rows, r) }}
	if _, err := quiet.Run(pass.NewCtx(o), p, end); err != nil {
		return Finding{}, err
	}
	if bad(p) {
		return Finding{}, fmt.Errorf("the program is bad before the first pass")
	}
	if len(rows) == 0 || !bad(rows[len(rows)-1].Out) {
		return Finding{}, fmt.Errorf("the program is not bad after the last pass")
	}
	i := sort.Search(len(rows)-1, func(i int) bool { return bad(rows[i].Out) })
	f := Finding{Pass: rows[i].Pass.Name, Before: p, After: rows[i].Out}
	made := 0
	if i > 0 {
		f.Before, made = rows[i-1].Out, rows[i-1].Rewrites
	}
	quiet.Observe = nil
	try := func(limit int) (Program, pass.Rewrite, bool) { return quiet.limited(o, p, rows[i].Index+1, limit, bad) }
	return f.refine(made, rows[i].Rewrites, try), nil
}

// BisectLimit finds the first optional rewrite of the whole pipeline that makes
// the final program bad; for badness that shows in the final program only.
func (d *Driver) BisectLimit(o pass.Options, p Program, end int, bad func(Program) bool) (Finding, error) {
	quiet := *d
	quiet.ExecCheck, quiet.Dir, quiet.Observe = nil, "", nil
	try := func(limit int) (Program, pass.Rewrite, bool) { return quiet.limited(o, p, end, limit, bad) }
	_, last, isBad := try(-1)
	if !isBad {
		return Finding{}, fmt.Errorf("the program is not bad after the last pass")
	}
	if _, _, isBad = try(0); isBad {
		return Finding{}, fmt.Errorf("the program is bad without any optional rewrite")
	}
	f := Finding{}.refine(0, last.N, try)
	f.Pass = f.Rewrite.Pass
	return f, nil
}

// refine finds the smallest limit in (good, bad] that is bad.
func (f Finding) refine(good, bad int, try func(int) (Program, pass.Rewrite, bool)) Finding {
	if bad == good {
		return f
	}
	if p, _, isBad := try(good); isBad {
		return f
	} else if f.Before.Module == nil {
		f.Before = p
	}
	n := good + 1 + sort.Search(bad-good-1, func(i int) bool {
		_, _, isBad := try(good + 1 + i)
		return isBad
	})
	if p, last, isBad := try(n); isBad {
		f.After, f.Rewrite = p, last
	}
	if p, _, isBad := try(n - 1); !isBad {
		f.Before = p
	}
	return f
}

// limited runs with a rewrite limit. A compilation that fails is bad.
func (d *Driver) limited(o pass.Options, p Program, end, limit int, bad func(Program) bool) (Program, pass.Rewrite, bool) {
	c := pass.NewCtx(o)
	c.RewriteLimit = limit
	out, err := d.Run(c, p, end)
	return out, c.LastRewrite(), err != nil || bad(out)
}
