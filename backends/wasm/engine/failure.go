package engine

// How a program fails: the module calls fail, which ends the call of the module by
// a panic, or it traps.

import (
	"errors"
	"fmt"
	"strings"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/ir"
	"nessiec/ir/prim"
)

// stopped carries a failure through the engine.
type stopped struct{ failed *interp.Error }

func (s stopped) Error() string { return s.failed.Error() }

// stop ends the call of the module.
func (m *Machine) stop(e *interp.Error) { panic(stopped{e.Through(interp.Calls(m.calls()))}) }

// failure is what the module says.
func (m *Machine) failure(kind, number uint32, amount int64) *interp.Error {
	switch kind {
	case emit.FailSite:
		sites := m.program.Source.Sites
		s := sites[amount%int64(len(sites))]
		return interp.Fail(s.P, s.Error)
	case emit.FailCheck:
		c := m.program.Checks[number]
		if c.Size {
			return &interp.Error{Kind: interp.Memory, Msg: prim.ErrSize, Pos: c.Pos}
		}
		return interp.Fail(c.Pos, c.Error)
	case emit.FailMemory:
		return m.outOfMemory(int32(number), amount)
	}
	panic(fmt.Sprintf("wasm: failure of kind %d", kind))
}

// outOfMemory is the failure of an allocation of so many bytes.
func (m *Machine) outOfMemory(place int32, bytes int64) *interp.Error {
	e := &interp.Error{Kind: interp.Memory, Msg: prim.ErrMemory}
	if place != emit.NoPlace {
		e.Pos = m.program.Places[place]
	}
	used := uint32(m.module.ExportedGlobal("stat_bytes").Get())
	e.Note = fmt.Sprintf("for an array of %d bytes; the program may have %d bytes, and has %d in arrays", bytes, m.bytes, used)
	return e
}

// calls is the calls in progress, the innermost first.
func (m *Machine) calls() []ir.Pos {
	if m.module == nil {
		return nil
	}
	get := func(name string) uint32 { return uint32(m.module.ExportedGlobal(name).Get()) }
	top, first := get("calls_top"), get("calls_first")
	var out []ir.Pos
	for at := top; at > first; at -= 4 {
		number, _ := m.memory.ReadUint32Le(at - 4)
		out = append(out, m.program.Calls[number])
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
	case strings.Contains(err.Error(), "stack overflow"):
		e := &interp.Error{Kind: interp.Memory, Msg: prim.ErrMemory, Note: "calls are nested too deeply"}
		return e.Through(interp.Calls(m.calls()))
	}
	return interp.Bug(ir.Pos{}, "%v", err)
}
