package names

// Keyword arguments. A parameter y := 2 follows the positional ones and can be
// given only by its name; its default is put in at calls that do not give it. A
// default may use the parameters before it: then the call binds them.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nesl"
)

// keywords describes a function with keyword parameters.
type keywords struct {
	before []nesl.Expr // the positional parameters, resolved
	params []*nesl.PatDefault
	names  []string // their variables
	uses   bool     // some default uses a parameter
}

// keywordParams takes the keyword parameters of a function apart; the pattern
// it returns has them as ordinary variables.
func (r *resolver) keywordParams(pat nesl.Expr) (nesl.Expr, *keywords) {
	kw := &keywords{}
	plain := r.scoped(func() nesl.Expr { return r.keywordParam(pat, kw, map[string]ir.Pos{}) })
	if len(kw.params) == 0 {
		return pat, nil
	}
	return plain, kw
}

// scoped is what f resolves, in a scope of its own.
func (r *resolver) scoped(f func() nesl.Expr) (out nesl.Expr) {
	outer := r.scope
	r.scope = scope{}
	out = f()
	r.scope = outer
	return out
}

// keywordParam is a pattern without defaults; seen are the variables before it.
func (r *resolver) keywordParam(pat nesl.Expr, kw *keywords, seen map[string]ir.Pos) nesl.Expr {
	switch p := pat.(type) {
	case *nesl.PatPair:
		if !hasDefault(p) { // one parameter
			break
		}
		left := r.keywordParam(p.Left, kw, seen)
		return &nesl.PatPair{Node: p.Node, Left: left, Right: r.keywordParam(p.Right, kw, seen)}
	case *nesl.PatDefault:
		value := r.expr(p.Default)
		ir.Walk(value, func(e nesl.Expr) bool {
			l, ok := e.(*nesl.Local)
			kw.uses = kw.uses || ok && r.isBound(l.Name)
			return true
		})
		v := r.patternIn(&nesl.PatVar{Node: p.Node, Name: p.Name}, firstWins, seen).(*nesl.PatVar)
		kw.params = append(kw.params, &nesl.PatDefault{Node: p.Node, Name: p.Name, Default: value})
		kw.names = append(kw.names, v.Name)
		return &nesl.PatVar{Node: p.Node, Name: p.Name}
	}
	if len(kw.params) > 0 {
		r.c.Errorf(pat.Pos(), "E0204", "positional parameters come before keyword parameters")
	}
	kw.before = append(kw.before, r.patternIn(pat, firstWins, seen))
	return pat
}

// spread takes a pair at the end of parts apart, until there are n.
func spread(parts []nesl.Expr, n int) []nesl.Expr {
	parts = slices.Clone(parts)
	for len(parts) > 0 && len(parts) < n {
		pair, ok := parts[len(parts)-1].(*nesl.Pair)
		if !ok {
			break
		}
		parts = append(parts[:len(parts)-1], pair.Left, pair.Right)
	}
	return parts
}

// hasDefault reports whether there is a keyword parameter in a pattern.
func hasDefault(pat nesl.Expr) bool {
	return ir.Any(pat, func(e nesl.Expr) bool { return e.Form() == nesl.FormPatDefault })
}

// isBound reports whether a variable is visible, by its unique name.
func (r *resolver) isBound(unique string) bool {
	return slices.ContainsFunc(r.scope.bound, func(b binding) bool { return b.unique == unique })
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
	if kw != nil {
		positional = spread(positional, len(kw.before))
	}
	if kw == nil && len(given) > 0 {
		r.c.Errorf(given[0].Pos(), "E0204", "the function has no keyword parameter %s", given[0].Name)
	}
	if kw == nil {
		return &nesl.Apply{Node: e.Node, Fn: fn, Arg: r.expr(e.Arg)}
	}
	args := r.keywordArgs(e, kw, positional, given)
	if !kw.uses && len(args) >= len(kw.before)+len(kw.params) {
		return &nesl.Apply{Node: e.Node, Fn: fn, Arg: Tuple(e.Pos(), args)}
	}
	return r.bindingArgs(e, fn, kw, args)
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

// keywordArgs are the arguments of a call of a function with parameters kw: the
// positional ones, and one for each keyword. Defaults that use parameters are
// nil.
func (r *resolver) keywordArgs(e *nesl.Apply, kw *keywords, positional []nesl.Expr, given []*nesl.Keyword) []nesl.Expr {
	switch {
	case len(kw.before) > 0 && len(positional) == 0:
		r.c.Errorf(e.Pos(), "E0204", "the positional arguments of the call are missing")
	case len(positional) > 0 && len(given) > 0 && positional[len(positional)-1].Pos().Key() > given[0].Pos().Key():
		r.c.Errorf(given[0].Pos(), "E0204", "positional arguments come before keyword arguments")
	case len(kw.before) == 0 && len(positional) > 0:
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
		k := byName[p.Name]
		delete(byName, p.Name)
		switch {
		case k != nil:
			parts = append(parts, r.expr(k.Arg))
		case kw.uses || len(positional) < len(kw.before):
			parts = append(parts, nil)
		default:
			parts = append(parts, Renaming{}.All(p.Default, r.scope.unique))
		}
	}
	for _, k := range given {
		if byName[k.Name] == k {
			r.noKeyword(k, kw)
		}
	}
	return parts
}

// bindingArgs calls fn in the scope of its parameters, which are bound to the
// arguments; what is given is evaluated before.
//
//	f(e, z := 1), where f(x, y := x + 1, z := y)
//	=> let a = e; z' = 1; x' = a; y' = x' + 1 in f(a, (y', z'))
func (r *resolver) bindingArgs(e *nesl.Apply, fn nesl.Expr, kw *keywords, args []nesl.Expr) nesl.Expr {
	out := &nesl.Let{Node: e.Node}
	bind := func(pat, rhs nesl.Expr) {
		out.Binds = append(out.Binds, &nesl.Bind{Node: e.Node, Pat: pat, Rhs: rhs})
	}
	held := make([]nesl.Expr, len(args))
	for i, a := range args {
		if a != nil {
			v := r.scope.unique("arg")
			bind(&nesl.PatVar{Node: ir.At(a.Pos()), Name: v}, a)
			held[i] = &nesl.Local{Node: ir.At(a.Pos()), Name: v}
		}
	}
	names := Renaming{}
	n := len(args) - len(kw.params)
	if n > 0 && n < len(kw.before) { // one value for several parameters
		var pats []nesl.Expr
		last := held[n-1]
		rest := held[n:]
		held = held[: n-1 : n-1]
		for range len(kw.before) - n + 1 {
			v := r.scope.unique("arg")
			pats = append(pats, &nesl.PatVar{Node: e.Node, Name: v})
			held = append(held, &nesl.Local{Node: e.Node, Name: v})
		}
		bind(patTuple(e.Pos(), pats), last)
		n, held = len(kw.before), append(held, rest...)
	}
	if n > 0 && len(kw.before) > 0 {
		bind(names.All(patTuple(e.Pos(), kw.before), r.scope.unique), Tuple(e.Pos(), held[:n]))
	}
	for i, p := range kw.params {
		value := held[n+i]
		if value == nil {
			value = names.All(p.Default, r.scope.unique)
		}
		v := r.scope.unique(p.Name)
		bind(&nesl.PatVar{Node: p.Node, Name: v}, value)
		names[kw.names[i]] = v
		held[n+i] = &nesl.Local{Node: p.Node, Name: v}
	}
	out.Body = &nesl.Apply{Node: e.Node, Fn: fn, Arg: Tuple(e.Pos(), held)}
	return out
}

// patTuple is the right-nested pattern of parts, at least one.
func patTuple(pos ir.Pos, parts []nesl.Expr) nesl.Expr {
	last := len(parts) - 1
	out := parts[last]
	for i := last - 1; i >= 0; i-- {
		out = &nesl.PatPair{Node: ir.At(pos), Left: parts[i], Right: out}
	}
	return out
}

// Tuple is the right-nested tuple of parts, at least one.
func Tuple(pos ir.Pos, parts []nesl.Expr) nesl.Expr {
	last := len(parts) - 1
	out := parts[last]
	for i := last - 1; i >= 0; i-- {
		out = &nesl.Pair{Node: ir.At(pos), Left: parts[i], Right: out}
	}
	return out
}
