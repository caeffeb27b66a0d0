package vcode

// What variables of VCODE stand for, and the same in other representations.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// A val is a value of VCODE: atom is a scalar, a vector, a descriptor, or the length of one
// segment, as its type says. What follows from it is in the memo of the scope.
type val struct {
	t    *types.Type
	atom fkl.Expr
	of   *val // the descriptor that these are the lengths of, if it is known
}

// The properties of values.
const (
	length = "n"      // of a vector
	count  = "count"  // segments of a descriptor
	total  = "total"  // elements of all segments
	lens   = "lens"   // lengths of segments
	starts = "starts" // where they begin
)

// value is what an operand stands for.
func (s *scope) value(e vcode.Expr) *val {
	switch e := e.(type) {
	case *vcode.Ref:
		return s.env[e.Var]
	case *vcode.Int:
		return &val{t: types.Int, atom: fkl.N(e.Val)}
	case *vcode.Float:
		return &val{t: types.Float, atom: &fkl.Float{Val: e.Val}}
	}
	return &val{t: types.Bool, atom: &fkl.Bool{Val: e.(*vcode.Bool).Val}}
}

func (s *scope) values(es []vcode.Expr) []*val {
	out := make([]*val, len(es))
	for i, e := range es {
		out[i] = s.value(e)
	}
	return out
}

// atoms is operands as values of types ts, each of which is as general at least.
func (s *scope) atoms(es []vcode.Expr, ts []*types.Type) []fkl.Expr {
	out := make([]fkl.Expr, len(es))
	for i, e := range es {
		v := s.value(e)
		switch {
		case ts[i] == types.Sd:
			out[i] = s.sd(v)
		case ts[i].Kind == types.KVec:
			out[i] = s.vector(v).atom
		default:
			out[i] = v.atom
		}
	}
	return out
}

// constant is a constant vector, or the descriptor of one segment.
func (s *scope) constant(c *vcode.Const) *val {
	if c.Type == vcode.OneSegment {
		return &val{t: c.Type, atom: s.value(c.Vals[0]).atom}
	}
	elem := c.Type.Elem()
	vals := make([]fkl.Expr, len(c.Vals))
	for i, e := range c.Vals {
		vals[i] = s.value(e).atom
	}
	return s.made(elem, fkl.N(int64(len(vals))), &fkl.Vec{Elem: elem, Vals: vals})
}

// zero is a value of type t that nobody looks at.
func (s *scope) zero(t *types.Type) fkl.Expr {
	none := func(elem *types.Type) fkl.Expr {
		return s.lets.Bind("none", types.Vec(elem), &fkl.Vec{Elem: elem})
	}
	switch {
	case t == vcode.OneSegment:
		return fkl.N(0)
	case t.Kind == types.KSd:
		return s.lets.Bind("none", types.Sd, &fkl.SdMake{Lens: none(types.Int)})
	case t.Kind == types.KVec:
		return none(t.Elem())
	}
	return fkl.Zero(t)
}

// vector is v as a vector, of its one element if it is a scalar.
func (s *scope) vector(v *val) *val {
	if !vcode.One(v.t) {
		return v
	}
	return s.made(v.t, fkl.N(1), &fkl.Vec{Elem: v.t, Vals: []fkl.Expr{v.atom}})
}

// one is v as a scalar; a vector is checked to have one element.
func (s *scope) one(at ir.Pos, v *val, msg string) fkl.Expr {
	if vcode.One(v.t) {
		return v.atom
	}
	s.needEqual(at, s.length(v), fkl.N(1), msg)
	return s.lets.Bind("x", v.t.Elem(), fkl.Get(v.atom, fkl.N(0)))
}

// length is the number of elements of v.
func (s *scope) length(v *val) fkl.Expr {
	if vcode.One(v.t) {
		return fkl.N(1)
	}
	return s.once(v, length, types.Int, func() fkl.Expr { return &fkl.Length{Vec: v.atom} })
}

// single reports whether a descriptor is known to have one segment.
func single(v *val) bool { return v.t == vcode.OneSegment }

// sd is a descriptor as such.
func (s *scope) sd(v *val) fkl.Expr {
	if !single(v) {
		return v.atom
	}
	return s.once(v, "sd", types.Sd, func() fkl.Expr { return &fkl.SdRegular{Count: fkl.N(1), Len: v.atom} })
}

// count is how many segments a descriptor has, total how many elements.
func (s *scope) count(v *val) fkl.Expr {
	if single(v) {
		return fkl.N(1)
	}
	return s.once(v, count, types.Int, func() fkl.Expr { return &fkl.SdCount{Sd: v.atom} })
}

func (s *scope) total(v *val) fkl.Expr {
	if single(v) {
		return v.atom
	}
	return s.once(v, total, types.Int, func() fkl.Expr { return &fkl.SdTotal{Sd: v.atom} })
}

// lens is the vector of the lengths of segments, starts that of where they begin.
func (s *scope) lens(v *val) fkl.Expr {
	return s.once(v, lens, types.Vec(types.Int), func() fkl.Expr {
		if single(v) {
			return &fkl.Vec{Elem: types.Int, Vals: []fkl.Expr{v.atom}}
		}
		return &fkl.SdLens{Sd: v.atom}
	})
}

func (s *scope) starts(v *val) fkl.Expr {
	return s.once(v, starts, types.Vec(types.Int), func() fkl.Expr { return &fkl.SdStarts{Sd: v.atom} })
}

// insideOf is the condition that index i is one of n elements.
func insideOf(b *fkl.Lets, i, n fkl.Expr) fkl.Expr {
	low := b.Bind("low", types.Bool, fkl.Apply(prim.Ge, i, fkl.N(0)))
	high := b.Bind("high", types.Bool, fkl.Apply(prim.Lt, i, n))
	return b.Bind("inside", types.Bool, fkl.Apply(prim.And, low, high))
}
