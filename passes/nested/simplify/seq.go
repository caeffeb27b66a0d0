package simplify

// Simplification of sequence primitives by how their operands were made.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// seqPrim simplifies a sequence primitive.
//
//	length of a map, a literal, a primitive of known shape
//	elt(dist(a, n), i) = a; elt(index(n), i) = i; elt([a, b], 1) = b, that of a string too; elt([a, b], i) is chosen
//	flatten(partition(xs, ns)) = xs; append(xs, []) = xs
//	reductions and sums of short literals and of copies (simplifyfold.go)
func (s *simplifier) seqPrim(b *anf.Block, x *nkl.Prim) nkl.Expr {
	var e nkl.Expr
	switch x.Op.Code {
	case prim.Length:
		if e := s.length(s.def(x.Args[0])); e != nil {
			return s.rhs(b, e)
		}
	case prim.Elt:
		if e = s.elt(s.def(x.Args[0]), x.Args[1]); e == nil {
			return s.choice(b, x)
		}
	case prim.Flatten:
		e = s.flatten(s.def(x.Args[0]))
	case prim.Append:
		switch {
		case isEmpty(s.def(x.Args[0])):
			e = x.Args[1]
		case isEmpty(s.def(x.Args[1])):
			e = x.Args[0]
		}
	default:
		return s.foldSeq(b, x)
	}
	if e == nil {
		return x
	}
	return s.atom(e)
}

// length is the length of a sequence made by d, or nil.
func (s *simplifier) length(d nkl.Expr) nkl.Expr {
	switch d := d.(type) {
	case *nkl.Seq:
		return anf.Integer(int64(len(d.Elems)))
	case *nkl.Str:
		return anf.Integer(int64(len(d.Val)))
	}
	from := anf.LengthFrom(d)
	switch {
	case from == nil:
		return nil
	case anf.TypeOfAtom(from).Kind == types.KSeq:
		return anf.Op(prim.Length, from)
	case s.c.Unsafe: // its check need not have held
		return nil
	}
	return from
}

// elt is element i, an atom, of a sequence made by d, or nil.
func (s *simplifier) elt(d, i nkl.Expr) nkl.Expr {
	switch d := d.(type) {
	case *nkl.Seq:
		if k, ok := i.(*nkl.Int); ok && k.Val >= 0 && k.Val < int64(len(d.Elems)) {
			return d.Elems[k.Val]
		}
	case *nkl.Str:
		if k, ok := i.(*nkl.Int); ok && k.Val >= 0 && k.Val < int64(len(d.Val)) {
			return &nkl.Char{Val: d.Val[k.Val]}
		}
	case *nkl.Prim:
		switch d.Op.Code {
		case prim.Dist:
			return d.Args[0]
		case prim.Index:
			return i
		}
	}
	return nil
}

// maxChoice is the most elements of a literal among which code chooses.
const maxChoice = 4

// choice is the element that x reads, chosen among the scalars of a literal if they are few, and not all
// known: a table is an array.
//
//	(let s (seq int (a b 3)) (prim elt (s i)))  =>  (select (eq i 0) a (select (eq i 1) b 3))
func (s *simplifier) choice(b *anf.Block, x *nkl.Prim) nkl.Expr {
	d, ok := s.def(x.Args[0]).(*nkl.Seq)
	if !ok || !d.Elem.IsScalar() || len(d.Elems) == 0 || len(d.Elems) > maxChoice {
		return x
	}
	i, ok := x.Args[1].(*nkl.Ref)
	if !ok || !slices.ContainsFunc(d.Elems, s.varies) {
		return x
	}
	last := len(d.Elems) - 1
	out := s.atom(d.Elems[last])
	for k := last - 1; k >= 0; k-- {
		here := s.emit(b, "here", types.Bool, anf.OpAt(x.P, prim.Eq, i, anf.Integer(int64(k))))
		out = s.emit(b, "x", d.Elem, &nkl.If{Node: x.Node, Cond: here, Then: s.atom(d.Elems[k]), Else: out})
	}
	return out
}

// varies reports whether e, an atom, is neither a literal nor a tuple of such.
func (s *simplifier) varies(e nkl.Expr) bool {
	if t, ok := s.def(e).(*nkl.Tuple); ok {
		return slices.ContainsFunc(t.Elems, s.varies)
	}
	return s.atom(e).Form() == nkl.FormRef
}

// flatten is the concatenation of a sequence made by d, or nil.
func (s *simplifier) flatten(d nkl.Expr) nkl.Expr {
	switch d := d.(type) {
	case *nkl.Seq:
		if len(d.Elems) == 1 {
			return d.Elems[0]
		}
	case *nkl.Prim:
		if d.Op.Code == prim.Partition && !s.c.Unsafe {
			return d.Args[0]
		}
	}
	return nil
}

// overNothing reports whether e is a map over a literal that is empty.
func (s *simplifier) overNothing(e nkl.Expr) bool {
	each, ok := e.(*nkl.Each)
	return ok && isEmpty(s.def(s.atom(each.Seqs[0])))
}

func isEmpty(d nkl.Expr) bool {
	switch d := d.(type) {
	case *nkl.Seq:
		return len(d.Elems) == 0
	case *nkl.Str:
		return d.Val == ""
	}
	return false
}
