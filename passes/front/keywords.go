package front

// Keyword arguments. A parameter y := 2 follows the positional ones and can be
// given only by its name; its default is put in at calls that do not give it.

import (
	"nessiec/ir"
	"nessiec/ir/nesl"
)

// keywords describes a function with keyword parameters.
type keywords struct {
	positional bool // there are positional parameters before
	params     []*nesl.PatDefault
}

// keywordParams takes the keyword parameters of a function apart; the pattern
// it returns has them as ordinary variables.
func (r *resolver) keywordParams(pat nesl.Expr) (nesl.Expr, *keywords) {
	kw := &keywords{}
	plain := r.keywordParam(pat, kw)
	if len(kw.params) == 0 {
		return pat, nil
	}
	return plain, kw
}

func (r *resolver) keywordParam(pat nesl.Expr, kw *keywords) nesl.Expr {
	switch p := pat.(type) {
	case *nesl.PatPair:
		left := r.keywordParam(p.Left, kw)
		return &nesl.PatPair{Node: p.Node, Left: left, Right: r.keywordParam(p.Right, kw)}
	case *nesl.PatDefault:
		kw.params = append(kw.params, &nesl.PatDefault{Node: p.Node, Name: p.Name, Default: r.expr(p.Default)})
		return &nesl.PatVar{Node: p.Node, Name: p.Name}
	}
	if len(kw.params) > 0 {
		r.c.Errorf(pat.Pos(), "E0204", "positional parameters come before keyword parameters")
	}
	kw.positional = true
	return pat
}

// apply resolves an application. Calls of functions with keyword parameters
// get all their arguments.
func (r *resolver) apply(e *nesl.Apply) nesl.Expr {
	fn := r.expr(e.Fn)
	var kw *keywords
	if g, ok := fn.(*nesl.Global); ok && g.Version > 0 {
		kw = r.latest[g.Name].keywords
	}
	positional, given := splitKeywords(e.Arg)
	if kw == nil && len(given) > 0 {
		r.c.Errorf(given[0].Pos(), "E0204", "the function has no keyword parameter %s", given[0].Name)
	}
	if kw == nil {
		return &nesl.Apply{Node: e.Node, Fn: fn, Arg: r.expr(e.Arg)}
	}
	return &nesl.Apply{Node: e.Node, Fn: fn, Arg: r.keywordArgs(e, kw, positional, given)}
}

// splitKeywords separates a tuple into its first part and the keyword
// arguments at its end.
func splitKeywords(arg nesl.Expr) (positional []nesl.Expr, given []*nesl.Keyword) {
	for arg != nil {
		part := arg
		arg = nil
		if pair, ok := part.(*nesl.Pair); ok && hasKeyword(pair) {
			part, arg = pair.Left, pair.Right
		}
		if k, ok := part.(*nesl.Keyword); ok {
			given = append(given, k)
		} else {
			positional = append(positional, part)
		}
	}
	return positional, given
}

func hasKeyword(e nesl.Expr) bool {
	for {
		pair, ok := e.(*nesl.Pair)
		if !ok {
			_, is := e.(*nesl.Keyword)
			return is
		}
		if _, is := pair.Left.(*nesl.Keyword); is {
			return true
		}
		e = pair.Right
	}
}

// keywordArgs makes the argument of a call of a function with parameters kw.
func (r *resolver) keywordArgs(e *nesl.Apply, kw *keywords, positional []nesl.Expr, given []*nesl.Keyword) nesl.Expr {
	switch {
	case kw.positional && len(positional) == 0:
		r.c.Errorf(e.Pos(), "E0204", "the positional arguments of the call are missing")
	case len(positional) > 0 && len(given) > 0 && positional[len(positional)-1].Pos().Key() > given[0].Pos().Key():
		r.c.Errorf(given[0].Pos(), "E0204", "positional arguments come before keyword arguments")
	case !kw.positional && len(positional) > 0:
		r.c.Errorf(positional[0].Pos(), "E0204", "all parameters of the function are keywords").
			WithHint("write " + kw.params[0].Name + " := ...")
	}
	byName := map[string]*nesl.Keyword{}
	for _, k := range given {
		if byName[k.Name] != nil {
			r.c.Errorf(k.Pos(), "E0204", "the argument %s is given twice", k.Name)
		}
		byName[k.Name] = k
	}
	var parts []nesl.Expr
	for _, p := range positional {
		parts = append(parts, r.expr(p))
	}
	for _, p := range kw.params {
		if k := byName[p.Name]; k != nil {
			parts = append(parts, r.expr(k.Arg))
			delete(byName, p.Name)
		} else {
			parts = append(parts, renaming{}.all(p.Default, r.scope.unique))
		}
	}
	for _, k := range given {
		if byName[k.Name] == k {
			r.noKeyword(k, kw)
		}
	}
	return tuple(e.Pos(), parts)
}

// tuple is the right-nested tuple of parts, at least one.
func tuple(pos ir.Pos, parts []nesl.Expr) nesl.Expr {
	last := len(parts) - 1
	out := parts[last]
	for i := last - 1; i >= 0; i-- {
		out = &nesl.Pair{Node: ir.At(pos), Left: parts[i], Right: out}
	}
	return out
}
