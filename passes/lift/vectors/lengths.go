package vectors

// How many elements sequences have: as many as one from outside the loop, and some more.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A size is the number of elements of a sequence from outside, or an int from there, and more; of none is 0.
type size struct {
	of   *nkl.Var
	more int64
}

// let makes v this size. Where it would be negative, it is 0: steps that ask for it fail, or are not done.
func (s size) let(b *anf.Block, v *nkl.Var) {
	if s.of == nil {
		b.Let(v, anf.Integer(s.more))
		return
	}
	n := nkl.Use(s.of)
	if s.of.Type.Kind == types.KSeq {
		n = b.Name("n", types.Int, anf.Op(prim.Length, n))
	}
	if s.of.Type.Kind != types.KSeq || s.more < 0 {
		n = b.Name("n", types.Int, anf.Op(prim.Max, n, anf.Integer(-s.more)))
	}
	b.Let(v, anf.Op(prim.Add, n, anf.Integer(s.more)))
}

// sizeOf is the size of a sequence. What the loop carries is taken to be as long as in the beginning.
func (x *steps) sizeOf(v *nkl.Var) (size, bool) {
	if i := slices.Index(x.loop.Binds, v); i >= 0 {
		return x.sizeOf(nkl.VarOf(x.loop.Inits[i]))
	}
	e := x.defs[v]
	if s, isLiteral := e.(*nkl.Seq); isLiteral {
		return size{more: int64(len(s.Elems))}, true
	}
	if anf.IsOp(e, prim.Append) {
		a, known := x.sizeOf(nkl.VarOf(e.(*nkl.Prim).Args[0]))
		b, too := x.sizeOf(nkl.VarOf(e.(*nkl.Prim).Args[1]))
		if a.of == nil {
			a.of = b.of
		} else if b.of != nil {
			return size{}, false
		}
		return size{a.of, a.more + b.more}, known && too
	}
	switch from := anf.LengthFrom(e); {
	case from == nil:
	case anf.TypeOfAtom(from).Kind == types.KSeq:
		return x.sizeOf(nkl.VarOf(from))
	default:
		return x.number(from)
	}
	return size{of: v}, slices.Contains(x.outside, v)
}

// number is the size that an int says.
func (x *steps) number(e nkl.Expr) (size, bool) {
	if n, ok := e.(*nkl.Int); ok {
		return size{more: n.Val}, true
	}
	v := nkl.VarOf(e)
	if s, known := x.out.values[v]; known {
		return s, true
	}
	p, ok := x.defs[v].(*nkl.Prim)
	if !ok {
		return size{of: v}, slices.Contains(x.outside, v)
	}
	switch p.Op.Code {
	case prim.Length:
		return x.sizeOf(nkl.VarOf(p.Args[0]))
	case prim.Add, prim.Sub:
		s, known := x.number(p.Args[0])
		k, constant := p.Args[1].(*nkl.Int)
		if !constant && p.Op.Code == prim.Add {
			s, known = x.number(p.Args[1])
			k, constant = p.Args[0].(*nkl.Int)
		}
		if !known || !constant {
			return size{}, false
		}
		if p.Op.Code == prim.Sub {
			return size{s.of, s.more - k.Val}, true
		}
		return size{s.of, s.more + k.Val}, true
	}
	return size{}, false
}

// length is the length of a sequence as a variable of what is around the loop, or nil.
func (x *steps) length(v *nkl.Var) nkl.Expr {
	if n := x.lengthVar(v); n != nil {
		return nkl.Use(n)
	}
	return nil
}

func (x *steps) lengthVar(v *nkl.Var) *nkl.Var {
	s, known := x.sizeOf(v)
	if !known {
		return nil
	}
	for _, n := range x.out.lengths {
		if x.out.values[n] == s {
			return n
		}
	}
	n := types.NewVar("length", types.Int)
	x.out.lengths, x.out.values[n] = append(x.out.lengths, n), s
	return n
}

// count is the length of a sequence, which may be known in the step only.
func (x *steps) count(b *anf.Block, v *nkl.Var) nkl.Expr {
	if n := x.length(v); n != nil {
		return n
	}
	if !x.isVirtual(v) {
		return b.Name("length", types.Int, anf.Op(prim.Length, nkl.Use(v)))
	}
	e := x.defs[v]
	if anf.IsOp(e, prim.Append) {
		p := e.(*nkl.Prim)
		return b.Name("length", types.Int, anf.Op(prim.Add, x.count(b, nkl.VarOf(p.Args[0])), x.count(b, nkl.VarOf(p.Args[1]))))
	}
	switch from := anf.LengthFrom(e); {
	case from == nil:
		return x.fail()
	case anf.TypeOfAtom(from).Kind == types.KSeq:
		return x.count(b, nkl.VarOf(from))
	default:
		return from
	}
}

// areAsLong reports whether two sequences have as many elements, if lengths are equal that must be.
func (x *steps) areAsLong(v, w *nkl.Var) bool {
	a, b := x.lengthVar(v), x.lengthVar(w)
	if a == nil || b == nil {
		return false
	}
	if pair := [2]*nkl.Var{a, b}; a != b && !slices.Contains(x.out.equal, pair) {
		x.out.equal = append(x.out.equal, pair)
	}
	return true
}
