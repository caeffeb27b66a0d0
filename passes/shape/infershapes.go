// Package shape finds the lengths of sequences at compile time, and removes
// the checks that they prove [shape §3-4].
//
// One analysis (infer) serves three passes: infer-shapes writes sizes into the types of
// variables, find-mismatches reports checks that never hold, discharge-checks removes the
// checks that are proved.
package shape

// Writes the sizes of sequences into types.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/pass"
	"nessiec/passes/shape/infer"
)

// InferShapes writes the sizes of sequences into the types of variables and
// results.
//
//	{ { x + y : x in xs; y in ys } : xs in xss }
//	xss:[[float#xss.2{$1}]#xss] xs:[float#xss.2{$xs}] ys:[float#ys]
//	=> [[float#ys]#xss], since a check in the map says that all rows are like ys
//
// What a map has checked for every element holds for all elements once it is over, and what a
// function checks of its arguments holds after the call: in a later map over xss, xs has the
// type [float#ys]. Types from before the checks keep their sizes, for a value may be allocated
// before it is checked.
//
// A size is a name (of a length or of an int, after the variable it was first
// seen in), a function of indices, or arithmetic on these: $1, $2 are indices
// of enclosing levels of the same type, $x is the index of the map that binds x.
// What later passes may rely on is said in docs/sizes.md.
// [shape §4.3]
func InferShapes(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	x := infer.NewAnalysis(c, m)
	x.Module(m)
	out := m.WithFuncs(nil)
	changed := false
	for _, f := range m.Funcs {
		if r := retyper(x, f.Params, f.Body); len(r) > 0 || x.Results[f.Name] != f.Result {
			g := *f
			g.Params, g.Body, g.Result = r.list(f.Params), nkl.Rename(f.Body, r), x.Results[f.Name]
			f, changed = &g, true
		}
		out.Funcs = append(out.Funcs, f)
	}
	for _, l := range m.Lifteds {
		if r := retyper(x, l.Params, l.Body); len(r) > 0 || x.Results[l.Name] != l.Result {
			g := *l
			g.Params, g.Body, g.Result = r.list(l.Params), nkl.Rename(l.Body, r), x.Results[l.Name]
			l, changed = &g, true
		}
		out.Lifteds = append(out.Lifteds, l)
	}
	if !changed {
		return m
	}
	return out
}

// A renaming maps variables to those with new types.
type renaming map[*nkl.Var]*nkl.Var

func (r renaming) list(vs []*nkl.Var) []*nkl.Var {
	out := make([]*nkl.Var, len(vs))
	for i, v := range vs {
		if out[i] = v; r[v] != nil {
			out[i] = r[v]
		}
	}
	return out
}

// retyper makes new variables for those of a function whose types change.
func retyper(x *infer.Analysis, params []*nkl.Var, body nkl.Expr) renaming {
	r := renaming{}
	add := func(v *nkl.Var) {
		if t := x.Types[v]; t != v.Type {
			r[v] = types.NewVar(v.Name, t)
		}
	}
	for _, p := range params {
		add(p)
	}
	var walk func(e nkl.Expr)
	walk = func(e nkl.Expr) {
		nkl.EachBind(e, add)
		e.Children(func(_ int, c nkl.Expr) { walk(c) })
	}
	walk(body)
	return r
}
