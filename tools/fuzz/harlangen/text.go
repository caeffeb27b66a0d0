package harlangen

// Programs as lists of lists, there and back.

import (
	"regexp"
	"strings"

	"nessiec/ir/sexp"
)

// token is a token of the programs that are written here.
var token = regexp.MustCompile(`"[^"]*"|[()]|[^()\s"]+`)

// read takes a text apart. Brackets that do not match end it early.
func read(text string) []*sexp.Node {
	open := []*sexp.Node{sexp.L()}
	for _, t := range token.FindAllString(text, -1) {
		top := open[len(open)-1]
		switch t {
		case "(":
			n := sexp.L()
			top.Add(n)
			open = append(open, n)
		case ")":
			if len(open) == 1 {
				return top.Kids
			}
			open = open[:len(open)-1]
		default:
			top.Add(sexp.A(t))
		}
	}
	return open[0].Kids
}

// write is the text of lists.
func write(nodes []*sexp.Node) string {
	var b strings.Builder
	for _, n := range nodes {
		b.WriteString(n.String() + "\n")
	}
	return b.String()
}
