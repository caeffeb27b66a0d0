package prim

// Scalar primitives between base types, the parts of floats that hash needs,
// and random numbers with explicit keys.

import "nessiec/ir/value"

var convertTable = []Prim{
	{
		Name: "to_float", Doc: "an int as a float, rounded once",
		Type: "(int) float", Eval: intToFloat,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"to_float(-3) = -3.0"},
	}, {
		Name: "trunc", Doc: "toward zero; out of range or NaN gives min_int",
		Type: "(float) int", Eval: fi(value.Num.Trunc),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"trunc(-2.7) = -2", "trunc(1.0e20) = -2147483648"},
	}, {
		Name: "floor", Doc: "the next int below; out of range or NaN gives min_int",
		Type: "(float) int", Eval: fi(value.Num.Floor),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"floor(-2.5) = -3", "floor(2.5) = 2"},
	}, {
		Name: "ceil", Doc: "the next int above; out of range or NaN gives min_int",
		Type: "(float) int", Eval: fi(value.Num.Ceil),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"ceil(-2.5) = -2", "ceil(2.5) = 3"},
	}, {
		Name: "round", Doc: "trunc(x + 0.5), as NESL has it",
		Type: "(float) int", Eval: fi(value.Num.RoundInt),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"round(2.5) = 3", "round(-2.6) = -2"},
	}, {
		Name: "btoi", Doc: "1 for t, 0 for f",
		Type: "(bool) int", Eval: same,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"btoi(t) = 1", "btoi(f) = 0"},
	}, {
		Name: "code_char", Doc: "the char whose code is the lowest byte of i",
		Type: "(int) char", Eval: ii(codeChar),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"code_char(97) = `a", "code_char(353) = `a"},
	}, {
		Name: "char_code", Doc: "the code of a character",
		Type: "(char) int", Eval: same,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"char_code(`a) = 97"},
	}, {
		Name: "float_exponent", Doc: "log2 of |x| truncated toward zero, from the bits; 0 for 0.0, infinities and NaN",
		Type: "(float) int", Eval: fi(floatExponent),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"float_exponent(10.0) = 3", "float_exponent(8.0) = 3", "float_exponent(-0.3) = -1",
			"float_exponent(0.25) = -2", "float_exponent(0.75) = 0", "float_exponent(0.0) = 0"},
	}, {
		Name: "ldexp", Doc: "x times 2 to the i, rounded once",
		Type: "(float int) float", Eval: ldexpOf,
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"ldexp(1.5,3) = 12.0", "ldexp(1.0,-2) = 0.25", "ldexp(1.0,-100000) = 0.0"},
	}, {
		Name: "decimal_digits", Doc: "the first k significant decimal digits of |x| rounded to k digits (1 to 15), at most 9 of them, as an int; 0 for 0.0, infinities and NaN",
		Type: "(float int) int", Eval: decimalOf(value.Num.DecimalDigits),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"decimal_digits(0.123456785,8) = 12345679", "decimal_digits(-1234.5,2) = 12", "decimal_digits(0.0,8) = 0"},
	}, {
		Name: "decimal_rest", Doc: "the digits of |x| rounded to k digits (1 to 15) that are behind the first 9, as an int; 0 if there are none",
		Type: "(float int) int", Eval: decimalOf(value.Num.DecimalRest),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"decimal_rest(0.5,10) = 0", "decimal_rest(1234.5,8) = 0", "decimal_rest(0.0,10) = 0"},
	}, {
		Name: "decimal_exponent", Doc: "the power of ten of the first digit of decimal_digits(x,k); 0 for 0.0, infinities and NaN",
		Type: "(float int) int", Eval: decimalOf(value.Num.DecimalExponent),
		Lift: Elementwise{}, Lower: ScalarOp{},
		Example: []string{"decimal_exponent(1234.5,2) = 3", "decimal_exponent(0.00999,2) = -2", "decimal_exponent(0.0,8) = 0"},
	}, {
		Name: "mix_hi", Doc: "the high half of the key of part x of what the key h, l stands for (random.go)",
		Type: "(int int int) int", Eval: mixOf(mixHigh),
		Latency: Mixing,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"mix_hi(0,0,0) = -501176263"},
	}, {
		Name: "mix_lo", Doc: "the low half of the key of part x of what the key h, l stands for (random.go)",
		Type: "(int int int) int", Eval: mixOf(mixLow),
		Latency: Mixing,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"mix_lo(0,0,0) = 2065550767"},
	}, {
		Name: "rand_int", Doc: "the int in 0..v-1 that the key h, l stands for; outside its check 0",
		Type: "(int int int) int", Eval: randIntOf,
		Latency: Mixing,
		Lift:    Elementwise{}, Lower: ScalarOp{}, Checks: []Check{{Positive, []int{2}, ErrRand}},
		Example: []string{"rand_int(1,1,1) = 0", "rand_int(1073741824,0,1000) = 250"},
	}, {
		Name: "rand_float", Doc: "the float in [0,v) that the key h, l stands for; outside its check 0.0",
		Type: "(int int float) float", Eval: randFloatOf,
		Latency: Mixing,
		Lift:    Elementwise{}, Lower: ScalarOp{}, Checks: []Check{{Positive, []int{2}, ErrRand}},
		Example: []string{"rand_float(1073741824,0,1.0) = 0.25"},
	},
}
