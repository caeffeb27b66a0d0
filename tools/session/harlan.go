package session

// Programs in Harlan: one file, which starts with its function main.

import (
	"errors"

	harlanreader "nessiec/grammar/harlan"
	"nessiec/ir/datum"
	"nessiec/ir/diag"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// readHarlan reads a program.
func (s *Session) readHarlan(c *pass.Ctx, src Source, texts []diag.File) (any, error) {
	switch {
	case src.Entry != "":
		return nil, errors.New("programs in Harlan start with main; -entry is for programs in NESL")
	case len(src.Exprs) > 0:
		return nil, errors.New("-e evaluates expressions of NESL")
	case len(texts) != 1:
		return nil, errors.New("a program in Harlan is one file")
	}
	s.Files = append(s.Files, texts[0])
	m := harlanreader.Parse(len(s.Files)-1, texts[0].Source, c.Diags)
	if c.Diags.HasErrors() {
		return &datum.Module{}, driver.ErrRejected
	}
	return m, nil
}
