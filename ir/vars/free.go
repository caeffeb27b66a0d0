package vars

import "slices"

// Free lists the variables used but not bound in e, in order of first use.
func (o *Ops[E]) Free(e E) []*Var {
	s, ok := o.searches.Get().(*search[E])
	if !ok {
		s = newSearch(o)
	}
	s.binds, s.uses, s.found = s.binds[:0], s.uses[:0], s.found[:0]
	e.Walk(s.visit)
	s.free()
	free := append([]*Var(nil), s.found...)
	o.searches.Put(s)
	return free
}

// A search collects the variables of an expression. Its memory serves one expression after
// another: there are many, and most are small.
type search[E Expr[E]] struct {
	binds, uses, found []*Var
	seen               map[*Var]bool
	visit              func(E) bool
}

func newSearch[E Expr[E]](o *Ops[E]) *search[E] {
	s := &search[E]{seen: map[*Var]bool{}}
	bind := func(v *Var) { s.binds = append(s.binds, v) }
	use := func(v *Var) { s.uses = append(s.uses, v) }
	s.visit = func(e E) bool {
		o.EachBind(e, bind)
		o.EachUse(e, use)
		return true
	}
	return s
}

// Few variables are looked for one after another. The memory of a search for many is not used
// again, as to clear it takes as long for one of which little is in use.
const (
	fewVars  = 16
	manyVars = 256
)

// free finds the uses that no bind is for.
func (s *search[E]) free() {
	if len(s.binds) <= fewVars && len(s.uses) <= 2*fewVars {
		for _, v := range s.uses {
			if !slices.Contains(s.binds, v) && !slices.Contains(s.found, v) {
				s.found = append(s.found, v)
			}
		}
		return
	}
	seen := s.seen
	for _, v := range s.binds {
		seen[v] = true
	}
	for _, v := range s.uses {
		if !seen[v] {
			s.found, seen[v] = append(s.found, v), true
		}
	}
	if len(seen) > manyVars {
		s.seen = map[*Var]bool{}
	}
	clear(s.seen)
}
