package main

// What is said about a failure: the command that repeats it, and a program that
// re-enters the pipeline before the guilty pass.

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"nessiec/backends"
	"nessiec/tools/fuzz/oracle"
	"nessiec/tools/reduce/shrink"
)

// reduction bounds the time spent on making one program small.
const reduction = time.Minute

// report reduces, prints and writes one failure.
func (h *hunt) report(seed uint64, c oracle.Case, f *oracle.Failure) {
	text := fmt.Sprintf("seed %d: %s\n\tto repeat: go run ./tools/fuzz -seed=%d -n=1%s\n", seed, f, seed, h.Flags)
	if c.Program.Module != nil {
		end := time.Now().Add(reduction)
		more := func() bool { return time.Now().Before(end) }
		if t := h.Ask.device(seed); t != nil && t.Name == f.Pass {
			c.Program.Module = h.smallOn(t, c, more)
		} else {
			o := h.Ask.oracle(seed)
			c, f = shrink.Case(o, c, f, more)
			if r := o.Rewrite(c, f); r != "" {
				text += "\t" + r + "\n"
			}
		}
		text += h.write(seed, c, f)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	fmt.Fprintf(h.Progress, "\r%*s\r", 100, "")
	fmt.Fprint(h.Out, text)
}

// smallOn shrinks a case that compiled programs of t do wrong.
func (h *hunt) smallOn(t *backends.Backend, c oracle.Case, more func() bool) any {
	d := &oracle.Device{Passes: h.Ask.table, Backend: t, MaxWork: maxWork}
	return shrink.Program(c.Program.Lang, c.Program.Module, func(m any) bool {
		smaller := c
		smaller.Program.Module = m
		if !d.Suits(smaller) {
			return false
		}
		_, f, err := d.Test([]oracle.Case{smaller})
		return err == nil && f != nil && f.Pass == t.Name
	}, more)
}

// write writes the reduced program and says how to look at it.
func (h *hunt) write(seed uint64, c oracle.Case, f *oracle.Failure) string {
	name := filepath.Join(h.Dir, fmt.Sprintf("fuzz-%s-%s-%d.dump", f.Pass, f.Kind, seed))
	dump := c.Dump(h.Ask.table, f.String())
	if err := os.WriteFile(name, []byte(dump), 0o666); err != nil {
		return fmt.Sprintf("\tno program written: %v\n", err)
	}
	return fmt.Sprintf("\treduced to %d lines: nessiec -from=%s -exec-check%s\n", shrink.Lines(c.Program), name, c.SkipFlags())
}
