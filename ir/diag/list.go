// The list of diagnostics of one compilation.

package diag

import (
	"cmp"
	"fmt"
	"slices"

	"nessiec/ir"
)

// MaxErrors is how many errors a List keeps; the others are only counted.
const MaxErrors = 50

// List collects diagnostics. The zero List is empty and ready to use. Two
// diagnostics with the same position and code are kept once.
type List struct {
	all     []*Diagnostic
	errors  int
	dropped int
}

// Errorf adds an error. It returns the diagnostic, for notes and a hint.
func (l *List) Errorf(pos ir.Pos, code, format string, args ...any) *Diagnostic {
	return l.Add(&Diagnostic{Pos: pos, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Warnf adds a warning. It returns the diagnostic, for notes and a hint.
func (l *List) Warnf(pos ir.Pos, code, format string, args ...any) *Diagnostic {
	return l.Add(&Diagnostic{Severity: Warning, Pos: pos, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Add adds d and returns it.
func (l *List) Add(d *Diagnostic) *Diagnostic {
	if slices.ContainsFunc(l.all, func(o *Diagnostic) bool { return o.Pos == d.Pos && o.Code == d.Code }) {
		return d
	}
	if d.Severity == Error {
		l.errors++
	}
	if len(l.all) >= MaxErrors {
		l.dropped++
		return d
	}
	l.all = append(l.all, d)
	return d
}

// Join adds the diagnostics of another list.
func (l *List) Join(o *List) {
	for _, d := range o.all {
		l.Add(d)
	}
	l.dropped += o.dropped
}

// HasErrors reports whether an error was added.
func (l *List) HasErrors() bool { return l.errors > 0 }

// NumErrors is the number of errors that were added, kept or not.
func (l *List) NumErrors() int { return l.errors }

// Dropped is the number of diagnostics over the limit.
func (l *List) Dropped() int { return l.dropped }

// Sorted returns the diagnostics that are kept in order of file, line, column
// and code; diagnostics without a position come last.
func (l *List) Sorted() []*Diagnostic {
	out := slices.Clone(l.all)
	slices.SortStableFunc(out, func(a, b *Diagnostic) int {
		if a.Pos.IsValid() != b.Pos.IsValid() {
			if a.Pos.IsValid() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(uint32(a.Pos.Key()), uint32(b.Pos.Key())), cmp.Compare(a.Code, b.Code))
	})
	return out
}
