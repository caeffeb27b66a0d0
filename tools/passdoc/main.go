// Passdoc writes docs/passes: a page for every pass of the table and a README that
// lists them in order. All that they say comes from passes/table.go, from the
// comment of the function of the pass and from its golden cases.
//
//	passdoc -o DIR   in the root of the repository; pages of passes that are gone are removed
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("o", "docs/passes", "write the pages to this directory")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "passdoc:", err)
		os.Exit(1)
	}
}

// run writes the pages to dir, which has no other pages then.
func run(dir string) error {
	all, err := pages(".")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return err
	}
	for _, f := range old {
		if _, ok := all[filepath.Base(f)]; !ok {
			if err := os.Remove(f); err != nil {
				return err
			}
		}
	}
	for name, page := range all {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(page), 0o666); err != nil {
			return err
		}
	}
	return nil
}
