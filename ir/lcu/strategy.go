package lcu

// How a device executes a SOAC: a plan, which says for every way that the host may
// choose what launches there are, and which elements each group has.

import (
	"slices"

	"nessiec/ir"
)

// Staged is Soac, a SOAC or an Epilogue, with how devices of the kind of the module
// execute it. It yields what Soac yields, with floats combined in the order that the
// steps fix.
type Staged struct {
	ir.Node
	Soac Expr `ir:"body"`
	Plan *Plan
}

// Plan chooses the steps of a SOAC by the shape of its index space. Params are the number
// of positions, of a segmented SOAC also that of segments, and where these are equally
// long their length; none of a Once. Body is lets of ints and of conditions, over
// Params and what the kernel gets, and Ifs whose first branch is Steps; it ends in Steps.
// All of it is total.
type Plan struct {
	ir.Node
	Params []*Var `ir:"bind"`
	Body   Expr   `ir:"body"`
}

// EvenRows is whether Cond holds and all segments of the SOAC have Length positions. A
// launch finds it out, if Cond holds, and the host waits for the answer. In Plans only.
type EvenRows struct {
	ir.Node
	Cond, Length Expr
}

// Steps are launches that execute a SOAC, one after another; a table has those that there
// are (Strategies).
type Steps struct {
	ir.Node
	Steps []*Step
}

// Step is a launch: what groups do, and what part each has. Args are the numbers that
// the grid takes.
type Step struct {
	ir.Node
	Does Work
	Grid Grid
	Args []Expr `ir:"rest"`
}

// An Alternative is one way to execute a SOAC, taken if Cond holds and none before was.
// Lets are the definitions before it. Cond is nil for the last.
type Alternative struct {
	Lets  []*Let
	Cond  Expr
	Steps []*Step
}

// Alternatives lists the ways of a plan, in order.
func (p *Plan) Alternatives() (out []Alternative) {
	var lets []*Let
	e := p.Body
	for {
		switch x := e.(type) {
		case *Let:
			lets, e = append(lets, x), x.Body
		case *If:
			out = append(out, Alternative{lets, x.Cond, x.Then.(*Steps).Steps})
			lets, e = nil, x.Else
		case *Steps:
			return append(out, Alternative{Lets: lets, Steps: x.Steps})
		}
	}
}

// Has reports whether some step does a work.
func (a Alternative) Has(w Work) bool {
	return slices.ContainsFunc(a.Steps, func(s *Step) bool { return s.Does == w })
}
