package oracle

// Where the promise about costs is known not to hold: what the oracle of costs leaves
// out unless it is asked for. Each gap has a program in tools/fuzz/FOUND.md. Whoever
// closes one deletes it here.

import (
	"slices"
	"strings"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// A gap is a kind of program for which costs are known to grow too much.
type gap struct {
	reason string
	family *grammar.Family // in which it shows first
	kinds  []string        // how it shows
	in     func(*nkl.Module) bool
}

var gaps = []gap{
	{"sequences in a sequence that a recursion hands on, other than a tail recursion, are views: what a level makes is appended to the data, and what no view sees any more stays",
		grammar.FKL, []string{"moves", "holds", "explodes"}, handsOnNested},
}

// known reports whether a gap explains a failure.
func known(m *nkl.Module, f *Failure) bool {
	kind, _, _ := strings.Cut(f.Kind, " ")
	return slices.ContainsFunc(gaps, func(g gap) bool { return g.family.Name == f.Pass && slices.Contains(g.kinds, kind) && g.in(m) })
}

// handsOnNested reports whether a function that is recursive otherwise than in tail position
// takes or returns a sequence of sequences.
func handsOnNested(m *nkl.Module) bool {
	calls := callsOf(m)
	return slices.ContainsFunc(m.Funcs, func(f *nkl.Func) bool {
		hands := nested(f.Result) || slices.ContainsFunc(f.Params, func(p *nkl.Var) bool { return nested(p.Type) })
		return hands && calls.recursive(f.Name) && holdsCalls(f.Body, f.Name, true)
	})
}

// holdsCalls reports whether e, which is in tail position or not, has a call of fn
// that is not a tail call.
func holdsCalls(e nkl.Expr, fn string, tail bool) bool {
	found := false
	switch e := e.(type) {
	case *nkl.Call:
		return e.Fn == fn && !tail
	case *nkl.Let:
		return holdsCalls(e.Rhs, fn, false) || holdsCalls(e.Body, fn, tail)
	case *nkl.If, *nkl.Check, *nkl.FoldIn:
		e.Children(func(_ int, c nkl.Expr) { found = found || holdsCalls(c, fn, tail) })
		return found
	}
	e.Children(func(_ int, c nkl.Expr) { found = found || holdsCalls(c, fn, false) })
	return found
}

// A callGraph has the functions that each function calls.
type callGraph map[string][]string

func callsOf(m *nkl.Module) callGraph {
	g := callGraph{}
	for _, f := range m.Funcs {
		ir.Walk(f.Body, func(e nkl.Expr) bool {
			if c, ok := e.(*nkl.Call); ok {
				g[f.Name] = append(g[f.Name], c.Fn)
			}
			return true
		})
	}
	return g
}

func (g callGraph) recursive(f string) bool { return g.reach(f, f) }

// reach reports whether from calls to, maybe through others.
func (g callGraph) reach(from, to string) bool {
	seen := map[string]bool{}
	var visit func(string) bool
	visit = func(f string) bool {
		if seen[f] {
			return false
		}
		seen[f] = true
		return slices.ContainsFunc(g[f], func(h string) bool { return h == to || visit(h) })
	}
	return visit(from)
}

// nested reports whether t has a sequence in a sequence.
func nested(t *types.Type) bool {
	if t.Kind == types.KSeq && t.Elem().Has(types.KSeq) {
		return true
	}
	return slices.ContainsFunc(t.Elems, nested)
}
