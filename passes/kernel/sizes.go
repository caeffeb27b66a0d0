package kernel

// Sizes that select-combinators learns from host code, so that the number of
// positions of a segmented space, which flattening asks for anyway, is read
// from the device once.

import (
	"nessiec/ir/fkl"
)

// sizes is what is known of vectors and numbers; everything but totals follows
// from the definition of a variable and holds wherever it is in scope.
type sizes struct {
	size    map[*fkl.Var]*fkl.Var // of vectors with a named size
	plusOne map[*fkl.Var]fkl.Expr // n of n+1
	lengths map[*fkl.Var]*fkl.Var // the vector of a length
	lasts   map[*fkl.Var]*fkl.Var // the vector of a length minus 1
	total   map[*fkl.Var]fkl.Expr // last elements read so far, by vector
}

func newSizes() *sizes {
	return &sizes{map[*fkl.Var]*fkl.Var{}, map[*fkl.Var]fkl.Expr{}, map[*fkl.Var]*fkl.Var{}, map[*fkl.Var]*fkl.Var{}, map[*fkl.Var]fkl.Expr{}}
}

// enter starts a scope; the result ends it.
func (s *sizes) enter() func() {
	outer := s.total
	s.total = make(map[*fkl.Var]fkl.Expr, len(outer))
	for v, t := range outer {
		s.total[v] = t
	}
	return func() { s.total = outer }
}

// count is the index of the last element of a vector that has n+1 of them, as
// an atom, or nil.
func (s *sizes) count(v *fkl.Var) fkl.Expr {
	if n := s.size[v]; n != nil {
		return s.plusOne[n]
	}
	return nil
}

// learn notes what a let says.
func (s *sizes) learn(let *fkl.Let) {
	v := let.Binds[0]
	switch e := let.Rhs.(type) {
	case *fkl.Map:
		if n, ok := e.N.(*fkl.Ref); ok {
			for _, v := range let.Binds {
				s.size[v] = n.Var
			}
		}
	case *fkl.Scan:
		if n := s.size[e.Vec.(*fkl.Ref).Var]; n != nil {
			s.size[v] = n
		}
	case *fkl.Length:
		s.lengths[v] = e.Vec.(*fkl.Ref).Var
	case *fkl.Prim:
		s.prim(v, e)
	case *fkl.At:
		if vec := e.Vec.(*fkl.Ref).Var; s.isLast(vec, e.Idx) {
			s.total[vec] = fkl.Use(v)
		}
	}
}

func (s *sizes) prim(v *fkl.Var, e *fkl.Prim) {
	if len(e.Args) != 2 {
		return
	}
	n, named := e.Args[0].(*fkl.Ref)
	one, ok := e.Args[1].(*fkl.Int)
	if !ok || one.Val != 1 {
		return
	}
	switch {
	case e.Op.Name == "add":
		s.plusOne[v] = e.Args[0]
	case e.Op.Name == "sub" && named && s.lengths[n.Var] != nil:
		s.lasts[v] = s.lengths[n.Var]
	}
}

// isLast reports whether idx is the last index of vec.
func (s *sizes) isLast(vec *fkl.Var, idx fkl.Expr) bool {
	i, ok := idx.(*fkl.Ref)
	if !ok {
		return false
	}
	if s.lasts[i.Var] == vec {
		return true
	}
	n, ok := s.count(vec).(*fkl.Ref)
	return ok && n.Var == i.Var
}
