package main

// What is said about a failure: the command that repeats it, and a program that
// re-enters the pipeline before the guilty pass.

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nessiec/tools/fuzz/oracle"
	"nessiec/tools/reduce/shrink"
)

// reduction bounds the time spent on making one program small.
const reduction = time.Minute

// report reduces, prints and writes one failure.
func (h *hunt) report(seed uint64, c oracle.Case, f *oracle.Failure) {
	text := fmt.Sprintf("seed %d: %s\n\tto repeat: go run ./tools/fuzz -seed=%d -n=1%s\n", seed, f, seed, h.flags())
	if c.Program.Module != nil {
		end := time.Now().Add(reduction)
		o := h.Ask.oracle(seed)
		c, f = shrink.Case(o, c, f, func() bool { return time.Now().Before(end) })
		if r := o.Rewrite(c, f); r != "" {
			text += "\t" + r + "\n"
		}
		text += h.write(seed, c, f)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	fmt.Fprintf(h.Progress, "\r%*s\r", 100, "")
	fmt.Fprint(h.Out, text)
}

// flags are those of this run that decide what a seed means and what is tested.
func (h *hunt) flags() string {
	var b strings.Builder
	for _, name := range []string{"lang", "oracles"} {
		if f := flag.Lookup(name); f.Value.String() != f.DefValue {
			fmt.Fprintf(&b, " -%s=%s", name, f.Value)
		}
	}
	return b.String()
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
