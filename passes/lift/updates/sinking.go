package updates

// Versions of sequences that exits do not need.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/lift/steps"
	"nessiec/passes/nested/anf"
)

// sinking is loop l, where a step that makes a new version of a sequence stands in both branches of a conditional behind it, if
// the loop ends in one of these and yields the sequence as it was: a search takes the first element off its queue, sees that
// it is what it looks for, and yields the queue. It is l itself if there is no such step. The branch that ends is code
// behind the block then, which makes the version for the checks in that alone.
//
//	(let b (put a i x) (let c (elt a 0) (if (== c y) (tuple a c) (recur b ..))))
//	=> (let c (elt a 0) (if (== c y) (let b (put a i x) (tuple a c)) (let b (put a i x) (recur b ..))))
func sinking(l *nkl.Loop) *nkl.Loop {
	body := sinker{}.code(l.Body)
	if body == l.Body {
		return l
	}
	return &nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: body}
}

// A sinker knows the tuples and the parts of tuples that variables are.
type sinker map[*nkl.Var]nkl.Expr

// code is sinking for code that ends an iteration.
func (x sinker) code(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		switch e.Rhs.(type) {
		case *nkl.Tuple, *nkl.Proj:
			x[e.Bind] = e.Rhs
		default:
			if out := x.intoBranches(e); out != nil {
				return out
			}
		}
		if body := x.code(e.Body); body != e.Body {
			return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: body}
		}
	case *nkl.Check, *nkl.If:
		return e.MapBodies(x.code)
	}
	return e
}

// sequences is the sequences, and tuples with some, that vs are and that are in them or around them.
func (x sinker) sequences(vs []*nkl.Var) (out []*nkl.Var) {
	for len(vs) > 0 {
		v := vs[0]
		vs = vs[1:]
		if scalarsOnly(v.Type) || slices.Contains(out, v) {
			continue
		}
		out = append(out, v)
		if def := x[v]; def != nil {
			vs = append(vs, nkl.FreeVars(def)...)
		}
	}
	return out
}

// intoBranches is let with its step, and those that need it, in the branches of the conditional that follows; nil if it is to stay.
func (x sinker) intoBranches(let *nkl.Let) nkl.Expr {
	if scalarsOnly(let.Bind.Type) {
		return nil
	}
	between, tail := steps.Of(let.Body)
	choice, ok := tail.(*nkl.If)
	if !ok || anf.Iterates(choice.Then) == anf.Iterates(choice.Else) {
		return nil
	}
	ending := choice.Then
	if anf.Iterates(ending) {
		ending = choice.Else
	}
	yields := x.sequences(nkl.FreeVars(ending))
	if !slices.ContainsFunc(x.sequences(nkl.FreeVars(let.Rhs)), func(v *nkl.Var) bool { return slices.Contains(yields, v) }) {
		return nil
	}
	sinks, stays := []steps.Step{{Bind: let.Bind, Expr: let.Rhs}}, []steps.Step(nil)
	made := []*nkl.Var{let.Bind}
	needs := func(e nkl.Expr) bool {
		return slices.ContainsFunc(nkl.FreeVars(e), func(v *nkl.Var) bool { return slices.Contains(made, v) })
	}
	fails := mayFail(let.Rhs)
	for _, s := range between {
		switch {
		case needs(s.Expr):
			fails = fails || s.Check != nil || mayFail(s.Expr)
			if sinks = append(sinks, s); s.Bind != nil {
				made = append(made, s.Bind)
			}
		case fails && (s.Check != nil || mayFail(s.Expr)):
			return nil // it would fail first
		default:
			stays = append(stays, s)
		}
	}
	if needs(choice.Cond) {
		return nil
	}
	then, els := nkl.Freshen(steps.Join(sinks, choice.Then)), steps.Join(sinks, choice.Else)
	return steps.Join(stays, &nkl.If{Node: choice.Node, Cond: choice.Cond, Then: then, Else: els})
}

// mayFail reports whether there is a check in e, or a call.
func mayFail(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool { return anf.IsCheck(e) || anf.CalledBy(e) != "" })
}
