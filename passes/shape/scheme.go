package shape

// Functions: for all sizes of the parameters there are sizes of the result.
// Every use of a function has new ones.

import (
	"strconv"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// A scheme is what a function makes of sizes. The sizes of its parameters are
// names, each its own; other names in the result exist for every call.
type scheme struct {
	params []*shape
	result *shape // nil: no call returns, as far as is known
	names  map[string]*name
	learnt []entry // holds after every call, in terms of the parameters
}

// module analyses all functions, callees first, and then the lifted ones.
func (x *analysis) module(m *nkl.Module) {
	for _, group := range components(m) {
		x.group(group)
	}
	for _, l := range m.Lifteds {
		x.lifted(l)
	}
}

// group analyses functions that call each other. If they are recursive, calls
// are first assumed not to return: if what this gives is confirmed by a second
// round it is true, by induction on the depth of calls; else results are unknown.
func (x *analysis) group(fs []*nkl.Func) {
	if len(fs) == 1 && !calls(fs[0], fs[0].Name) {
		x.schemes[fs[0].Name] = x.function(fs[0])
		return
	}
	for _, f := range fs {
		x.schemes[f.Name] = &scheme{}
	}
	first := x.round(fs)
	for i, s := range x.round(fs) {
		if !sameScheme(first[i], s) {
			x.giveUp(fs)
			return
		}
	}
}

// round analyses fs with the schemes there are and then replaces these.
func (x *analysis) round(fs []*nkl.Func) []*scheme {
	out := make([]*scheme, len(fs))
	for i, f := range fs {
		out[i] = x.function(f)
	}
	for i, f := range fs {
		x.schemes[f.Name] = out[i]
	}
	return out
}

// giveUp analyses fs with calls whose results are unknown.
func (x *analysis) giveUp(fs []*nkl.Func) {
	for _, f := range fs {
		x.start()
		s := &scheme{params: x.params(f.Params)}
		x.hint = "r"
		s.result, s.names = x.unknown(f.Result, 0), x.names
		x.schemes[f.Name] = s
	}
	x.round(fs)
}

// sameScheme compares results and what is learnt; parameters have their names
// from the function.
func sameScheme(a, b *scheme) bool {
	if !same(a.named(), b.named()) || len(a.learnt) != len(b.learnt) {
		return false
	}
	for i, e := range a.learnt {
		f := b.learnt[i]
		if e.lhs != f.lhs || e.rhs != f.rhs || e.bound != f.bound || (e.whole == nil) != (f.whole == nil) {
			return false
		}
		if e.whole != nil && (e.whole.atom.Name != f.whole.atom.Name || e.whole.rhs != f.whole.rhs) {
			return false
		}
	}
	return true
}

// named is the result with the names that exist for every call numbered.
func (s *scheme) named() *shape {
	params := map[string]bool{}
	for _, p := range s.params {
		p.eachSize(func(n *size) { params[n.Name] = true })
	}
	numbers := map[string]string{}
	return s.result.mapSizes(func(n *size) *size {
		return subst(n, func(t *size) *size {
			if s.names[t.Name] == nil || params[t.Name] {
				return t
			}
			if numbers[t.Name] == "" {
				numbers[t.Name] = "?" + strconv.Itoa(len(numbers))
			}
			return types.AppSize(numbers[t.Name], t.Args...)
		})
	})
}

// eachSize calls f with the sizes of s.
func (s *shape) eachSize(f func(*size)) {
	s.mapSizes(func(n *size) *size { f(n); return n })
}

func (x *analysis) params(ps []*nkl.Var) []*shape {
	out := make([]*shape, len(ps))
	for i, p := range ps {
		x.hint = p.Name
		out[i] = x.unknown(p.Type, 0)
		x.bind(p, out[i])
	}
	return out
}

// function analyses f.
func (x *analysis) function(f *nkl.Func) *scheme {
	x.start()
	s := &scheme{params: x.params(f.Params)}
	x.fn, x.hint = f.Name, f.Name
	x.assume(f.Name)
	s.result = x.expr(f.Body).mapSizes(func(n *size) *size { return x.normal(n, true) })
	s.names = x.names
	x.results[f.Name] = x.annotated(f.Result, s.result)
	if x.rect {
		s.learnt = x.aboutParams(s.params)
	}
	return s
}

// lifted analyses a pre-lifted function: its parameters have as many elements
// as the first one says.
func (x *analysis) lifted(l *nkl.Lifted) {
	x.start()
	n := l.Params[0]
	x.hint = n.Name
	count := x.unknownSize(n.Name, 0, true)
	x.bind(n, intShape(count))
	for _, p := range l.Params[1:] {
		x.hint = p.Name
		x.bind(p, seqShape(count, x.unknown(p.Type.Elem(), 1)))
	}
	x.hint = l.Of
	x.results[l.Name] = x.annotated(l.Result, x.expr(l.Body))
}

// aboutParams are the facts in force that speak of sizes of parameters only.
func (x *analysis) aboutParams(params []*shape) (out []entry) {
	known := map[string]bool{}
	for _, p := range params {
		p.eachSize(func(n *size) { known[n.Name] = true })
	}
	only := func(s *size, vars []*size) bool {
		ok := true
		subst(s, func(t *size) *size {
			isName := t.Op == types.SizeVar || t.Op == types.SizeApp
			ok = ok && (!isName || known[t.Name] || indexOf(vars, t) >= 0)
			return t
		})
		return ok
	}
	for _, e := range x.facts.log {
		switch {
		case len(out) == maxLearnt:
			return out
		case e.whole != nil && e.whole.rhs != nil && only(e.whole.atom, e.whole.vars) && only(e.whole.rhs, e.whole.vars) && onlyAll(only, e.whole):
			out = append(out, e)
		case e.lhs != nil && only(e.lhs, nil) && only(e.rhs, nil):
			out = append(out, e)
		}
	}
	return out
}

func onlyAll(only func(*size, []*size) bool, w *whole) bool {
	for _, n := range w.lens {
		if !only(n, w.vars) {
			return false
		}
	}
	return true
}

// maxLearnt bounds what a call tells about its arguments.
const maxLearnt = 8
