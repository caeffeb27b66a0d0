package prim

// Evaluation of scalar primitives, for the constant folder and for every
// evaluator. Arithmetic is that of value.Num; here it is made uniform over
// words. A primitive is total: what happens outside its checks is DESIGN 12.

import (
	"fmt"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// An Op is an operation on words; the field for its number of operands is set.
type Op struct {
	One   func(x Word) Word
	Two   func(x, y Word) Word
	Three func(x, y, z Word) Word
}

// Call applies the operation.
func (o Op) Call(args []Word) Word {
	switch len(args) {
	case 1:
		return o.One(args[0])
	case 2:
		return o.Two(args[0], args[1])
	}
	return o.Three(args[0], args[1], args[2])
}

// Eval makes the operation for the widths n; k is the kind of the first
// operand, which selects the instance of an overloaded primitive.
type Eval func(n value.Num, k types.Kind) Op

// Apply applies a scalar primitive to values; the result is of type res.
func (p *Prim) Apply(n value.Num, args []value.Value, res *types.Type) value.Value {
	words := make([]Word, len(args))
	for i, a := range args {
		words[i] = ToWord(a)
	}
	return FromWord(res.Kind, p.Eval(n, TypeOf(args[0]).Kind).Call(words))
}

// TypeOf is the type of a scalar.
func TypeOf(v value.Value) *types.Type {
	switch v.(type) {
	case value.Float:
		return types.Float
	case value.Bool:
		return types.Bool
	case value.Char:
		return types.Char
	}
	return types.Int
}

// ElemOf is the type of the elements of a sequence of scalars.
func ElemOf(s value.Seq) *types.Type {
	switch s.(type) {
	case value.Floats:
		return types.Float
	case value.Bools:
		return types.Bool
	case value.Chars:
		return types.Char
	case value.Ints:
		return types.Int
	}
	panic(fmt.Sprintf("prim: %T is no sequence of scalars", s))
}

// The functions below make an Eval from methods of value.Num, by the kinds of
// operands and result: i int, f float.

func ii(f func(value.Num, int64) int64) Eval {
	return func(n value.Num, _ types.Kind) Op { return Op{One: func(x Word) Word { return f(n, x) }} }
}

func ff(f func(value.Num, float64) float64) Eval {
	return func(n value.Num, _ types.Kind) Op {
		return Op{One: func(x Word) Word { return FloatWord(f(n, WordFloat(x))) }}
	}
}

func fi(f func(value.Num, float64) int64) Eval {
	return func(n value.Num, _ types.Kind) Op { return Op{One: func(x Word) Word { return f(n, WordFloat(x)) }} }
}

func iii(f func(value.Num, int64, int64) int64) Eval {
	return func(n value.Num, _ types.Kind) Op { return Op{Two: func(x, y Word) Word { return f(n, x, y) }} }
}

func fff(f func(value.Num, float64, float64) float64) Eval {
	return func(n value.Num, _ types.Kind) Op {
		return Op{Two: func(x, y Word) Word { return FloatWord(f(n, WordFloat(x), WordFloat(y))) }}
	}
}

// onFloat takes f for floats and other for the rest.
func onFloat(f, other Eval) Eval {
	return func(n value.Num, k types.Kind) Op {
		if k == types.KFloat {
			return f(n, k)
		}
		return other(n, k)
	}
}

// compare makes a comparison; words of ints, bools and chars compare as ints.
func compare(i func(x, y int64) bool, f func(x, y float64) bool) Eval {
	return onFloat(
		func(value.Num, types.Kind) Op {
			return Op{Two: func(x, y Word) Word { return BoolWord(f(WordFloat(x), WordFloat(y))) }}
		},
		func(value.Num, types.Kind) Op {
			return Op{Two: func(x, y Word) Word { return BoolWord(i(x, y)) }}
		})
}

func equal[T int64 | float64](x, y T) bool    { return x == y }
func notEqual[T int64 | float64](x, y T) bool { return x != y }
func less[T int64 | float64](x, y T) bool     { return x < y }
func lessEq[T int64 | float64](x, y T) bool   { return x <= y }
func greater[T int64 | float64](x, y T) bool  { return x > y }
func greatEq[T int64 | float64](x, y T) bool  { return x >= y }

// notOf negates bools and complements ints.
func notOf(n value.Num, k types.Kind) Op {
	if k == types.KBool {
		return Op{One: func(x Word) Word { return x ^ 1 }}
	}
	return Op{One: func(x Word) Word { return n.Not(x) }}
}

func same(value.Num, types.Kind) Op { return Op{One: func(x Word) Word { return x }} }

func selectOf(value.Num, types.Kind) Op {
	return Op{Three: func(c, x, y Word) Word {
		if c != 0 {
			return x
		}
		return y
	}}
}

func intToFloat(n value.Num, _ types.Kind) Op {
	return Op{One: func(x Word) Word { return FloatWord(n.Float(x)) }}
}

func codeChar(n value.Num, x int64) int64 { return int64(n.CodeChar(x)) }
