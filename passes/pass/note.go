package pass

// Notes: what a pass has to say about its decisions, for dumps.

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
