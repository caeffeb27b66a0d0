package main

// nessiec fmt: programs in one style.

import (
	"fmt"
	"os"

	"github.com/pmezard/go-difflib/difflib"

	"nessiec/ir/diag"
	"nessiec/tools/atomicfile"
	"nessiec/tools/format"
)

// startFormat takes arguments for files.
func (c *command) startFormat(args []string) error {
	if c.fmtList && c.fmtDiff {
		return reject("-l and -d exclude each other")
	}
	return c.startFiles(args)
}

// formatFiles writes files in the style: to standard output, or as the flags say. A file with
// a mistake is left as it is; the others are done.
func (c *command) formatFiles() error {
	var files diag.Files
	var mistakes diag.List
	for i, name := range c.files {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files = append(files, diag.File{Name: name, Source: string(b)})
		before := mistakes.NumErrors()
		out, err := format.Source(i, string(b), &mistakes)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		case mistakes.NumErrors() > before:
			continue
		}
		if err := c.formatted(name, string(b), out); err != nil {
			return err
		}
	}
	fmt.Fprint(c.stderr, mistakes.String(files))
	if mistakes.HasErrors() {
		return errRuntime{statusRejected}
	}
	return nil
}

// formatted does with a file what the flags say.
func (c *command) formatted(name, old, now string) error {
	if !c.fmtList && !c.fmtDiff && !c.fmtWrite {
		fmt.Fprint(c.stdout, now)
		return nil
	}
	if old == now {
		return nil
	}
	if c.fmtList {
		fmt.Fprintln(c.stdout, name)
	}
	if c.fmtDiff {
		text, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: difflib.SplitLines(old), B: difflib.SplitLines(now),
			FromFile: name, ToFile: name + " (formatted)", Context: 2})
		if err != nil {
			return err
		}
		fmt.Fprint(c.stdout, text)
	}
	if c.fmtWrite {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		return atomicfile.Write(name, []byte(now), info.Mode().Perm())
	}
	return nil
}
