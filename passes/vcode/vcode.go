// Package vcode is the front end of VCODE: from functions on a stack (vcode.read) to the flat
// language, where it enters the trunk behind the passes that flatten.
//
//	find-arities         how many entries functions take and leave (findarities.go)
//	infer-entries        their types; an instance for each (inferentries.go)
//	name-entries         names instead of the stack (nameentries.go)
//	inline-functions     small functions stand where they are called (inlinefunctions.go)
//	jump-tail-calls      tail recursion is a loop (jumptailcalls.go)
//	expand-instructions  vector operations instead of instructions (expandinstructions.go and the files beside it)
//
// VCODE is monomorphic and flat, and a program starts with one function that takes nothing.
// So types go forward from there, and all that has to be found out is which vectors have one
// element, and which descriptors one segment: what stays on the host, and where segments need not
// be looked for.
package vcode

import (
	"nessiec/ir/vcode"
	"nessiec/passes/pass"
)

// rejected is the panic of a pass that cannot go on after a mistake of the user.
type rejected struct{}

// mistake reports what is wrong with an instruction.
func mistake(c *pass.Ctx, e vcode.Expr, code, format string, args ...any) {
	c.Errorf(e.Pos(), code, format, args...).Underline(width(e))
}

// orNothing runs a pass, which yields no program if there are mistakes.
func orNothing(c *pass.Ctx, f func() *vcode.Module) (m *vcode.Module) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case rejected:
		default:
			panic(r)
		}
		if c.Diags.HasErrors() {
			m = &vcode.Module{}
		}
	}()
	return f()
}

// width is the number of characters of the word of an instruction.
func width(e vcode.Expr) int { return len(word(e)) }

// word is the word of an instruction.
func word(e vcode.Expr) string {
	switch e := e.(type) {
	case *vcode.Instr:
		return e.Op.String()
	case *vcode.Copy:
		return "COPY"
	case *vcode.Pop:
		return "POP"
	case *vcode.Move:
		return "CPOP"
	case *vcode.Invoke:
		return "CALL"
	case *vcode.Branch:
		return "IF"
	case *vcode.Pair:
		return "PAIR"
	case *vcode.Unpair:
		return "UNPAIR"
	case *vcode.Const:
		return "CONST"
	}
	return "EXIT"
}
