// Package vm executes flat programs: it is what the evaluators of fkl and lcu
// have in common. A compiler of a family walks its trees once and calls an
// Emitter; what comes out runs on unboxed words.
//
//	Reg, Vector, Frame  registers: words and flat vectors (frame.go)
//	Func, Code          a host function and its emitter: a list of instructions (code.go)
//	Elem                element code and its emitter: steps run once per element (elem.go)
//	Space, Out          index spaces and what a thunk yields in them (space.go)
//	Machine             runs functions; keeps its own stack, so recursion is
//	                    bounded by memory only (machine.go)
//	Program             the functions of a module; does the actions of a program (program.go)
//
// Operations on whole vectors (map.go, fold.go, move.go) have the semantics of
// the SOACs of λcu: index space, thunk, operators. Those of fkl are the case
// where the thunk reads one vector.
//
// Everything is total: reads out of range are zero, sizes below zero are zero.
// A check that fails in element code stops its element only; when the whole
// operation is done, the first failing check in program order is the error.
// That is what devices do.
package vm
