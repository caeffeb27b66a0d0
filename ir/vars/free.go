package vars

import "slices"

// Free lists the variables used but not bound in e, in order of first use.
func (o *Ops[E]) Free(e E) []*Var {
	s, ok := o.searches.Get().(*search[E])
	if !ok {
		s = newSearch(o)
	}
	s.binds, s.uses = s.binds[:0], s.uses[:0]
	e.Walk(s.visit)
	free := s.free()
	o.searches.Put(s)
	return free
}

// A search collects the variables of an expression. Its memory serves one expression after
// another: there are many, and most are small.
type search[E Expr[E]] struct {
	binds, uses []*Var
	visit       func(E) bool
}

func newSearch[E Expr[E]](o *Ops[E]) *search[E] {
	s := &search[E]{}
	bind := func(v *Var) { s.binds = append(s.binds, v) }
	use := func(v *Var) { s.uses = append(s.uses, v) }
	s.visit = func(e E) bool {
		o.EachBind(e, bind)
		o.EachUse(e, use)
		return true
	}
	return s
}

// fewVars is how many variables are looked for one after another.
const fewVars = 16

// free is the uses that no bind is for.
func (s *search[E]) free() (free []*Var) {
	if len(s.binds) <= fewVars && len(s.uses) <= 2*fewVars {
		for _, v := range s.uses {
			if !slices.Contains(s.binds, v) && !slices.Contains(free, v) {
				free = append(free, v)
			}
		}
		return free
	}
	seen := make(map[*Var]bool, len(s.binds))
	for _, v := range s.binds {
		seen[v] = true
	}
	for _, v := range s.uses {
		if !seen[v] {
			free, seen[v] = append(free, v), true
		}
	}
	return free
}
