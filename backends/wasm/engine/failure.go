package engine

// How a program fails: the module calls fail, which ends the call of the module by
// a panic, or it traps.

import (
	"encoding/binary"
	"errors"
	"fmt"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit/module"
	"nessiec/ir"
	"nessiec/ir/prim"
)

// stopped carries a failure through the engine.
type stopped struct{ failed *interp.Error }

func (s stopped) Error() string { return s.failed.Error() }

// stop ends the call of the module.
func (m *Machine) stop(e *interp.Error) { panic(stopped{e.Through(interp.Calls(m.calls()))}) }

// interrupted is how the program ends if its context is done.
func (m *Machine) interrupted() error {
	if m.ctx.Err() == nil {
		return nil
	}
	e := &interp.Error{Kind: interp.Interrupted, Msg: interp.MsgInterrupted}
	return stopped{e.Through(interp.Calls(m.calls()))}
}

// failure is what the module says.
func (m *Machine) failure(kind, number uint32, amount int64) *interp.Error {
	switch kind {
	case module.FailSite:
		sites := m.program.Source.Sites
		s := sites[amount%int64(len(sites))]
		return interp.Fail(s.P, s.Error)
	case module.FailCheck:
		c := m.program.Checks.All[number]
		if c.Size {
			return &interp.Error{Kind: interp.Memory, Msg: prim.ErrSize, Pos: c.Pos}
		}
		return interp.Fail(c.Pos, c.Error)
	case module.FailMemory:
		return m.outOfMemory(int32(number), amount)
	}
	panic(fmt.Sprintf("wasm: failure of kind %d", kind))
}

// outOfMemory is the failure of an allocation of so many bytes.
func (m *Machine) outOfMemory(place int32, bytes int64) *interp.Error {
	e := &interp.Error{Kind: interp.Memory, Msg: prim.ErrMemory}
	if place != module.NoPlace {
		e.Pos = m.program.Places.All[place]
	}
	used := m.global("stat_bytes")
	e.Note = fmt.Sprintf("for an array of %d bytes; the program may have %d bytes, and has %d in arrays", bytes, m.bytes, used)
	return e
}

// calls is the calls in progress, the innermost first.
func (m *Machine) calls() []ir.Pos {
	top, first := m.global("calls_top"), m.global("calls_first")
	var out []ir.Pos
	for at := top; at > first; at -= 4 {
		out = append(out, m.program.Calls.All[binary.LittleEndian.Uint32(m.read(at-4, 4))])
	}
	return out
}

// caught turns what ended a call of the module into the failure of the program.
func (m *Machine) caught(err error) *interp.Error {
	var s stopped
	switch {
	case err == nil:
		return nil
	case errors.As(err, &s):
		return s.failed
	case errors.Is(err, errTooDeep):
		e := &interp.Error{Kind: interp.Memory, Msg: prim.ErrMemory, Note: errTooDeep.Error()}
		return e.Through(interp.Calls(m.calls()))
	}
	return interp.Bug(ir.Pos{}, "%v", err)
}
