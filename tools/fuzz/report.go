package main

// What is said about a failure: the command that repeats it, and a program that
// re-enters the pipeline before the guilty pass.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nessiec/passes/driver"
	"nessiec/tools/fuzz/oracle"
)

// report prints and writes one failure.
func (h *hunt) report(seed uint64, c oracle.Case, f *oracle.Failure) {
	text := fmt.Sprintf("seed %d: %s\n\tto repeat: go run ./tools/fuzz -seed=%d -n=1%s\n", seed, f, seed, h.flags())
	if f.Before.Module != nil {
		text += h.write(seed, c, f)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	fmt.Fprintf(h.Progress, "\r%*s\r", 100, "")
	fmt.Fprint(h.Out, text)
}

// flags are those of this run that decide what a seed means.
func (h *hunt) flags() string {
	s := ""
	if h.Lang != nil {
		s = " -lang=" + h.Lang.Name
	}
	return s
}

// write writes the program and says where.
func (h *hunt) write(seed uint64, c oracle.Case, f *oracle.Failure) string {
	name := filepath.Join(h.Dir, fmt.Sprintf("fuzz-%s-%d.dump", strings.ReplaceAll(f.Pass+"-"+f.Kind, " ", "-"), seed))
	d := &driver.Driver{Passes: h.Oracle.Passes}
	o := c.Options
	o.LineInfo = true
	if err := os.WriteFile(name, []byte(d.Dump(o, c.Program)), 0o666); err != nil {
		return fmt.Sprintf("\tno program written: %v\n", err)
	}
	return "\tprogram: " + name + "\n"
}
