package nkl

// The machine: registers of the running function, stacks, counters, limits.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/value"
)

// An instr is one instruction. It acts on the registers of the machine.
type instr func(m *machine)

// A frame is one activation of a function.
type frame struct {
	w    []prim.Word
	v    []value.Value
	code *code
	site *site  // the call that made it
	up   *frame // the caller
	pc   int    // where to go on, while it waits for a call
	key  uint64 // of random numbers (ir/prim/random.go)

	tails *tails // calls that this one took the place of
}

// The sizes that the stacks assume.
const (
	frameBytes = 104
	valueBytes = 16
	wordBytes  = 8
)

// A machine runs code. Its fields w, v, ins and pc belong to the frame f.
type machine struct {
	w   []prim.Word
	v   []value.Value
	ins []instr
	pc  int
	f   *frame

	work, span int64
	maxWork    int64
	unshared   bool
	calls      int64
	halted     bool

	frames stack[frame]
	words  stack[prim.Word]
	values stack[value.Value]
	tailW  []prim.Word // arguments of a tail call
	tailV  []value.Value

	mem   memory
	num   value.Num
	world *interp.World

	tables map[string]*table // of the innermost scopes
}

func newMachine(o Options) *machine {
	m := &machine{num: o.Num, world: o.World, maxWork: o.MaxWork, unshared: o.Unshared, mem: newMemory(o.MaxBytes)}
	if m.maxWork <= 0 {
		m.maxWork = 1<<63 - 1
	}
	m.reset()
	return m
}

// reset empties the stacks.
func (m *machine) reset() {
	m.frames = newStack[frame](frameBytes)
	m.words = newStack[prim.Word](wordBytes)
	m.values = newStack[value.Value](valueBytes)
	m.f, m.halted = nil, false
	m.forget()
}

func (m *machine) counters() interp.Counters {
	return interp.Counters{Work: m.work, Span: m.span, Calls: m.calls, Arrays: m.mem.arrays}
}

// call runs c on args and returns its result.
func (m *machine) call(c *code, args []value.Value) value.Value {
	entry := &code{name: "entry"}
	a := allocator{}
	s := &site{callee: c}
	for _, t := range c.params {
		s.setArgs(a.regs(t))
	}
	s.dst = a.regs(c.result)
	entry.nw, entry.nv = a.maxW, a.maxV
	entry.ins = []instr{s.call, func(m *machine) { m.halted = true }}
	f := m.push(entry)
	f.up, f.site, f.key, f.tails = nil, nil, 0, nil
	regs := append([]reg(nil), s.args...)
	for _, v := range args {
		regs = unboxInto(f.w, f.v, v, regs)
	}
	m.enter(f)
	for m.halted = false; !m.halted; {
		i := m.ins[m.pc]
		m.pc++
		i(m)
	}
	result := box(m, c.result, s.dst)
	m.pop()
	m.f = nil
	return result
}

// push makes a frame for c; it is not yet the current one.
func (m *machine) push(c *code) *frame {
	if !m.frames.fits(1) || !m.words.fits(c.nw) || !m.values.fits(c.nv) {
		m.mem.stacks(m.frames.held + m.words.held + m.values.held + segmentBytes)
	}
	f := &m.frames.push(1)[0]
	f.code, f.w, f.v = c, m.words.push(c.nw), m.values.push(c.nv)
	return f
}

// enter makes f the current frame, from its start.
func (m *machine) enter(f *frame) {
	m.f, m.w, m.v, m.ins, m.pc = f, f.w, f.v, f.code.ins, 0
}

// pop gives the registers of the current frame back.
func (m *machine) pop() {
	f := m.f
	clear(f.v)
	m.words.pop(len(f.w))
	m.values.pop(len(f.v))
	m.frames.pop(1)
}

// step counts n units of work and as many of span.
func (m *machine) step(n int64) {
	m.work += n
	m.span += n
}

// copies counts the elements of the sequences in s, which is new, if sequences
// are not to be shared.
func (m *machine) copies(p ir.Pos, s value.Seq) {
	if m.unshared {
		m.work += elements(s, m.maxWork-m.work)
		m.limits(p)
	}
}

// elements is how many elements the sequences in v have at every level, or any
// number that is larger than most.
func elements(v value.Value, most int64) (n int64) {
	switch v := v.(type) {
	case value.Tuple:
		for _, e := range v {
			n += elements(e, most-n)
		}
	case value.Values:
		n = int64(len(v))
		for i := 0; i < len(v) && n <= most; i++ {
			n += elements(v[i], most-n)
		}
	case *value.Rows:
		for _, c := range v.Cols {
			n += elements(c, most-n)
		}
	case value.Seq:
		n = int64(v.Len())
	}
	return n
}

// limits stops a program that has worked too much. Every loop and call asks.
func (m *machine) limits(p ir.Pos) {
	if m.work > m.maxWork {
		panic(&interp.Error{Kind: interp.Steps, Msg: interp.MsgSteps, Pos: p})
	}
}
