package simplify

// Short sequence literals: maps over them and reductions of them become scalar
// code, which needs no vectors; reductions of copies need none either.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// maxUnroll is how long a literal, and how large the body of a map over it,
// may be to be unrolled; maxFolded is how long a literal may be that is reduced.
const (
	maxUnroll     = 4
	maxUnrollBody = 8
	maxFolded     = 16
)

// unrolls returns the number of elements if x is a map over short literals, and
// indices, whose body is short scalar code, else 0.
func (s *simplifier) unrolls(x *nkl.Each) int {
	n, literal := 0, false
	for i, seq := range x.Seqs {
		elems, ok := s.elements(seq)
		if i > 0 && len(elems) != n {
			return 0
		}
		n, literal = len(elems), literal || ok
	}
	if n > maxUnroll || !literal || !scalarCode(x.Body) {
		return 0
	}
	return n
}

// elements is the elements of a literal, or of a few indices.
func (s *simplifier) elements(seq nkl.Expr) (elems []nkl.Expr, literal bool) {
	switch d := s.def(s.atom(seq)).(type) {
	case *nkl.Seq:
		return d.Elems, true
	case *nkl.Str:
		if len(d.Val) > maxUnroll {
			return nil, false
		}
		for _, c := range []byte(d.Val) {
			elems = append(elems, &nkl.Char{Val: c})
		}
		return elems, true
	case *nkl.Prim:
		if d.Op.Code == prim.Index {
			if n, ok := s.atom(d.Args[0]).(*nkl.Int); ok && n.Val <= maxUnroll {
				for i := range n.Val {
					elems = append(elems, anf.Integer(i))
				}
			}
		}
	}
	return elems, false
}

// scalarCode reports whether e is a few scalar primitives in a row, asks for lengths, or takes tuples
// apart.
func scalarCode(e nkl.Expr) bool {
	ok, n := true, 0
	ir.Walk(e, func(e nkl.Expr) bool {
		switch x := e.(type) {
		case *nkl.Prim:
			n++
			ok = ok && (x.Op.Class == prim.Scalar || x.Op.Code == prim.Length)
		case *nkl.Proj, *nkl.Tuple:
			n++
		case *nkl.Ref, *nkl.Let, *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char:
		default:
			ok = false
		}
		return ok
	})
	return ok && n > 0 && n <= maxUnrollBody
}

// unroll evaluates the body for each of the n elements.
func (s *simplifier) unroll(b *anf.Block, x *nkl.Each, n int) nkl.Expr {
	out := &nkl.Seq{Node: x.Node}
	for i := range n {
		params, body := instantiate(&nkl.Func{Params: x.Binds, Body: x.Body}, ir.Pos{})
		for k, v := range params {
			elems, _ := s.elements(x.Seqs[k])
			s.env[v] = s.atom(elems[i])
		}
		rhs := s.tail(b, body)
		t := s.scalarType(rhs)
		out.Elem = t
		out.Elems = append(out.Elems, s.emitSimple(b, "x", t, rhs))
	}
	return out
}

// scalarType is the type of a scalar right-hand side, or of a tuple of scalars.
func (s *simplifier) scalarType(rhs nkl.Expr) *types.Type {
	var args []*types.Type
	rhs.Children(func(_ int, a nkl.Expr) { args = append(args, anf.TypeOfAtom(a)) })
	switch x := rhs.(type) {
	case *nkl.Proj:
		return args[0].Elems[x.Index]
	case *nkl.Tuple:
		return types.Tuple(args...)
	}
	p, ok := rhs.(*nkl.Prim)
	if !ok {
		return anf.TypeOfAtom(rhs)
	}
	t, err := p.Op.ResultOf(args)
	if err != nil {
		panic("nested: primitive " + p.Op.Name + ": " + err.Error())
	}
	return t
}

// foldSeq simplifies a reduction or scan of a short literal or of copies.
func (s *simplifier) foldSeq(b *anf.Block, x *nkl.Prim) nkl.Expr {
	if len(x.Args) != 1 {
		return x
	}
	switch d := s.def(x.Args[0]).(type) {
	case *nkl.Seq:
		if len(d.Elems) <= maxFolded && d.Elem.IsBase() {
			return s.foldLiteral(b, x, d)
		}
	case *nkl.Prim:
		if d.Op.Code == prim.Dist {
			return s.foldCopies(b, x, s.atom(d.Args[0]), s.atom(d.Args[1]))
		}
	case *nkl.Each:
		if e := s.run(b, x); e != nil {
			return e
		}
	}
	return s.unordered(b, x)
}

func (s *simplifier) foldLiteral(b *anf.Block, x *nkl.Prim, d *nkl.Seq) nkl.Expr {
	code := anf.Combining[x.Op.Code]
	scan := x.Op.Code == prim.PlusScan
	if scan {
		code = prim.Add
	}
	if code == 0 || code == prim.Add && d.Elem == types.Float && len(d.Elems) > 0 {
		return x // 0.0 is not quite neutral
	}
	acc := anf.Neutral(s.p.num, code, d.Elem)
	prefixes := &nkl.Seq{Node: x.Node, Elem: d.Elem}
	for _, e := range d.Elems {
		prefixes.Elems = append(prefixes.Elems, acc)
		acc = s.emit(b, x.Op.Code.String(), d.Elem, anf.OpAt(x.Pos(), code, acc, s.atom(e)))
	}
	if scan {
		return prefixes
	}
	return acc
}

// foldCopies simplifies a reduction of n copies of a.
func (s *simplifier) foldCopies(b *anf.Block, x *nkl.Prim, a, n nkl.Expr) nkl.Expr {
	switch {
	case x.Op.Code == prim.All && anf.IsTrue(a), x.Op.Code == prim.Any && anf.IsFalse(a), x.Op.Code == prim.Sum && anf.IsInt(a, 0):
		return a
	case x.Op.Code == prim.Sum && anf.TypeOfAtom(a) == types.Int && !s.c.Unsafe:
		return s.rhs(b, anf.OpAt(x.Pos(), prim.Mul, a, n))
	}
	return x
}
