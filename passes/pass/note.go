package pass

// Notes: what a pass has to say about its decisions, for dumps; verdicts, for people
// who look at the source.

import (
	"nessiec/ir"
	"nessiec/ir/types"
)

// A Note is about one place of the program.
type Note struct {
	Name  string   // unique within the pass, fit for a file name
	Lines []string // for people
	Dot   string   // a picture in the language of Graphviz, or ""
}

// Note leaves a note, if anybody wants it.
func (c *Ctx) Note(n Note) {
	if c.Notes {
		c.notes = append(c.notes, n)
	}
}

// TakeNotes returns the notes that were left since it was called last.
func (c *Ctx) TakeNotes() []Note {
	ns := c.notes
	c.notes = nil
	return ns
}

// A Verdict is what a pass decided about places of the source: that their code is one
// kernel, or why it is not. Without With, it is about the places of Of alone. Code that
// has no place is known by what it makes.
type Verdict struct {
	Of, With []ir.Pos
	Makes    [2][]*types.Var // what the code of each binds, if it is a pair of runs of kernels
	Fused    bool
	Why      string
}

// IsPair reports whether v is about two pieces of code.
func (v Verdict) IsPair() bool { return len(v.With) > 0 || v.Makes[1] != nil }

// Verdict notes a verdict, if anybody wants notes.
func (c *Ctx) Verdict(v Verdict) {
	if c.Notes && (len(v.Of) > 0 || v.IsPair()) {
		c.verdicts = append(c.verdicts, v)
	}
}

// TakeVerdicts returns the verdicts that were noted since it was called last.
func (c *Ctx) TakeVerdicts() []Verdict {
	vs := c.verdicts
	c.verdicts = nil
	return vs
}
