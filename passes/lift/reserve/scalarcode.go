package reserve

// Which code can have its rows reserved before it.

import (
	"math/bits"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// A scalarCode looks at code with a scalar value that may add rows.
type scalarCode struct {
	*reserver
	known  map[*nkl.Var]int // see lowBits, for variables that depend on numbers of rows
	tables []string         // of the rows that it adds
	nodes  int
}

// A path is where code stands.
type path struct {
	loop bool // in a loop of the code
	adds bool // behind a row, in this loop
}

// depends reports whether es depend on numbers of rows that the code adds.
func (s *scalarCode) depends(es ...nkl.Expr) bool {
	for _, e := range es {
		for _, v := range nkl.FreeVars(e) {
			if _, ok := s.known[v]; ok {
				return true
			}
		}
	}
	return false
}

// bind notes what v, which is bound to e, depends on.
func (s *scalarCode) bind(v *nkl.Var, e nkl.Expr) {
	if n := s.lowBits(e); n < allBits {
		s.known[v] = n
	}
}

// code reports whether e is such code.
func (s *scalarCode) code(e nkl.Expr, at path) bool {
	s.nodes++
	switch e := e.(type) {
	case *nkl.Let:
		adds, ok := s.let(e, at)
		at.adds = at.adds || adds
		return ok && s.code(e.Body, at)
	case *nkl.Check:
		return !s.depends(e.Cond) && s.code(e.Then, at)
	case *nkl.If:
		return !s.depends(e.Cond) && s.code(e.Then, at) && s.code(e.Else, at)
	case *nkl.Loop:
		for i, v := range e.Binds {
			if !v.Type.IsScalar() {
				return false
			}
			s.bind(v, e.Inits[i])
		}
		return s.code(e.Body, path{loop: true})
	case *nkl.Recur:
		return at.loop && !at.adds && !s.depends(e.Args...)
	case *nkl.Alloc:
		s.tables = append(s.tables, e.Table)
		return true
	}
	return s.operation(e)
}

// let looks at a binding; adds says that it adds rows.
func (s *scalarCode) let(e *nkl.Let, at path) (adds, ok bool) {
	if c, column := e.Rhs.(*nkl.Column); column {
		return false, !c.Exact && !s.depends(c.After...)
	}
	if !e.Bind.Type.IsScalar() || !s.code(e.Rhs, path{loop: false}) {
		return false, false
	}
	s.bind(e.Bind, e.Rhs)
	return ir.Any(e.Rhs, allocates), true
}

// operation looks at code that neither binds nor branches.
func (s *scalarCode) operation(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Ref:
		return e.Var.Type.IsScalar()
	case *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char:
		return true
	case *nkl.Tuple:
		for _, c := range e.Elems {
			if !s.operation(c) {
				return false
			}
		}
		return true
	case *nkl.Proj:
		return scalarPart(e)
	case *nkl.Call:
		return !s.depends(e.Args...) && s.function(e.Fn)
	case *nkl.Prim:
		switch {
		case e.Op.Class == prim.Scalar:
			return true
		case e.Op.Code == prim.Length:
			return true
		case e.Op.Code == prim.Elt:
			of, ok := e.Args[0].(*nkl.Ref)
			return ok && of.Var.Type.Elem().IsScalar() && !s.depends(e.Args[1])
		}
	}
	return false
}

// scalarPart reports whether e is a scalar part of a variable.
func scalarPart(e *nkl.Proj) bool {
	of, ok := e.Of.(*nkl.Ref)
	return ok && of.Var.Type.Elems[e.Index].IsScalar()
}

// allBits are the bits of a number that depends on no row.
const allBits = 64

// lowBits is how many of the low bits of e, which s.code has looked at, depend on no number
// of a row. A row times eight plus a code has three, which is how a branch can depend on
// the constructor of data that code adds.
func (s *scalarCode) lowBits(e nkl.Expr) int {
	switch e := e.(type) {
	case *nkl.Alloc:
		return 0
	case *nkl.Ref:
		if n, ok := s.known[e.Var]; ok {
			return n
		}
		return allBits
	case *nkl.Let:
		return s.lowBits(e.Body)
	case *nkl.Check:
		return s.lowBits(e.Then)
	case *nkl.If:
		return min(s.lowBits(e.Then), s.lowBits(e.Else))
	case *nkl.Loop:
		return s.lowBits(e.Body)
	case *nkl.Tuple:
		return s.lowest(e.Elems)
	case *nkl.Proj:
		return s.lowBits(e.Of)
	case *nkl.Prim:
		return s.lowBitsOf(e)
	}
	if s.depends(e) {
		return 0
	}
	return allBits
}

// lowest is the least of the low bits of es.
func (s *scalarCode) lowest(es []nkl.Expr) int {
	n := allBits
	for _, e := range es {
		n = min(n, s.lowBits(e))
	}
	return n
}

// lowBitsOf is lowBits of an operation.
func (s *scalarCode) lowBitsOf(e *nkl.Prim) int {
	n := s.lowest(e.Args)
	if n == allBits {
		return n
	}
	switch e.Op.Code {
	case prim.Add, prim.Sub:
		return n
	case prim.Mul, prim.And:
		c, ok := e.Args[1].(*nkl.Int)
		switch {
		case !ok || c.Val <= 0:
			return 0
		case e.Op.Code == prim.Mul:
			return min(n+bits.TrailingZeros64(uint64(c.Val)), allBits-1)
		case bits.Len64(uint64(c.Val)) <= n:
			return allBits
		}
	}
	return 0
}
