package sizing

// What a call yields: its results say their sizes in names of parameters, which arguments
// give values. And what stands in place of it: the body, whose names are renamed.

import (
	"nessiec/ir/types"
)

// Call is what is known of the results of a call, of a function with these parameters and
// types of results. Names that no parameter introduces are new in every call: nothing is
// known of what mentions them.
func Call(params []*types.Var, args []Of, results []*types.Type) []Of {
	given := match(params, args)
	out := make([]Of, len(results))
	for i, t := range results {
		var ss []*types.Size
		for _, n := range t.Sizes {
			s := instantiate(n, given)
			if s == nil {
				break
			}
			ss = append(ss, s)
		}
		out[i].Sizes = ss
	}
	return out
}

// Inline is the variables of a function where its body stands in place of a call with these
// arguments: their sizes are in names of the caller. Those that no argument gives a value are
// new there.
func (s *Scope) Inline(params []*types.Var, args []Of) func(*types.Var) *types.Var {
	given := match(params, args)
	here := func(n *types.Size) *types.Size {
		eachAtom(n, func(a *types.Size) {
			switch {
			case given[a.Name] != nil:
			case a.Op == types.SizeVar:
				given[a.Name] = s.fresh(a.Name)
			default:
				given[a.Name] = s.FreshEach(a.Name)
			}
		})
		return instantiate(n, given)
	}
	return func(v *types.Var) *types.Var {
		if len(v.Type.Sizes) == 0 && v.Value == nil {
			return v
		}
		w := types.CopyVar(v)
		if v.Value != nil {
			w.Value = here(v.Value)
			if w.Value == nil {
				w.Value = s.fresh(v.Name)
			}
			return w
		}
		ss := make([]*types.Size, len(v.Type.Sizes))
		for i, n := range v.Type.Sizes {
			ss[i] = here(n)
		}
		w.Type = v.Type.WithSizes(s.sizesOf(&types.Var{Name: v.Name, Type: v.Type.Erase()}, sizes(ss...))...)
		return w
	}
}

// match is what names of parameters stand for, as arguments say.
func match(params []*types.Var, args []Of) map[string]*types.Size {
	given := map[string]*types.Size{}
	match := func(n, is *types.Size) {
		if n == nil || is == nil || !IsName(n) || given[n.Name] != nil {
			return
		}
		if n.Op == types.SizeVar || len(n.Args) == 1 && n.Args[0] == types.IndexSize(1) {
			given[n.Name] = is
		}
	}
	for i, p := range params {
		match(p.Value, args[i].Value)
		match(Var(p).Length(), args[i].Length())
		match(Var(p).Each(), args[i].Each())
	}
	return given
}

// instantiate is n in terms of what its names are given; nil if one has nothing.
func instantiate(n *types.Size, given map[string]*types.Size) *types.Size {
	ok := true
	out := n.Map(func(s *types.Size) *types.Size {
		if !IsName(s) {
			return s
		}
		g := given[s.Name]
		if g != nil && s.Op == types.SizeApp {
			g = At(g, s.Args[0])
		}
		if ok = ok && g != nil; !ok {
			return s
		}
		return g
	})
	if !ok || weight(out) > maxWeight {
		return nil
	}
	return out
}
