// Package interp holds what the evaluators of all families share: run-time
// errors as values, cost counters, the outside world, and the loop over the
// actions of a program. It knows no family.
//
//	Error      how a program failed (this file)
//	Step       where it was then (trace.go)
//	Counters   what it cost (count.go)
//	World      files, streams, clock and seed, injectable (world.go, io.go)
//	Machine    what an evaluator provides; Run does the actions (run.go)
//	Rank       sorting, the same for every evaluator (rank.go)
package interp

import (
	"fmt"

	"nessiec/ir"
)

// A Kind tells what sort of failure an Error is.
type Kind uint8

// The kinds.
const (
	Runtime     Kind = iota // a failed check
	User                    // the program called error
	Memory                  // out of memory
	Steps                   // the limit on steps was reached
	Interrupted             // somebody asked it to end
	Internal                // the evaluator found the program wrong: a bug of the compiler
)

// The texts of errors of the kinds Steps and Interrupted.
const (
	MsgSteps       = "The limit on work was reached."
	MsgInterrupted = "Interrupted."
)

// Error is how a program failed. It is a value of the semantics, not of the
// compiler: two levels agree when their Errors do.
type Error struct {
	Kind Kind
	Msg  string // NESL's text, without what Error puts before it
	Pos  ir.Pos // of the form that failed
	Note string // more for the user, not part of the semantics; "" if there is none

	Trace []Step // what was in progress, the innermost first (trace.go)
}

// Error is the line to print.
func (e *Error) Error() string {
	switch e.Kind {
	case User:
		return "ERROR: " + e.Msg
	case Internal:
		return "internal error: " + e.Msg
	}
	return "RUNTIME ERROR: " + e.Msg
}

// Fail makes the Error of a failed check.
func Fail(p ir.Pos, msg string) *Error { return &Error{Kind: Runtime, Msg: msg, Pos: p} }

// Bug makes an internal Error.
func Bug(p ir.Pos, format string, args ...any) *Error {
	return &Error{Kind: Internal, Msg: fmt.Sprintf(format, args...), Pos: p}
}
