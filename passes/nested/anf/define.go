package anf

// What follows from the definitions of ints.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// define learns what follows from the definition of v, unless that was done where as
// much was known.
func (k *Known) define(v *nkl.Var, depth int) {
	p := k.maker(v)
	if p == nil {
		return
	}
	at := k.Mark()
	args := k.operands(p, depth)
	if d := k.defined[v]; args == nil || d.done || d.tried && d.facts == k.Mark() {
		return
	}
	k.trail = append(k.trail, attempt{v, at, k.defined[v]})
	done := k.learnPrim(k.named(v, sizes.Int), p, args)
	k.defined[v] = definition{true, k.Mark(), done}
}

// maker is the primitive whose value v is, or nil.
func (k *Known) maker(v *nkl.Var) *nkl.Prim {
	p, _ := k.Def[v].(*nkl.Prim)
	return p
}

// operands are the values that the value of p depends on, nil if one is not known.
func (k *Known) operands(p *nkl.Prim, depth int) []*types.Size {
	es := p.Args
	switch p.Op.Code {
	case prim.Btoi, prim.Sum, prim.Length:
		return []*types.Size{}
	case prim.Select:
		es = es[1:]
	}
	args := make([]*types.Size, len(es))
	for i, e := range es {
		if !nkl.IsAtom(e) || TypeOfAtom(e) != types.Int {
			return nil
		}
		args[i] = k.value(e, depth)
	}
	return args
}

// learnPrim learns what a primitive says of its value x, for these operands, and reports
// whether that is all there is.
func (k *Known) learnPrim(x *types.Size, p *nkl.Prim, args []*types.Size) bool {
	switch p.Op.Code {
	case prim.Sum:
		if k.countsFlags(p.Args[0]) {
			k.LearnNotNegative(x)
		}
		return true
	case prim.Length:
		return true
	}
	return k.Define(x, p.Op.Code, args...)
}

// countsFlags reports whether the elements of a sequence are 0 or 1.
func (k *Known) countsFlags(e nkl.Expr) bool {
	if r, ok := e.(*nkl.Ref); ok {
		e = k.Def[r.Var]
	}
	x, ok := e.(*nkl.Each)
	return ok && IsOp(x.Body, prim.Btoi)
}
