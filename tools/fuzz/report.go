package main

// What is said about a failure: the command that repeats it, and a program that
// re-enters the pipeline before the guilty pass.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nessiec/backends"
	"nessiec/tools/fuzz/oracle"
	"nessiec/tools/fuzz/spell"
	"nessiec/tools/reduce/shrink"
)

// reduction bounds the time spent on making one program small.
const reduction = time.Minute

// report reduces, prints and writes one failure.
func (h *hunt) report(seed uint64, c oracle.Case, f *oracle.Failure) {
	text := fmt.Sprintf("seed %d: %s\n\tto repeat: go run ./tools/fuzz -seed=%d -n=1%s\n", seed, f, seed, h.Flags)
	if h.Harlan {
		text += h.smallHarlan(seed, c, f)
	} else if c.Program.Module != nil {
		text += h.reduced(seed, c, f)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	fmt.Fprintf(h.Progress, "\r%*s\r", 100, "")
	fmt.Fprint(h.Out, text)
}

// reduced shrinks and writes a case, and says what it found on the way.
func (h *hunt) reduced(seed uint64, c oracle.Case, f *oracle.Failure) (text string) {
	end := time.Now().Add(reduction)
	more := func() bool { return time.Now().Before(end) }
	t, o := h.Ask.device(seed), h.Ask.oracle(seed)
	costs := h.Ask.costs(seed)
	switch {
	case costs != nil:
		return h.smallCosts(costs, seed, c, f, more)
	case h.asText(seed) && spell.Can(c.Program.Lang):
		return h.smallText(seed, c, f, more)
	case t != nil && t.Name == f.Pass:
		c.Program.Module = h.smallOn(t, c, more)
	default:
		c, f = shrink.Case(o, c, f, more)
		if r := o.Rewrite(c, f); r != "" {
			text = "\t" + r + "\n"
		}
	}
	return text + h.write(seed, c, f)
}

// smallText shrinks a case whose text the front end treats wrong, and writes
// the text. A smaller program is tried in several words, the plainest first.
func (h *hunt) smallText(seed uint64, c oracle.Case, f *oracle.Failure, more func() bool) string {
	src, o := newSource(h.Ask.table, h.Lang), h.Ask.oracle(seed)
	words := src.text(seed, c)
	c.Program.Module = shrink.Program(c.Program.Lang, c.Program.Module, func(m any) (fails bool) {
		defer func() { fails = recover() == nil && fails }() // there may be no words for a primitive
		smaller := c
		smaller.Program.Module = m
		for choice := range uint64(8) {
			text := src.text(choice, smaller)
			if _, g, err := o.Spelled(smaller, text, h.textLanguage()); err == nil && g != nil && g.Key() == f.Key() {
				words = text
				return true
			}
		}
		return false
	}, more)
	text := fmt.Sprintf("%% %s %%\n%s", f.Key(), words)
	name := filepath.Join(h.Dir, fmt.Sprintf("fuzz-%s-%s-%d.nesl", f.Pass, strings.ReplaceAll(f.Kind, " ", "-"), seed))
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		return fmt.Sprintf("\tno program written: %v\n", err)
	}
	return fmt.Sprintf("\treduced: %s, what it should do:\n%s", name, c.Dump(h.Ask.table, f.String()))
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
