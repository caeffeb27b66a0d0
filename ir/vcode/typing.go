package vcode

// Types of instructions: how many operands they take, of which types, and what they yield.

import (
	"strings"

	"nessiec/ir/types"
)

// NumArgs is how many operands the instruction takes.
func (o *Op) NumArgs() int { return len(o.Args) }

// NumResults is how many results it pushes.
func (o *Op) NumResults() int { return len(strings.ReplaceAll(o.Results, "1", "")) }

// letter is the general type of an operand or result that the table calls l.
func letter(l byte, t *types.Type) *types.Type {
	switch l {
	case 'i':
		return types.Vec(types.Int)
	case 'b':
		return types.Vec(types.Bool)
	case 'f':
		return types.Vec(types.Float)
	case 's':
		return types.Sd
	}
	if t == types.Sd {
		return t
	}
	if t == types.Char { // codes
		t = types.Int
	}
	return types.Vec(t)
}

// ArgTypes is the general types of the operands, where t stands behind the instruction.
func (o *Op) ArgTypes(t *types.Type) []*types.Type {
	ts := make([]*types.Type, len(o.Args))
	for i := range ts {
		ts[i] = letter(o.Args[i], t)
	}
	return ts
}

// ResultTypes is the types of the results for operands of types args, which fit ArgTypes.
func (o *Op) ResultTypes(t *types.Type, args []*types.Type) []*types.Type {
	var out []*types.Type
	for i := 0; i < len(o.Results); i++ {
		r := letter(o.Results[i], t)
		if i+1 < len(o.Results) && o.Results[i+1] == '1' {
			r = r.Elem()
			i++
		} else if o.one(args) {
			r = oneOf(r)
		}
		out = append(out, r)
	}
	return out
}

// one reports whether results have one element, or one segment, by what is known of operands.
func (o *Op) one(args []*types.Type) bool {
	last := func() bool { return args[len(args)-1] == OneSegment }
	switch o.Class {
	case Elementwise:
		for _, t := range args {
			if One(t) {
				return true
			}
		}
	case Reducing, PerSegment:
		return last()
	case Special:
		return o.Name == Ops[OpMakeSegdes].Name && One(args[0])
	}
	return false
}

func oneOf(t *types.Type) *types.Type {
	if t.Kind == types.KSd {
		return OneSegment
	}
	return t.Elem()
}
