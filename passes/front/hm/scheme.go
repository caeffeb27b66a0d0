package hm

// Type schemes: generalisation, instances, and the order in which the
// variables of a type are named.

import (
	"slices"

	"nessiec/ir/types"
)

// A Scheme is the type of a top-level function, general over Vars.
type Scheme struct {
	Vars     []*Type // quantified, in the order of their names
	Arg, Res *Type
}

// Generalise makes the scheme of a function from arg to res: the variables of
// level 1 become quantified, named a, b, c ...
func Generalise(arg, res *Type) *Scheme {
	s := &Scheme{Arg: arg, Res: res}
	for _, v := range Vars(res, arg) {
		if v.IsFree() && v.level > 0 {
			s.Quantify(v)
		}
	}
	return s
}

// Quantify makes v the next type parameter of s.
func (s *Scheme) Quantify(v *Type) {
	v.param = types.TVar(letter(len(s.Vars)), v.Class)
	s.Vars = append(s.Vars, v)
}

// Weaken makes the free variables of t belong to the top level: no function is
// general over them.
func Weaken(t *Type) {
	for _, v := range Vars(t) {
		v.level = 0
	}
}

// Params are the type parameters of the scheme.
func (s *Scheme) Params() []*types.Type {
	var ps []*types.Type
	for _, v := range s.Vars {
		ps = append(ps, v.param)
	}
	return ps
}

// Instance gives fresh variables to the quantified ones.
func (s *Scheme) Instance() (arg, res *Type, args []*Type) {
	if len(s.Vars) == 0 {
		return s.Arg, s.Res, nil
	}
	args = Fresh(s.Vars)
	return Subst(s.Arg, s.Vars, args), Subst(s.Res, s.Vars, args), args
}

// Fresh makes one fresh variable for each of vs.
func Fresh(vs []*Type) []*Type {
	out := make([]*Type, len(vs))
	for i, v := range vs {
		out[i] = NewVar(v.Class)
	}
	return out
}

// Subst replaces the quantified variables from by to. What does not change is
// shared.
func Subst(t *Type, from, to []*Type) *Type {
	t = t.Find()
	if t.Kind == Var {
		if i := slices.Index(from, t); i >= 0 {
			return to[i]
		}
		return t
	}
	for i, a := range t.Args {
		b := Subst(a, from, to)
		if b == a.Find() {
			continue
		}
		c := &Type{Kind: t.Kind, Data: t.Data, Label: t.Label, Args: slices.Clone(t.Args)}
		c.Args[i] = b
		for j := i + 1; j < len(c.Args); j++ {
			c.Args[j] = Subst(c.Args[j], from, to)
		}
		return c
	}
	return t
}

// Vars lists the variables of ts in the order in which they are named: types
// are read result first, and a variable counts where it is read last. So
// compose is (d -> b, e -> d) -> e -> b, with a and c for the identities of its
// two arguments.
func Vars(ts ...*Type) []*Type {
	var all []*Type
	for _, t := range ts {
		all = appendVars(all, t)
	}
	seen := map[*Type]bool{}
	out := all[:0:0]
	for i := len(all) - 1; i >= 0; i-- {
		if !seen[all[i]] {
			seen[all[i]] = true
			out = append(out, all[i])
		}
	}
	slices.Reverse(out)
	return out
}

func appendVars(vs []*Type, t *Type) []*Type {
	t = t.Find()
	switch t.Kind {
	case Var:
		return append(vs, t)
	case Fun:
		return appendVars(appendVars(appendVars(vs, t.Args[0]), t.Args[2]), t.Args[1])
	}
	for _, a := range t.Args {
		vs = appendVars(vs, a)
	}
	return vs
}

// letter is a, b, ..., z, aa, ab, ...
func letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letter(i/26-1) + letter(i%26)
}
