package prim

// Type schemes of primitives. The text is
//
//	(ARG ... ) RESULT ; VAR:CLASS, VAR:CLASS
//
// with the types of package types, where a name of one letter is a variable.
// A variable without a class is of class any.

import (
	"fmt"
	"strings"

	"nessiec/ir/types"
)

// A Scheme is the type of a primitive. Variables are types of kind Var.
type Scheme struct {
	Params []*types.Type
	Result *types.Type
	Vars   []*types.Type // in order of first use
	from   path          // where the result occurs in the parameters, if it does
}

// A path leads to a component: parameter number, then component numbers.
type path []int

// ParseScheme reads the text form.
func ParseScheme(s string) (*Scheme, error) {
	head, classes, _ := strings.Cut(s, ";")
	params, result, ok := strings.Cut(strings.TrimSpace(head), ") ")
	if !ok || !strings.HasPrefix(params, "(") {
		return nil, fmt.Errorf("scheme %q: expected (arguments) result", s)
	}
	byVar := map[string]string{}
	for _, c := range strings.Split(classes, ",") {
		if v, class, ok := strings.Cut(strings.TrimSpace(c), ":"); ok {
			byVar[v] = class
		}
	}
	ps, err := types.Parse("<" + withClasses(params[1:], byVar) + ">")
	if err != nil {
		return nil, fmt.Errorf("scheme %q: %w", s, err)
	}
	res, err := types.Parse(withClasses(result, byVar))
	if err != nil {
		return nil, fmt.Errorf("scheme %q: %w", s, err)
	}
	sc := &Scheme{Params: ps.Elems, Result: res}
	sc.addVars(ps)
	sc.addVars(res)
	sc.from = find(sc.Params, res)
	return sc, nil
}

// withClasses writes every variable of s in the syntax of package types.
func withClasses(s string, classes map[string]string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] >= 'a' && s[j] <= 'z' {
			j++
		}
		switch {
		case j == i:
			b.WriteByte(s[i])
			j++
		case j == i+1:
			c := classes[s[i:j]]
			if c == "" {
				c = types.Any.String()
			}
			b.WriteString("'" + s[i:j] + "/" + c)
		default:
			b.WriteString(s[i:j])
		}
		i = j
	}
	return b.String()
}

func (s *Scheme) addVars(t *types.Type) {
	if t.Kind == types.KVar && s.index(t) < 0 {
		s.Vars = append(s.Vars, t)
	}
	for _, e := range t.Elems {
		s.addVars(e)
	}
}

func (s *Scheme) index(v *types.Type) int {
	for i, w := range s.Vars {
		if v == w {
			return i
		}
	}
	return -1
}

// find returns where t occurs in ps.
func find(ps []*types.Type, t *types.Type) path {
	for i, p := range ps {
		if p == t {
			return path{i}
		}
		if rest := find(p.Elems, t); rest != nil {
			return append(path{i}, rest...)
		}
	}
	return nil
}

// maxVars bounds the variables of a scheme.
const maxVars = 4

// Apply returns the result type for arguments of types args, sizes ignored, or
// an error that says which argument does not fit.
func (s *Scheme) Apply(args []*types.Type) (*types.Type, error) {
	if len(args) != len(s.Params) {
		return nil, fmt.Errorf("%d arguments, expected %d", len(args), len(s.Params))
	}
	var env [maxVars]*types.Type
	for i, p := range s.Params {
		if !s.match(&env, p, args[i]) {
			return nil, fmt.Errorf("argument %d has type %v, expected %v", i+1, args[i], s.subst(&env, p))
		}
	}
	if s.from != nil {
		t := args[s.from[0]]
		for _, i := range s.from[1:] {
			t = t.Elems[i]
		}
		return t.Erase(), nil
	}
	return s.subst(&env, s.Result), nil
}

// match binds the variables of p so that it equals t.
func (s *Scheme) match(env *[maxVars]*types.Type, p, t *types.Type) bool {
	if p.Kind == types.KVar {
		t = t.Erase()
		i := s.index(p)
		if env[i] == nil && InClass(t, p.Class) {
			env[i] = t
		}
		return env[i] == t
	}
	if p == t || p == types.Stream && t == types.Int { // what erase-datatypes makes of a stream
		return true
	}
	if p.Kind != t.Kind || len(p.Elems) == 0 || len(p.Elems) != len(t.Elems) {
		return false
	}
	for i, q := range p.Elems {
		if !s.match(env, q, t.Elems[i]) {
			return false
		}
	}
	return true
}

// subst replaces the variables of p that are bound.
func (s *Scheme) subst(env *[maxVars]*types.Type, p *types.Type) *types.Type {
	return p.Map(func(t *types.Type) *types.Type {
		if i := s.index(t); i >= 0 && env[i] != nil {
			return env[i]
		}
		return t
	})
}

// InClass reports whether every type that t stands for belongs to class c
// (reference section 4): a type variable does when its class lies inside c.
func InClass(t *types.Type, c types.Class) bool {
	if t.Kind == types.KVar {
		return within(t.Class, c)
	}
	switch c {
	case types.Number:
		return t == types.Int || t == types.Float
	case types.Ordinal:
		return t == types.Int || t == types.Float || t == types.Char
	case types.Logical:
		return t == types.Int || t == types.Bool
	case types.Scalar:
		return t.IsBase()
	case types.Ordered:
		return isOrdered(t)
	}
	return true
}

// isOrdered reports whether values of type t have an order: base types, and
// sequences and tuples, in the order of dictionaries.
func isOrdered(t *types.Type) bool {
	switch t.Kind {
	case types.KSeq, types.KTuple:
		for _, e := range t.Elems {
			if !InClass(e, types.Ordered) {
				return false
			}
		}
		return true
	}
	return t.IsBase()
}

func within(c, d types.Class) bool {
	switch d {
	case types.Any, c:
		return true
	case types.Ordered:
		return c != types.Any
	case types.Scalar:
		return c != types.Any && c != types.Ordered
	case types.Ordinal:
		return c == types.Number
	}
	return false
}
