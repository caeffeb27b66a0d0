// Package repl evaluates what a person types, form by form. Definitions accumulate, and
// variables keep their values. It knows nothing of terminals.
//
//	Shell     what was entered so far (this file)
//	Enter     one input: forms, or a command (enter.go, commands.go)
//	Complete  whether an input may end here; Completions of a word (words.go)
package repl

import (
	"io"
	"os"
	"time"

	"nessiec/backends/ref/interp"
	"nessiec/ir/nesl"
	"nessiec/ir/value"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
	"nessiec/tools/library"
	"nessiec/tools/session"
)

// A Shell is a session with a person.
type Shell struct {
	Options pass.Options
	Memory  int64  // bytes that a program may have; 0: no limit
	Device  string // that executables run on, as their -device; "" is their choice
	files   interp.Grant

	out, errs io.Writer
	ses       *session.Session
	world     *interp.World
	printer   *levels.Printer
	groups    []library.Group

	inputs map[string]string // texts that were entered, by the names they have in messages
	forms  []nesl.Expr       // those that were accepted
	origin map[string]string // by defined name: the input that it is from
	kept   []kept            // for each action of forms

	ran  time.Duration // of all programs
	took string        // by the last one: kernels and bytes
}

// kept is what an action has yielded, if that is a value that can be handed on.
type kept struct {
	value value.Value // nil: an evaluation is done again
}

// New is a shell that prints results to out and messages to errs. What is evaluated may open
// the files that it is granted; the shell itself loads any.
func New(o pass.Options, files interp.Grant, out, errs io.Writer) (*Shell, error) {
	groups, err := library.Builtins()
	if err != nil {
		return nil, err
	}
	x := &Shell{Options: o, files: files, out: out, errs: errs, ses: session.New(), world: interp.NewWorldWith(files), groups: groups,
		inputs: map[string]string{}, origin: map[string]string{}}
	x.world.Stdout, x.world.Seed = out, o.Seed
	x.printer = levels.NewPrinter(o, x.world)
	x.ses.Read = func(name string) ([]byte, error) {
		if text, ok := x.inputs[name]; ok {
			return []byte(text), nil
		}
		return os.ReadFile(name)
	}
	return x, nil
}

// Reset forgets all definitions.
func (x *Shell) Reset() {
	x.forms, x.kept, x.origin = nil, nil, map[string]string{}
}
