package nkl

// Code and what makes it: registers are allocated like a stack, forward jumps
// are labels.

import (
	"nessiec/ir/types"
)

// code is a function at given types. Parameters are in the first registers.
// ins is nil until the function is called the first time.
type code struct {
	name    string
	params  []*types.Type
	result  *types.Type
	make    func() // compiles it
	ins     []instr
	nw, nv  int // registers
	results []reg
	sweeps  []*sweep
}

// An allocator hands out registers. Those of one expression are given back
// together, by going back to a mark.
type allocator struct{ w, v, maxW, maxV int }

// A mark is a state of an allocator.
type mark struct{ w, v int }

func (a *allocator) mark() mark     { return mark{a.w, a.v} }
func (a *allocator) release(m mark) { a.w, a.v = m.w, m.v }

// reg allocates a register for values of kind k.
func (a *allocator) reg(k types.Kind) reg {
	if boxed(k) {
		a.v++
		a.maxV = max(a.maxV, a.v)
		return reg{k, a.v - 1}
	}
	a.w++
	a.maxW = max(a.maxW, a.w)
	return reg{k, a.w - 1}
}

// word allocates a word register for an int.
func (a *allocator) word() int { return a.reg(types.KInt).at }

// val allocates a value register.
func (a *allocator) val() int { return a.reg(types.KSeq).at }

// regs allocates registers for a value of type t.
func (a *allocator) regs(t *types.Type) []reg {
	ks := leaves(t)
	rs := make([]reg, len(ks))
	for i, k := range ks {
		rs[i] = a.reg(k)
	}
	return rs
}

// A label is a place in the code that jumps go to.
type label struct{ pc int }

// emit appends an instruction.
func (c *compiler) emit(i instr) { c.ins = append(c.ins, i) }

// here puts l at the current place.
func (c *compiler) here(l *label) { l.pc = len(c.ins) }

// jump goes to l.
func (c *compiler) jump(l *label) { c.emit(func(m *machine) { m.pc = l.pc }) }

// jumpUnless goes to l if the bool in r is f.
func (c *compiler) jumpUnless(r reg, l *label) {
	at := r.at
	c.emit(func(m *machine) {
		if m.w[at] == 0 {
			m.pc = l.pc
		}
	})
}

// move copies registers; dst and src do not overlap, or are the same.
func (c *compiler) move(dst, src []reg) {
	for i, d := range dst {
		if s := src[i]; s != d {
			c.move1(d, s)
		}
	}
}

func (c *compiler) move1(dst, src reg) {
	d, s := dst.at, src.at
	if boxed(dst.kind) {
		c.emit(func(m *machine) { m.v[d] = m.v[s] })
	} else {
		c.emit(func(m *machine) { m.w[d] = m.w[s] })
	}
}
