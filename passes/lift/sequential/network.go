package sequential

// Elements of a few that are sorted, whose number is known: a sorting network of minima and maxima
// finds them, so a median of a window is scalar code.
//
//	(let r (rank w) (let s (permute w r) .. (elt s 1) ..))
//	=> (let a (elt w 0) .. (let b (min a1 a2) .. b ..))

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// maxSorted is the most elements that a network sorts, maxNetwork the most nodes of code that makes them.
const (
	maxSorted  = 25
	maxNetwork = 1000
)

// picked is what follows l, a sequence of ints that is sorted, with what makes the elements that it asks for;
// nil unless it asks for nothing else, and their places are known.
func (s *sequentialiser) picked(l *nkl.Let) nkl.Expr {
	if !anf.IsOp(l.Rhs, prim.Permute) || l.Bind.Type.Elem() != types.Int {
		return nil
	}
	of, places := l.Rhs.(*nkl.Prim).Args[0].(*nkl.Ref), l.Rhs.(*nkl.Prim).Args[1].(*nkl.Ref)
	rank, n := s.defs[places.Var], s.count(of)
	if !anf.IsOp(rank, prim.Rank) || !nkl.IsUse(rank.(*nkl.Prim).Args[0], of.Var) || n == 0 || n > maxSorted || !s.picks(l.Bind, n, l.Body) {
		return nil
	}
	var b anf.Block
	elems := make([]nkl.Expr, n)
	for k := range elems {
		x := s.element(of, int64(k))
		if x == nil || len(b.Steps) > maxNetwork {
			return nil
		}
		elems[k] = b.Name("x", types.Int, b.Take(nkl.Freshen(x)))
	}
	eachComparison(len(elems), func(i, j int) {
		low := b.Name("low", types.Int, nkl.Op(l.Rhs.Pos(), prim.Min, elems[i], elems[j]))
		elems[i], elems[j] = low, b.Name("high", types.Int, nkl.Op(l.Rhs.Pos(), prim.Max, elems[i], elems[j]))
	})
	return b.In(s.inPlace(l.Bind, elems, l.Body))
}

// eachComparison calls f for what a network (Batcher's, odd and even) compares to sort n elements, in order.
func eachComparison(n int, f func(i, j int)) {
	for p := 1; p < n; p *= 2 {
		for k := p; k > 0; k /= 2 {
			for j := k % p; j+k < n; j += 2 * k {
				for i := j; i < min(j+k, n-k); i++ {
					if i/(2*p) == (i+k)/(2*p) {
						f(i, i+k)
					}
				}
			}
		}
	}
}

// picks reports whether e asks v, n elements, for some whose places are known, and for nothing else.
func (s *sequentialiser) picks(v *nkl.Var, n int64, e nkl.Expr) bool {
	picked := 0
	ir.Walk(e, func(e nkl.Expr) bool {
		if l, ok := e.(*nkl.Let); ok && s.defs[l.Bind] == nil {
			s.defs[l.Bind] = l.Rhs
		}
		if k, ok := s.place(e, v); ok && k < n {
			picked++
		}
		return true
	})
	return picked > 0 && picked == anf.Uses(v, e)
}

// place is which element of v e is, if that is known.
func (s *sequentialiser) place(e nkl.Expr, v *nkl.Var) (k int64, known bool) {
	if !anf.IsOp(e, prim.Elt) || !nkl.IsUse(e.(*nkl.Prim).Args[0], v) {
		return 0, false
	}
	k, known = s.value(e.(*nkl.Prim).Args[1])
	return k, known && k >= 0
}

// inPlace is e with elems in place of what asks v for them.
func (s *sequentialiser) inPlace(v *nkl.Var, elems []nkl.Expr, e nkl.Expr) nkl.Expr {
	if k, ok := s.place(e, v); ok {
		return elems[k]
	}
	return e.MapChildren(func(c nkl.Expr) nkl.Expr { return s.inPlace(v, elems, c) })
}

// decided is the branch that a conditional takes, if it asks whether a sequence has few elements and their
// number is known; else nil.
func (s *sequentialiser) decided(e nkl.Expr) nkl.Expr {
	x, ok := e.(*nkl.If)
	if !ok {
		return nil
	}
	c, ok := x.Cond.(*nkl.Ref)
	if !ok || !anf.IsOp(s.defs[c.Var], prim.Le) {
		return nil
	}
	args := s.defs[c.Var].(*nkl.Prim).Args
	length, isVar := args[0].(*nkl.Ref)
	most, isInt := args[1].(*nkl.Int)
	if !isVar || !isInt {
		return nil
	}
	switch n, known := s.value(length); {
	case !known:
		return nil
	case n <= most.Val:
		return x.Then
	}
	return x.Else
}

// value is the value of an int, if it is known.
func (s *sequentialiser) value(e nkl.Expr) (n int64, known bool) {
	base, n := s.offset(e)
	return n, base == nil
}

// offset is how far an int, an atom, is above a variable, or above 0: base is nil then.
func (s *sequentialiser) offset(e nkl.Expr) (base *nkl.Var, n int64) {
	if k, ok := e.(*nkl.Int); ok {
		return nil, k.Val
	}
	v := e.(*nkl.Ref).Var
	switch d := s.defs[v].(type) {
	case *nkl.Int, *nkl.Ref:
		return s.offset(d)
	case *nkl.Prim:
		switch d.Op.Code {
		case prim.Length:
			if n := s.count(d.Args[0]); n > 0 {
				return nil, n
			}
		case prim.Add:
			x, k := d.Args[0], d.Args[1]
			if _, ok := x.(*nkl.Int); ok {
				x, k = k, x
			}
			if by, ok := k.(*nkl.Int); ok {
				base, n = s.offset(x)
				return base, n + by.Val
			}
		case prim.Sub:
			by, less := s.offset(d.Args[1])
			if base, n = s.offset(d.Args[0]); by == nil {
				return base, n - less
			} else if base == by {
				return nil, n - less
			}
		case prim.Div:
			by, ok := d.Args[1].(*nkl.Int)
			if base, n = s.offset(d.Args[0]); ok && by.Val > 0 && base == nil && n >= 0 {
				return nil, n / by.Val
			}
		}
	}
	return v, 0
}

// count is length, also of a row that another map makes.
func (s *sequentialiser) count(e nkl.Expr) int64 {
	if n := s.length(e); n > 0 {
		return n
	}
	return s.lengthOf(s.row[e.(*nkl.Ref).Var])
}
