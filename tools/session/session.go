// Package session holds programs in memory: their files, and what was parsed of
// them. The command asks it; whatever else lets people work with programs can, too.
// It knows nothing of terminals: mistakes are diagnostics, results are values.
//
//	Session    the files, and what passes there are (this file)
//	Source     which texts are a program; Parse reads them (sources.go)
//	Accepted   a program without the forms that have mistakes (accepted.go)
//	Parameters what an entry calls its arguments (parameters.go)
//	Test       what a comment says that an expression is (tests.go, expect.go)
//	Targets    backends (targets.go)
package session

import (
	"os"

	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// A Session is a set of files. A text that was parsed before is not parsed again.
type Session struct {
	Files diag.Files                        // what positions refer to
	Read  func(name string) ([]byte, error) // reads files
	Table func() []pass.Pass                // all passes but those of the target

	front passes.Front // what programs are written in

	texts map[textKey]*text
	uses  map[string]int // by name: how many texts of that name the program has
}

// A textKey tells the texts of a program that have one name, as those of -e do.
type textKey struct {
	name string
	nth  int
}

// A text is a file as it was parsed last; module is nil if it has mistakes.
type text struct {
	file   int
	source string
	module *nesl.Module
}

// New is a session without files, on the files of the system.
func New() *Session {
	return &Session{Read: os.ReadFile, Table: passes.Table, front: passes.Fronts()[0], texts: map[textKey]*text{}}
}

// Pipeline is the table of passes for a target.
func (s *Session) Pipeline(target string) []pass.Pass {
	ps := s.Table()
	if t := Target(target); t != nil {
		ps = append(ps, t.Passes...)
	}
	return ps
}

// Driver runs these passes without verifying what comes out.
func (s *Session) Driver(target string) *driver.Driver {
	return &driver.Driver{Passes: s.Pipeline(target), NoVerify: true}
}

// parse parses one text of the program. Mistakes go to d.
func (s *Session) parse(name, source string, d *diag.List) *nesl.Module {
	key := textKey{name, s.uses[name]}
	s.uses[name]++
	t := s.texts[key]
	if t == nil {
		t = &text{file: len(s.Files)}
		s.texts[key], s.Files = t, append(s.Files, diag.File{Name: name})
	}
	if t.module != nil && t.source == source {
		return t.module
	}
	s.Files[t.file].Source = source
	before := d.NumErrors()
	m := neslparser.Parse(t.file, source, d)
	t.source, t.module = source, m
	if d.NumErrors() > before {
		t.module = nil
	}
	return m
}
