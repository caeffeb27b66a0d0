package encode

// Variables of a function that is written: what nothing reads is left out, and those
// that are used most have the lowest numbers, which take one byte.

import (
	"cmp"
	"slices"
)

// Tidy numbers the variables of a function anew. No Local of it means anything
// afterwards.
func (f *Func) Tidy() {
	params := len(f.Params)
	reads, uses := make([]int, params+len(f.locals)), make([]int, params+len(f.locals))
	for _, i := range f.code {
		if i.op.operand == localOperand {
			uses[i.a]++
			if i.op == localGet {
				reads[i.a]++
			}
		}
	}
	order := make([]int, 0, len(f.locals))
	for l := params; l < len(uses); l++ {
		if reads[l] > 0 {
			order = append(order, l)
		}
	}
	typeOf := func(l int) ValType { return f.locals[l-params] }
	slices.SortStableFunc(order, func(a, b int) int { // those of a type are declared together
		return cmp.Or(cmp.Compare(typeOf(b), typeOf(a)), cmp.Compare(uses[b], uses[a]))
	})
	number := make([]uint64, len(uses))
	locals, names := make([]ValType, len(order)), slices.Clone(f.names[:params])
	for l := range params {
		number[l] = uint64(l)
	}
	for i, l := range order {
		number[l] = uint64(params + i)
		locals[i] = typeOf(l)
		names = append(names, f.names[l])
	}
	code := f.code[:0]
	for _, i := range f.code {
		if i.op.operand == localOperand {
			switch {
			case reads[i.a] > 0:
				i.a = number[i.a]
			case i.op == localTee:
				continue
			default:
				i = instr{op: Drop}
			}
		}
		code = append(code, i)
	}
	f.locals, f.names, f.code = locals, names, code
}
