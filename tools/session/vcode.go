package session

// Programs in VCODE: one file.

import (
	"errors"

	vcodereader "nessiec/grammar/vcode"
	"nessiec/ir/diag"
	"nessiec/ir/vcode"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// readVcode reads a program.
func (s *Session) readVcode(c *pass.Ctx, src Source, texts []diag.File) (any, error) {
	switch {
	case src.Entry != "":
		return nil, errors.New("programs in VCODE start with MAIN, or their first function; -entry is for programs in NESL")
	case len(src.Exprs) > 0:
		return nil, errors.New("-e evaluates expressions of NESL")
	case len(texts) != 1:
		return nil, errors.New("a program in VCODE is one file")
	}
	s.Files = append(s.Files, texts[0])
	m := vcodereader.Parse(len(s.Files)-1, texts[0].Source, c.Diags)
	if c.Diags.HasErrors() {
		return &vcode.Module{}, driver.ErrRejected
	}
	return m, nil
}
