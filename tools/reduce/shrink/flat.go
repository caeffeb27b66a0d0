package shrink

// Edits of the text of flat and kernel programs, which are chains of
//
//	(let (x:t y:u) rhs body)
//
// whose results are given by rets of the same number.

import (
	"strings"

	"nessiec/ir/sexp"
)

// cutLet tries to do without the binding n: its variables are zero or another
// variable of the type, or one of them goes with its part of the results.
func (s *shrinker) cutLet(root, n *sexp.Node, known map[string]string) bool {
	old := *n
	defer func() { *n = old }()
	body := old.Kids[len(old.Kids)-1]
	for _, pick := range []func(string) string{zeroOf, func(t string) string { return known[t] }} {
		env := map[string]string{}
		for _, b := range old.Kids[1].Kids {
			name, t, _ := strings.Cut(b.Atom, ":")
			env[name] = pick(t)
		}
		if complete(env) {
			*n = *rename(body, env)
			if s.tryText(root) {
				return true
			}
		}
	}
	if len(old.Kids) != 4 {
		return false
	}
	for k := range old.Kids[1].Kids {
		binds := &sexp.Node{List: true, Kids: without(old.Kids[1].Kids, k)}
		rhs := withoutResult(old.Kids[2], len(old.Kids[1].Kids), k)
		*n = sexp.Node{List: true, Kids: []*sexp.Node{old.Kids[0], binds, rhs, body}}
		if s.tryText(root) {
			return true
		}
	}
	return false
}

func complete(env map[string]string) bool {
	for _, v := range env {
		if v == "" {
			return false
		}
	}
	return len(env) > 0
}

// zeroOf is a literal of a base type, "" for other types.
func zeroOf(t string) string {
	return map[string]string{"int": "0", "float": "0.0", "bool": "false", "char": "char:32"}[t]
}

// rename replaces atoms.
func rename(n *sexp.Node, env map[string]string) *sexp.Node {
	if !n.List {
		if v := env[n.Atom]; v != "" {
			return &sexp.Node{Atom: v}
		}
		return n
	}
	out := &sexp.Node{List: true}
	for _, k := range n.Kids {
		out.Kids = append(out.Kids, rename(k, env))
	}
	return out
}

// withoutResult drops result k of every ret of n results.
func withoutResult(e *sexp.Node, n, k int) *sexp.Node {
	if !e.List {
		return e
	}
	if e.Head() == "ret" && len(e.Kids) == n+1 {
		return &sexp.Node{List: true, Kids: without(e.Kids, k+1)}
	}
	out := &sexp.Node{List: true}
	for _, c := range e.Kids {
		out.Kids = append(out.Kids, withoutResult(c, n, k))
	}
	return out
}

// binders adds, per type, the variable bound by n or the first one before it.
func binders(n *sexp.Node, known map[string]string) {
	for _, b := range n.Kids {
		if name, t, ok := strings.Cut(b.Atom, ":"); ok && !b.List && !strings.HasPrefix(t, ":") && known[t] == "" {
			known[t] = name
		}
	}
}

// truncate makes an entry return a variable as soon as it is bound.
func (s *shrinker) truncate() (changed bool) {
	for i := 0; s.more(); i++ {
		root := s.source()
		if i >= len(root.Kids) {
			return changed
		}
		f := root.Kids[i]
		if f.Head() != "func" || len(f.Kids) != 5 {
			continue
		}
		for at := f.Kids[4]; at.Head() == "let" && len(at.Kids) == 4; at = at.Kids[3] {
			if s.returnHere(root, f, at) {
				changed = true
				break
			}
		}
	}
	return changed
}

// returnHere ends function f of root after the binding at.
func (s *shrinker) returnHere(root, f, at *sexp.Node) bool {
	oldBody, oldResults := at.Kids[3], f.Kids[3]
	defer func() { at.Kids[3], f.Kids[3] = oldBody, oldResults }()
	for _, b := range at.Kids[1].Kids {
		name, t, _ := strings.Cut(b.Atom, ":")
		if oldBody.Head() == "ret" && len(oldBody.Kids) == 2 && oldBody.Kids[1].Atom == name {
			return false // it does already
		}
		at.Kids[3] = &sexp.Node{List: true, Kids: []*sexp.Node{{Atom: "ret"}, {Atom: name}}}
		f.Kids[3] = &sexp.Node{List: true, Kids: []*sexp.Node{{Atom: t}}}
		undo := retype(root, f.Kids[1].Atom, sourceType(t))
		if s.tryText(root) {
			return true
		}
		undo()
	}
	return false
}

// sourceType is a source type whose representation is the flat type t.
func sourceType(t string) string {
	if e, ok := strings.CutPrefix(t, "vec<"); ok {
		return "[" + strings.TrimSuffix(e, ">") + "]"
	}
	return t
}

// retype changes the type of the actions that call fn; undo takes it back.
func retype(root *sexp.Node, fn, t string) (undo func()) {
	old := map[*sexp.Node]string{}
	for _, a := range root.Kids {
		if a.Head() == "action" && len(a.Kids) > 5 && a.Kids[5].Atom == fn {
			old[a.Kids[4]] = a.Kids[4].Atom
			a.Kids[4].Atom = t
		}
	}
	return func() {
		for n, t := range old {
			n.Atom = t
		}
	}
}
