package shape

// Facts: what holds at the place at hand, because a check or a condition that
// dominates it says so. They are undone where their scope ends.

import (
	"strings"

	"nessiec/ir/types"
)

// An entry is one fact.
type entry struct {
	lhs, rhs *size  // equality: atom lhs has the value rhs
	exact    bool   // as integers; else congruent only
	bound    *size  // or: bound >= 0
	whole    *whole // or: a fact about all elements
}

// A whole is a fact about every element of a sequence of a map: for all vars,
// each below its length, atom = rhs, or bound >= 0, where bound has the atom.
type whole struct {
	vars, lens []*size // open indices, outermost first; a length may use those before it
	atom       *size
	rhs        *size
	exact      bool
	bound      *size
}

// facts is the set of facts in force.
type facts struct {
	rules  map[*size]entry
	bounds map[*size][]linear
	wholes map[string][]*whole // by the name of the atom
	log    []entry
}

func newFacts() *facts {
	return &facts{rules: map[*size]entry{}, bounds: map[*size][]linear{}, wholes: map[string][]*whole{}}
}

// undo forgets the facts since the log had length mark, and returns them.
func (f *facts) undo(mark int) []entry {
	gone := f.log[mark:]
	for i := len(gone) - 1; i >= 0; i-- {
		switch e := gone[i]; {
		case e.lhs != nil:
			delete(f.rules, e.lhs)
		case e.whole != nil:
			name := e.whole.atom.Name
			f.wholes[name] = f.wholes[name][:len(f.wholes[name])-1]
		default:
			for _, t := range linearOf(e.bound).ts {
				f.bounds[t.atom] = f.bounds[t.atom][:len(f.bounds[t.atom])-1]
			}
		}
	}
	out := append([]entry(nil), gone...)
	f.log = f.log[:mark]
	return out
}

// hold adds a fact.
func (f *facts) hold(e entry) {
	switch {
	case e.lhs != nil:
		f.rules[e.lhs] = e
	case e.whole != nil:
		name := e.whole.atom.Name
		f.wholes[name] = append(f.wholes[name], e.whole)
	default:
		l := linearOf(e.bound)
		if l.bad || len(l.ts) == 0 || len(l.ts) > maxTerms {
			return
		}
		for _, t := range l.ts {
			f.bounds[t.atom] = append(f.bounds[t.atom], l)
		}
	}
	f.log = append(f.log, e)
}

// maxTerms bounds the terms of facts, maxWeight the nodes of sizes.
const (
	maxTerms  = 6
	maxWeight = 24
)

// normal is n with equals replaced by equals, in canonical form. Unless exact,
// what may have wrapped counts as if it had not: two ints whose normal forms
// are equal are equal.
func (x *analysis) normal(n *size, exact bool) *size {
	if len(x.facts.rules) == 0 && len(x.facts.wholes) == 0 && (exact || !strings.Contains(n.String(), "%word")) {
		return n
	}
	fuel := maxRewrites
	return x.rewrite(n, exact, &fuel)
}

// maxRewrites bounds the replacements in one size.
const maxRewrites = 40

func (x *analysis) rewrite(n *size, exact bool, fuel *int) *size {
	return subst(n, func(t *size) *size {
		if *fuel == 0 {
			return t
		}
		if !exact && t.Name == symWord {
			return t.Args[0]
		}
		if r, ok := x.facts.rules[t]; ok && (r.exact || !exact) {
			*fuel--
			return x.rewrite(r.rhs, exact, fuel)
		}
		if r := x.wholeRule(t, exact); r != nil {
			*fuel--
			return x.rewrite(r, exact, fuel)
		}
		return t
	})
}

// wholeRule is what t equals because all elements have been checked, or nil.
func (x *analysis) wholeRule(t *size, exact bool) *size {
	for _, w := range x.facts.wholes[t.Name] {
		if w.rhs == nil || exact && !w.exact {
			continue
		}
		if inst, ok := x.instantiate(w, t); ok {
			if r := inst(w.rhs); r != t {
				return r
			}
		}
	}
	return nil
}

// instantiate matches atom t against w; if it stands for an element that w
// speaks of, the function returned puts its indices in the place of the
// variables of w.
func (x *analysis) instantiate(w *whole, t *size) (inst func(*size) *size, ok bool) {
	if t.Op != types.SizeApp || len(t.Args) != len(w.atom.Args) {
		return nil, false
	}
	env := make([]*size, len(w.vars))
	for i, p := range w.atom.Args {
		v := indexOf(w.vars, p)
		switch {
		case v < 0 && p != t.Args[i], v >= 0 && env[v] != nil && env[v] != t.Args[i]:
			return nil, false
		case v >= 0:
			env[v] = t.Args[i]
		}
	}
	inst = func(s *size) *size {
		return subst(s, func(t *size) *size {
			if v := indexOf(w.vars, t); v >= 0 {
				return env[v]
			}
			return t
		})
	}
	for i, v := range env {
		if v == nil || !x.within(v, inst(w.lens[i])) {
			return nil, false
		}
	}
	return inst, true
}

func indexOf(list []*size, s *size) int {
	for i, o := range list {
		if o == s {
			return i
		}
	}
	return -1
}

// equal reports whether two ints or lengths are equal for sure.
func (x *analysis) equal(a, b *size) bool {
	return a == b || x.normal(a, false) == x.normal(b, false)
}
