// Exhaust checks that type switches over forms cover what they claim to cover:
//
//	//nessiec:exhaustive grammar.NestedCore
//	switch e := e.(type) {
//
// must have a case for every form of the language and for no other form. The
// name of a family instead of a language means all forms of the family. A
// default clause does not count.
//
//	exhaust [-grammar DIR] [DIR...]    default: ./grammar and all below .
package main

import (
	"flag"
	"fmt"
	"os"

	"nessiec/grammar"
)

func main() {
	dir := flag.String("grammar", "grammar", "where the languages are declared")
	flag.Parse()
	roots := flag.Args()
	if len(roots) == 0 {
		roots = []string{"."}
	}
	names, err := identifiers(*dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "exhaust:", err)
		os.Exit(1)
	}
	c := checker{langs: grammar.All(), names: names}
	for _, r := range roots {
		c.tree(r)
	}
	for _, p := range c.problems {
		fmt.Fprintln(os.Stderr, p)
	}
	if c.problems != nil {
		os.Exit(1)
	}
}
