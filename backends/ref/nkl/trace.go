package nkl

// Where the machine is: the calls and the loops over elements in progress.

import (
	"slices"

	"nessiec/backends/ref/interp"
	"nessiec/ir"
)

// tails is the calls whose frames were given up by tail calls, the innermost
// first. Iterations, where a function calls itself, are not among them.
type tails struct {
	pos   ir.Pos
	outer *tails
	n     int
}

// mostTails bounds what is remembered of functions that go on calling others.
const mostTails = 16

// then is t and a call from the function that t leads to.
func (t *tails) then(pos ir.Pos) *tails {
	n := 1
	if t != nil {
		n = t.n + 1
	}
	if n > mostTails {
		return t
	}
	return &tails{pos, t, n}
}

// trace is what is in progress, the innermost first.
func (m *machine) trace() []interp.Step {
	var out []interp.Step
	pc := m.pc
	for f := m.f; f != nil && f.up != nil; f = f.up {
		out = append(out, f.elements(pc)...)
		for t := f.tails; t != nil; t = t.outer {
			out = append(out, interp.Step{Pos: t.pos, Elem: interp.CallStep})
		}
		out = append(out, interp.Step{Pos: f.site.pos, Elem: interp.CallStep})
		pc = f.up.pc
	}
	return out
}

// elements is the elements that loops of f are at; pc is that of the next
// instruction.
func (f *frame) elements(pc int) []interp.Step {
	var out []interp.Step
	for _, s := range slices.Backward(f.code.sweeps) {
		if s.head.pc < pc && pc <= s.end.pc {
			out = append(out, interp.Step{Pos: s.pos, Elem: f.w[s.i]})
		}
	}
	return out
}
