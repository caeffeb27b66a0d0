package names

// What the operators of NESL stand for.

import (
	"fmt"

	"nessiec/ir/types"
)

// An Operator is a primitive or a function of the library with a spelling that
// is no name.
type Operator struct {
	Prim     string
	Fn       string
	Class    types.Class // narrows the class of the operands
	Likes    string      // what it works on, in messages; "" if its operands differ
	Compares bool
	operands [2]string // what its operands are called, if they differ
}

// Operators are the operators by their spelling; [] is a[i], [:] a range.
var Operators = map[string]Operator{
	"+":    {Prim: "add", Likes: "numbers"},
	"-":    {Prim: "sub", Likes: "numbers"},
	"*":    {Prim: "mul", Likes: "numbers"},
	"/":    {Prim: "div", Likes: "numbers"},
	"^":    {Fn: "__power", operands: [2]string{"the base of `^`", "the exponent of `^`"}},
	"==":   {Prim: "eq", Class: types.Ordinal, Likes: "numbers and characters", Compares: true},
	"/=":   {Prim: "ne", Class: types.Ordinal, Likes: "numbers and characters", Compares: true},
	"<":    {Prim: "lt", Class: types.Ordinal, Likes: "numbers and characters", Compares: true},
	">":    {Prim: "gt", Class: types.Ordinal, Likes: "numbers and characters", Compares: true},
	"<=":   {Prim: "le", Class: types.Ordinal, Likes: "numbers and characters", Compares: true},
	">=":   {Prim: "ge", Class: types.Ordinal, Likes: "numbers and characters", Compares: true},
	"and":  {Prim: "and", Likes: "bools and ints"},
	"or":   {Prim: "or", Likes: "bools and ints"},
	"xor":  {Prim: "xor", Likes: "bools and ints"},
	"nand": {Fn: "__nand", Likes: "bools and ints"},
	"nor":  {Fn: "__nor", Likes: "bools and ints"},
	"++":   {Prim: "append", Likes: "sequences"},
	"||":   {Fn: "__pad"},
	"->":   {Prim: "get"},
	"<-":   {Fn: "write"},
	"#":    {Prim: "length", Likes: "sequences"},
	"@":    {Prim: "string"},
	"[]":   {Prim: "elt", operands: [2]string{"the sequence", "the index"}},
	"[:]":  {Fn: "iseq"},
}

// Operand is what operand i of the operator is called in messages.
func (op Operator) Operand(name string, i int) string {
	switch {
	case name == "[:]":
		return "a bound of a range"
	case op.operands[i] != "":
		return op.operands[i]
	}
	return fmt.Sprintf("the %s operand of `%s`", [...]string{"left", "right"}[i], name)
}

// PrefixNames are the names of the prefix operators.
var PrefixNames = map[string]string{"-": "negate", "#": "#", "@": "@"}
