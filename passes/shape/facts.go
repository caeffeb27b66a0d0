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
	fuel := 40
	return x.rewrite(n, exact, &fuel)
}

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

// learn adds what c implies.
func (x *analysis) learn(c *cond) {
	if c == nil {
		return
	}
	switch c.op {
	case both:
		x.learn(c.kids[0])
		x.learn(c.kids[1])
	case atLeast:
		x.facts.hold(entry{bound: x.normal(c.d, true)})
	case isZero:
		x.learnEqual(c.d)
	case forAll:
		i := x.openIndex("all", c.d)
		mark := len(x.facts.log)
		x.learn(c.kids[0].mapSizes(func(n *size) *size { return openSize(n, i) }))
		x.generalise(x.facts.undo(mark), i, c.d, true)
	}
}

// learnEqual adds d = 0, where d is the difference of two ints: as a rule that
// replaces one atom, and as two bounds.
func (x *analysis) learnEqual(d *size) {
	exact, plain := x.normal(d, true), x.normal(d, false)
	if l := linearOf(plain); len(l.ts) > 0 && weight(plain) <= maxWeight {
		if t := x.eliminate(l); t != nil {
			rhs := l.plus(linearOf(t.atom), -t.n)
			rhs = linear{}.plus(rhs, -t.n) // t.n is 1 or -1
			x.facts.hold(entry{lhs: t.atom, rhs: rhs.size(), exact: exact == plain})
		}
	}
	x.facts.hold(entry{bound: exact})
	x.facts.hold(entry{bound: mul(exact, constant(-1))})
}

// eliminate chooses the atom of l = 0 that is to be replaced: one that is no
// name, or else the one that depends on most indices, or else the newest.
func (x *analysis) eliminate(l linear) *term {
	var best *term
	for i := range l.ts {
		t := &l.ts[i]
		if t.n != 1 && t.n != -1 || mentionedBeside(l, t.atom) {
			continue
		}
		if best == nil || x.rank(t.atom) > x.rank(best.atom) {
			best = t
		}
	}
	return best
}

// mentionedBeside reports whether another atom of l contains a.
func mentionedBeside(l linear, a *size) bool {
	for _, t := range l.ts {
		if t.atom != a && mentions(t.atom, a) {
			return true
		}
	}
	return false
}

func (x *analysis) rank(a *size) int {
	if a.IsOpenIndex() {
		return -1
	}
	if n := x.names[a.Name]; n != nil {
		return len(openIndices(a))<<20 + n.order
	}
	return 1 << 30
}

// generalise adds to the facts what es, learnt in a map of n elements at open
// index i, tell of all elements. Equalities count if equal is set.
func (x *analysis) generalise(es []entry, i, n *size, equal bool) {
	for _, e := range es {
		switch {
		case e.whole != nil:
			if w := *e.whole; indexOf(w.atom.Args, i) >= 0 && (equal || w.rhs == nil) {
				w.vars = append([]*size{i}, w.vars...)
				w.lens = append([]*size{n}, w.lens...)
				x.facts.hold(entry{whole: &w})
			}
		case e.lhs != nil:
			if equal && x.isElement(e.lhs, i) && settles(e.lhs, e.rhs) {
				x.facts.hold(entry{whole: &whole{vars: []*size{i}, lens: []*size{n}, atom: e.lhs, rhs: e.rhs, exact: e.exact}})
			}
		default:
			for _, t := range linearOf(e.bound).ts {
				if x.isElement(t.atom, i) {
					x.facts.hold(entry{whole: &whole{vars: []*size{i}, lens: []*size{n}, atom: t.atom, bound: e.bound}})
				}
			}
		}
	}
}

// isElement reports whether a belongs to the element number i of something.
func (x *analysis) isElement(a, i *size) bool {
	return a.Op == types.SizeApp && x.names[a.Name] != nil && indexOf(a.Args, i) >= 0 && len(x.facts.wholes[a.Name]) < maxWholes
}

// maxWholes bounds the facts about the elements of one sequence.
const maxWholes = 4

// settles reports whether replacing lhs by rhs, for other indices too, comes to
// an end at once: where rhs has the name of lhs, arguments are the same or numbers.
func settles(lhs, rhs *size) bool {
	if rhs.Name == lhs.Name && rhs.Op == types.SizeApp {
		for i, a := range rhs.Args {
			if a != lhs.Args[i] && a.Op != types.SizeConst {
				return false
			}
		}
	}
	for _, a := range rhs.Args {
		if !settles(lhs, a) {
			return false
		}
	}
	return true
}
