package prim

// The conditions of checks. Each is a predicate over some arguments of a
// primitive; the pass insert-checks builds it as an expression, and Holds
// decides it on values.

import "nessiec/ir/value"

// A Cond is a condition of a check.
type Cond uint8

// The conditions, with their arguments.
const (
	NonZero        Cond = iota // x: x is not zero
	NotNegative                // x: not x < 0, which a NaN satisfies
	Positive                   // x: x > 0
	IndexIn                    // i xs: 0 <= i < #xs
	IndicesIn                  // is xs: 0 <= i < #xs for every i of is
	SameLength                 // xs ys: #xs = #ys
	Distinct                   // is: every index below #is occurs once
	AllNotNegative             // ns: n >= 0 for every n of ns
	SumIsLength                // ns xs, where ns satisfy AllNotNegative: their sum, computed without wrapping, is #xs
)

var condNames = [...]string{
	"non-zero", "not-negative", "positive", "index-in", "indices-in", "same-length", "distinct",
	"all-not-negative", "sum-is-length",
}

func (c Cond) String() string { return condNames[c] }

// Holds reports whether the check passes for the arguments of its primitive.
func (c Check) Holds(args []value.Value) bool {
	arg := func(i int) value.Value { return args[c.Args[i]] }
	seq := func(i int) value.Seq { return arg(i).(value.Seq) }
	switch c.Cond {
	case NonZero, NotNegative, Positive:
		return c.Cond.HoldsFor(arg(0))
	case IndexIn:
		return inRange(int64(arg(0).(value.Int)), seq(1).Len())
	case IndicesIn:
		return allInRange(arg(0).(value.Ints), seq(1).Len())
	case SameLength:
		return seq(0).Len() == seq(1).Len()
	case Distinct:
		return distinct(arg(0).(value.Ints))
	case AllNotNegative:
		return allNotNegative(arg(0).(value.Ints))
	case SumIsLength:
		return sumIs(arg(0).(value.Ints), int64(seq(1).Len()))
	}
	panic("prim: unknown condition")
}

// HoldsFor decides the conditions of one number.
func (c Cond) HoldsFor(v value.Value) bool {
	switch v := v.(type) {
	case value.Int:
		return compareZero(c, v)
	case value.Float:
		return compareZero(c, v)
	}
	panic("prim: not a number")
}

func compareZero[T ~int64 | ~float64](c Cond, x T) bool {
	switch c {
	case NonZero:
		return x != 0
	case NotNegative:
		return !(x < 0)
	}
	return x > 0
}

func inRange(i int64, n int) bool { return uint64(i) < uint64(n) }

func allInRange(is value.Ints, n int) bool {
	for _, i := range is {
		if !inRange(i, n) {
			return false
		}
	}
	return true
}

// distinct holds for no sequence that lacks an index below its length: there
// are as many places as indices.
func distinct(is value.Ints) bool {
	seen := make([]bool, len(is))
	for _, i := range is {
		if !inRange(i, len(is)) || seen[i] {
			return false
		}
		seen[i] = true
	}
	return true
}

func allNotNegative(ns value.Ints) bool {
	for _, n := range ns {
		if n < 0 {
			return false
		}
	}
	return true
}

// sumIs stops as soon as the sum is too large, so it cannot overflow.
func sumIs(ns value.Ints, want int64) bool {
	sum := int64(0)
	for _, n := range ns {
		if sum += n; sum > want || sum < 0 {
			return false
		}
	}
	return sum == want
}
