package kir

import (
	"nessiec/ir"
	"nessiec/ir/target"
)

// Needs is what a target must be able to say to run m. Kernels with lanes have vectors
// of one length; where they differ, no length does, and only a target with vectors of
// any length covers them.
func Needs(m *Module) target.Capabilities {
	var c target.Capabilities
	lanes := func(n int) {
		if c.Lanes != 0 && c.Lanes != n {
			n = target.AnyLanes
		}
		c.Lanes = n
	}
	for _, k := range m.Kernels {
		c.Groups = c.Groups || k.Local != 1
	}
	m.EachBody(func(e Expr) {
		ir.Walk(e, func(e Expr) bool {
			switch e := e.(type) {
			case *Splat:
				lanes(e.N)
			case *Ramp:
				lanes(e.N)
			case *Chain:
				c.Chains = true
			case *Shuffle, *WarpCount, *Vote:
				c.Shuffles = true
			}
			return true
		})
	})
	return c
}
