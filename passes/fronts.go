package passes

// Fronts: the languages that programs are written in. Each has rows of its own
// at the start of the pipeline, and all share the trunk behind them.

import (
	"slices"

	"nessiec/grammar"
	"nessiec/passes/pass"
)

// A Front is a language that programs are written in.
type Front struct {
	Name   string            // as -front says it
	Suffix string            // of files with programs in it
	First  *grammar.Language // what its parser makes
	Rows   []pass.Pass       // from there to where it enters the trunk
}

// Fronts lists the fronts; the first is that of programs without a file.
func Fronts() []Front {
	return []Front{nesl(), {"harlan", ".kfc", grammar.HarlanRead.Language, harlanRows()},
		{"vcode", ".vcode", grammar.VcodeRead.Language, vcodeRows()}}
}

func nesl() Front { return Front{"nesl", ".nesl", grammar.NeslParsed.Language, neslRows()} }

// Trunk lists the passes of the trunk that programs of the front go through: from the language
// that its own passes end in.
func (f Front) Trunk() []pass.Pass {
	end, all := f.Rows[len(f.Rows)-1].To, trunk()
	return all[slices.IndexFunc(all, func(p pass.Pass) bool { return p.From == end }):]
}

// Table lists the passes in pipeline order: those of the front, then the trunk.
func (f Front) Table() []pass.Pass { return slices.Concat(f.Rows, f.Trunk()) }

// Table is the table of the first front. A program that asks for it alone has no code of
// the others.
func Table() []pass.Pass { return nesl().Table() }
