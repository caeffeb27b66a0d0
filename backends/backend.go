// Package backends says what a backend is: the last passes of a target, the
// code it emits, and how the system's tools make it run.
package backends

import (
	"os/exec"

	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

// A File is generated source. The first file of a program is its main one.
type File struct {
	Name string // base name
	Text string
}

// A Backend generates code for one target.
type Backend struct {
	Name  string
	Doc   string
	Input grammar.Lang[*kir.Module]
	// Passes are its own last passes, ending in Input.
	Passes []pass.Pass
	// Emit writes the program. files is the file table, for positions in messages.
	Emit func(c *pass.Ctx, m *kir.Module, files []string) []File
	// Compile is the command that makes the executable exe of the source src.
	Compile func(o pass.Options, simulate bool, src, exe string) (*exec.Cmd, error)
	// EmitLibrary writes a library, whose second file is its header, and CompileLibrary
	// is the command that makes the shared library of its source; nil if there are none.
	EmitLibrary    func(c *pass.Ctx, m *kir.Module, files []string, l *Library) []File
	CompileLibrary func(o pass.Options, simulate bool, src, library string) (*exec.Cmd, error)
	// Suffix of generated source files, with the dot.
	Suffix string
}
