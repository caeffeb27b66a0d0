package interp

// Where a failure happened: the calls in progress and the elements of the
// apply-to-eaches around it, from the innermost outwards.

import (
	"fmt"

	"nessiec/ir"
)

// A Step is something in progress when a program failed.
type Step struct {
	Pos  ir.Pos // of the call or the apply-to-each
	Elem int64  // the element, from 0; CallStep for a call
}

// CallStep is the Elem of a Step that is a call.
const CallStep = -1

// Calls is the steps of calls at these positions.
func Calls(at []ir.Pos) []Step {
	out := make([]Step, len(at))
	for i, p := range at {
		out[i] = Step{p, CallStep}
	}
	return out
}

// Through adds steps, the innermost first, to where e happened. An error whose
// own position is not known gets that of the first call that has one.
func (e *Error) Through(steps []Step) *Error {
	for _, s := range steps {
		switch {
		case !s.Pos.IsValid(), s.Pos == e.Pos && len(e.Trace) == 0: // the library is where it is called
		case !e.Pos.IsValid() && s.Elem == CallStep:
			e.Pos = s.Pos
		default:
			e.Trace = append(e.Trace, s)
		}
	}
	return e
}

// Same reports whether two errors are the same to the program: what was inlined
// or batched does not matter.
func (e *Error) Same(f *Error) bool {
	if e == nil || f == nil {
		return e == f
	}
	return e.Kind == f.Kind && e.Msg == f.Msg && e.Pos.Place() == f.Pos.Place()
}

// Where is lines that tell where e happened: at a place, in an element, called
// at. show prints a place; what it does not know is left out.
func (e *Error) Where(show func(ir.Pos) string) []string {
	var lines []string
	add := func(format string, p ir.Pos, args ...any) {
		if at := show(p); at != "" {
			lines = append(lines, fmt.Sprintf(format, append(args, at)...))
		}
	}
	add("at %s", e.Pos.Place())
	inlined := e.Pos.Calls()
	for _, s := range e.Trace {
		outer := s.Pos.Calls()
		if s.Elem == CallStep {
			outer = nil
		}
		for ; len(inlined) > len(outer); inlined = inlined[1:] {
			add("called at %s", inlined[0])
		}
		if s.Elem == CallStep {
			add("called at %s", s.Pos.Place())
			inlined = s.Pos.Calls()
		} else {
			add("in element %d of the apply-to-each at %s", s.Pos.Place(), s.Elem)
		}
	}
	for _, p := range inlined {
		add("called at %s", p)
	}
	lines = abridge(lines)
	if e.Note != "" {
		lines = append(lines, e.Note)
	}
	return lines
}

// Of a long trace, this many lines are shown at either end.
const (
	firstLines = 12
	lastLines  = 3
)

// abridge counts equal lines in a row, and leaves out the middle of a long list.
func abridge(lines []string) []string {
	var out []string
	for i := 0; i < len(lines); {
		n := 1
		for i+n < len(lines) && lines[i+n] == lines[i] {
			n++
		}
		line := lines[i]
		if n > 1 {
			line = fmt.Sprintf("%s, %d times", line, n)
		}
		out = append(out, line)
		i += n
	}
	if k := len(out) - firstLines - lastLines; k > 1 {
		rest := append([]string{fmt.Sprintf("... %d lines more ...", k)}, out[len(out)-lastLines:]...)
		out = append(out[:firstLines:firstLines], rest...)
	}
	return out
}
