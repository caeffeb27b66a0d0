package shape

// The condition under which a function that divides sequences by their lengths makes parts of one
// length.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
)

// evenParts says how a copy of a function asks it.
type evenParts struct {
	params, as []*nkl.Var                     // of the function, and what they are in the copy
	under      bool                           // the copy is code under a map
	general    func(args []nkl.Expr) nkl.Expr // a call of the function itself
	steps      []*nkl.Let
	failed     bool // a length cannot be computed
}

// whileEven is e, the body of a copy, which goes on only while all parts that a call gets side by
// side have one length; else the function itself does.
//
//	(if lt a b)  =>  (if lt a (let even (eq (div (add #a 1) 2) (div #a 2)) (if even b (call f (a)))))
func (d *division) whileEven(e nkl.Expr, x *evenParts) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		out := *e
		out.Body = d.whileEven(e.Body, x)
		return &out
	case *nkl.Check:
		out := *e
		out.Then = d.whileEven(e.Then, x)
		return &out
	case *nkl.If:
		out := *e
		switch then, els := d.callsAgain(e.Then), d.callsAgain(e.Else); {
		case then && !els:
			out.Then = x.guarded(e.Then, d.parts)
		case els && !then:
			out.Else = x.guarded(e.Else, d.parts)
		}
		return &out
	}
	return e
}

// callsAgain reports whether e calls the function.
func (d *division) callsAgain(e nkl.Expr) bool {
	found := false
	nkl.EachCall(e, func(fn string) { found = found || fn == d.fn })
	return found
}

// guarded is e if parts have one length each.
func (x *evenParts) guarded(e nkl.Expr, parts [][]*types.Size) nkl.Expr {
	var even nkl.Expr
	for _, lens := range parts {
		first := x.length(lens[0])
		for _, l := range lens[1:] {
			same := x.op(types.Bool, prim.Eq, first, x.length(l))
			if even == nil {
				even = same
			} else {
				even = x.op(types.Bool, prim.And, even, same)
			}
		}
	}
	if even == nil || x.failed {
		return e
	}
	v := even.(*nkl.Ref).Var
	if x.under {
		v = types.NewVar("even", types.Bool)
	}
	out := nkl.Expr(&nkl.If{Node: ir.At(e.Pos()), Cond: nkl.Use(v), Then: e, Else: x.general(nkl.Uses(x.as))})
	if x.under { // scalar code, in a block
		return &nkl.Let{Node: ir.At(e.Pos()), Bind: v, Rhs: &nkl.Elem{Node: ir.At(e.Pos()), Body: x.before(even)}, Body: out}
	}
	return x.before(out)
}

// before puts the steps before e.
func (x *evenParts) before(e nkl.Expr) nkl.Expr {
	for _, s := range slices.Backward(x.steps) {
		s.Body = e
		e = s
	}
	return e
}

func (x *evenParts) op(t *types.Type, code prim.Code, args ...nkl.Expr) nkl.Expr {
	v := types.NewVar("n", t)
	x.steps = append(x.steps, &nkl.Let{Bind: v, Rhs: nkl.Op(ir.Pos{}, code, args...)})
	return nkl.Use(v)
}

// length computes s from the lengths of parameters.
func (x *evenParts) length(s *types.Size) nkl.Expr {
	for i, p := range x.params {
		if p.Type.Kind == types.KSeq && p.Type.Sizes[0] == s {
			return x.op(types.Int, prim.Length, nkl.Use(x.as[i]))
		}
	}
	op := sizing.Primitive(s.Name)
	switch s.Op {
	case types.SizeConst:
		return &nkl.Int{Val: s.N}
	case types.SizeAdd:
		op = prim.Add
	case types.SizeMul:
		op = prim.Mul
	}
	if op == 0 {
		x.failed = true
		return &nkl.Int{}
	}
	out := x.length(s.Args[0])
	for _, a := range s.Args[1:] {
		out = x.op(types.Int, op, out, x.length(a))
	}
	return out
}
