package harlangen

// Smaller programs. A program is a tree of lists; parts of it are replaced by parts of
// themselves or by constants, or left out. What is no program any more does not fail in
// the same way, so nothing here knows the language.

import (
	"slices"

	"nessiec/ir/sexp"
)

// Shrink makes a program smaller for which fails is true, as long as more says true.
func Shrink(text string, fails func(string) bool, more func() bool) string {
	nodes := read(text)
	s := &shrinker{more: more, fails: func() bool { return more() && fails(write(nodes)) }}
	if !s.fails() {
		return text
	}
	for changed := true; changed; {
		changed = false
		for _, n := range nodes {
			changed = s.node(n) || changed
		}
	}
	return write(nodes)
}

type shrinker struct {
	fails func() bool
	more  func() bool
}

// constants are what may stand for an expression.
var constants = []*sexp.Node{sexp.A("0"), sexp.A("#t"), sexp.L(sexp.A("vector")), sexp.L(sexp.A("N")), sexp.L(sexp.A("L"), sexp.A("0"))}

// node makes one list smaller, and those in it.
func (s *shrinker) node(n *sexp.Node) (changed bool) {
	if !n.List {
		return false
	}
	if n.Head() != "module" && n.Head() != "define" {
		for _, k := range slices.Concat(constants, n.Kids) {
			if was := *n; !(k.List && len(k.Kids) == 0) && smaller(k, n) {
				if *n = *k; s.fails() {
					return true
				}
				*n = was
			}
		}
	}
	for i := len(n.Kids) - 1; i > 0; i-- {
		if was := n.Kids; s.more() {
			if n.Kids = slices.Delete(slices.Clone(was), i, i+1); s.fails() {
				changed = true
				continue
			}
			n.Kids = was
		}
	}
	for _, k := range n.Kids {
		changed = s.node(k) || changed
	}
	return changed
}

// smaller reports whether a has fewer atoms than b.
func smaller(a, b *sexp.Node) bool { return atoms(a) < atoms(b) }

func atoms(n *sexp.Node) int {
	sum := 1
	for _, k := range n.Kids {
		sum += atoms(k)
	}
	return sum
}
