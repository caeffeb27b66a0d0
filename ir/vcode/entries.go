package vcode

// Types of entries through the stack: what every instruction finds and leaves.

import (
	"fmt"

	"nessiec/ir/types"
)

// Typing follows types through code.
type Typing struct {
	// Call is the call of a function, and the stack behind it; live is false if it is not
	// known that it returns.
	Call func(e *Invoke, stack []*types.Type) (call Expr, after []*types.Type, live bool)
	// Mistake is told what is wrong with an instruction. It does not return.
	Mistake func(e Expr, message string)
}

// maxPair is how many vectors and descriptors a pair may have, with those of pairs in it.
const maxPair = 64

// Code is the stack behind e, and e without what is never reached; live is false if nothing
// comes behind it.
func (t *Typing) Code(e Expr, stack []*types.Type) (code Expr, after []*types.Type, live bool) {
	if after, ok := Rearrange(stack, e); ok {
		return e, after, true
	}
	switch e := e.(type) {
	case *Block:
		out := *e
		out.Code = nil
		live = true
		for i := 0; i < len(e.Code) && live; i++ {
			var x Expr
			x, stack, live = t.Code(e.Code[i], stack)
			out.Code = append(out.Code, x)
		}
		return &out, stack, live
	case *Pair:
		a, b := stack[len(stack)-2], stack[len(stack)-1]
		if parts(a)+parts(b) > maxPair {
			t.Mistake(e, fmt.Sprintf("a pair has more than %d parts here", maxPair))
		}
		return e, push(stack[:len(stack)-2], types.Tuple(a, b)), true
	case *Unpair:
		p := stack[len(stack)-1]
		if p.Kind != types.KTuple {
			t.Mistake(e, "UNPAIR takes a pair, and on top of the stack is "+Describe(p))
		}
		return e, push(stack[:len(stack)-1], p.Elems...), true
	case *Const:
		return e, push(stack, e.Type), true
	case *Instr:
		return e, t.instr(e, stack), true
	case *Invoke:
		return t.Call(e, stack)
	case *Exit:
		return e, stack, false
	case *Branch:
		return t.branch(e, stack)
	}
	panic("vcode: unexpected form " + Schema[e.Form()].Name)
}

func push(stack []*types.Type, ts ...*types.Type) []*types.Type {
	return append(stack[:len(stack):len(stack)], ts...)
}

// parts is how many vectors and descriptors there are in an entry.
func parts(t *types.Type) int {
	if t.Kind != types.KTuple {
		return 1
	}
	return parts(t.Elems[0]) + parts(t.Elems[1])
}

func (t *Typing) instr(e *Instr, stack []*types.Type) []*types.Type {
	op := e.Op.Of()
	at := len(stack) - op.NumArgs()
	args := stack[at:]
	for i, want := range op.ArgTypes(e.Type) {
		if !Fits(args[i], want) {
			where := "on top of the stack"
			if d := len(args) - 1 - i; d > 0 {
				where = fmt.Sprintf("at depth %d", d)
			}
			t.Mistake(e, fmt.Sprintf("%s expects %s %s, and there is %s", Spell(e.Op, e.Type), Describe(want), where, Describe(args[i])))
		}
	}
	return push(stack[:at], op.ResultTypes(e.Type, args)...)
}

// Spell is the instruction with the type behind it.
func Spell(o Opcode, t *types.Type) string {
	if t == nil {
		return o.String()
	}
	return o.String() + " " + TypeWord(t)
}

func (t *Typing) branch(e *Branch, stack []*types.Type) (code Expr, after []*types.Type, live bool) {
	cond := stack[len(stack)-1]
	if !Fits(cond, types.Vec(types.Bool)) {
		t.Mistake(e, "IF expects a truth value on top of the stack, and there is "+Describe(cond))
	}
	stack = stack[: len(stack)-1 : len(stack)-1]
	out := *e
	then, live1 := []*types.Type(nil), false
	out.Then, then, live1 = t.Code(e.Then, stack)
	els, live2 := []*types.Type(nil), false
	out.Else, els, live2 = t.Code(e.Else, stack)
	switch {
	case !live1:
		return &out, els, live2
	case !live2:
		return &out, then, true
	}
	after = make([]*types.Type, len(then))
	for i := range then {
		j, ok := Join(then[i], els[i])
		if !ok {
			t.Mistake(e, fmt.Sprintf("the two parts of this IF leave different entries at depth %d: %s and %s",
				len(then)-1-i, Describe(then[i]), Describe(els[i])))
		}
		after[i] = j
	}
	return &out, after, true
}
