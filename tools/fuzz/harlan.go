package main

// Programs in Harlan: texts, whose first evaluator is that of their own family.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"nessiec/grammar"
	"nessiec/passes/driver"
	"nessiec/tools/fuzz/gen"
	"nessiec/tools/fuzz/harlangen"
	"nessiec/tools/fuzz/oracle"
)

// testHarlan tests the text of a seed. For a backend, the case becomes one of the nested
// language: those can share a program.
func (h *hunt) testHarlan(src *source, seed uint64) (oracle.Case, *oracle.Failure) {
	o := h.Ask.oracle(seed)
	c := src.compiled(random(seed), gen.Safe, driver.Program{})
	if o.Ranks > 0 {
		c = c.OnRanks(1 + int(seed%5))
	}
	c, f, err := o.Harlan(c, harlangen.Program(seed))
	if errors.Is(err, oracle.ErrTooBig) {
		h.tooBig.Add(1)
	}
	if f != nil || err != nil || h.Ask.device(seed) == nil {
		return c, f
	}
	l := grammar.NestedStructural.Language
	q, err := oracle.Prepare(h.Ask.table, c.Options, c.Program, l)
	if err != nil {
		return c, &oracle.Failure{Pass: "before " + l.Name, Kind: "rejected", Msg: err.Error(), Before: c.Program}
	}
	c.Program = q
	return c, nil
}

// smallHarlan shrinks a text that fails, and writes it. A failure of a compiled program is
// written as it is.
func (h *hunt) smallHarlan(seed uint64, c oracle.Case, f *oracle.Failure) string {
	text, o := harlangen.Program(seed), h.Ask.oracle(seed)
	end := time.Now().Add(reduction)
	c.Program = driver.Program{}
	text = harlangen.Shrink(text, func(text string) bool {
		_, g, err := o.Harlan(c, text)
		return err == nil && g != nil && g.Key() == f.Key()
	}, func() bool { return time.Now().Before(end) })
	name := filepath.Join(h.Dir, fmt.Sprintf("fuzz-%s-%s-%d.kfc", f.Pass, f.Kind, seed))
	if err := os.WriteFile(name, []byte(fmt.Sprintf("; %s\n%s", f.Key(), text)), 0o666); err != nil {
		return fmt.Sprintf("\tno program written: %v\n", err)
	}
	return fmt.Sprintf("\treduced: nessiec -exec-check%s %s\n%s", c.SkipFlags(), name, text)
}
