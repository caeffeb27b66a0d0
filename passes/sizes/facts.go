package sizes

// Facts: what holds at the place at hand, because a check or a condition that
// dominates it says so. They are undone where their scope ends.

import "nessiec/ir/types"

// An entry is one fact.
type entry struct {
	lhs, rhs   *types.Size // equality: atom lhs has the value rhs
	exact      bool        // as integers; else congruent only
	zero       *types.Size // or: zero is congruent to 0, and no atom of it could be replaced
	bound      *types.Size // or: bound >= 0
	forAllFact *forAllFact // or: a fact about all elements
}

// A forAllFact is a fact about every element of a sequence of a map: for all vars,
// each below its length, atom = rhs, or bound >= 0, where bound has the atom.
type forAllFact struct {
	vars, lens []*types.Size // open indices, outermost first; a length may use those before it
	atom       *types.Size
	rhs        *types.Size
	exact      bool
	bound      *types.Size
}

// An element is an atom that a fact about all elements speaks of.
type element struct {
	of   *forAllFact
	atom *types.Size
}

// facts is the set of facts in force.
type facts struct {
	rules       map[*types.Size]entry
	zeros       []linear
	bounds      map[*types.Size][]linear
	forAllFacts map[string][]*forAllFact // by the name of the atom
	log         []entry
	states      []int // by number of facts in force: a number that no other set of facts has had
	made        int   // states
	most        int   // facts beyond so many are not kept; 0: there is no limit
}

// start forgets all facts; from here on, no more than most are kept.
func (f *facts) start(most int) {
	f.rules, f.bounds, f.forAllFacts = emptied(f.rules), emptied(f.bounds), emptied(f.forAllFacts)
	f.zeros, f.log, f.states = f.zeros[:0], f.log[:0], append(f.states[:0], 0)
	f.made, f.most = 0, most
}

// undo forgets the facts since the log had length mark.
func (f *facts) undo(mark int) {
	gone := f.log[mark:]
	for i := len(gone) - 1; i >= 0; i-- {
		switch e := gone[i]; {
		case e.lhs != nil:
			delete(f.rules, e.lhs)
		case e.zero != nil:
			f.zeros = f.zeros[:len(f.zeros)-1]
		case e.forAllFact != nil:
			name := e.forAllFact.atom.Name
			f.forAllFacts[name] = f.forAllFacts[name][:len(f.forAllFacts[name])-1]
		default:
			for _, t := range linearOf(e.bound).ts {
				f.bounds[t.atom] = f.bounds[t.atom][:len(f.bounds[t.atom])-1]
			}
		}
	}
	f.log, f.states = f.log[:mark], f.states[:mark+1]
}

// hold adds a fact.
func (f *facts) hold(e entry) {
	switch {
	case f.most > 0 && len(f.log) >= f.most:
		return
	case e.lhs != nil:
		f.rules[e.lhs] = e
	case e.zero != nil:
		f.zeros = append(f.zeros, linearOf(e.zero))
	case e.forAllFact != nil:
		name := e.forAllFact.atom.Name
		f.forAllFacts[name] = append(f.forAllFacts[name], e.forAllFact)
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
	f.made++
	f.states = append(f.states, f.made)
}

// state tells the facts in force from any others.
func (f *facts) state() int { return f.states[len(f.log)] }

// maxTerms bounds the terms of facts, maxWeight the nodes of sizes.
const (
	maxTerms  = 6
	maxWeight = 24
)
