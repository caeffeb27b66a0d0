package front

// What the operators of NESL stand for.

import (
	"fmt"

	"nessiec/ir/types"
)

// An operator is a primitive or a function of the library with a spelling that
// is no name.
type operator struct {
	prim     string
	fn       string
	class    types.Class // narrows the class of the operands
	likes    string      // what it works on, in messages; "" if its operands differ
	compares bool
	operands [2]string // what its operands are called, if they differ
}

// operators are the operators by their spelling; [] is a[i], [:] a range.
var operators = map[string]operator{
	"+":    {prim: "add", likes: "numbers"},
	"-":    {prim: "sub", likes: "numbers"},
	"*":    {prim: "mul", likes: "numbers"},
	"/":    {prim: "div", likes: "numbers"},
	"^":    {fn: "__power", operands: [2]string{"the base of `^`", "the exponent of `^`"}},
	"==":   {prim: "eq", class: types.Ordinal, likes: "numbers and characters", compares: true},
	"/=":   {prim: "ne", class: types.Ordinal, likes: "numbers and characters", compares: true},
	"<":    {prim: "lt", class: types.Ordinal, likes: "numbers and characters", compares: true},
	">":    {prim: "gt", class: types.Ordinal, likes: "numbers and characters", compares: true},
	"<=":   {prim: "le", class: types.Ordinal, likes: "numbers and characters", compares: true},
	">=":   {prim: "ge", class: types.Ordinal, likes: "numbers and characters", compares: true},
	"and":  {prim: "and", likes: "bools and ints"},
	"or":   {prim: "or", likes: "bools and ints"},
	"xor":  {prim: "xor", likes: "bools and ints"},
	"nand": {fn: "__nand", likes: "bools and ints"},
	"nor":  {fn: "__nor", likes: "bools and ints"},
	"++":   {prim: "append", likes: "sequences"},
	"||":   {fn: "__pad"},
	"->":   {prim: "get"},
	"<-":   {fn: "write"},
	"#":    {prim: "length", likes: "sequences"},
	"@":    {prim: "string"},
	"[]":   {prim: "elt", operands: [2]string{"the sequence", "the index"}},
	"[:]":  {fn: "iseq"},
}

// operand is what operand i of the operator is called in messages.
func (op operator) operand(name string, i int) string {
	switch {
	case name == "[:]":
		return "a bound of a range"
	case op.operands[i] != "":
		return op.operands[i]
	}
	return fmt.Sprintf("the %s operand of `%s`", [...]string{"left", "right"}[i], name)
}
