package shrink

// Shrinking nested programs: declarations first, then expressions from the
// outside in, then parameters, until nothing more is gained.

import (
	"errors"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

var errPanic = errors.New("the checker panics")

func (s *shrinker) nested() {
	for changed := true; changed && s.more(); {
		changed = s.dropDecls()
		changed = s.sweep() || changed
		changed = s.dropParams() || changed
	}
}

func (s *shrinker) module() *nkl.Module { return s.m.(*nkl.Module) }

// dropDecls removes actions, liftings and functions, those that nothing needs together.
func (s *shrinker) dropDecls() (changed bool) {
	for i := len(s.module().Actions) - 1; i >= 0; i-- {
		m := *s.module()
		m.Actions = without(m.Actions, i)
		changed = s.try(&m) || s.try(m.Reachable()) || changed
	}
	changed = len(s.module().Reachable().Funcs) < len(s.module().Funcs) && s.try(s.module().Reachable()) || changed
	for i := len(s.module().Liftings) - 1; i >= 0; i-- {
		m := *s.module()
		m.Liftings = without(m.Liftings, i)
		changed = s.try(&m) || changed
	}
	for i := len(s.module().Funcs) - 1; i >= 0; i-- {
		m := *s.module()
		m.Funcs = without(m.Funcs, i)
		changed = s.try(&m) || changed
	}
	return changed
}

func without[T any](xs []T, i int) []T { return append(append([]T(nil), xs[:i]...), xs[i+1:]...) }

// A place is an expression of a module with its type.
type place struct {
	e    nkl.Expr
	t    *types.Type
	fn   *nkl.Func // whose body it is in, nil in lifted functions
	body bool      // it is the whole body
}

// places lists the expressions of m, outer ones first.
func places(m *nkl.Module) (out []place) {
	sigs := m.Sigs()
	add := func(f *nkl.Func, body nkl.Expr) {
		ir.Walk(body, func(e nkl.Expr) bool {
			out = append(out, place{e, sigs.TypeOf(e), f, e == body})
			return true
		})
	}
	for _, f := range m.Funcs {
		add(f, f.Body)
	}
	for _, l := range m.Lifteds {
		add(nil, l.Body)
	}
	return out
}

// sweep tries to make every expression smaller.
func (s *shrinker) sweep() (changed bool) {
	ps := places(s.module())
	for i := 0; i < len(ps) && s.more(); i++ {
		if s.edit(ps[i]) {
			changed = true
			ps = places(s.module())
			i--
		}
	}
	return changed
}

// edit tries the edits of one place.
func (s *shrinker) edit(p place) bool {
	if p.body && p.fn != nil && s.otherResult(p) {
		return true
	}
	for _, e := range s.smaller(p) {
		if s.try(replace(s.module(), p.e, e)) {
			return true
		}
	}
	return false
}

// replace puts e in the place of old.
func replace(m *nkl.Module, old, e nkl.Expr) *nkl.Module {
	var f func(nkl.Expr) nkl.Expr
	f = func(x nkl.Expr) nkl.Expr {
		if x == old {
			return e
		}
		return x.MapChildren(f)
	}
	return m.MapBodies(f)
}

// otherResult makes an entry return a part of its body, of whatever type.
func (s *shrinker) otherResult(p place) bool {
	sigs := s.module().Sigs()
	for _, part := range parts(p.e, 3) {
		t := sigs.TypeOf(part)
		if t == nil || t == p.t || t.Has(types.KFun) || t.Has(types.KVar) {
			continue
		}
		f := *p.fn
		f.Result, f.Body = t, part
		if s.try(withFunc(s.module(), p.fn, &f)) {
			return true
		}
	}
	return false
}

// withFunc is m with f in the place of old, and the actions that call it.
func withFunc(m *nkl.Module, old, f *nkl.Func) *nkl.Module {
	out := *m
	out.Funcs, _ = ir.MapSlice(m.Funcs, func(g *nkl.Func) *nkl.Func {
		if g == old {
			return f
		}
		return g
	})
	out.Actions = nil
	for _, a := range m.Actions {
		if a.Fn == f.Name {
			b := *a
			b.Type = f.Result
			a = &b
		}
		out.Actions = append(out.Actions, a)
	}
	return &out
}

// parts lists the expressions inside e, down to a depth.
func parts(e nkl.Expr, depth int) (out []nkl.Expr) {
	if depth == 0 {
		return nil
	}
	e.Children(func(_ int, c nkl.Expr) { out = append(out, c) })
	for _, c := range out[:len(out):len(out)] {
		out = append(out, parts(c, depth-1)...)
	}
	return out
}
