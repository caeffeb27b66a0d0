// Command reduce makes a failing program small. It reads a dump of any
// language, finds out how the passes and evaluators fail on it, and prints a
// smaller one on which they fail in the same way, right before the guilty pass
// if it fails there too.
//
//	go run ./tools/reduce FILE.dump > small.dump
//	go run ./tools/reduce -golden="what goes wrong" FILE.dump
//
// With -golden it writes a golden case of the guilty pass instead,
// passes/testdata/PASS/fuzz-NNN.txtar, whose missing sections are filled in when
// the bug is fixed and the tests run with NESSIEC_UPDATE=1.
//
// Exit status: 0 reduced, 1 the program does not fail, 2 it cannot be read.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"nessiec/ir/text"
	"nessiec/passes"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/oracle"
	"nessiec/tools/reduce/shrink"
)

func main() {
	golden := flag.String("golden", "", "write a golden case; its first line says this")
	limit := flag.Duration("duration", time.Minute, "how long to try")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: reduce [flags] FILE.dump")
		os.Exit(2)
	}
	os.Exit(reduce(passes.Table(), flag.Arg(0), *golden, *limit, os.Stdout))
}

// reduce reduces what fails with ps.
func reduce(ps []pass.Pass, name, golden string, limit time.Duration, w io.Writer) int {
	src, err := os.ReadFile(name)
	o := &oracle.Oracle{Passes: ps, Every: true}
	var c oracle.Case
	if err == nil {
		c, err = oracle.ReadCase(o.Passes, string(src))
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "reduce: %s: %v\n", name, err)
		return 2
	}
	f, err := o.Test(c)
	if err != nil || f == nil {
		fmt.Fprintf(os.Stderr, "reduce: %s: the program does not fail\n", name)
		return 1
	}
	before := shrink.Lines(c.Program)
	end := time.Now().Add(limit)
	c, f = shrink.Case(o, c, f, func() bool { return time.Now().Before(end) })
	fmt.Fprintf(os.Stderr, "%s\n%d lines of %s became %d\n", f, before, c.Program.Lang, shrink.Lines(c.Program))
	if golden == "" {
		fmt.Fprint(w, c.Dump(o.Passes, f.String()))
		return 0
	}
	if err := writeGolden(c, f, golden); err != nil {
		fmt.Fprintln(os.Stderr, "reduce:", err)
		return 2
	}
	return 0
}

// writeGolden writes the case for the tests of the guilty pass.
func writeGolden(c oracle.Case, f *oracle.Failure, what string) error {
	dir := filepath.Join("passes", "testdata", f.Pass)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	s := what + "\n"
	if c.Options != pass.DefaultOptions() {
		s += "-- options --\n" + c.Options.String() + "\n"
	}
	s += "-- in --\n" + c.Program.Text(text.Options{Positions: true}) + "-- out --\n-- want --\n"
	for n := 1; ; n++ {
		name := filepath.Join(dir, fmt.Sprintf("fuzz-%03d.txtar", n))
		w, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, "wrote", name)
		_, err = w.WriteString(s)
		if err2 := w.Close(); err == nil {
			err = err2
		}
		return err
	}
}
