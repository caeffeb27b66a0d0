package main

// What the entry of a program reads, and where its result goes: literals of NESL, and
// files in the formats of others.

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"nessiec/backends/ref/interp"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/tools/atomicfile"
	"nessiec/tools/data"
	"nessiec/tools/levels"
	"nessiec/tools/session"
)

// inputs is literals with what the entry reads: arguments, or standard input.
func (c *command) inputs(p driver.Program) (in driver.Input, err error) {
	all := readTypes(p)
	args, err := c.arguments(len(all))
	if err != nil {
		return in, err
	}
	for i, a := range args {
		if f := a.FormatFor(all[i]); f != nil {
			return in, reject("%s: only literals of NESL are compared, not .%s files", a.From, f.Name)
		}
		if a.Columns != nil {
			return in, reject("%s: only literals of NESL are compared, which have no columns", a.From)
		}
		in.Args, in.Names = append(in.Args, string(a.Data)), append(in.Names, a.From)
	}
	if c.entry == "" && len(all) == 0 || len(args) > 0 {
		return in, nil
	}
	text, err := c.readFile("-")
	in.Args, in.Names = []string{string(text)}, []string{"stdin"}
	return in, err
}

// inputValues is what the entry reads.
func (c *command) inputValues(p driver.Program) (out []value.Value, err error) {
	all := readTypes(p)
	args, err := c.arguments(len(all))
	if err != nil {
		return nil, err
	}
	if args == nil {
		in, err := c.inputs(p)
		if err == nil {
			if out, err = levels.ReadInputs(c.opts, levels.ActionsOf(p.Module), in); err != nil {
				err = mistaken("%v", err)
			}
		}
		return out, err
	}
	for i, a := range args {
		v, err := c.valueOf(a, all[i])
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// valueOf is an argument as a value of type t.
func (c *command) valueOf(a session.Argument, t *types.Type) (value.Value, error) {
	v, err := a.Value(t, c.opts.Num())
	if err != nil {
		return nil, mistaken("%v%s", err, fileHint(a))
	}
	return v, nil
}

// fileHint says how a file is read whose name was given as a value.
func fileHint(a session.Argument) string {
	name := string(a.Data)
	if a.File || !isFile(name) {
		return ""
	}
	if a.Param != "" {
		name = a.Param + "=" + name
	}
	return fmt.Sprintf("\nhint: %s is a file; -arg %s reads it", a.Data, name)
}

// readTypes is the types of the values that a program reads.
func readTypes(p driver.Program) (out []*types.Type) {
	for _, a := range levels.ActionsOf(p.Module) {
		if a.Kind == program.Read {
			out = append(out, a.Type)
		}
	}
	return out
}

// arguments is what the command line has for the n parameters of the entry, in their
// order; nothing if it has nothing.
func (c *command) arguments(n int) ([]session.Argument, error) {
	if err := c.loadArguments(); err != nil || len(c.values) == 0 {
		return nil, err
	}
	name, _, _ := strings.Cut(c.entry, ":")
	args, err := session.Arrange(c.values, session.Parameters(c.forms, strings.TrimSpace(name)), n)
	if err != nil {
		return nil, mistaken("%v", err)
	}
	return args, nil
}

// loadArguments reads the files of -arg, once: standard input cannot be read again.
func (c *command) loadArguments() error {
	if c.loaded {
		return nil
	}
	c.loaded = true
	for _, arg := range c.args {
		name, file, named := session.ParameterOf(arg)
		if !named {
			file = arg
		}
		file, columns, err := data.SplitColumns(file)
		if err != nil {
			return reject("-arg %s: %v", arg, err)
		}
		b, err := c.readFile(file)
		if err != nil {
			return err
		}
		c.values = append(c.values, session.Argument{Param: name, From: file, Data: b, File: true, Format: c.format.Format, Columns: columns})
	}
	return nil
}

// readFile reads a file; - is standard input.
func (c *command) readFile(name string) (b []byte, err error) {
	if name == "-" {
		if b, err = io.ReadAll(c.stdin); err != nil {
			err = reject("standard input: %v", err)
		}
		return b, err
	}
	if b, err = os.ReadFile(name); err != nil {
		err = reject("%v", err)
	}
	return b, err
}

// written is emit, but the last value goes to the file of -output, if there is one.
// The error is why it could not.
func (c *command) written(p driver.Program, emit func(interp.Result)) (func(interp.Result), *error) {
	failed := new(error)
	last := lastValue(p)
	if c.output == "" || last == nil {
		return emit, failed
	}
	return func(r interp.Result) {
		if r.Action == last {
			*failed = c.writeValue(r.Value, last.Type)
		} else {
			emit(r)
		}
	}, failed
}

// lastValue is the action whose value -output writes; nil if there is none.
func lastValue(p driver.Program) *program.Action {
	for _, a := range slices.Backward(levels.ActionsOf(p.Module)) {
		if a.Kind == program.Eval && a.Name == "it" {
			return a
		}
	}
	return nil
}

// writeValue writes a value to the file of -output; without a format as it is printed
// alone.
func (c *command) writeValue(v value.Value, t *types.Type) error {
	f, num := c.format.Format, c.opts.Num()
	if f == nil {
		f = data.Of(c.output, t)
	}
	b := []byte(value.Printer{Num: num, Limit: -1}.Text(v, t) + "\n")
	if f != nil {
		var err error
		if b, err = f.Write(c.output, v, t, num); err != nil {
			return mistaken("%v", err)
		}
	}
	if c.output == "-" {
		_, err := c.stdout.Write(b)
		return installed(err, "standard output")
	}
	return installed(atomicfile.Write(c.output, b, 0o666), c.output)
}
