// Package formulas finds the arithmetic that the host does in several places: how many
// groups share elements, how many elements arrays must have for them. It is functions of the
// module, since a module is compiled whenever its program runs.
//
// It imports ir.
package formulas

import (
	"fmt"
	"strings"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// A Formula is arithmetic, but for what its operands are.
type Formula struct {
	Key    string     // which formulas have in common that are the same
	Params []*kir.Var // for the operands
	Body   kir.Expr
}

// A form is a formula while it is found.
type form struct {
	Formula
	args []kir.Expr
	key  strings.Builder
	cost int
}

// leastCost is the instructions from which arithmetic is worth a call.
const leastCost = 8

// Of is the formula of e and the operands there; ok is false if a call of it would
// take as many instructions.
func Of(e kir.Expr) (f Formula, args []kir.Expr, ok bool) {
	if e.Form() != kir.FormPrim {
		return Formula{}, nil, false
	}
	x := &form{}
	x.Body = x.part(e)
	x.Key = x.key.String()
	return x.Formula, x.args, x.cost >= leastCost
}

// part is part of the formula: e with parameters for what is no arithmetic.
func (x *form) part(e kir.Expr) kir.Expr {
	switch e := e.(type) {
	case *kir.Int:
		fmt.Fprint(&x.key, " ", e.Val)
		return e
	case *kir.Prim:
		fmt.Fprintf(&x.key, " (%s", e.Op.Name)
		x.cost += cost(e)
		out := e.MapChildren(x.part)
		x.key.WriteByte(')')
		return out
	}
	return x.operand(e)
}

// operand is the parameter for e: of a variable that was seen before, the same.
func (x *form) operand(e kir.Expr) kir.Expr {
	i := 0
	for i < len(x.args) && (kir.VarOf(e) == nil || kir.VarOf(x.args[i]) != kir.VarOf(e)) {
		i++
	}
	if i == len(x.args) {
		x.args = append(x.args, e)
		x.Params = append(x.Params, kir.NewVar("x", kir.TypeOf(e)))
	}
	fmt.Fprintf(&x.key, " %d:%s", i, x.Params[i].Type)
	return kir.Use(x.Params[i])
}

// cost is about how many instructions an operation is.
func cost(e *kir.Prim) int {
	switch e.Op.Code {
	case prim.Div, prim.Rem, prim.AddSize, prim.AddOffset, prim.MulSize:
		return 8
	case prim.Max, prim.Min:
		return 4
	}
	return 1
}
