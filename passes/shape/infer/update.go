package infer

// Update blocks: their sequences keep the sizes that they begin with.

import (
	"nessiec/ir/nkl"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

func (x *Analysis) update(e *nkl.Update) *shapes.Shape {
	start, ok := x.exprs(e.Inits)
	scope := len(x.seqs)
	for i, v := range e.Binds {
		x.bind(v, start[i])
	}
	for k, v := range e.Scratch {
		x.bind(v, shapes.Seq(sizes.Const(int64(e.Sizes[k])), shapes.Zero(v.Type.Elem())))
	}
	s := x.expr(e.Body)
	x.leave(scope)
	if !ok {
		return nil
	}
	return s
}

// put is a write of one element.
func (x *Analysis) put(e *nkl.Put) *shapes.Shape {
	args, ok := x.exprs([]nkl.Expr{e.Seq, e.Idx, e.Val})
	if !ok {
		return nil
	}
	one := func(s *shapes.Shape) *shapes.Shape { return shapes.Seq(sizes.Const(1), s.Inside()) }
	return x.write([]*shapes.Shape{args[0], one(args[1]), one(args[2])})
}
