package main

// Values for programs that are compiled, and from them: files of -arg and -output in
// formats of others are translated to the one of compiled programs, and back.

import (
	"fmt"
	"os"
	"path/filepath"

	"nessiec/passes/driver"
	"nessiec/tools/data"
)

// resultFile is what a program calls its result in its directory.
const resultFile = "result"

// programArguments is flags with the arguments of a program and with the file of its
// result. Files that programs read themselves stay; others are written to dir.
func (c *command) programArguments(dir string, p driver.Program) (flags []string, err error) {
	if c.output != "" {
		flags = []string{"-output", filepath.Join(dir, resultFile)}
	}
	if c.from != "" && len(c.values) == 0 { // a dump may not say what is read
		return c.plainArguments(flags), nil
	}
	all := readTypes(p)
	args, err := c.arguments(len(all))
	if err != nil {
		return nil, err
	}
	translate := false
	for i, a := range args {
		f := a.FormatFor(all[i])
		translate = translate || f != nil && f != &data.Binary || !a.File || a.Columns != nil || a.Param != "" || a.From == "-"
	}
	if !translate {
		return c.plainArguments(flags), nil
	}
	num := c.opts.Num()
	for i, a := range args {
		v, err := c.valueOf(a, all[i])
		if err != nil {
			return nil, err
		}
		name := filepath.Join(dir, fmt.Sprintf("argument%d", i+1))
		b, err := data.Binary.Write(name, v, all[i], num)
		if err != nil {
			return nil, mistaken("%v", err)
		}
		if err := os.WriteFile(name, b, 0o666); err != nil {
			return nil, environment("%v", err)
		}
		flags = append(flags, "-arg", name)
	}
	return flags, nil
}

// plainArguments adds the files of -arg as they are.
func (c *command) plainArguments(flags []string) []string {
	for _, a := range c.args {
		flags = append(flags, "-arg", a)
	}
	return flags
}

// programOutput writes the result that a program left in dir to the file of -output.
func (c *command) programOutput(dir string, p driver.Program) error {
	last := lastValue(p)
	if c.output == "" || last == nil {
		return nil
	}
	name := filepath.Join(dir, resultFile)
	b, err := os.ReadFile(name)
	if err != nil {
		return environment("%v", err)
	}
	v, err := data.Binary.Read(name, b, last.Type, c.opts.Num())
	if err != nil {
		return mistaken("%v", err)
	}
	return c.writeValue(v, last.Type)
}
