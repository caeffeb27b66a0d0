// Grammar prints the chain of languages with their deltas, the passes between
// them, and which pass creates, keeps and ends every invariant.
//
//	grammar            to standard output
//	grammar -o FILE    to a file (grammar/LANGUAGES.md is made so)
//	grammar -check FILE   fail if the file is not up to date
package main

import (
	"flag"
	"fmt"
	"os"

	"nessiec/grammar"
)

func main() {
	out := flag.String("o", "", "write to this file")
	check := flag.String("check", "", "compare with this file")
	flag.Parse()
	if err := run(*out, *check); err != nil {
		fmt.Fprintln(os.Stderr, "grammar:", err)
		os.Exit(1)
	}
}

func run(out, check string) error {
	page := render(grammar.All(), parts())
	switch {
	case check != "":
		old, err := os.ReadFile(check)
		if err != nil {
			return err
		}
		if string(old) != page {
			return fmt.Errorf("%s is not up to date: run make gen", check)
		}
		return nil
	case out != "":
		return os.WriteFile(out, []byte(page), 0o666)
	}
	_, err := fmt.Print(page)
	return err
}
