// Package again leaves out looks at functions that would find what the last one found. An
// analysis looks at a module several times, until what it assumes of functions confirms
// itself. What a look finds depends on what is assumed of the functions looked at, and on
// what is known of those that they call.
package again

import (
	"reflect"
	"slices"

	"nessiec/ir/nkl"
)

// Looks are those of an analysis, so far.
type Looks struct {
	pasts   map[any]*past
	changes map[string]int // how often a look at a function has told its callers something else
}

// A past is the last look of an owner.
type past struct {
	fns     []string // at which it looked
	callees []string // and those that they call
	inputs  []any    // what it depended on
}

// An Analysis says what its looks depend on.
type Analysis interface {
	Assumed(fn string) []any // of a function that is looked at: comparable values, which differ where that does
	Tested(fn string) bool   // whether calls of a function are to keep something: less every time, so those that have keep it
	Told(fn string) any      // what calls of a function learn from the last look at it
}

// New is no looks.
func New() *Looks { return &Looks{map[any]*past{}, map[string]int{}} }

// Unless calls look, which looks at the bodies of the functions fns, or of a copy of one,
// unless that would find the same as the last time that it was called for this owner.
func (l *Looks) Unless(a Analysis, owner any, fns []string, bodies []nkl.Expr, look func()) {
	p := l.pasts[owner]
	if p == nil {
		p = &past{fns: fns, callees: slices.Clone(fns)}
		for _, b := range bodies {
			nkl.EachCall(b, func(g string) { p.callees = append(p.callees, g) })
		}
		slices.Sort(p.callees)
		p.callees = slices.Compact(p.callees)
		l.pasts[owner] = p
	} else if slices.Equal(p.inputs, l.inputs(a, fns, p.callees)) {
		return
	}
	was := make([]any, len(fns))
	for i, fn := range fns {
		was[i] = a.Told(fn)
	}
	look()
	for i, fn := range fns {
		if !reflect.DeepEqual(was[i], a.Told(fn)) {
			l.changes[fn]++
		}
	}
	p.inputs = l.inputs(a, fns, p.callees)
}

// UnlessGroup is Unless for functions that call each other.
func (l *Looks) UnlessGroup(a Analysis, group []*nkl.Func, look func()) {
	fns, bodies := make([]string, len(group)), make([]nkl.Expr, len(group))
	for i, f := range group {
		fns[i], bodies[i] = f.Name, f.Body
	}
	l.Unless(a, group[0], fns, bodies, look)
}

// Forget forgets looks that depend on what is known of fn, and returns the functions at which they looked.
func (l *Looks) Forget(fn string) map[string]bool {
	fns := map[string]bool{fn: true}
	for more := true; more; {
		more = false
		for owner, p := range l.pasts {
			if slices.ContainsFunc(p.callees, func(g string) bool { return fns[g] }) {
				delete(l.pasts, owner)
				for _, f := range p.fns {
					fns[f] = true
				}
				more = true
			}
		}
	}
	return fns
}

func (l *Looks) inputs(a Analysis, fns, callees []string) (in []any) {
	for _, fn := range fns {
		in = append(in, a.Assumed(fn)...)
	}
	for _, fn := range callees {
		in = append(in, l.changes[fn], a.Tested(fn))
	}
	return in
}
