package flatten

// Primitives: their operands, and whether they are applied once or for every active element.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/primitive"
	"nessiec/passes/flatten/rep"
)

// prim translates the application of a primitive.
func (t *translator) prim(b *emit.Block, s *scope, e *nkl.Prim, ty *types.Type) rep.Value {
	if e.Op.Class == prim.Effect {
		return t.effect(b, s, e, ty)
	}
	args := make([]rep.Value, len(e.Args))
	all := true
	for i, a := range e.Args {
		if v, ok := a.(*nkl.Ref); ok && e.Op.Code == prim.Append && s.vars[v.Var] != nil {
			args[i] = s.vars[v.Var] // perhaps a concatenation, which grows
		} else {
			args[i] = t.expr(b, s, a, nil)
		}
		all = all && rep.Uniform(args[i])
	}
	b.SetPos(e)
	if e.Op.Code == prim.Length && !all {
		if n := rep.KnownLength(b, rep.TypeOf(e.Args[0]).Sizes[0]); n != nil {
			return rep.Scalar{Atom: n}
		}
	}
	switch {
	case e.Op.Class == prim.Scalar && all:
		return primitive.Scalar(b, e, args, ty)
	case e.Op.Class == prim.Scalar:
		return primitive.LiftedScalar(b, s.sp, e, args, ty)
	case all && (s.host() || e.Op.Code == prim.Length):
		if r := t.writeRows(b, e, args); r != nil {
			return r
		}
		if r := rep.AppendRows(b, e, args, ty); r != nil {
			return r
		}
		return primitive.OnHost(b, e.Op, args, ty)
	case all:
		return t.uniformWork(b, s, ty, func(b *emit.Block, _ *scope) rep.Value { return primitive.OnHost(b, e.Op, args, ty) })
	}
	if _, folds := e.Op.Lift.(prim.Reduction); folds {
		args[0] = rep.WithRegular(b, s.sp.N, rep.TypeOf(e.Args[0]), args[0])
	}
	return primitive.Lifted(b, s.sp, e.Op, args, ty)
}
