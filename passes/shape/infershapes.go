// Package shape finds the lengths of sequences at compile time, and removes
// the checks that they prove [shape §3-4].
//
// One analysis (infer) serves three passes: infer-shapes writes sizes into the types of
// variables, find-mismatches reports checks that never hold, discharge-checks goes on with
// what infer-shapes has found and removes the checks that are proved.
package shape

// Writes the sizes of sequences into types.

import (
	"maps"

	"nessiec/ir"
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
	x.Module()
	out := sized(x, m).module(m)
	c.Keep(out, &analysed{x, m})
	return out
}

// An analysed is a module and what was found about it.
type analysed struct {
	*infer.Analysis
	m *nkl.Module
}

// analysedAs is what the module m was before it had sizes, if it is as infer-shapes has left it.
func analysedAs(c *pass.Ctx, m *nkl.Module) *analysed {
	if a, ok := c.Kept(m).(*analysed); ok {
		return a
	}
	return &analysed{infer.NewAnalysis(c, m), m}
}

// A retyping is variables with new types, by those that they replace, and new types of results,
// by function.
type retyping struct {
	vars    map[*nkl.Var]*nkl.Var
	results map[string]*types.Type
}

// sized is the types that an analysis of m has found.
func sized(x *infer.Analysis, m *nkl.Module) *retyping {
	r := &retyping{map[*nkl.Var]*nkl.Var{}, maps.Clone(x.Results)}
	for _, f := range m.Funcs {
		r.add(x, f.Params, f.Body)
	}
	for _, l := range m.Lifteds {
		r.add(x, l.Params, l.Body)
	}
	return r
}

// add adds the variables of a function whose types change.
func (r *retyping) add(x *infer.Analysis, params []*nkl.Var, body nkl.Expr) {
	add := func(v *nkl.Var) {
		if t := x.Types[v]; t != v.Type {
			r.vars[v] = types.NewVar(v.Name, t)
		}
	}
	for _, p := range params {
		add(p)
	}
	ir.Walk(body, func(e nkl.Expr) bool {
		nkl.EachBind(e, add)
		return true
	})
}

// module is m with these types.
func (r *retyping) module(m *nkl.Module) *nkl.Module {
	if len(r.vars) == 0 && len(r.results) == 0 {
		return m
	}
	out := m.WithFuncs(nil)
	for _, f := range m.Funcs {
		g := *f
		g.Params, g.Body, g.Result = r.list(f.Params), nkl.Rename(f.Body, r.vars), r.results[f.Name]
		out.Funcs = append(out.Funcs, &g)
	}
	for _, l := range m.Lifteds {
		k := *l
		k.Params, k.Body, k.Result = r.list(l.Params), nkl.Rename(l.Body, r.vars), r.results[l.Name]
		out.Lifteds = append(out.Lifteds, &k)
	}
	return out
}

func (r *retyping) list(vs []*nkl.Var) []*nkl.Var {
	out := make([]*nkl.Var, len(vs))
	for i, v := range vs {
		if out[i] = v; r.vars[v] != nil {
			out[i] = r.vars[v]
		}
	}
	return out
}
