package prim

// Scalar primitives: arithmetic, comparison, logic. All are total outside
// their checks (DESIGN 12).

import "nessiec/ir/value"

var scalarTable = []Prim{
	{
		Name: "add", Doc: "the sum; ints wrap",
		Type: "(a a) a; a:number", Eval: onFloat(fff(value.Num.FAdd), iii(value.Num.Add)),
		Swapped: Add,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"add(1,2) = 3", "add(2147483647,1) = -2147483648", "add(0.5,1.25) = 1.75"},
	}, {
		Name: "sub", Doc: "the difference; ints wrap",
		Type: "(a a) a; a:number", Eval: onFloat(fff(value.Num.FSub), iii(value.Num.Sub)),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"sub(1,2) = -1", "sub(-2147483648,1) = 2147483647", "sub(0.5,1.25) = -0.75"},
	}, {
		Name: "mul", Doc: "the product; ints wrap",
		Type: "(a a) a; a:number", Eval: onFloat(fff(value.Num.FMul), iii(value.Num.Mul)),
		Swapped: Mul,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"mul(3,-2) = -6", "mul(65536,65536) = 0", "mul(1.5,4.0) = 6.0"},
	}, {
		Name: "add_size", Doc: "the sum of two sizes, max_int if that is too large for an int",
		Type: "(int int) int", Eval: iii(value.Num.AddSize),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"add_size(1,2) = 3", "add_size(2147483647,1) = 2147483647"},
	}, {
		Name: "add_offset", Doc: "the sum of two offsets, without its highest bit, and negative from where it is too large for an int",
		Type: "(int int) int", Eval: iii(value.Num.AddOffset),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"add_offset(1,2) = 3", "add_offset(2147483647,3) = -2147483646", "add_offset(-2147483646,2147483647) = -2147483647"},
	}, {
		Name: "offset_size", Doc: "the size that an offset says, max_int if that is too large for an int",
		Type: "(int) int", Eval: ii(value.Num.OffsetSize),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"offset_size(3) = 3", "offset_size(-2147483646) = 2147483647"},
	}, {
		Name: "mul_size", Doc: "the product of two sizes, max_int if that is too large for an int",
		Type: "(int int) int", Eval: iii(value.Num.MulSize),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"mul_size(3,2) = 6", "mul_size(65536,65536) = 2147483647", "mul_size(0,65536) = 0"},
	}, {
		Name: "neg", Doc: "0 - x, so the negation of 0.0 is +0.0",
		Type: "(a) a; a:number", Eval: onFloat(ff(value.Num.FNeg), ii(value.Num.Neg)),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"neg(3) = -3", "neg(-2147483648) = -2147483648", "neg(0.0) = 0.0"},
	}, {
		Name: "div", Doc: "the quotient, of ints truncated toward zero; outside its check 0 for ints, IEEE for floats",
		Type: "(a a) a; a:number", Eval: onFloat(fff(value.Num.FDiv), iii(value.Num.Div)),
		Latency: Division,
		Lift:    Elementwise{}, Lower: ScalarOp{}, Checks: []Check{{NonZero, []int{1}, ErrDivide}},
		Example: []string{"div(7,2) = 3", "div(-7,2) = -3", "div(-2147483648,-1) = -2147483648", "div(1.0,4.0) = 0.25"},
	}, {
		Name: "rem", Doc: "the remainder, with the sign of the dividend; outside its check 0",
		Type: "(int int) int", Eval: iii(value.Num.Rem),
		Latency: Division,
		Lift:    Elementwise{}, Lower: ScalarOp{}, Checks: []Check{{NonZero, []int{1}, ErrRem}},
		Example: []string{"rem(7,2) = 1", "rem(-7,2) = -1", "rem(5,-3) = 2", "rem(-2147483648,-1) = 0"},
	}, {
		Name: "max", Doc: "if y > x then y else x",
		Type: "(a a) a; a:ordinal", Eval: onFloat(fff(value.Num.FMax), iii(value.Num.Max)),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"max(3,-4) = 3", "max(0.5,2.0) = 2.0", "max(`a,`b) = `b"},
	}, {
		Name: "min", Doc: "if y < x then y else x",
		Type: "(a a) a; a:ordinal", Eval: onFloat(fff(value.Num.FMin), iii(value.Num.Min)),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"min(3,-4) = -4", "min(0.5,2.0) = 0.5", "min(`a,`b) = `a"},
	}, {
		Name: "eq", Doc: "whether two scalars are equal, floats by ==",
		Type: "(a a) bool; a:scalar", Eval: compare(equal, equal),
		Swapped: Eq, Negation: Ne,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"eq(2,2) = t", "eq(1.0,2.0) = f", "eq(t,f) = f", "eq(`a,`a) = t"},
	}, {
		Name: "ne", Doc: "whether two scalars differ",
		Type: "(a a) bool; a:scalar", Eval: compare(notEqual, notEqual),
		Swapped: Ne, Negation: Eq,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"ne(2,2) = f", "ne(1.0,2.0) = t", "ne(t,f) = t"},
	}, {
		Name: "lt", Doc: "less; f before t, chars by code",
		Type: "(a a) bool; a:scalar", Eval: compare(less, less),
		Swapped: Gt, Negation: Ge,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"lt(1,2) = t", "lt(2.0,2.0) = f", "lt(`b,`a) = f"},
	}, {
		Name: "le", Doc: "less or equal",
		Type: "(a a) bool; a:scalar", Eval: compare(lessEq, lessEq),
		Swapped: Ge, Negation: Gt,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"le(2,2) = t", "le(3.0,2.0) = f"},
	}, {
		Name: "gt", Doc: "greater",
		Type: "(a a) bool; a:scalar", Eval: compare(greater, greater),
		Swapped: Lt, Negation: Le,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"gt(2,1) = t", "gt(2.0,2.0) = f"},
	}, {
		Name: "ge", Doc: "greater or equal",
		Type: "(a a) bool; a:scalar", Eval: compare(greatEq, greatEq),
		Swapped: Le, Negation: Lt,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"ge(2,2) = t", "ge(1.0,2.0) = f"},
	}, {
		Name: "and", Doc: "conjunction, bitwise on ints; both sides are evaluated",
		Type: "(a a) a; a:logical", Eval: iii(value.Num.And),
		Swapped: And,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"and(t,f) = f", "and(12,10) = 8"},
	}, {
		Name: "or", Doc: "disjunction, bitwise on ints; both sides are evaluated",
		Type: "(a a) a; a:logical", Eval: iii(value.Num.Or),
		Swapped: Or,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"or(t,f) = t", "or(12,10) = 14"},
	}, {
		Name: "xor", Doc: "exclusive disjunction, bitwise on ints",
		Type: "(a a) a; a:logical", Eval: iii(value.Num.Xor),
		Swapped: Xor,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"xor(t,t) = f", "xor(12,10) = 6"},
	}, {
		Name: "not", Doc: "negation, one's complement on ints",
		Type: "(a) a; a:logical", Eval: notOf,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"not(t) = f", "not(5) = -6"},
	}, {
		Name: "shl", Doc: "x shifted left; the count is taken modulo the width",
		Type: "(int int) int", Eval: iii(value.Num.Shl),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"shl(3,2) = 12", "shl(1,31) = -2147483648", "shl(1,32) = 1"},
	}, {
		Name: "shr", Doc: "x shifted right, keeping the sign; the count is taken modulo the width",
		Type: "(int int) int", Eval: iii(value.Num.Shr),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"shr(12,2) = 3", "shr(-8,1) = -4"},
	}, {
		Name: "popcount", Doc: "how many bits are ones",
		Type: "(int) int", Eval: ii(value.Num.PopCount),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"popcount(0) = 0", "popcount(255) = 8", "popcount(-2147483648) = 1"},
	}, {
		Name: "select", Doc: "x if c, else y; all three are evaluated",
		Type: "(bool a a) a; a:scalar", Eval: selectOf,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"select(t,1,2) = 1", "select(f,`a,`b) = `b"},
	},
}
