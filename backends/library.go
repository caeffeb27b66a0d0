package backends

import (
	"strings"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Library is a program that others call: every entry is a function of it.
type Library struct {
	Name    string // prefix of all that it declares
	Entries []Entry
}

// An Entry is a function of a library. The n-th one is what the n-th evaluation of
// the program calls that needs what is read.
type Entry struct {
	Name   string
	Params []string // what its parameters are called
	Args   []*types.Type
	Result *types.Type
	Doc    string // what its comment says
}

// Type is the type of an entry in NESL.
func (e *Entry) Type() string {
	var args []string
	for _, t := range e.Args {
		args = append(args, inParentheses(t))
	}
	param := strings.Join(args, ", ")
	if len(args) > 1 {
		param = "(" + param + ")"
	}
	return param + " -> " + inParentheses(e.Result)
}

// inParentheses is a type as a part of another one.
func inParentheses(t *types.Type) string {
	s := value.TypeText(t)
	if t.Kind == types.KTuple {
		s = "(" + s + ")"
	}
	return s
}
