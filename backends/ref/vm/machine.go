package vm

// The machine: a stack of activations, and what instructions may do to it.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// MaxBytes is how much memory vectors may hold together; a program that needs
// more fails.
const MaxBytes = 1 << 31

// Machine runs functions in one world.
type Machine struct {
	world *interp.World
	num   value.Num
	run   *run
	frame *Frame
	fn    *Func
	pc    int
	stack []activation
}

// An activation waits for the results of a call.
type activation struct {
	frame *Frame
	fn    *Func
	pc    int
	dst   []Reg
	at    ir.Pos // of the call
}

// A run counts what all functions of a machine do.
type run struct {
	num   value.Num
	cost  *interp.Counters
	live  int64 // bytes that registers hold now
	steps int64 // elements made, indices at which element code ran, calls and rounds of loops
	most  int64 // that may be; 0 is no limit

	tables map[string]*rows // of the innermost scopes

	undetermined bool // different values were written to one element, in any order: a check must fail
}

// NewMachine makes a machine that adds what it does to cost.
func NewMachine(num value.Num, w *interp.World, cost *interp.Counters) *Machine {
	return &Machine{world: w, num: num, run: &run{num: num, cost: cost, most: w.MaxSteps, tables: map[string]*rows{}}}
}

// Call runs fn and returns its results. The machine does not use the stack of
// Go for calls, so recursion is as deep as memory allows.
func (m *Machine) Call(fn *Func, args []value.Value) (results []value.Value, err *interp.Error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*interp.Error)
			if !ok {
				panic(r)
			}
			results, err = nil, e.Through(m.calls())
			m.stack, m.run.undetermined = nil, false
			clear(m.run.tables)
		}
	}()
	m.fn, m.pc, m.frame = fn, 0, fn.frame(m.run)
	m.run.cost.Calls++
	for i, r := range fn.Params {
		m.load(r, args[i])
	}
	frame := m.frame
	for m.fn != nil {
		in := m.fn.code[m.pc]
		m.pc++
		in(m)
	}
	if m.run.undetermined {
		panic(interp.Bug(ir.Pos{}, "elements have values that depend on the order of arbitrary writes"))
	}
	for _, r := range fn.results {
		results = append(results, frame.value(r))
	}
	frame.drop()
	return results, nil
}

// calls is the calls in progress, the innermost first.
func (m *Machine) calls() []interp.Step {
	at := make([]ir.Pos, len(m.stack))
	for i, a := range m.stack {
		at[len(at)-1-i] = a.at
	}
	return interp.Calls(at)
}

// call starts fn, called at a place; its results go to dst of the current frame.
func (m *Machine) call(fn *Func, at ir.Pos, dst, args []Reg) {
	caller := m.frame
	m.stack = append(m.stack, activation{caller, m.fn, m.pc, dst, at})
	m.fn, m.pc, m.frame = fn, 0, fn.frame(m.run)
	for i, p := range fn.Params {
		m.frame.copy(p, caller, args[i])
	}
}

// ret ends the current function, the outermost one by leaving none.
func (m *Machine) ret(results []Reg) {
	if len(m.stack) == 0 {
		m.fn = nil
		return
	}
	a := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	for i, d := range a.dst {
		a.frame.copy(d, m.frame, results[i])
	}
	m.frame.drop()
	m.frame, m.fn, m.pc = a.frame, a.fn, a.pc
}

// copy assigns register s of another frame to register d.
func (f *Frame) copy(d Reg, from *Frame, s Reg) {
	if d.Vec {
		f.Hold(d, from.vecs[s.at])
	} else {
		f.words[d.at] = from.words[s.at]
	}
}

// fail stops the program at a failed check.
func (m *Machine) fail(at ir.Pos, message string) { panic(interp.Fail(at, message)) }

// effect performs an effect primitive; its results are the leaves of its value.
func (m *Machine) effect(op *prim.Prim, at ir.Pos, dst, args []Reg) {
	vs, ts := make([]value.Value, len(args)), make([]*types.Type, len(args))
	for i, r := range args {
		vs[i], ts[i] = m.frame.value(r), r.typ()
	}
	v, err := m.world.Do(op, m.num, vs, ts, at)
	if err != nil {
		panic(err)
	}
	leaves := flatten(v, nil)
	for i, r := range dst {
		m.load(r, leaves[i])
	}
}

func flatten(v value.Value, to []value.Value) []value.Value {
	t, ok := v.(value.Tuple)
	if !ok {
		return append(to, v)
	}
	for _, c := range t {
		to = flatten(c, to)
	}
	return to
}

// make allocates a vector of n elements, zero.
func (m *Machine) make(k types.Kind, n int) *Vector {
	if int64(n)*8 > MaxBytes-m.run.live {
		panic(&interp.Error{Kind: interp.Memory, Msg: prim.ErrMemory})
	}
	m.run.spend(n)
	m.run.cost.Arrays++
	return &Vector{Kind: k, Words: make([]prim.Word, n)}
}

// spend counts n steps, and stops a program that may not do as many.
func (r *run) spend(n int) {
	r.steps += int64(n)
	if r.most > 0 && r.steps > r.most {
		panic(&interp.Error{Kind: interp.Steps, Msg: interp.MsgSteps})
	}
}

// hold and drop count the bytes of the vectors that registers hold.
func (r *run) hold(v *Vector) {
	if v.holds++; v.holds == 1 {
		r.live += v.bytes(r.num)
		r.cost.Peak = max(r.cost.Peak, r.live)
	}
}

func (r *run) drop(v *Vector) {
	if v == nil {
		return
	}
	if v.holds--; v.holds == 0 {
		r.live -= v.bytes(r.num)
	}
}

// bytes is the size of v on a device.
func (v *Vector) bytes(num value.Num) int64 {
	n := int64(len(v.Words))
	if v.table {
		return 0
	}
	switch v.Kind {
	case types.KBool:
		return n
	case types.KChar:
		return 4 * n
	case types.KFloat:
		return n * int64(num.FloatBits()/8)
	}
	return n * int64(num.IntBits()/8)
}
