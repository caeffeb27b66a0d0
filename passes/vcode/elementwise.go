package vcode

// Instructions that work on elements one by one, and folds.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// apply is the results of an instruction.
func (s *scope) apply(e *vcode.Apply) []*val {
	args := s.values(e.Args)
	switch of := e.Op.Of(); {
	case of.Class == vcode.IO:
		return s.io(e, args)
	case e.Op == vcode.OpPack:
		return s.pack(e, args)
	case of.Class == vcode.Elementwise:
		return []*val{s.elementwise(e, args)}
	case of.Class == vcode.Scanning, of.Class == vcode.Reducing:
		return []*val{s.fold(e, args[0], args[1])}
	}
	return []*val{s.special(e, args)}
}

// resultElem is the type of the elements of the one result.
func resultElem(e *vcode.Apply, args []*val) *types.Type {
	ts := make([]*types.Type, len(args))
	for i, a := range args {
		ts[i] = a.t
	}
	return vcode.ElemOf(e.Op.Of().ResultTypes(e.Type, ts)[0])
}

// elementwise applies a primitive to scalars on the host, or to the elements of vectors.
func (s *scope) elementwise(e *vcode.Apply, args []*val) *val {
	t, scalars := resultElem(e, args), false
	for _, a := range args {
		scalars = scalars || vcode.One(a.t)
	}
	for _, a := range args[1:] {
		s.needEqual(e.P, s.length(args[0]), s.length(a), vcode.ErrLengths)
	}
	var key []fkl.Expr
	if e.Op == vcode.OpRand {
		key = s.effect(e.P, prim.RandKey)
	}
	if scalars {
		xs := make([]fkl.Expr, len(args))
		for i, a := range args {
			xs[i] = s.one(e.P, a, vcode.ErrLengths)
		}
		return &val{t: t, atom: operand(s.lets, t, s.element(s.lets, e, xs, key, fkl.N(0)))}
	}
	return s.elements(s.length(args[0]), t, func(b *fkl.Lets, i fkl.Expr) fkl.Expr {
		xs := make([]fkl.Expr, len(args))
		for k, a := range args {
			xs[k] = b.Bind("x", a.t.Elem(), fkl.Get(a.atom, i))
		}
		return s.element(b, e, xs, key, i)
	})
}

// element is the code for element i.
func (s *scope) element(b *fkl.Lets, e *vcode.Apply, xs, key []fkl.Expr, i fkl.Expr) fkl.Expr {
	check := func(code prim.Code, x fkl.Expr, msg string) {
		if !s.x.c.Unsafe {
			need(s.x, b, e.P, b.Bind("ok", types.Bool, fkl.Apply(code, x, fkl.N(0))), msg)
		}
	}
	switch of := e.Op.Of(); {
	case e.Op == vcode.OpIntToBool:
		return fkl.Apply(prim.Ne, xs[0], fkl.N(0))
	case e.Op == vcode.OpRand:
		check(prim.Gt, xs[0], prim.ErrRand)
		high := b.Bind("high", types.Int, fkl.Apply(prim.MixHi, key[0], key[1], i))
		low := b.Bind("low", types.Int, fkl.Apply(prim.MixLo, key[0], key[1], i))
		return fkl.Apply(prim.RandInt, high, low, xs[0])
	default:
		if of.Code == prim.Rem || of.Code == prim.Div && e.Type == types.Int {
			check(prim.Ne, xs[1], of.Code.Prim().Checks[0].Error)
		}
		out := fkl.Apply(of.Code, xs...).(*fkl.Prim)
		out.Node = e.Node
		return out
	}
}

// fold scans or reduces segments.
func (s *scope) fold(e *vcode.Apply, v, sd *val) *val {
	s.describes(e, sd, v)
	v = s.vector(v)
	of, t := e.Op.Of(), v.t.Elem()
	switch {
	case of.Class == vcode.Scanning && single(sd):
		return s.made(t, s.length(v), &fkl.Scan{Op: of.Rop, Vec: v.atom})
	case of.Class == vcode.Scanning:
		return s.made(t, s.length(v), &fkl.SegScan{Op: of.Rop, Sd: s.sd(sd), Vec: v.atom})
	case single(sd):
		return &val{t: t, atom: s.lets.Bind("x", t, &fkl.Reduce{Op: of.Rop, Vec: v.atom})}
	}
	return s.made(t, s.count(sd), &fkl.SegReduce{Op: of.Rop, Sd: s.sd(sd), Vec: v.atom})
}

// describes checks that a descriptor is one of a vector.
func (s *scope) describes(e *vcode.Apply, sd, v *val) {
	if !s.x.c.Unsafe {
		s.needEqual(e.P, s.length(v), s.total(sd), vcode.ErrDescriptor)
	}
}

// perSegment is an operand that has one element for each segment: a scalar if there is one
// segment, else a vector.
func (s *scope) perSegment(e *vcode.Apply, v, sd *val) *val {
	if single(sd) {
		return &val{t: vcode.ElemOf(v.t), atom: s.one(e.P, v, vcode.ErrSegments)}
	}
	if !s.x.c.Unsafe {
		s.needEqual(e.P, s.length(v), s.count(sd), vcode.ErrSegments)
	}
	return s.vector(v)
}
