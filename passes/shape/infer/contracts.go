package infer

// Contracts: what all calls of a function ensure of its arguments, so that its
// body need not check it. Nobody else calls a function that is no entry; so what
// holds for the sizes of its parameters at every call, holds in it. Contracts
// are guessed from a look at the program, and assumed together: those that some
// call does not keep are dropped, until the others confirm each other. That is
// induction on the number of calls that have been made.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/again"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// A contract says that d = 0, or d >= 0, of the sizes of parameters.
type contract struct {
	d      *Size
	equal  bool
	broken bool // by a call, in this round
}

// The number of parameter sizes that contracts are about, and of rounds in
// which contracts are dropped before none is believed.
const (
	maxContracted = 8
	maxDrops      = 6
)

// ModuleByContract is module with the contracts that calls keep. Under one that they do not keep,
// functions seem to break promises that they keep, so these are promised once more. It reports
// whether there are such contracts.
func (x *Analysis) ModuleByContract() bool {
	x.Module()
	promised := x.promises()
	x.propose()
	x.dropUnkept()
	for round := 0; len(x.contracts) > 0 || round == 0 && len(x.unproved) > 0; round++ {
		for a, may := range promised {
			a.may = may
		}
		if round == maxDrops {
			x.contracts = nil
		}
		if x.Module(); !x.dropBroken() {
			break
		}
	}
	for _, cs := range x.contracts {
		if len(cs) > 0 {
			return true
		}
	}
	return false
}

// propose guesses the contracts of the functions that still check something, of others that sequences
// are equally long, and says for which loops bounds are guessed from now on. Mismatches are not found by
// equal lengths; those of the library cannot be shown: its code has no positions.
func (x *Analysis) propose() {
	x.contracts, x.broken = map[string][]*contract{}, map[bound]bool{}
	x.unproved, x.bounded = again.Unproved(x.m, x.Proved)
	entry := nkl.Entries(x.m)
	for _, f := range x.m.Funcs {
		checks := again.Checks(f.Body, x.Proved) && (x.Mismatches == nil || f.Pos().IsValid())
		if entry[f.Name] || x.called[f.Name] == nil || x.Mismatches != nil && !checks {
			continue
		}
		if cs := x.called[f.Name].candidates(checks); len(cs) > 0 {
			x.contracts[f.Name] = cs
		}
	}
}

// dropUnkept drops contracts that calls do not keep, callers first: most guesses are wrong, and to
// assume those in the function that is called takes long.
func (x *Analysis) dropUnkept() {
	for _, group := range slices.Backward(x.groups) {
		for _, f := range group {
			x.dropBrokenOf(f.Name)
		}
		x.lookAt(group)
	}
	x.dropBroken()
}

// dropBroken drops the contracts that a call has not kept, and reports whether
// there were any.
func (x *Analysis) dropBroken() bool {
	dropped := false
	for fn := range x.contracts {
		dropped = x.dropBrokenOf(fn) || dropped
	}
	return dropped
}

// dropBrokenOf is dropBroken for the contracts of fn.
func (x *Analysis) dropBrokenOf(fn string) bool {
	cs := x.contracts[fn]
	kept := slices.DeleteFunc(slices.Clone(cs), func(c *contract) bool { return c.broken })
	if len(kept) == len(cs) {
		return false
	}
	x.contracts[fn] = kept
	return true
}

// assume adds the contracts of the function fn to the facts.
func (x *Analysis) assume(fn string) {
	x.assumeOf(fn, func(n *Size) *Size { return n })
}

// assumeOf is assume, where the sizes of parameters are what actual makes of them.
func (x *Analysis) assumeOf(fn string, actual func(*Size) *Size) {
	for _, c := range x.contracts[fn] {
		if d := actual(c.d); c.equal {
			x.Equate(d)
		} else {
			x.LearnNotNegative(d)
		}
	}
}

// assumeForAll adds the contracts of the function fn for each of n arguments,
// the elements elems of the parameters of its lifted copy.
func (x *Analysis) assumeForAll(fn string, n *Size, elems []*shapes.Shape) {
	if len(x.contracts[fn]) == 0 {
		return
	}
	i := x.Index("all", n)
	u := use{x: x, s: x.schemes[fn], env: map[string]*Size{}}
	for k, p := range u.s.params {
		u.match(p, elems[k].Instantiate(i))
	}
	mark := x.Mark()
	x.assumeOf(fn, u.size)
	x.Generalise(mark, i, n)
}

// keeps tests the contracts of a function that is called, with the arguments of
// use u.
func (x *Analysis) keeps(fn string, u *use) {
	for _, c := range x.contracts[fn] {
		d := u.size(c.d)
		c.broken = c.broken || !x.NotNegative(d) || c.equal && !x.NotNegative(sizes.Mul(d, sizes.Const(-1)))
	}
}

// A calling is what the calls of a function have in common: which sizes of its
// parameters differ by a number.
type calling struct {
	measures
	gaps [][]*int64
}

// observe notes a call from another function, with the arguments of use u.
func (x *Analysis) observe(fn string, u *use) {
	if fn == x.fn || x.contracts != nil {
		return
	}
	c := x.called[fn]
	first := c == nil
	if first {
		c = &calling{}
		for _, p := range u.s.params {
			c.add(p, 0)
		}
		c.gaps = make([][]*int64, len(c.sizes))
		x.called[fn] = c
	}
	actual := make([]*Size, len(c.sizes))
	for i, n := range c.sizes {
		actual[i] = x.Canon(u.size(n))
	}
	for i := range actual {
		if first {
			c.gaps[i] = make([]*int64, i+1)
		}
		for j := range i + 1 {
			d := actual[i]
			if j < i {
				d = sizes.Sub(d, actual[j])
			}
			switch old := c.gaps[i][j]; {
			case d.Op != types.SizeConst || old != nil && *old != d.N:
				c.gaps[i][j] = nil
			case first:
				c.gaps[i][j] = &d.N
			}
		}
	}
}

// measures are the sizes of parameters that contracts and postconditions are about.
type measures struct {
	sizes []*Size   // those that are the same for all their elements
	ints  []bool    // which of them are values of ints
	inner [][]*Size // and those of their elements, level by level
}

// add lists the sizes of a parameter, or of part of it under depth levels.
func (m *measures) add(s *shapes.Shape, depth int) {
	switch {
	case s.Kind != types.KInt && s.Kind != types.KSeq:
	case depth > 0:
		for len(m.inner) < depth {
			m.inner = append(m.inner, nil)
		}
		m.inner[depth-1] = append(m.inner[depth-1], s.Size)
	case len(m.sizes) < maxContracted:
		m.sizes = append(m.sizes, s.Size)
		m.ints = append(m.ints, s.Kind == types.KInt)
	}
	if s.Kind == types.KSeq {
		depth++
	}
	for _, k := range s.Kids {
		m.add(k, depth)
	}
}

// candidates are the contracts that may hold: differences that were the same in all
// calls, and the order of every int and what else there is. Without ints they are about lengths only.
func (c *calling) candidates(ints bool) (out []*contract) {
	for i, a := range c.sizes {
		if c.ints[i] && !ints {
			continue
		}
		for j, b := range c.sizes[:i] {
			if c.ints[j] && !ints {
				continue
			}
			d := sizes.Sub(a, b)
			if n := c.gaps[i][j]; n != nil {
				out = append(out, &contract{d: sizes.Sub(d, sizes.Const(*n)), equal: true})
			}
			if c.ints[i] || c.ints[j] {
				for _, d := range []*Size{d, sizes.Sub(b, a)} {
					out = append(out, &contract{d: d}, &contract{d: sizes.Sub(d, sizes.Const(1))})
				}
			}
		}
		if n := c.gaps[i][i]; n != nil {
			out = append(out, &contract{d: sizes.Sub(a, sizes.Const(*n)), equal: true})
		}
		if c.ints[i] {
			out = append(out, &contract{d: a})
		}
	}
	return out
}
