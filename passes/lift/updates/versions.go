package updates

// Loops in two versions: an update block for sequences that are short, and what it was.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/growing"
	"nessiec/passes/lift/vectors"
	"nessiec/passes/nested/anf"
)

// assumptions is what a block takes for granted: that sequences from outside have few elements, and ints
// are small.
type assumptions struct {
	outside []*nkl.Var // what the loop needs
	short   []*nkl.Var
	vectors *vectors.Loop // whose lengths must be equal, and small; or nil
}

// mostOnHost is the most elements of a sequence that a block of the host makes in each step: for more of them a
// launch is better.
const mostOnHost = 32

// mark returns a function that forgets what is assumed from now on.
func (a *assumptions) mark() (forget func()) {
	if a == nil {
		return func() {}
	}
	n := len(a.short)
	return func() { a.short = a.short[:n] }
}

// version is the update block that a loop becomes, or nil. If steps go through whole sequences, it is for short
// ones, and the loop stays for others. Their lengths are the same in all steps, so one test will do.
func (u *updates) version(l *nkl.Loop, host bool) nkl.Expr {
	outer := u.assumed
	defer func() { u.assumed = outer }()
	u.assumed = &assumptions{outside: nkl.FreeVars(l)}
	b := u.blockOf(l, host)
	if b == nil && !host {
		b = u.rowsBlock(anf.LoopInvariants(l))
	}
	if b == nil || len(u.assumed.short) == 0 && u.assumed.vectors == nil {
		return b
	}
	var before anf.Block
	var all nkl.Expr
	and := func(name string, test nkl.Expr) {
		all = before.Both(all, before.Name(name, types.Bool, test))
	}
	for _, v := range u.assumed.short {
		n := nkl.Use(v)
		if v.Type.Kind == types.KSeq {
			n = before.Name("n", types.Int, anf.Op(prim.Length, n))
		}
		and("short", growing.IsShort(n))
	}
	if v := u.assumed.vectors; v != nil {
		lengths, equal := v.Lengths(&before)
		for _, n := range lengths {
			if host {
				and("few", anf.Op(prim.Le, nkl.Use(n), anf.Integer(mostOnHost)))
			} else {
				and("short", growing.IsShort(nkl.Use(n)))
			}
		}
		for _, ns := range equal {
			and("equal", anf.Op(prim.Eq, nkl.Use(ns[0]), nkl.Use(ns[1])))
		}
	}
	u.assumed = nil
	long := l.MapChildren(func(e nkl.Expr) nkl.Expr { return u.form(e, host) })
	return before.In(&nkl.If{Cond: all, Then: b, Else: nkl.Freshen(long)})
}

// assume is a function that takes for granted that there are as few elements as v has in all steps of loop l, or v is, and
// reports whether it does.
func (u *updates) assume(l *nkl.Loop) func(v *nkl.Var) bool {
	if u.assumed == nil {
		return func(*nkl.Var) bool { return false }
	}
	origin := growing.Origins(u.sigs, l)
	return func(v *nkl.Var) bool {
		if v = origin(v); v == nil || !slices.Contains(u.assumed.outside, v) {
			return false
		}
		if !slices.Contains(u.assumed.short, v) {
			u.assumed.short = append(u.assumed.short, v)
		}
		return true
	}
}
