// Package program holds what every family says about the top level of a
// program: the ordered actions that read inputs, call functions and print.
// (DESIGN 12: top level as a program.)
package program

import (
	"nessiec/ir"
	"nessiec/ir/types"
)

// An ActionKind tells what an action does.
type ActionKind uint8

// The kinds of actions.
const (
	Eval        ActionKind = iota // Result := Fn(Args...), then print Name = value : TypeText (unless Name is "")
	Say                           // print the line TypeText: answer to a definition
	Read                          // Result := a value of Type read from the input of the entry point
	PrintLength                   // from here on print at most N elements of a sequence
)

var kindNames = [...]string{"eval", "say", "read", "print-length"}

func (k ActionKind) String() string { return kindNames[k] }

// ParseActionKind reads the name of a kind.
func ParseActionKind(s string) (ActionKind, bool) {
	for i, n := range kindNames {
		if n == s {
			return ActionKind(i), true
		}
	}
	return 0, false
}

// An Action is one step of the top level. Values pass between actions by
// name: Result of one is in Args of later ones. Type is always the source
// type (with datatypes and function identities), from which drivers encode
// inputs and print results, whatever the representation of the family.
type Action struct {
	ir.Decl
	Kind     ActionKind
	Name     string
	TypeText string
	Type     *types.Type
	Fn       string
	Args     []string
	Result   string
	N        int
}
