package vcode

// The pass jump-tail-calls.

import (
	"nessiec/ir/types"
	"nessiec/ir/vcode"
	"nessiec/passes/pass"
)

// JumpTailCalls makes loops of functions that call themselves at their end.
//
//	(func F 1 1 (int) (int) (x:int) (if c (ret x) (let y:int (call F (d)) (ret y))))
//	  =>  (func F 1 1 (int) (int) (x:int) (loop (z:int) (x) (if c (ret z) (recur d))))
func JumpTailCalls(_ *pass.Ctx, m *vcode.Module) *vcode.Module {
	out := &vcode.Module{}
	for _, f := range m.Funcs {
		if f.CallsAtEnd() {
			f = jump(f)
		}
		out.Funcs = append(out.Funcs, f)
	}
	return out
}

// jump is f with a loop for its calls of itself at its end.
func jump(f *vcode.Func) *vcode.Func {
	loop := &vcode.Loop{Body: vcode.MapTail(f.Body, func(e vcode.Expr) vcode.Expr {
		if c := vcode.TailCall(e, f); c != nil {
			return &vcode.Recur{Node: c.Node, Args: c.Args}
		}
		return e
	})}
	g := *f
	g.Params = nil
	for i, p := range f.Params { // the variables of the body are those of the loop
		q := types.NewVar(p.Name, f.Takes[i])
		g.Params = append(g.Params, q)
		loop.Binds = append(loop.Binds, p)
		loop.Inits = append(loop.Inits, &vcode.Ref{Var: q})
	}
	g.Body = loop
	return &g
}
