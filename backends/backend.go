// Package backends says what a backend is: the last passes of a target, the code it
// emits, and how this process or the tools of the system make it run. A backend is one
// directory with a Backend, and one row in a table of those that a command offers.
//
//	Backend    what is known of one (this file)
//	Separate   compiling its runtime apart from programs (this file)
//	Library    programs that others call (library.go)
//	Execution  running programs in this process (run.go)
package backends

import (
	"io/fs"
	"os/exec"

	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/pass"
)

// A File is generated source. The first file of a program is its main one.
type File struct {
	Name string // base name
	Text string
}

// A Backend generates code for one target. Programs run either in this process (Run) or
// as executables (Compile).
type Backend struct {
	*target.Target
	Doc   string
	Input grammar.Lang[*kir.Module]
	// Passes are its own last passes, ending in Input. Cases has their golden cases, as
	// testdata/PASS/CASE.txtar.
	Passes []pass.Pass
	Cases  fs.FS
	// Emit writes the program. files is the file table, for positions in messages.
	Emit func(c *pass.Ctx, m *kir.Module, files []string) []File
	// Listing is the code as people read it, where Emit writes bytes; nil if it writes text.
	Listing func(c *pass.Ctx, m *kir.Module, files []string) File
	// Suffix of generated source files, with the dot.
	Suffix string

	// Run prepares a program to run in this process, and Available says why this machine
	// cannot; nil if programs are compiled.
	Run       func(o pass.Options, m *kir.Module, x Execution) (Runner, error)
	Available func() error

	// Compile is the command that makes the executable exe of the source src; nil if
	// programs run in this process. Parts is how it does that in parts; nil if it
	// does not. Simulates says that, asked to simulate, it makes one that runs on this
	// processor in place of the device.
	Compile   func(o pass.Options, simulate bool, src, exe string) (*exec.Cmd, error)
	Parts     *Separate
	Simulates bool
	// Ranks says that programs can run on several ranks (pass.Options.Ranks).
	Ranks bool
	// EmitLibrary writes a library, whose second file is its header, and CompileLibrary
	// is the command that makes the shared library of its source; nil if there are none.
	EmitLibrary    func(c *pass.Ctx, m *kir.Module, files []string, l *Library) []File
	CompileLibrary func(o pass.Options, simulate bool, src, library string) (*exec.Cmd, error)
}

// Separate is how the file of a program is compiled in several parts, to the same executable
// that Compile makes.
type Separate struct {
	// Cut gives the parts.
	Cut func(text string) []Unit
	// Object is the command that compiles one of them.
	Object func(o pass.Options, src, obj string, u Unit) (*exec.Cmd, error)
	// Link is the command that makes an executable of all.
	Link func(o pass.Options, objs []string, exe string) (*exec.Cmd, error)
}

// A Unit is a part of a program that is compiled alone.
type Unit struct {
	Text    string
	Kernels bool // whether it is what takes the time of programs
	Keep    bool // whether other programs, or later versions of this one, may have the same
}
