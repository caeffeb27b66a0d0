package fkl

// What the operations of an execution cost, one by one.

import (
	"nessiec/backends/ref/interp"
	"nessiec/backends/ref/vm"
	"nessiec/ir/fkl"
	"nessiec/ir/value"
)

// A Step is one execution of an operation on vectors.
type Step struct {
	Let      *fkl.Let // what binds its results
	Segments int      // of the descriptor that it has, 0 for none
	Moved    int64    // elements read and written
}

// Watch is Run, and tells of every operation on vectors after it was executed.
func Watch(m *fkl.Module, num value.Num, w *interp.World, inputs []value.Value, emit func(interp.Result), see func(Step)) *interp.Error {
	watch := &watch{see: see}
	x := newProgram(m, num, w, watch)
	watch.cost = &x.Cost
	return x.Run(m.Actions, inputs, emit)
}

// A watch is the state of a Watch: operations do not nest.
type watch struct {
	see      func(Step)
	cost     *interp.Counters
	before   int64
	segments int
}

func (w *watch) moved() int64 { return w.cost.Reads + w.cost.Writes + w.cost.Copies }

// watched emits a let of the host.
func (c *compiler) watched(em vm.Emitter, e *fkl.Let) {
	if e.Rhs.Form() < fkl.FormMap || e.Rhs.Form() > fkl.FormRank {
		c.expr(em, e.Rhs, c.bind(e.Binds))
		return
	}
	c.code.Do(func(*vm.Frame) { c.watch.before, c.watch.segments = c.watch.moved(), 0 })
	c.expr(c.code, e.Rhs, c.bind(e.Binds))
	c.code.Do(func(*vm.Frame) { c.watch.see(Step{e, c.watch.segments, c.watch.moved() - c.watch.before}) })
}
