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
			if s.tryText(withoutPosition(root, i, k, false)) || s.tryText(withoutPosition(root, i, k, true)) {
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

// withoutPosition is root where declaration i lacks position k; what is not
// returned any more is released, if so asked.
func withoutPosition(root *sexp.Node, i, k int, owned bool) *sexp.Node {
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
			last := n.Kids[len(n.Kids)-1:]
			if len(last) == 1 && last[0].Head() == "return" && k+1 < len(last[0].Kids) {
				if owned {
					n.Kids = append(n.Kids[:len(n.Kids)-1:len(n.Kids)-1], list("release", last[0].Kids[k+1]), last[0])
				}
				drop(last[0], k+1)
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

// cutBlock does without one statement of a block that binds variables: they
// become what defines them, literals, or other variables of their type. A buffer
// that is gone is not released; what would take it over is made anew.
func (s *shrinker) cutBlock(root, n *sexp.Node, known map[string]string) bool {
	old := *n
	defer func() { *n = old }()
	try := func(stmts []*sexp.Node, env map[string]string) bool {
		*n = *rename(&sexp.Node{List: true, Kids: stmts}, env)
		return s.tryText(root)
	}
	for i, stmt := range old.Kids {
		if stmt.Head() == "allocover" && len(stmt.Kids) > 3 {
			anew := list("alloc", stmt.Kids[1:len(stmt.Kids)-1]...)
			freed := list("release", stmt.Kids[len(stmt.Kids)-1])
			stmts := append(append(append([]*sexp.Node(nil), old.Kids[:i]...), freed, anew), old.Kids[i+1:]...)
			if try(stmts, nil) {
				return true
			}
		}
		bs := bound(stmt)
		for _, pick := range []func(name, t string) string{
			func(_, t string) string { return zeroOf(t) },
			func(_, t string) string { return known[t] },
			func(_, _ string) string { return definition(stmt) },
		} {
			env := map[string]string{}
			for _, b := range bs {
				name, t, _ := strings.Cut(b, ":")
				env[name] = pick(name, t)
			}
			if complete(env) && (try(without(old.Kids, i), env) || try(unowned(without(old.Kids, i), env), env)) {
				return true
			}
		}
		binders(&sexp.Node{Kids: atoms(bs)}, known)
	}
	return false
}

// bound lists the binders of a statement, name:type.
func bound(stmt *sexp.Node) (out []string) {
	add := func(n *sexp.Node) {
		if !n.List && strings.Contains(n.Atom, ":") && !strings.HasPrefix(n.Atom, "@") && !strings.HasPrefix(n.Atom, "char:") {
			out = append(out, n.Atom)
		}
	}
	for i, k := range stmt.Kids {
		switch {
		case i > 0 && !k.List:
			add(k)
		case k.List && len(k.Kids) > 0 && k.Head() != "block":
			for _, c := range k.Kids {
				add(c)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// definition is the atom that a def gives its variable, "" for others.
func definition(stmt *sexp.Node) string {
	if last := len(stmt.Kids) - 1; stmt.Head() == "def" && !stmt.Kids[last].List {
		return stmt.Kids[last].Atom
	}
	return ""
}

// unowned is stmts without those that count owners of the variables of env.
func unowned(stmts []*sexp.Node, env map[string]string) []*sexp.Node {
	var out []*sexp.Node
	for _, n := range stmts {
		owner := n.Head() == "release" || n.Head() == "retain"
		if owner && len(n.Kids) > 1 && env[n.Kids[len(n.Kids)-1].Atom] != "" {
			continue
		}
		if n.List {
			n = &sexp.Node{List: true, Kids: unowned(n.Kids, env)}
		}
		out = append(out, n)
	}
	return out
}

func atoms(texts []string) (out []*sexp.Node) {
	for _, t := range texts {
		out = append(out, &sexp.Node{Atom: t})
	}
	return out
}

func copyOf(n *sexp.Node) *sexp.Node { return rename(n, nil) }

// each calls f for every list in n that is not empty, inner ones first.
func each(n *sexp.Node, f func(*sexp.Node)) {
	if !n.List || len(n.Kids) == 0 {
		return
	}
	for _, k := range n.Kids {
		each(k, f)
	}
	f(n)
}

func list(head string, kids ...*sexp.Node) *sexp.Node {
	return &sexp.Node{List: true, Kids: append([]*sexp.Node{{Atom: head}}, kids...)}
}

// drop removes kid i of n, if it has one.
func drop(n *sexp.Node, i int) {
	if i < len(n.Kids) {
		n.Kids = without(n.Kids, i)
	}
}
