// Command site makes pages for browsers of the documents of the project: README.md and
// all that links lead to from there. go run ./tools/site -o DIR, in the project's folder.
//
//	site    which files there are, and where links between them lead (site.go)
//	page    one document as a page (page.go, page.html)
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	out := flag.String("o", "bin/site", "the folder to write to")
	flag.Parse()
	s := &site{root: ".", out: *out}
	if err := s.make("README.md"); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%s/index.html and %d other files\n", *out, len(s.done)-1)
}
