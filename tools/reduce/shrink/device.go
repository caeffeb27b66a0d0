package shrink

// Edits of the text of device programs: parameters of kernels with their
// arguments, results of functions, variables of blocks.

import (
	"strings"

	"nessiec/ir/sexp"
)

// positional drops parameters of kernels and results of functions.
func (s *shrinker) positional() (changed bool) {
	for i := 0; s.more(); i++ {
		root := s.source()
		if i >= len(root.Kids) {
			return changed
		}
		for k := arity(root.Kids[i]) - 1; k >= 0 && s.more(); k-- {
			if s.tryText(withoutPosition(root, i, k)) {
				changed = true
				root = s.source()
			}
		}
	}
	return changed
}

// arity is the number of parameters of a kernel, or of results of a function.
func arity(decl *sexp.Node) int {
	switch {
	case decl.Head() == "kernel" && len(decl.Kids) == 6:
		return len(decl.Kids[3].Kids)
	case decl.Head() == "func" && len(decl.Kids) == 5:
		return len(decl.Kids[3].Kids)
	}
	return 0
}

// withoutPosition is root where declaration i lacks position k.
func withoutPosition(root *sexp.Node, i, k int) *sexp.Node {
	decl := copyOf(root.Kids[i])
	name := decl.Kids[1].Atom
	env := map[string]string{}
	if decl.Head() == "kernel" {
		param, t, _ := strings.Cut(decl.Kids[3].Kids[k].Atom, ":")
		if z := zeroOf(t); z != "" {
			env[param] = z
		}
		drop(decl.Kids[4], k)
	} else {
		each(decl, func(n *sexp.Node) {
			if n.Head() == "return" && k+1 < len(n.Kids) {
				drop(n, k+1)
			}
		})
	}
	drop(decl.Kids[3], k)
	out := &sexp.Node{List: true}
	for j, d := range root.Kids {
		if j == i {
			out.Kids = append(out.Kids, rename(decl, env))
			continue
		}
		d = copyOf(d)
		each(d, func(n *sexp.Node) {
			if n.Head() == "launch" && n.Kids[len(n.Kids)-3].Atom == name && decl.Head() == "kernel" {
				drop(n.Kids[len(n.Kids)-1], k)
			}
		})
		out.Kids = append(out.Kids, d)
	}
	return out
}

// cutBlock does without one variable of a block: it becomes what defines it, a
// literal, or another variable of its type.
func (s *shrinker) cutBlock(root, n *sexp.Node, known map[string]string) bool {
	old := *n
	defer func() { *n = old }()
	for i, stmt := range old.Kids {
		b, at := binder(stmt)
		if b == "" {
			continue
		}
		name, t, _ := strings.Cut(b, ":")
		subs := []string{zeroOf(t), known[t]}
		if stmt.Head() == "def" && at+1 < len(stmt.Kids) && !stmt.Kids[at+1].List {
			subs = append(subs, stmt.Kids[at+1].Atom)
		}
		for _, sub := range subs {
			if sub != "" && sub != name {
				*n = *rename(&sexp.Node{List: true, Kids: without(old.Kids, i)}, map[string]string{name: sub})
				if s.tryText(root) {
					return true
				}
			}
		}
		binders(&sexp.Node{Kids: []*sexp.Node{{Atom: b}}}, known)
	}
	return false
}

// binder is the variable that a statement binds, "" if it is not one, and where
// it stands.
func binder(stmt *sexp.Node) (string, int) {
	for i, k := range stmt.Kids {
		if i > 0 && !k.List && strings.Contains(k.Atom, ":") && !strings.HasPrefix(k.Atom, "@") {
			return k.Atom, i
		}
	}
	return "", 0
}

func copyOf(n *sexp.Node) *sexp.Node { return rename(n, nil) }

// each calls f for every list in n, n included.
func each(n *sexp.Node, f func(*sexp.Node)) {
	if !n.List {
		return
	}
	f(n)
	for _, k := range n.Kids {
		each(k, f)
	}
}

// drop removes kid i of n, if it has one.
func drop(n *sexp.Node, i int) {
	if i < len(n.Kids) {
		n.Kids = without(n.Kids, i)
	}
}
