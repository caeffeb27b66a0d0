package vm

// Host code: a list of instructions that jump, call and return on the stack of
// the machine.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// An instr is one instruction of host code.
type instr func(*Machine)

// Func is a host function: code and the size of its frames.
type Func struct {
	Name     string
	Params   []Reg
	num      value.Num
	literals []prim.Word     // registers 0, 1, ... of every frame
	places   map[literal]int // of literals
	words    int             // registers in use
	vecs     int
	maxWords int // size of a frame
	maxVecs  int
	code     []instr
	sites    []site
	results  []Reg
}

// A literal is a scalar by kind and word.
type literal struct {
	kind types.Kind
	word prim.Word
}

// A site is a check of element code.
type site struct {
	at      ir.Pos
	message string
}

// NewFunc starts a function.
func NewFunc(name string, num value.Num) *Func {
	return &Func{Name: name, num: num, places: map[literal]int{}}
}

// AddLiteral gives a literal a register, unless it has one. No others have any yet.
func (f *Func) AddLiteral(k types.Kind, w prim.Word) {
	if _, known := f.places[literal{k, w}]; known {
		return
	}
	f.places[literal{k, w}] = len(f.literals)
	f.literals = append(f.literals, w)
	f.words, f.maxWords = len(f.literals), len(f.literals)
}

// Literal is the register of a literal.
func (f *Func) Literal(k types.Kind, w prim.Word) Reg {
	return Reg{Kind: k, at: f.places[literal{k, w}]}
}

// Reg makes a new register for values of type t: a base type, a vector, or a
// descriptor, which is kept as its offsets.
func (f *Func) Reg(t *types.Type) Reg {
	switch t.Kind {
	case types.KVec:
		return f.vecReg(t.Elem().Kind)
	case types.KSd:
		return f.vecReg(types.KInt)
	}
	f.words++
	f.maxWords = max(f.maxWords, f.words)
	return Reg{Kind: t.Kind, at: f.words - 1}
}

func (f *Func) vecReg(elem types.Kind) Reg {
	f.vecs++
	f.maxVecs = max(f.maxVecs, f.vecs)
	return Reg{Kind: elem, Vec: true, at: f.vecs - 1}
}

// Scope runs emit; the registers it makes are free again afterwards, so that
// frames stay small.
func (f *Func) Scope(emit func()) {
	words, vecs := f.words, f.vecs
	emit()
	f.words, f.vecs = words, vecs
}

// Regs makes one register per type.
func (f *Func) Regs(ts []*types.Type) []Reg {
	rs := make([]Reg, len(ts))
	for i, t := range ts {
		rs[i] = f.Reg(t)
	}
	return rs
}

func (f *Func) site(at ir.Pos, message string) int {
	f.sites = append(f.sites, site{at, message})
	return len(f.sites) - 1
}

func (f *Func) frame(r *run) *Frame {
	fr := &Frame{words: make([]prim.Word, f.maxWords), vecs: make([]*Vector, f.maxVecs), run: r}
	copy(fr.words, f.literals)
	return fr
}

// Code emits the host code of a function.
type Code struct {
	fn    *Func
	loop  []Reg
	start int // first instruction of the innermost loop body
}

// Body starts the code of f; End finishes it.
func (f *Func) Body() *Code { return &Code{fn: f} }

// End returns from the function with these results.
func (c *Code) End(results []Reg) {
	c.fn.results = results
	c.emit(func(m *Machine) { m.ret(results) })
}

func (c *Code) emit(i instr) int {
	c.fn.code = append(c.fn.code, i)
	return len(c.fn.code) - 1
}

func (c *Code) here() int { return len(c.fn.code) }

// Do is described at Emitter.
func (c *Code) Do(f func(*Frame)) { c.emit(func(m *Machine) { f(m.frame) }) }

// Move is described at Emitter.
func (c *Code) Move(dst, src []Reg) { c.Do(move(dst, src)) }

// If is described at Emitter.
func (c *Code) If(cond Reg, then, els func(Emitter)) {
	branch := c.emit(nil)
	then(c)
	join := c.emit(nil)
	other := c.here()
	els(c)
	end := c.here()
	c.fn.code[branch] = func(m *Machine) {
		if m.frame.words[cond.at] == 0 {
			m.pc = other
		}
	}
	c.fn.code[join] = func(m *Machine) { m.pc = end }
}

// Loop is described at Emitter.
func (c *Code) Loop(vars, inits []Reg, body func(Emitter)) {
	c.Move(vars, inits)
	body(&Code{fn: c.fn, loop: vars, start: c.here()})
}

// Recur is described at Emitter.
func (c *Code) Recur(args []Reg) {
	c.Move(c.loop, args)
	start := c.start
	c.emit(func(m *Machine) {
		m.run.spend(1)
		m.pc = start
	})
}

// Check is described at Emitter; on the host it takes effect at once.
func (c *Code) Check(cond Reg, at ir.Pos, message string) {
	c.emit(func(m *Machine) {
		if m.frame.words[cond.at] == 0 {
			m.fail(at, message)
		}
	})
}

// Call emits a call; it may come before the code of fn.
func (c *Code) Call(fn *Func, at ir.Pos, dst, args []Reg) {
	c.emit(func(m *Machine) {
		m.run.cost.Calls++
		m.run.spend(1)
		m.call(fn, at, dst, args)
	})
}

// Run emits a call of a kernel.
func (c *Code) Run(kernel *Func, dst, args []Reg) {
	c.emit(func(m *Machine) {
		m.run.cost.Kernels++
		m.call(kernel, ir.Pos{}, dst, args)
	})
}

// Assume stops the evaluation as wrong unless a = b.
func (c *Code) Assume(a, b Reg, at ir.Pos, what string) {
	c.emit(func(m *Machine) {
		if x, y := m.frame.words[a.at], m.frame.words[b.at]; x != y {
			panic(interp.Bug(at, "assumption %s does not hold: %d is not %d", what, x, y))
		}
	})
}

// Time emits body and then dst = the seconds it took.
func (c *Code) Time(dst Reg, body func(Emitter)) {
	c.emit(func(m *Machine) { m.frame.words[dst.at] = prim.FloatWord(m.world.Now()) })
	body(c)
	c.emit(func(m *Machine) {
		t := m.world.Now() - prim.WordFloat(m.frame.words[dst.at])
		m.frame.words[dst.at] = prim.FloatWord(t)
	})
}

// Effect emits dst = op(args), an effect of the host.
func (c *Code) Effect(op *prim.Prim, at ir.Pos, dst []Reg, args []Reg) {
	c.emit(func(m *Machine) { m.effect(op, at, dst, args) })
}

// Kernel counts one operation on whole vectors.
func (c *Code) Kernel() { c.Do(func(f *Frame) { f.run.cost.Kernels++ }) }
