package vcode

// The instructions that only move entries: the same on values, types and names.

// Touches is how many entries from the top the instruction e looks at, of those that only
// move entries; ok is false for all others. One that moves no entry looks at none.
func Touches(e Expr) (n int, ok bool) {
	count, depth := 0, 0
	switch e := e.(type) {
	case *Copy:
		count, depth = e.Count, e.Depth
	case *Pop:
		count, depth = e.Count, e.Depth
	case *Move:
		count, depth = e.Count, e.Depth
	default:
		return 0, false
	}
	if count == 0 {
		return 0, true
	}
	return count + depth, true
}

// Rearrange is the stack after an instruction that only moves entries; ok is false for all
// others, and where the stack has too few.
func Rearrange[T any](stack []T, e Expr) (after []T, ok bool) {
	n, moves := Touches(e)
	if !moves || n > len(stack) {
		return stack, false
	}
	if n == 0 {
		return stack, true
	}
	at := len(stack) - n
	switch e := e.(type) {
	case *Copy:
		return append(stack[:len(stack):len(stack)], stack[at:at+e.Count]...), true
	case *Pop:
		return append(stack[:at:at], stack[at+e.Count:]...), true
	case *Move:
		out := append(stack[:at:at], stack[at+e.Count:]...)
		return append(out, stack[at:at+e.Count]...), true
	}
	return stack, false
}

// isOp reports whether e is the instruction op.
func isOp(e Expr, op Opcode) bool {
	i, ok := e.(*Instr)
	return ok && i.Op == op
}

// TimedPart is the number of the STOP_TIMER that belongs to the START_TIMER code[i]; -1 if
// there is none in the same instructions, or another START_TIMER comes first.
func TimedPart(code []Expr, i int) int {
	for j := i + 1; j < len(code); j++ {
		switch {
		case isOp(code[j], OpStopTimer):
			return j
		case isOp(code[j], OpStartTimer):
			return -1
		}
	}
	return -1
}
