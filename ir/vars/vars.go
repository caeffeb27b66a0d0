// Package vars does generically, for every family, what concerns variables:
// free variables, renaming, substitution. Generated code in each family wraps
// these functions under the same names.
//
// Binders are unique and identified by pointer, so the free variables of an
// expression are its uses minus its binders, wherever these stand.
package vars

import (
	"fmt"
	"sync"

	"nessiec/ir/types"
)

// Var is the variable of every family.
type Var = types.Var

// An Expr is an expression of a family whose expressions have type E.
type Expr[E any] interface {
	comparable
	Walk(func(E) bool)
	MapChildren(func(E) E) E
}

// Ops is what a family tells about the variables and types of one node,
// children excluded.
type Ops[E Expr[E]] struct {
	EachBind func(E, func(*Var))
	EachUse  func(E, func(*Var))                   // Refs included
	MapParts func(E, func(*Var) *Var, func(E) E) E // of variables, and of children
	MapTypes func(E, func(*types.Type) *types.Type) E
	Ref      func(E) *Var // the variable if the node is a Ref, else nil

	searches sync.Pool // of *search[E], for Free
}

// Bound is the variables that es and their parts bind.
func (o *Ops[E]) Bound(es ...E) map[*Var]bool {
	bound := map[*Var]bool{}
	add := func(v *Var) { bound[v] = true }
	for _, e := range es {
		o.walk(e, func(e E) { o.EachBind(e, add) })
	}
	return bound
}

func (o *Ops[E]) walk(e E, f func(E)) {
	e.Walk(func(e E) bool {
		f(e)
		return true
	})
}

// Rename replaces variables, binders and uses alike, as env says.
func (o *Ops[E]) Rename(e E, env map[*Var]*Var) E {
	look := func(v *Var) *Var {
		if w := env[v]; w != nil {
			return w
		}
		return v
	}
	var rec func(E) E
	rec = func(e E) E { return o.MapParts(e, look, rec) }
	return rec(e)
}

// Freshen copies e with a new variable for every binder in it.
func (o *Ops[E]) Freshen(e E) E {
	env := map[*Var]*Var{}
	renew := func(v *Var) { env[v] = types.CopyVar(v) }
	o.walk(e, func(e E) { o.EachBind(e, renew) })
	if len(env) == 0 {
		return e
	}
	return o.Rename(e, env)
}

// CopyWith is Replace after Freshen, in one go: a copy of e with a new variable for
// every binder in it.
func (o *Ops[E]) CopyWith(e E, env map[*Var]E) E {
	fresh := map[*Var]*Var{}
	look := func(v *Var) *Var {
		if w := fresh[v]; w != nil {
			return w
		}
		if r, ok := env[v]; ok {
			return o.Ref(r)
		}
		return v
	}
	renew := func(v *Var) { fresh[v] = types.CopyVar(v) }
	var rec func(E) E
	rec = func(e E) E {
		if v := o.Ref(e); v != nil {
			if r, ok := env[v]; ok {
				return r
			}
		}
		o.EachBind(e, renew)
		return o.MapParts(e, look, rec)
	}
	return rec(e)
}

// Replace substitutes expressions for the Refs to the variables in env. The
// same expression may be put in several places, so it should bind nothing. In
// a use that is not a Ref, a Ref renames; anything else leaves a set of uses
// and is a bug in any other place.
func (o *Ops[E]) Replace(e E, env map[*Var]E) E {
	look := func(v *Var) *Var {
		r, ok := env[v]
		if !ok {
			return v
		}
		return o.Ref(r)
	}
	var rec func(E) E
	rec = func(e E) E {
		if v := o.Ref(e); v != nil {
			if r, ok := env[v]; ok {
				return r
			}
			return e
		}
		return o.MapParts(e, look, rec)
	}
	return rec(e)
}

// Retype maps every type in e: annotations, and the types of binders, which
// become new variables where their type changes. env holds the replacements
// made outside e, of parameters for instance, and receives those made in e.
func (o *Ops[E]) Retype(e E, env map[*Var]*Var, f func(*types.Type) *types.Type) E {
	look := func(v *Var) *Var {
		if w := env[v]; w != nil {
			return w
		}
		return v
	}
	renew := func(v *Var) {
		if t := f(v.Type); t != v.Type && env[v] == nil {
			env[v] = types.NewVar(v.Name, t)
		}
	}
	var rec func(E) E
	rec = func(e E) E {
		o.EachBind(e, renew)
		return o.MapParts(o.MapTypes(e, f), look, rec)
	}
	return rec(e)
}

// Rebind replaces variables that e binds by what renew makes of them, where they are used,
// too.
func (o *Ops[E]) Rebind(e E, renew func(*Var) *Var) E {
	env := map[*Var]*Var{}
	o.walk(e, func(e E) {
		o.EachBind(e, func(v *Var) {
			if w := renew(v); w != v {
				env[v] = w
			}
		})
	})
	if len(env) == 0 {
		return e
	}
	return o.Rename(e, env)
}

// One maps a variable that must stay one.
func One(v *Var, f func(*Var) *Var) *Var {
	w := f(v)
	if w == nil {
		panic(fmt.Sprintf("vars: %s is replaced by an expression where only a variable can stand", v.Name))
	}
	return w
}

// Set maps a set of uses: what is replaced by an expression leaves the set,
// and what becomes equal is kept once. It returns vs itself and false when
// nothing changes.
func Set(vs []*Var, f func(*Var) *Var) ([]*Var, bool) {
	changed := false
	out := make([]*Var, 0, len(vs))
	for _, v := range vs {
		w := f(v)
		changed = changed || w != v
		for _, u := range out {
			if u == w {
				w = nil
			}
		}
		if w != nil {
			out = append(out, w)
		}
	}
	if !changed {
		return vs, false
	}
	return out, true
}
