package body

import "nessiec/ir/kir"

// callPrim pushes the result of a primitive that is a function.
func (g *writer) callPrim(e *kir.Prim) {
	for _, a := range e.Args {
		g.expr(a)
	}
	g.Call(g.Function(e))
}
