package infer

// Update blocks: their sequences keep the sizes that they begin with.

import (
	"nessiec/ir/nkl"
	"nessiec/passes/sizes"
)

func (x *Analysis) update(e *nkl.Update) *shape {
	start, ok := x.exprs(e.Inits)
	scope := len(x.seqs)
	for i, v := range e.Binds {
		x.bind(v, start[i])
	}
	for k, v := range e.Scratch {
		x.bind(v, seqShape(sizes.Const(int64(e.Sizes[k])), zeroShape(v.Type.Elem())))
	}
	s := x.expr(e.Body)
	x.leave(scope)
	if !ok {
		return nil
	}
	return s
}

// put is a write of one element.
func (x *Analysis) put(e *nkl.Put) *shape {
	args, ok := x.exprs([]nkl.Expr{e.Seq, e.Idx, e.Val})
	if !ok {
		return nil
	}
	one := func(s *shape) *shape { return seqShape(sizes.Const(1), inside(s)) }
	return x.write([]*shape{args[0], one(args[1]), one(args[2])})
}
