package library

// The contract of functions of the prelude: what they check.

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/ir/prim"
)

// failures are the messages of the checks that a definition makes: those of the
// primitive that it is, and its own.
func failures(def nesl.Expr) (messages []string) {
	f, ok := def.(*nesl.Function)
	if !ok {
		return nil
	}
	if name, arg := call(f.Body); prim.Lookup(name) != nil && onlyNames(arg) {
		for _, c := range prim.Must(name).Checks {
			messages = add(messages, c.Error)
		}
	}
	ir.Walk(f.Body, func(e nesl.Expr) bool {
		name, arg := call(e)
		if args, ok := arg.(*nesl.Pair); ok && name == "check" { // condition, message, value
			if rest, ok := args.Right.(*nesl.Pair); ok {
				messages = add(messages, rest.Left.(*nesl.String).Val)
			}
		}
		return true
	})
	return messages
}

// call is the internal function that e calls, without its underscores, and with what;
// "" if it is no such call.
func call(e nesl.Expr) (name string, arg nesl.Expr) {
	if a, ok := e.(*nesl.Apply); ok {
		if fn, ok := a.Fn.(*nesl.Id); ok && strings.HasPrefix(fn.Name, "__") {
			return fn.Name[2:], a.Arg
		}
	}
	return "", nil
}

// onlyNames reports whether the arguments of a call are variables: nothing is known of
// them that a check could be sure of.
func onlyNames(arg nesl.Expr) bool {
	if p, ok := arg.(*nesl.Pair); ok {
		return onlyNames(p.Left) && onlyNames(p.Right)
	}
	return arg.Form() == nesl.FormId
}
