package shrink

// Shrinking by text, for programs of any family: a list of the s-expression is
// left out, or gives way to one of its parts or to a literal.

import (
	"strings"

	"nessiec/ir/sexp"
)

// text tries every list of the text, outer ones first, until nothing is gained.
func (s *shrinker) text() {
	for changed := true; changed && s.more(); {
		changed = s.truncate()
		for s.more() && s.cut(s.source(), nil, nil) {
			changed = true
		}
		changed = s.positional() || changed
		src := s.source()
		for i := 0; s.more(); i++ {
			n, known := nth(src, i)
			if n == nil {
				break
			}
			if s.cut(src, n, known) {
				changed = true
				src = s.source()
				i--
			}
		}
	}
}

// source is the program as one list of declarations.
func (s *shrinker) source() *sexp.Node {
	ns, err := sexp.Parse(s.lang.Family.Text(s.m, textOptions))
	if err != nil {
		return &sexp.Node{List: true}
	}
	root := &sexp.Node{List: true, Kids: ns}
	bareLets(root)
	s.size = size(root)
	return root
}

// bareLets takes the positions of bindings away, which nothing depends on: the
// edits look for what is bound, and to what.
func bareLets(n *sexp.Node) {
	if n.Head() == "let" && len(n.Kids) > 1 && !n.Kids[1].List && strings.HasPrefix(n.Kids[1].Atom, "@") {
		n.Kids = without(n.Kids, 1)
	}
	for _, k := range n.Kids {
		bareLets(k)
	}
}

// size is the number of atoms; buffers that are taken over count more than
// those that are made and released.
func size(n *sexp.Node) (sum int) {
	if !n.List {
		if n.Atom == "allocover" {
			return 4
		}
		return 1
	}
	for _, k := range n.Kids {
		sum += size(k)
	}
	return sum
}

// nth is the i-th list inside root, nil if there are fewer, and a variable of
// every type that is bound before it in its declaration.
func nth(root *sexp.Node, i int) (found *sexp.Node, known map[string]string) {
	var visit func(*sexp.Node)
	visit = func(n *sexp.Node) {
		for _, k := range n.Kids {
			if !k.List || found != nil {
				continue
			}
			if i--; i < 0 {
				found = k
				return
			}
			visit(k)
			if found == nil {
				binders(k, known)
			}
		}
	}
	for _, decl := range root.Kids {
		if found == nil {
			known = map[string]string{}
			visit(&sexp.Node{Kids: []*sexp.Node{decl}})
		}
	}
	return found, known
}

// cut tries the edits of list n of root, of root itself if n is nil. known has
// a variable of every type.
func (s *shrinker) cut(root, n *sexp.Node, known map[string]string) bool {
	if n == nil {
		n = root
	}
	old := *n
	defer func() { *n = old }()
	for i := len(old.Kids) - 1; i >= 0; i-- {
		if old.Kids[i].List || i > 0 && old.Kids[0].List {
			n.Kids = without(old.Kids, i)
			if s.tryText(root) {
				return true
			}
		}
	}
	for _, e := range substitutes(&old) {
		*n = *e
		if s.tryText(root) {
			return true
		}
	}
	*n = old
	switch {
	case n.Head() == "let" && len(n.Kids) > 2 && n.Kids[1].List:
		return s.cutLet(root, n, known)
	case n.Head() == "block":
		return s.cutBlock(root, n, known)
	}
	return false
}

// substitutes are what may stand for n: its parts, the last (a body) first,
// the parts of these, and literals.
func substitutes(n *sexp.Node) (out []*sexp.Node) {
	if n.Head() == "" {
		return nil
	}
	for i := len(n.Kids) - 1; i > 0; i-- {
		out = append(out, n.Kids[i])
	}
	for _, k := range n.Kids[1:] {
		if k.List && k.Head() == "" {
			out = append(out, k.Kids...)
		}
	}
	for _, a := range []string{"0", "true", "false", "0.0"} {
		out = append(out, &sexp.Node{Atom: a})
	}
	return append(out, &sexp.Node{List: true, Kids: []*sexp.Node{{Atom: "ret"}}})
}

// tryText takes the program that root writes if it is smaller.
func (s *shrinker) tryText(root *sexp.Node) bool {
	if size(root) >= s.size {
		return false
	}
	var b strings.Builder
	for _, n := range root.Kids {
		sexp.Print(&b, n)
		b.WriteByte('\n')
	}
	m, err := s.lang.Family.Parse(b.String())
	return err == nil && s.try(m)
}
